"""What players of Fully can choose, do and bring about: options, moves, events."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from referee import tags
from referee.fully.pieces import DIGITS, MOST_ROUNDS, SIGNAL, USUAL_ROUNDS, Colour, Phrase, Place
from referee.game import Actor, BeginnerOptions, OptionClash

ROW = Meta(min_length=len(Place), max_length=len(Place))
CODE = Meta(min_length=len(Phrase), max_length=len(Phrase))

Row = Annotated[tuple[Colour, ...], ROW]  # by place
Digit = Annotated[int, Meta(ge=DIGITS[0], le=DIGITS[-1])]
Code = Annotated[tuple[Digit, ...], CODE]  # by phrase, in the order of `Phrase`
Word = Annotated[int, Meta(ge=SIGNAL, le=DIGITS[-1])]  # a digit of the code, or the signal
GuessedRow = Annotated[tuple[Colour | None, ...], ROW]  # None: a hole
GuessedCode = Annotated[tuple[Digit | None, ...], CODE]


class Options(BeginnerOptions, frozen=True):
    """How a table plays."""

    pieces: Literal["phone", "paper"] = "phone"
    logged: bool = False  # with paper the talk is the table's own; somebody may write it down here all the same
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = USUAL_ROUNDS
    help: Literal["none", "coach"] | UnsetType = UNSET  # bluffing is legal: nothing follows from a single sentence

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise ValueError(f"Expected `rounds` from 1 to {MOST_ROUNDS}")
        if self.logged and self.pieces == "phone":
            raise OptionClash("logged", "yes", "pieces", "paper")

    @property
    def moot(self) -> tuple[str, ...]:
        """On phones alone the talk is there, too, and needs nobody to write it down."""
        return ("logged",) if self.pieces == "phone" else ()


class SetRow(tags.Move, frozen=True, tag="row"):
    """Compose one's row, or change it; on paper, tell what stands there."""

    seat: int
    colours: Row


class SetCode(tags.Move, frozen=True, tag="code"):
    """Give each phrase its digit, or change that."""

    team: int
    digits: Code


class Speak(tags.Move, frozen=True):
    """Say a colour, a place and a digit."""

    colour: Colour
    place: Place
    digit: Word


class Reply(tags.Move, frozen=True):
    """Answer with a digit."""

    digit: Word


class Propose(tags.Move, frozen=True, tag="fully"):
    """Propose to one's partner to call FULLY."""


class Agree(tags.Move, frozen=True):
    """Call it together, or rather not."""

    yes: bool


class Seal(tags.Move, frozen=True):
    """Put down, for good when all have, what one has found: the rows of three others and the other team's code."""

    partner: GuessedRow
    first: GuessedRow  # of the opponents, as in the phrases
    second: GuessedRow
    code: GuessedCode


class Amend(tags.Move, frozen=True):
    """Put right what somebody wrote down of the talk."""

    line: int
    colour: Colour
    place: Place
    digit: Word
    reply: Word | None  # None: there was none, or it is still to come


class Skip(tags.Move, frozen=True):
    """The table passes over an absent player."""

    seat: int


Move = SetRow | SetCode | Speak | Reply | Propose | Agree | Seal | Amend | Skip


class Findings(Struct, frozen=True):
    """What a player put down."""

    partner: GuessedRow
    first: GuessedRow
    second: GuessedRow
    code: GuessedCode


NOTHING_FOUND = Findings(*3 * (len(Place) * (None,),), code=len(Phrase) * (None,))


class Dealt(tags.Event, frozen=True):
    """Nothing is dealt in Fully: everybody sits down."""

    options: Options
    seats: int


class RowSet(tags.Event, frozen=True, tag="row_set"):
    """A row was composed; none is told to those who must find it."""

    by: Actor
    seat: int
    colours: tuple[Colour, ...]
    corrects: bool = False  # there was one before
    lot: bool = False  # for a player who is absent


class CodeSet(tags.Event, frozen=True, tag="code_set"):
    """A team agreed on its code; none is told to the other."""

    by: Actor
    team: int
    digits: tuple[int, ...]
    corrects: bool = False


class Spoken(tags.Event, frozen=True):
    """Somebody spoke; `by` wrote it down."""

    by: int
    seat: int
    colour: Colour
    place: Place
    digit: int


class Replied(tags.Event, frozen=True):
    """His partner replied."""

    by: int
    seat: int
    digit: int


class Proposed(tags.Event, frozen=True):
    """Somebody would call FULLY."""

    seat: int


class Agreed(tags.Event, frozen=True):
    """His partner said yes, and FULLY is called, or no."""

    seat: int
    yes: bool


class Sealed(tags.Event, frozen=True):
    """Somebody put down what he found; nobody else is told before all have."""

    by: Actor
    seat: int
    found: Findings | None
    again: bool = False  # instead of what he had put down before


class Amended(tags.Event, frozen=True):
    """A line of the talk was put right."""

    by: Actor
    line: int
    colour: Colour
    place: Place
    digit: int
    reply: int | None


class Skipped(tags.Event, frozen=True):
    """Somebody's words, or his reply, were passed over."""

    seat: int


Event = Dealt | RowSet | CodeSet | Spoken | Replied | Proposed | Agreed | Sealed | Amended | Skipped
