"""What players of Allo... la France can choose and do: options and moves.

Cities are named by their codes, as are surnames, first names and jobs; a number is these four, in that order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self

from msgspec import UNSET, Meta, Struct, UnsetType

from referee import tags
from referee.allo.france import FRANCE
from referee.allo.maps import Code, Map
from referee.allo.pieces import FEWEST_NAMES, First, Job, Part, Surname
from referee.game import UNHELPED, Help, Newer

MOST_NAMES = len(Surname)
NAMES: dict[Part, tuple[str, ...]] = {
    Part.SURNAME: tuple(each.value for each in Surname),
    Part.FIRST: tuple(each.value for each in First),
    Part.JOB: tuple(each.value for each in Job),
}
Someone = Annotated[int, Meta(ge=0, le=3)]
Some = Annotated[int, Meta(ge=FEWEST_NAMES, le=MOST_NAMES)]
Dialled = Annotated[str, Meta(pattern=r"^[0-9]{8}\Z")]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays. With fewer names the first ones of each list are in the game."""

    pieces: Literal["phone", "paper"] = "phone"
    surnames: Some = MOST_NAMES
    firsts: Some = MOST_NAMES
    jobs: Some = MOST_NAMES
    map: Map = FRANCE
    help: Help | UnsetType = UNSET
    edition: ClassVar[str] = ""
    sealed: ClassVar[bool] = True
    moot: ClassVar[tuple[str, ...]] = ()
    newer: ClassVar[Mapping[str, Newer]] = {"help": UNHELPED}
    beginner: ClassVar[None] = None  # the rules say it

    def __post_init__(self) -> None:
        for name in ("surnames", "firsts", "jobs"):
            if not FEWEST_NAMES <= getattr(self, name) <= MOST_NAMES:
                raise ValueError(f"Expected `{name}` from {FEWEST_NAMES} to {MOST_NAMES}")

    def in_turn(self, last: int | None, seats: int) -> Self:
        """The same."""
        return self

    @property
    def abroad(self) -> str:
        """The name of the country, unless it is the usual one."""
        return "" if self.map == FRANCE else self.map.name

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


class Draw(tags.Move, frozen=True):
    """Draw an event card."""


class Go(tags.Move, frozen=True):
    """Move as far as the card says, to that city."""

    city: Code


class Jump(tags.Move, frozen=True):
    """Play a kept card instead of the move: go to any free city."""

    city: Code


class Lay(tags.Move, frozen=True):
    """Lay the cable to a neighbouring city where somebody stands; if strips run short, lift another one first."""

    city: Code
    lift: tuple[Code, Code] | None = None


class Ask(tags.Move, frozen=True):
    """Call somebody and ask: a surname, a first name or a job, or how far away his home is."""

    to: Someone
    part: Part
    value: Code | None = None  # none when asking how far
    free: bool = False  # play a kept card for it
    at: Code | None = None  # with paper and asking how far: where the caller stands


class Guess(tags.Move, frozen=True):
    """Call somebody and say his number."""

    to: Someone
    number: Dialled
    free: bool = False


class Look(tags.Move, frozen=True):
    """Secret information: see one part of somebody's number. With paper: which part the card tells."""

    to: Someone
    part: Part | None = None


class Build(tags.Move, frozen=True):
    """Put a tower where one stands: a new one, or one that stands in another city."""

    source: Code | None = None


class Show(tags.Move, frozen=True):
    """After a wrong guess: one's own plate for whoever was called."""

    part: Part


class Pass(tags.Move, frozen=True):
    """Leave out a step: lay nothing, call nobody, let the special be."""


class Correct(tags.Move, frozen=True):
    """With paper: put right what was entered for a call, by its line in the log; a question stays a question."""

    line: int
    to: Someone
    part: Part | None = None
    value: Code | None = None
    at: Code | None = None
    number: Dialled | None = None


class Skip(tags.Move, frozen=True):
    """The table passes over an absent player, or shows a plate for him."""

    seat: Someone


Move = Draw | Go | Jump | Lay | Ask | Guess | Look | Build | Show | Pass | Correct | Skip
Step = Literal["", "card", "move", "cable", "call", "special", "paper"]
