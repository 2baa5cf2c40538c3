"""What players of Code 777 can choose, do and bring about: options, moves, events."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from referee.code777.pieces import MOST_POINTS, QUESTIONS, Tile
from referee.code777.questions import Answer, Rack
from referee.game import OptionClash

Three = tuple[Tile, Tile, Tile]
Digit = Annotated[int, Meta(ge=1, le=7)]
Digits = tuple[Digit, Digit, Digit]
Number = Annotated[int, Meta(ge=1, le=QUESTIONS)]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays."""

    pieces: Literal["phone", "paper"] = "phone"
    racks: Literal["phone", "paper"] = "phone"  # where the tiles are
    answers: Literal["referee", "announced"] = "referee"
    target: Annotated[int, Meta(ge=1, le=MOST_POINTS)] = 3

    map: ClassVar[None] = None
    abroad: ClassVar[str] = ""
    edition: ClassVar[str] = ""
    sealed: ClassVar[bool] = True
    moot: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.target <= MOST_POINTS:
            raise ValueError(f"Expected `target` from 1 to {MOST_POINTS}")
        if self.racks == "paper" and self.pieces == "phone":
            raise OptionClash("racks", "paper", "pieces", "paper")


class Ask(Struct, frozen=True, forbid_unknown_fields=True, tag="ask", tag_field="kind"):
    """Draw a question; with paper, the number of the card that was drawn."""

    question: Number | None = None


class Announce(Struct, frozen=True, forbid_unknown_fields=True, tag="announce", tag_field="kind"):
    """Answer the drawn question aloud."""

    answer: Answer


class Declare(Struct, frozen=True, forbid_unknown_fields=True, tag="declare", tag_field="kind"):
    """Say one's three digits."""

    digits: Digits


class Enter(Struct, frozen=True, forbid_unknown_fields=True, tag="enter", tag_field="kind"):
    """Tell which tiles stand on a paper rack, or put right what was told."""

    rack: int
    tiles: Three
    filling: int | None = None  # those that stand there now, or an earlier filling by the number of refills


class Recall(Struct, frozen=True, forbid_unknown_fields=True, tag="recall", tag_field="kind"):
    """Put right the number of a card."""

    question: Number
    line: int | None = None  # of the log, from 0; the last one unless told


class Skip(Struct, frozen=True, forbid_unknown_fields=True, tag="skip", tag_field="kind"):
    """The table passes over an absent player."""


Move = Ask | Announce | Declare | Enter | Recall | Skip


class Dealt(Struct, frozen=True, tag="dealt", tag_field="kind"):
    """The order of tiles and cards. With paper racks there are no tiles in it."""

    options: Options
    seats: int
    tiles: tuple[Tile, ...]
    questions: tuple[int, ...]


class Asked(Struct, frozen=True, tag="asked", tag_field="kind"):
    """A question was drawn. `about` counts the refills of each rack: which tiles the answer speaks of."""

    seat: int
    question: int
    answer: Answer | None  # nobody hears it before the asker has announced it
    about: tuple[int, ...]


class Answered(Struct, frozen=True, tag="answered", tag_field="kind"):
    """The asker announced the answer."""

    seat: int
    answer: Answer


class Declared(Struct, frozen=True, tag="declared", tag_field="kind"):
    """Somebody said his digits; his tiles are shown to him and put aside."""

    seat: int
    digits: Digits
    right: bool
    tiles: Rack


class Refilled(Struct, frozen=True, tag="refilled", tag_field="kind"):
    """A rack got new tiles; none are told while a paper rack waits for them to be entered."""

    rack: int
    tiles: Rack


class Reshuffled(Struct, frozen=True, tag="reshuffled", tag_field="kind"):
    """The tiles put aside went back into the stock; its new order, with paper racks unknown."""

    tiles: tuple[Tile, ...]


class Entered(Struct, frozen=True, tag="entered", tag_field="kind"):
    """The tiles of a paper rack were told, or put right, and what that changes about all that was said of them."""

    by: int | Literal["table"]
    rack: int
    tiles: Rack
    filling: int
    corrects: bool = False
    right: bool | None = None  # the declaration about them is judged anew; None: as before, or there was none
    answers: tuple[tuple[int, Answer], ...] = ()  # line of the log, what it should have been


class Recalled(Struct, frozen=True, tag="recalled", tag_field="kind"):
    """The number of a card was put right."""

    by: int | Literal["table"]
    line: int
    question: int
    answer: Answer | None


class Skipped(Struct, frozen=True, tag="skipped", tag_field="kind"):
    """A turn was passed over."""

    seat: int


Event = Dealt | Asked | Answered | Declared | Refilled | Reshuffled | Entered | Recalled | Skipped
