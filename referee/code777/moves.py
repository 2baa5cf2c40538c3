"""What players of Code 777 can choose, do and bring about: options, moves, events."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from referee import tags
from referee.code777.pieces import MOST_POINTS, QUESTIONS, Tile
from referee.code777.questions import Answer, Rack
from referee.game import BeginnerOptions, Help, OptionClash

Three = tuple[Tile, Tile, Tile]
Digit = Annotated[int, Meta(ge=1, le=7)]
Digits = tuple[Digit, Digit, Digit]
Number = Annotated[int, Meta(ge=1, le=QUESTIONS)]


class Options(BeginnerOptions, frozen=True):
    """How a table plays."""

    pieces: Literal["phone", "paper"] = "phone"
    racks: Literal["phone", "paper"] = "phone"  # where the tiles are
    answers: Literal["referee", "announced"] = "referee"
    target: Annotated[int, Meta(ge=1, le=MOST_POINTS)] = 3
    help: Help | UnsetType = UNSET

    def __post_init__(self) -> None:
        if not 1 <= self.target <= MOST_POINTS:
            raise ValueError(f"Expected `target` from 1 to {MOST_POINTS}")
        if self.racks == "paper" and self.pieces == "phone":
            raise OptionClash("racks", "paper", "pieces", "paper")

    @property
    def moot(self) -> tuple[str, ...]:
        """On phones alone the tiles are there, too: there is nothing to choose."""
        return ("racks",) if self.pieces == "phone" else ()


class Ask(tags.Move, frozen=True):
    """Draw a question; with paper, the number of the card that was drawn."""

    question: Number | None = None


class Announce(tags.Move, frozen=True, omit_defaults=True):
    """Answer the drawn question aloud."""

    answer: Answer
    sure: bool = False  # with paper racks: also if that is not what follows from the tiles that were entered


class Declare(tags.Move, frozen=True):
    """Say one's three digits."""

    digits: Digits


class Enter(tags.Move, frozen=True):
    """Tell which tiles stand on a paper rack, or put right what was told."""

    rack: int
    tiles: Three
    filling: int | None = None  # those that stand there now, or an earlier filling by the number of refills


class Recall(tags.Move, frozen=True):
    """Put right the number of a card."""

    question: Number
    line: int | None = None  # of the log, from 0; the last one unless told


class Skip(tags.Move, frozen=True):
    """The table passes over an absent player."""


Move = Ask | Announce | Declare | Enter | Recall | Skip


About = Literal["draw", "answer"]


class Dealt(tags.Event, frozen=True, omit_defaults=True):
    """The order of tiles and cards. With paper racks there are no tiles in it.

    `about` says which racks an announced answer speaks of, where somebody declares between draw and answer: those that the
    asker sees when he answers. In games that versions before have dealt, those of the draw; they are played as they began.
    """

    options: Options
    seats: int
    tiles: tuple[Tile, ...]
    questions: tuple[int, ...]
    about: About = "draw"


class Asked(tags.Event, frozen=True):
    """A question was drawn. `about` counts the refills of each rack by then: which tiles the answer speaks of, unless a rack
    is replaced before the asker has answered."""

    seat: int
    question: int
    answer: Answer | None  # nobody hears it before the asker has announced it
    about: tuple[int, ...]


class Answered(tags.Event, frozen=True):
    """The asker announced the answer."""

    seat: int
    answer: Answer


class Declared(tags.Event, frozen=True):
    """Somebody said his digits; his tiles are shown to him and put aside."""

    seat: int
    digits: Digits
    right: bool
    tiles: Rack


class Refilled(tags.Event, frozen=True):
    """A rack got new tiles; none are told while a paper rack waits for them to be entered."""

    rack: int
    tiles: Rack


class Reshuffled(tags.Event, frozen=True):
    """The tiles put aside went back into the stock; its new order, with paper racks unknown."""

    tiles: tuple[Tile, ...]


class Entered(tags.Event, frozen=True):
    """The tiles of a paper rack were told, or put right, and what that changes about all that was said of them."""

    by: int | Literal["table"]
    rack: int
    tiles: Rack
    filling: int
    corrects: bool = False
    right: bool | None = None  # the declaration about them is judged anew; None: as before, or there was none
    answers: tuple[tuple[int, Answer], ...] = ()  # line of the log, what it should have been


class Recalled(tags.Event, frozen=True):
    """The number of a card was put right."""

    by: int | Literal["table"]
    line: int
    question: int
    answer: Answer | None


class Skipped(tags.Event, frozen=True):
    """A turn was passed over."""

    seat: int


Event = Dealt | Asked | Answered | Declared | Refilled | Reshuffled | Entered | Recalled | Skipped
