"""What players of Higher can choose, do and bring about: options, moves, events."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from support.sixth_game.pieces import NUMBERS

from referee import tags
from referee.game import PlainOptions

Number = Annotated[int, Meta(ge=NUMBERS[0], le=NUMBERS[-1])]


class Options(PlainOptions, frozen=True):
    """How a table plays: on phones alone."""

    pieces: ClassVar[Literal["phone"]] = "phone"
    strict: bool = False  # whoever calls a wrong number shows his own


class Ask(tags.Move, frozen=True):
    """Ask whether the left neighbour's number is higher than that."""

    than: Number


class Call(tags.Move, frozen=True):
    """Say the left neighbour's number."""

    number: Number


class Skip(tags.Move, frozen=True):
    """The table passes over an absent player."""


Move = Ask | Call | Skip


class Dealt(tags.Event, frozen=True):
    """Everybody has a number; of the others' none is told."""

    options: Options
    seats: int
    numbers: tuple[int | None, ...]


class Answered(tags.Event, frozen=True):
    """The truth about a hidden number, said aloud."""

    seat: int
    than: int
    higher: bool


class Called(tags.Event, frozen=True):
    """Somebody said a number; at a strict table a wrong one costs his own."""

    seat: int
    number: int
    right: bool
    shown: int | None = None


class Skipped(tags.Event, frozen=True):
    """A turn was passed over."""

    seat: int


Event = Dealt | Answered | Called | Skipped
