"""The shape of templates/kits/rallye.toml: a mistake there is told with its key and what was expected."""

from __future__ import annotations

from string import Formatter

from msgspec.structs import asdict

from generator.drawing.road_signs import SIGNS
from generator.kits.common.boards import Boards
from generator.kits.common.kit_spec import ComponentTexts, Exact, GameSpec, Hex, Millimetres, Size, Words, at_least
from generator.kits.common.marked_colour import MarkedColour, must_differ
from generator.kits.common.pictures import PICTURES
from generator.kits.common.tents import TentSizes
from generator.order.amounts import BRACES, amount, amount_terms
from referee.rallye.pieces import CARDS, NOTES, PLAYERS, Till
from referee.rallye.road.tariff import EDITIONS, A
from templates.errors import Misfit

# What the drawings need; they grow no smaller with the pieces.
LEAST = {"note": (60, 34), "card": (42, 60), "tariff": (90, 120)}
LOOSE = 1.0  # a note is that much smaller than the floor of a till, at least


class Paint(Exact, frozen=True):
    """A colour of the board."""

    hex: Hex


class Gerance(Exact, frozen=True):
    """What somebody can be the manager of."""

    name: Words
    hex: Hex


class CarSizes(TentSizes, frozen=True):
    """Of a car."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.width < 24 or self.side < 16 or self.tab < 6:
            raise Misfit("Expected a car at least 24 mm wide with sides of 16 and a tab of 6, for its drawing")


class BadgeSizes(TentSizes, frozen=True):
    """Of the badge."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.width < 80 or self.side < 46:
            raise Misfit("Expected a badge at least 80 mm wide with sides of 46, for what is printed on it")


class BoxSizes(Exact, frozen=True):
    """A box whose back is folded double."""

    width: Millimetres
    depth: Millimetres
    wall: Millimetres
    back: Millimetres

    def __post_init__(self) -> None:
        if self.wall < 12 or self.back < self.wall + 16:
            raise Misfit("Expected a `wall` of at least 12 mm and a `back` 16 mm higher, for what is printed on them")

    @property
    def flat(self) -> Size:
        """The sheet that it is cut from."""
        return self.width + 2 * self.wall, self.wall + self.depth + 2 * self.back

    @property
    def creases(self) -> tuple[float, float, float, float, float]:
        """Where that sheet is folded: left and right of the floor, at the ridge of the back, behind the floor, before it."""
        return self.wall, self.wall + self.width, self.back, 2 * self.back, 2 * self.back + self.depth


class Sizes(Exact, frozen=True):
    """Of pieces."""

    note: Size
    card: Size
    tariff: Size
    board: Boards
    car: CarSizes
    badge: BadgeSizes
    till: BoxSizes

    def __post_init__(self) -> None:
        at_least(self, LEAST)
        if self.till.width < self.note[0] + LOOSE or self.till.depth < self.note[1] + LOOSE:
            raise Misfit("Expected a `till` whose floor takes a `note`")


class NoteLook(Exact, frozen=True):
    """A denomination: in words, its picture and its colour."""

    words: Words
    figure: Words
    hex: Hex

    def __post_init__(self) -> None:
        if self.figure != "car" and self.figure not in PICTURES:
            raise Misfit(
                "Expected a picture as `figure`: {known}; got `{found}`",
                known=", ".join(("car", *PICTURES)),
                found=self.figure,
            )


class Money(Exact, frozen=True):
    """How amounts are written."""

    grouped: Words
    point: Words
    either: Words
    francs: Words
    signs: dict[str, Words]
    notes: dict[str, NoteLook]


class SignTexts(Exact, frozen=True):
    """What to do on a square."""

    danger: Words
    ringed: Words
    noentry: Words
    parking: Words
    services: Words
    gendarmerie: Words
    petrol: Words
    crossing: Words
    gerance: Words
    paris: Words


class BoardTexts(ComponentTexts, frozen=True):
    """On the board."""

    tiled: Words
    deck: Words
    under: Words
    mat: Words
    fines: Words
    legend: Words
    tour: Words
    signs: SignTexts


class NoteTexts(ComponentTexts, frozen=True):
    """On notes."""

    bank: Words


class CardTexts(ComponentTexts, frozen=True):
    """On contravention cards."""

    head: Words
    fine: Words
    none: Words
    pays: Words


