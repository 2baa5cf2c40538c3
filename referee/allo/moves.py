"""What players of Allo... la France can choose, do and bring about: options, moves, events.

Cities are named by their codes, as are surnames, first names and jobs; a number is these four, in that order.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.allo.france import FRANCE
from referee.allo.maps import Code, Map
from referee.allo.pieces import FEWEST_NAMES, First, Job, Part, Special, Surname
from referee.allo.strips import Strips
from referee.allo.ways import Hop, Pair

MOST_NAMES = len(Surname)
NAMES: dict[Part, tuple[str, ...]] = {
    Part.SURNAME: tuple(each.value for each in Surname),
    Part.FIRST: tuple(each.value for each in First),
    Part.JOB: tuple(each.value for each in Job),
}
Someone = Annotated[int, Meta(ge=0, le=3)]
Some = Annotated[int, Meta(ge=FEWEST_NAMES, le=MOST_NAMES)]
Dialled = Annotated[str, Meta(pattern=r"^[0-9]{8}\Z")]
Answer = bool | int  # yes or no; or how many links


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays. With fewer names the first ones of each list are in the game."""

    pieces: Literal["phone", "paper"] = "phone"
    surnames: Some = MOST_NAMES
    firsts: Some = MOST_NAMES
    jobs: Some = MOST_NAMES
    map: Map = FRANCE

    def __post_init__(self) -> None:
        for name in ("surnames", "firsts", "jobs"):
            if not FEWEST_NAMES <= getattr(self, name) <= MOST_NAMES:
                raise ValueError(f"Expected `{name}` from {FEWEST_NAMES} to {MOST_NAMES}")

    def values(self, part: Part) -> tuple[str, ...]:
        """All that this part of a number can be."""
        if part == Part.CITY:
            return self.map.codes
        count = {Part.SURNAME: self.surnames, Part.FIRST: self.firsts, Part.JOB: self.jobs}[part]
        return NAMES[part][:count]


class Number(Struct, frozen=True, order=True):
    """A telephone number: four plates on a stand."""

    city: str
    surname: str
    first: str
    job: str

    def part(self, part: Part) -> str:
        """One plate of it."""
        return str(getattr(self, part.value))

    @property
    def dialled(self) -> str:
        """Its eight digits."""
        return self.city + self.surname + self.first + self.job


class Draw(Struct, frozen=True, forbid_unknown_fields=True, tag="draw", tag_field="kind"):
    """Draw an event card."""


class Go(Struct, frozen=True, forbid_unknown_fields=True, tag="go", tag_field="kind"):
    """Move as far as the card says, to that city."""

    city: Code


class Jump(Struct, frozen=True, forbid_unknown_fields=True, tag="jump", tag_field="kind"):
    """Play a kept card instead of the move: go to any free city."""

    city: Code


class Lay(Struct, frozen=True, forbid_unknown_fields=True, tag="lay", tag_field="kind"):
    """Lay the cable to a neighbouring city where somebody stands; if strips run short, lift another one first."""

    city: Code
    lift: tuple[Code, Code] | None = None


class Ask(Struct, frozen=True, forbid_unknown_fields=True, tag="ask", tag_field="kind"):
    """Call somebody and ask: a surname, a first name or a job, or how far away his home is."""

    to: Someone
    part: Part
    value: Code | None = None  # none when asking how far
    free: bool = False  # play a kept card for it
    at: Code | None = None  # with paper and asking how far: where the caller stands


class Guess(Struct, frozen=True, forbid_unknown_fields=True, tag="guess", tag_field="kind"):
    """Call somebody and say his number."""

    to: Someone
    number: Dialled
    free: bool = False


class Look(Struct, frozen=True, forbid_unknown_fields=True, tag="look", tag_field="kind"):
    """Secret information: see one part of somebody's number. With paper: which part the card tells."""

    to: Someone
    part: Part | None = None


class Build(Struct, frozen=True, forbid_unknown_fields=True, tag="build", tag_field="kind"):
    """Put a tower where one stands: a new one, or one that stands in another city."""

    source: Code | None = None


class Show(Struct, frozen=True, forbid_unknown_fields=True, tag="show", tag_field="kind"):
    """After a wrong guess: one's own plate for whoever was called."""

    part: Part


class Pass(Struct, frozen=True, forbid_unknown_fields=True, tag="pass", tag_field="kind"):
    """Leave out a step: lay nothing, call nobody, let the special be."""


