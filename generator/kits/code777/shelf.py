"""The shape of templates/kits/code777.toml: a mistake there is told with its key and what was expected."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from generator.shapes import SHAPES
from referee.code777.pieces import QUESTIONS, Colour
from referee.code777.questions import Contest, question

Hex = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
Words = Annotated[str, Meta(min_length=1)]
Millimetres = Annotated[float, Meta(ge=3, le=400)]
Size = tuple[Millimetres, Millimetres]


class Exact(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file: every key known, none missing."""


class Hue(Exact, frozen=True):
    """A colour of the tiles, and how to tell it without seeing it."""

    name: Words
    letter: Annotated[str, Meta(pattern="^[A-Z]$")]
    shape: Annotated[str, Meta(pattern=f"^({'|'.join(SHAPES)})$")]
    hex: Hex


class Hues(Exact, frozen=True):
    """All seven."""

    green: Hue
    yellow: Hue
    black: Hue
    brown: Hue
    red: Hue
    pink: Hue
    blue: Hue

    def __post_init__(self) -> None:
        for what in ("letter", "shape"):
            used = [getattr(getattr(self, colour), what) for colour in Colour]
            if len(set(used)) < len(used):
                raise ValueError(f"Expected a {what} of its own for every colour, got {', '.join(used)}")

    def of(self, colour: Colour) -> Hue:
        """The look of a colour."""
        return getattr(self, colour.value)  # type: ignore[no-any-return]


class Sizes(Exact, frozen=True):
    """Width and height of pieces."""

    tile: Size
    question: Size
    note: Size
    list: Size
    diagram: Size


class RackSizes(Exact, frozen=True):
    """The strip that folds into a rack."""

    width: Millimetres
    tab: Millimetres
    base: Millimetres
    back: Millimetres
    front: Millimetres
    lip: Millimetres

    @property
    def height(self) -> float:
        """Of the flat strip; the lip is folded double."""
        return self.tab + self.base + self.back + self.front + 2 * self.lip


class Texts(Exact, frozen=True):
    """What every component says."""

    title: Words
    advice: Words


class CardTexts(Texts, frozen=True):
    """On question cards."""

    number: Words
    same: Words


class RackTexts(Texts, frozen=True):
    """On racks."""

    glue: Words
    steps: tuple[Words, ...]
    warning: Words
    everyone: Words
    behind: Words
    owner: Words
    others: Words
    tile: Words


class NoteTexts(Texts, frozen=True):
    """On note sheets."""

    player: Words
    points: Words
    who: Words
    answer: Words
    sure: Words
    maybe: Words
    guess: Words


class ListTexts(Texts, frozen=True):
    """On question lists."""

    heading: Words
    reminder: Words


class DiagramTexts(Texts, frozen=True):
    """On diagrams."""

    heading: Words
    each: Words


class QuestionTexts(Exact, frozen=True):
    """A question: its words, and a figure for counts or two answers for contests."""

    text: Words
    figure: tuple[Words, ...] = ()
    first: str = ""
    second: str = ""


class Shelf(Exact, frozen=True):
    """The whole file."""

    name: Words
    summary: Words
    accent: Hex
    sizes: Sizes
    rack: RackSizes
    colours: Hues
    tiles: Texts
    questions: CardTexts
    racks: RackTexts
    notes: NoteTexts
    list: ListTexts
    diagram: DiagramTexts
    rules: Texts
    question: Annotated[tuple[QuestionTexts, ...], Meta(min_length=QUESTIONS, max_length=QUESTIONS)]

    def __post_init__(self) -> None:
        for number, texts in enumerate(self.question, 1):
            contest = isinstance(question(number), Contest)
            if contest != bool(texts.first and texts.second) or contest == bool(texts.figure):
                expected = "`first` and `second`, no `figure`" if contest else "`figure`, no `first` or `second`"
                raise ValueError(f"Expected {expected} for question {number}")