class TillTexts(ComponentTexts, frozen=True):
    """On tills."""

    glue: Words
    steps: tuple[Words, ...]


class CarTexts(ComponentTexts, frozen=True):
    """On cars."""

    glue: Words


class BadgeTexts(ComponentTexts, frozen=True):
    """On the badge."""

    glue: Words
    office: Words
    house: Words
    duties: Words
    list: tuple[Words, ...]

    def __post_init__(self) -> None:
        named = [name for text in self.list for name in BRACES.findall(text)]
        if unknown := [name for name in named if name not in A.__struct_fields__]:
            raise Misfit("Expected the name of an amount of the tariff, there is no {name}", name=unknown[0])


class Line(Exact, frozen=True):
    """What happens, and what it costs: an amount of the tariff by its name there, or in words."""

    said: Words
    figure: str = ""
    pays: str = ""

    def __post_init__(self) -> None:
        named = [*BRACES.findall(self.said + self.pays), *filter(None, [self.figure])]
        if unknown := [name for name in named if name not in A.__struct_fields__]:
            raise Misfit("Expected the name of an amount of the tariff, there is no {name}", name=unknown[0])
        if bool(self.figure) == bool(self.pays):
            raise Misfit("Expected either `figure` or `pays`")


class Row(Exact, frozen=True):
    """A part of the tariff: its signs and its lines."""

    figure: tuple[Words, ...]
    head: Words
    lines: tuple[Line, ...]

    def __post_init__(self) -> None:
        if unknown := [name for name in self.figure if name not in SIGNS]:
            raise Misfit("Expected `figure` to name signs, there is no {name}", name=unknown[0])


class TariffTexts(ComponentTexts, frozen=True):
    """On tariff cards."""

    edition: Words
    rows: tuple[Row, ...]


class Offence(Exact, frozen=True):
    """What a contravention card says."""

    title: Words
    text: Words


class KitSpec(GameSpec, frozen=True, kw_only=True):
    """The whole file."""

    sizes: Sizes
    paint: dict[str, Paint]
    seats: dict[str, MarkedColour]
    gerance: dict[Till, Gerance]
    money: Money
    board: BoardTexts
    notes: NoteTexts
    cards: CardTexts
    tills: TillTexts
    cars: CarTexts
    badge: BadgeTexts
    tariff: TariffTexts
    offences: dict[str, Offence]

    def __post_init__(self) -> None:
        if len(self.seats) != PLAYERS[-1]:
            raise Misfit(
                "Expected {count} `seats`, one for each player, got {found}", count=PLAYERS[-1], found=len(self.seats)
            )
        must_differ(self.seats.values())
        for key, found, wanted in (
            ("paint", self.paint, PAINTS), ("gerance", self.gerance, Till), ("money.notes", self.money.notes, map(str, NOTES)),
            ("offences", self.offences, [card.code for card in CARDS]),
        ):  # fmt: skip
            if missing := [str(each) for each in wanted if each not in found]:
                raise Misfit("Expected `{key}`, it is missing", key=f"{key}.{missing[0]}")
        for key, text, names in (
            ("money.grouped", self.money.grouped, ["thousands", "rest"]),
            ("money.point", self.money.point, ["amount"]),
            ("money.either", self.money.either, ["a", "b"]),
            ("board.tour", self.board.tour, ["name"]),
            ("tariff.edition", self.tariff.edition, ["letter"]),
            ("board.signs.danger", self.board.signs.danger, ["accident"]),
            ("notes.advice", self.notes.advice, ["notes", "purse"]),
        ):
            if [field for _, field, _, _ in Formatter().parse(text) if field is not None] != names:
                fields = [f"{{{name}}}" for name in names]
                if len(fields) == 1:
                    raise Misfit("Expected one {field} in `{key}`, got `{text}`", field=fields[0], key=key, text=text)
                raise Misfit(
                    "Expected {one} and {other} in `{key}`, got `{text}`",
                    one=fields[0],
                    other=fields[1],
                    key=key,
                    text=text,
                )

    def amount(self, number: int) -> str:
        """A number as it is written in the language spoken."""
        return amount(number, asdict(self.money))

    def terms(self, edition: str) -> dict[str, str]:
        """Every amount of an edition in words."""
        return amount_terms(EDITIONS[edition], asdict(self.money))


PAINTS = ("land", "sea", "main", "cross", "wood", "stone")
