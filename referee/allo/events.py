"""What happens in a game of Allo... la France."""

from __future__ import annotations

from typing import Literal

from referee import tags
from referee.allo.moves import Number, Options, Step
from referee.allo.pieces import Part, Special
from referee.allo.strips import Strips
from referee.allo.ways import Hop, Pair

Answer = bool | int  # yes or no; or how many links


class Dealt(tags.Event, frozen=True):
    """Where everybody starts, who begins, everybody's number and the order of the cards; with paper numbers alone."""

    options: Options
    seats: int
    starts: tuple[str, ...]
    first: int
    numbers: tuple[Number, ...]
    deck: tuple[int, ...]


class Drawn(tags.Event, frozen=True):
    """A card was turned up; what is to be kept of it, only its drawer sees."""

    seat: int
    card: int | None  # its number, for its drawer alone
    move: int
    call: bool
    special: Special | None
    part: Part | None


class Blocked(tags.Event, frozen=True):
    """A move of that length ends nowhere: no turn."""

    seat: int
    move: int


class Moved(tags.Event, frozen=True):
    """Somebody went to a city; by jump with a kept card."""

    seat: int
    city: str
    jump: bool


class Lifted(tags.Event, frozen=True):
    """A cable was taken up for its strips."""

    seat: int
    link: Pair


class Laid(tags.Event, frozen=True):
    """A cable was laid: with these strips, for so many units."""

    seat: int
    link: Pair
    strips: Strips
    gained: int


class Asked(tags.Event, frozen=True):
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


class Guessed(tags.Event, frozen=True):
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


class Shown(tags.Event, frozen=True):
    """After a wrong guess a plate was shown; which one, those two alone know."""

    seat: int
    to: int
    part: Part | None
    value: str | None


class Looked(tags.Event, frozen=True):
    """Secret information: a part of somebody's number was seen. What it is, he and its owner know."""

    seat: int
    of: int
    part: Part
    value: str | None


class Built(tags.Event, frozen=True):
    """A tower was put up; `source` is where it stood before."""

    seat: int
    city: str
    source: str | None


class Gained(tags.Event, frozen=True):
    """Units from a card."""

    seat: int
    units: int


class Kept(tags.Event, frozen=True):
    """A card was kept for later; which, only its holder knows."""

    seat: int
    special: Special | None


class Passed(tags.Event, frozen=True):
    """A step was left out."""

    seat: int
    step: Step


class Skipped(tags.Event, frozen=True):
    """A player was passed over: his turn is done."""

    seat: int


class Corrected(tags.Event, frozen=True):
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
    Dealt | Drawn | Blocked | Moved | Lifted | Laid | Asked | Guessed | Shown | Looked | Built | Gained | Kept | Passed
    | Skipped | Corrected
)  # fmt: skip
