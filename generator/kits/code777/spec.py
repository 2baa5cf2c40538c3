"""The shape of templates/kits/code777.toml: a mistake there is told with its key and what was expected."""

from __future__ import annotations

from string import Formatter
from typing import Annotated

from msgspec import Meta

from generator.kits.common.folded_rack import FoldedRackSizes, FoldedRackTexts
from generator.kits.common.kit_spec import ComponentTexts, Exact, GameSpec, Size, Words, at_least
from generator.kits.common.marked_colour import MarkedColour, must_differ
from referee.code777.pieces import QUESTIONS, TILES, TILES_ON_A_RACK, Colour
from referee.code777.questions import Contest, question
from templates.errors import Misfit

# What the drawings need; they grow no smaller with the pieces.
LEAST = {"tile": (28, 42), "question": (57, 82), "note": (123, 186), "list": (110, 180), "diagram": (88, 120)}
GLUED = 8.0  # width of the glued ends of a rack's lip


class KitColours(Exact, frozen=True):
    """All seven."""

    green: MarkedColour
    yellow: MarkedColour
    black: MarkedColour
    brown: MarkedColour
    red: MarkedColour
    pink: MarkedColour
    blue: MarkedColour

    def __post_init__(self) -> None:
        must_differ(map(self.of, Colour))

    def of(self, colour: Colour) -> MarkedColour:
        """The look of a colour."""
        return getattr(self, colour.value)  # type: ignore[no-any-return]


class Sizes(Exact, frozen=True):
    """Width and height of pieces."""

    tile: Size
    question: Size
    note: Size
    list: Size
    diagram: Size

    def __post_init__(self) -> None:
        at_least(self, LEAST)


class RackSizes(FoldedRackSizes, frozen=True):
    """The strip that folds into a rack."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.lip < 9 or self.base < 32:
            raise Misfit("Expected a `lip` of at least 9 and a `base` of at least 32, for what is printed on them")


class CardTexts(ComponentTexts, frozen=True):
    """On question cards."""

    number: Words
    same: Words


class RackTexts(FoldedRackTexts, frozen=True):
    """On racks."""

    warning: Words
    everyone: Words
    behind: Words
    tile: Words


class NoteTexts(ComponentTexts, frozen=True):
    """On note sheets."""

    player: Words
    points: Words
    who: Words
    answer: Words
    sure: Words
    maybe: Words
    guess: Words
    conclusions: Words


class ListTexts(ComponentTexts, frozen=True):
    """On question lists."""

    heading: Words
    reminder: Words


class DiagramTexts(ComponentTexts, frozen=True):
    """On diagrams."""

    heading: Words
    each: Words


class QuestionTexts(Exact, frozen=True):
    """A question: its words, and a figure for counts or two answers for contests."""

    text: Words
    figure: tuple[Words, ...] = ()
    first: str = ""
    second: str = ""


class KitSpec(GameSpec, frozen=True, kw_only=True):
    """The whole file."""

    sizes: Sizes
    rack: RackSizes
    colours: KitColours
    tiles: ComponentTexts
    questions: CardTexts
    racks: RackTexts
    notes: NoteTexts
    list: ListTexts
    diagram: DiagramTexts
    question: Annotated[tuple[QuestionTexts, ...], Meta(min_length=QUESTIONS, max_length=QUESTIONS)]

    def __post_init__(self) -> None:
        if self.rack.width < TILES_ON_A_RACK * self.sizes.tile[0] + 2 * GLUED or self.rack.front < self.sizes.tile[1]:
            raise Misfit(
                "Expected a `rack` that holds {count} tiles of `sizes.tile` between its glued ends",
                count=TILES_ON_A_RACK,
            )
        for key, text in (
            ("list.heading", self.list.heading),
            ("diagram.heading", self.diagram.heading),
            ("diagram.each", self.diagram.each),
        ):
            if [name for _, name, _, _ in Formatter().parse(text) if name is not None] != ["count"]:
                raise Misfit("Expected one {field} in `{key}`, got `{text}`", field="{count}", key=key, text=text)
        for number, texts in enumerate(self.question, 1):
            for word in texts.figure:
                if not drawable(word):
                    raise Misfit(
                        "Expected a tile such as `7 blue`, `- blue` for a blank one, `blue` for its mark, or figures "
                        "and signs in the figure of question {number}, got `{word}`",
                        number=number,
                        word=word,
                    )
            contest = isinstance(question(number), Contest)
            if contest != bool(texts.first and texts.second) or contest == bool(texts.figure):
                if contest:
                    raise Misfit("Expected `first` and `second`, no `figure` for question {number}", number=number)
                raise Misfit("Expected `figure`, no `first` or `second` for question {number}", number=number)


def drawable(word: str) -> bool:
    """Can a figure show that? A tile that exists, a blank tile or a mark of a colour, or anything without letters."""
    digit, _, colour = word.partition(" ")
    if word in set(Colour) or (digit == "-" and colour in set(Colour)):
        return True
    if any(letter.isalpha() and letter != "Σ" for letter in word):
        return any(f"{tile.digit} {tile.colour}" == word for tile in TILES)
    return True
