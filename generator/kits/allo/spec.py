"""The shape of templates/kits/allo.toml: a mistake there is told with its key and what was expected."""

from __future__ import annotations

from string import Formatter

from generator.kits.common.boards import Boards
from generator.kits.common.folded_rack import FoldedRackSizes, FoldedRackTexts
from generator.kits.common.kit_spec import ComponentTexts, Exact, GameSpec, Millimetres, Size, Words, at_least
from generator.kits.common.marked_colour import MarkedColour, must_differ
from generator.kits.common.tents import TentSizes
from referee.allo.pieces import MOST_UNITS, PLAYERS, First, Job, Part, Special, Surname
from templates.errors import Misfit

# What the drawings need; they grow no smaller with the pieces.
LEAST = {"plate": (21, 30), "event": (43, 62), "mark": (186, 120)}
GLUED = 7.0  # width of the glued ends of a stand's lip
EDGE = 1.0  # between plates on a stand, at least


class PhoneSizes(Exact, frozen=True):
    """A phone card and its slider."""

    width: Millimetres
    height: Millimetres
    band: Millimetres
    tab: Millimetres

    def __post_init__(self) -> None:
        if self.height < 44 or self.width < 100 or self.band < 16:
            raise Misfit("Expected a card of at least 100 × 44 and a `band` of at least 16 mm, for their drawings")

    @property
    def pitch(self) -> float:
        """From one unit to the next; half a band stays free at either end."""
        return (self.width - self.band) / MOST_UNITS


class StandSizes(FoldedRackSizes, frozen=True):
    """The strip that folds into a stand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.lip < 8 or self.base < 28:
            raise Misfit("Expected a `lip` of at least 8 and a `base` of at least 28, for what is printed on them")


class FigureSizes(TentSizes, frozen=True):
    """Of a token or a tower."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.width < 16 or self.side < 28:
            raise Misfit("Expected a tent at least 16 mm wide with sides of 28, for its drawing")


class Sizes(Exact, frozen=True):
    """Of pieces."""

    plate: Size
    event: Size
    mark: Size
    board: Boards
    phone: PhoneSizes
    stand: StandSizes
    token: FigureSizes
    tower: FigureSizes

    def __post_init__(self) -> None:
        at_least(self, LEAST)
        room = self.stand.width - 2 * GLUED - len(Part) * self.plate[0] - (len(Part) + 1) * EDGE
        if room < 0 or self.stand.front + 2 < self.plate[1]:
            raise Misfit(
                "Expected a `stand` that holds {count} plates of `plate` between its glued ends", count=len(Part)
            )


class SpecialTexts(Exact, frozen=True):
    """What a special card says."""

    title: Words
    text: Words


class People(Exact, frozen=True):
    """Surnames, and first names for him and for her."""

    surname: dict[Surname, Words]
    first: dict[First, tuple[Words, Words]]


class BoardTexts(ComponentTexts, frozen=True):
    """On the board."""

    tiled: Words
    deck: Words
    under: Words
    stock: Words
    turn: Words
    steps: tuple[Words, ...]
    cost: Words
    costs: tuple[Words, ...]
    gain: Words
    section: Words


class EventTexts(ComponentTexts, frozen=True):
    """On event cards."""

    link: Words
    links: Words
    call: Words
    barred: Words


class PhoneTexts(ComponentTexts, frozen=True):
    """On phone cards and sliders."""

    glue: Words
    window: Words
    slider: Words
    gain: Words
    pay: Words
    radio: Words


class TentTexts(ComponentTexts, frozen=True):
    """On tokens and towers."""

    glue: Words


class MarkTexts(ComponentTexts, frozen=True):
    """On marking sheets."""

    folded: Words
    mine: Words
    far: Words
    no: Words
    yes: Words
    secrets: Words
    who: Words
    what: Words
    shown: Words
    to_whom: Words
    which: Words
    map: Words


class KitSpec(GameSpec, frozen=True, kw_only=True):
    """The whole file."""

    sizes: Sizes
    seats: dict[str, MarkedColour]
    parts: dict[Part, Words]
    heads: dict[Part, Words]
    people: People
    job: dict[Job, Words]
    special: dict[Special, SpecialTexts]
    board: BoardTexts
    plates: ComponentTexts
    events: EventTexts
    cables: ComponentTexts
    phonecards: PhoneTexts
    towers: TentTexts
    stands: FoldedRackTexts
    tokens: TentTexts
    marks: MarkTexts

    def __post_init__(self) -> None:
        if len(self.seats) != PLAYERS[-1]:
            raise Misfit(
                "Expected {count} `seats`, one for each player, got {found}", count=PLAYERS[-1], found=len(self.seats)
            )
        must_differ(self.seats.values())
        for key, found, wanted in (
            ("parts", self.parts, Part), ("heads", self.heads, Part), ("people.surname", self.people.surname, Surname),
            ("people.first", self.people.first, First), ("job", self.job, Job), ("special", self.special, Special),
        ):  # fmt: skip
            if missing := [each.value for each in wanted if each not in found]:
                raise Misfit("Expected `{key}`, it is missing", key=f"{key}.{missing[0]}")
        for key, text, name in (
            ("special.secret.text", self.special[Special.SECRET].text, "part"),
            ("special.units.title", self.special[Special.UNITS].title, "units"),
            ("special.units.text", self.special[Special.UNITS].text, "most"),
            ("board.section", self.board.section, "length"),
            ("cables.advice", self.cables.advice, "length"),
        ):
            if [field for _, field, _, _ in Formatter().parse(text) if field is not None] != [name]:
                raise Misfit("Expected one {field} in `{key}`, got `{text}`", field=f"{{{name}}}", key=key, text=text)

    def hue(self, seat: int) -> MarkedColour:
        """The colour of a seat."""
        return list(self.seats.values())[seat]

    def word(self, part: Part, code: str) -> tuple[str, ...]:
        """What a code stands for, in lines; a city is for the map to say."""
        if part == Part.SURNAME:
            return (self.people.surname[Surname(code)],)
        if part == Part.FIRST:
            return tuple(dict.fromkeys(self.people.first[First(code)]))  # somebody's own may be the same for both
        return (self.job[Job(code)],)
