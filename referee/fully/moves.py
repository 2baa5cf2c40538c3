"""What players of Fully can choose, do and bring about: options, moves, events."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from referee.fully.pieces import DIGITS, MOST_ROUNDS, SIGNAL, USUAL_ROUNDS, Colour, Phrase, Place
from referee.game import Actor, OptionClash

ROW = Meta(min_length=len(Place), max_length=len(Place))
CODE = Meta(min_length=len(Phrase), max_length=len(Phrase))

Row = Annotated[tuple[Colour, ...], ROW]  # by place
Digit = Annotated[int, Meta(ge=DIGITS[0], le=DIGITS[-1])]
Code = Annotated[tuple[Digit, ...], CODE]  # by phrase, in the order of `Phrase`
Word = Annotated[int, Meta(ge=SIGNAL, le=DIGITS[-1])]  # a digit of the code, or the signal
GuessedRow = Annotated[tuple[Colour | None, ...], ROW]  # None: a hole
GuessedCode = Annotated[tuple[Digit | None, ...], CODE]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays."""

    pieces: Literal["phone", "paper"] = "phone"
    logged: bool = False  # with paper the talk is the table's own; somebody may write it down here all the same
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = USUAL_ROUNDS

    map: ClassVar[None] = None
    abroad: ClassVar[str] = ""
    edition: ClassVar[str] = ""
    sealed: ClassVar[bool] = True
    moot: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise ValueError(f"Expected `rounds` from 1 to {MOST_ROUNDS}")
        if self.logged and self.pieces == "phone":
            raise OptionClash("logged", "yes", "pieces", "paper")


class SetRow(Struct, frozen=True, forbid_unknown_fields=True, tag="row", tag_field="kind"):
    """Compose one's row, or change it; on paper, tell what stands there."""

    seat: int
    colours: Row


class SetCode(Struct, frozen=True, forbid_unknown_fields=True, tag="code", tag_field="kind"):
    """Give each phrase its digit, or change that."""

    team: int
    digits: Code


class Speak(Struct, frozen=True, forbid_unknown_fields=True, tag="speak", tag_field="kind"):
    """Say a colour, a place and a digit."""

    colour: Colour
    place: Place
    digit: Word


class Reply(Struct, frozen=True, forbid_unknown_fields=True, tag="reply", tag_field="kind"):
    """Answer with a digit."""

    digit: Word


class Propose(Struct, frozen=True, forbid_unknown_fields=True, tag="fully", tag_field="kind"):
    """Propose to one's partner to call FULLY."""


class Agree(Struct, frozen=True, forbid_unknown_fields=True, tag="agree", tag_field="kind"):
    """Call it together, or rather not."""

    yes: bool


class Seal(Struct, frozen=True, forbid_unknown_fields=True, tag="seal", tag_field="kind"):
    """Put down, for good when all have, what one has found: the rows of three others and the other team's code."""

    partner: GuessedRow
    first: GuessedRow  # of the opponents, as in the phrases
    second: GuessedRow
    code: GuessedCode


class Amend(Struct, frozen=True, forbid_unknown_fields=True, tag="amend", tag_field="kind"):
    """Put right what somebody wrote down of the talk."""

    line: int
    colour: Colour
    place: Place
    digit: Word
    reply: Word | None  # None: there was none, or it is still to come


class Skip(Struct, frozen=True, forbid_unknown_fields=True, tag="skip", tag_field="kind"):
    """The table passes over an absent player."""

    seat: int


Move = SetRow | SetCode | Speak | Reply | Propose | Agree | Seal | Amend | Skip


class Findings(Struct, frozen=True):
    """What a player put down."""

    partner: GuessedRow
    first: GuessedRow
    second: GuessedRow
    code: GuessedCode


NOTHING = Findings(*3 * (len(Place) * (None,),), code=len(Phrase) * (None,))


class Dealt(Struct, frozen=True, tag="dealt", tag_field="kind"):
    """Nothing is dealt in Fully: everybody sits down."""

    options: Options
    seats: int


class RowSet(Struct, frozen=True, tag="row_set", tag_field="kind"):
    """A row was composed; none is told to those who must find it."""

    by: Actor
    seat: int
    colours: tuple[Colour, ...]
    corrects: bool = False  # there was one before
    lot: bool = False  # for a player who is absent


class CodeSet(Struct, frozen=True, tag="code_set", tag_field="kind"):
    """A team agreed on its code; none is told to the other."""

    by: Actor
    team: int
    digits: tuple[int, ...]
    corrects: bool = False


class Spoken(Struct, frozen=True, tag="spoken", tag_field="kind"):
    """Somebody spoke; `by` wrote it down."""

    by: int
    seat: int
    colour: Colour
    place: Place
    digit: int


class Replied(Struct, frozen=True, tag="replied", tag_field="kind"):
    """His partner replied."""

    by: int
    seat: int
    digit: int


class Proposed(Struct, frozen=True, tag="proposed", tag_field="kind"):
    """Somebody would call FULLY."""

    seat: int


class Agreed(Struct, frozen=True, tag="agreed", tag_field="kind"):
    """His partner said yes, and FULLY is called, or no."""

    seat: int
    yes: bool


class Sealed(Struct, frozen=True, tag="sealed", tag_field="kind"):
    """Somebody put down what he found; nobody else is told before all have."""

    by: Actor
    seat: int
    found: Findings | None
    again: bool = False  # instead of what he had put down before


class Amended(Struct, frozen=True, tag="amended", tag_field="kind"):
    """A line of the talk was put right."""

    by: Actor
    line: int
    colour: Colour
    place: Place
    digit: int
    reply: int | None


class Skipped(Struct, frozen=True, tag="skipped", tag_field="kind"):
    """Somebody's words, or his reply, were passed over."""

    seat: int


Event = Dealt | RowSet | CodeSet | Spoken | Replied | Proposed | Agreed | Sealed | Amended | Skipped