class Correct(Struct, frozen=True, forbid_unknown_fields=True, tag="correct", tag_field="kind"):
    """With paper: put right what was entered for a call, by its line in the log; a question stays a question."""

    line: int
    to: Someone
    part: Part | None = None
    value: Code | None = None
    at: Code | None = None
    number: Dialled | None = None


class Skip(Struct, frozen=True, forbid_unknown_fields=True, tag="skip", tag_field="kind"):
    """The table passes over an absent player, or shows a plate for him."""

    seat: Someone


Move = Draw | Go | Jump | Lay | Ask | Guess | Look | Build | Show | Pass | Correct | Skip
Step = Literal["", "card", "move", "cable", "call", "special", "paper"]


class Dealt(Struct, frozen=True, tag="dealt", tag_field="kind"):
    """Where everybody starts, who begins, everybody's number and the order of the cards; with paper numbers alone."""

    options: Options
    seats: int
    starts: tuple[str, ...]
    first: int
    numbers: tuple[Number, ...]
    deck: tuple[int, ...]


class Drawn(Struct, frozen=True, tag="drawn", tag_field="kind"):
    """A card was turned up; what is to be kept of it, only its drawer sees."""

    seat: int
    card: int | None  # its number, for its drawer alone
    move: int
    call: bool
    special: Special | None
    part: Part | None


class Blocked(Struct, frozen=True, tag="blocked", tag_field="kind"):
    """A move of that length ends nowhere: no turn."""

    seat: int
    move: int


class Moved(Struct, frozen=True, tag="moved", tag_field="kind"):
    """Somebody went to a city; by jump with a kept card."""

    seat: int
    city: str
    jump: bool


class Lifted(Struct, frozen=True, tag="lifted", tag_field="kind"):
    """A cable was taken up for its strips."""

    seat: int
    link: Pair


class Laid(Struct, frozen=True, tag="laid", tag_field="kind"):
    """A cable was laid: with these strips, for so many units."""

    seat: int
    link: Pair
    strips: Strips
    gained: int


class Asked(Struct, frozen=True, tag="asked", tag_field="kind"):
    """A call with a question and its answer, which everybody hears."""

    seat: int
    to: int
    part: Part
    value: str | None
    at: str | None  # where the caller stands; with paper known only if it matters
    answer: Answer
    cost: int
    way: tuple[Hop, ...]
    free: bool


class Guessed(Struct, frozen=True, tag="guessed", tag_field="kind"):
    """A call with a number: right or wrong. If wrong, `owes` says whether there is a plate left to show."""

    seat: int
    to: int
    number: str
    right: bool
    owes: bool
    at: str | None
    cost: int
    way: tuple[Hop, ...]
    free: bool


class Shown(Struct, frozen=True, tag="shown", tag_field="kind"):
    """After a wrong guess a plate was shown; which one, those two alone know."""

    seat: int
    to: int
    part: Part | None
    value: str | None


class Looked(Struct, frozen=True, tag="looked", tag_field="kind"):
    """Secret information: a part of somebody's number was seen. What it is, he and its owner know."""

    seat: int
    of: int
    part: Part
    value: str | None


class Built(Struct, frozen=True, tag="built", tag_field="kind"):
    """A tower was put up; `source` is where it stood before."""

    seat: int
    city: str
    source: str | None


class Gained(Struct, frozen=True, tag="gained", tag_field="kind"):
    """Units from a card."""

    seat: int
    units: int


class Kept(Struct, frozen=True, tag="kept", tag_field="kind"):
    """A card was kept for later; which, only its holder knows."""

    seat: int
    special: Special | None


class Passed(Struct, frozen=True, tag="passed", tag_field="kind"):
    """A step was left out."""

    seat: int
    step: Step


class Skipped(Struct, frozen=True, tag="skipped", tag_field="kind"):
    """A player was passed over: his turn is done."""

    seat: int


class Corrected(Struct, frozen=True, tag="corrected", tag_field="kind"):
    """What was entered for a call was put right, and with it the answer or the verdict."""

    by: int | Literal["table"]
    line: int
    to: int
    part: Part | None
    value: str | None
    at: str | None
    answer: Answer | None
    number: str | None
    right: bool | None


Event = (
    Dealt
    | Drawn
    | Blocked
    | Moved
    | Lifted
    | Laid
    | Asked
    | Guessed
    | Shown
    | Looked
    | Built
    | Gained
    | Kept
    | Passed
    | Skipped
    | Corrected
)
