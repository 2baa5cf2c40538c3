"""What happens in a game of Allo... la France."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from referee.allo.moves import Number, Options, Step
from referee.allo.pieces import Part, Special
from referee.allo.strips import Strips
from referee.allo.ways import Hop, Pair

Answer = bool | int  # yes or no; or how many links


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
    Dealt | Drawn | Blocked | Moved | Lifted | Laid | Asked | Guessed | Shown | Looked | Built | Gained | Kept | Passed
    | Skipped | Corrected
)  # fmt: skip
