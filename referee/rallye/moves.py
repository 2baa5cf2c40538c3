"""What players of Rallye-Code can choose and do.

Cars and seats go by their numbers, squares by what is printed on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self

from msgspec import UNSET, Meta, Struct, UnsetType

from referee import tags
from referee.game import UNHELPED, Newer
from referee.rallye.board.france import FRANCE
from referee.rallye.board.squares import Board, Heading, Number
from referee.rallye.board.validation import sound
from referee.rallye.pieces import PLAYERS, Till, cars
from referee.rallye.road.tariff import EDITIONS, Tariff

MOST_MINUTES = 240
MOST_BREATH = 60
USUAL_BREATH = 8  # seconds: to see the car, say “Stop!”, name the offence and confirm it
Someone = Annotated[int, Meta(ge=0, lt=PLAYERS.stop - 1)]
SomeCar = Annotated[int, Meta(ge=0, lt=max(map(cars, PLAYERS)))]
Die = Annotated[int, Meta(ge=1, le=6)]
Dice = tuple[Die, Die]
Fault = Literal["sign", "overtaking"]
Account = int | Literal["garage", "firstaid", "petrol", "hotel", "mat"]
Money = Annotated[int, Meta(ge=0, le=10_000_000, multiple_of=500)]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays. A table without a limit plays until one is left."""

    pieces: Literal["phone", "paper"] = "phone"
    edition: Literal["a", "b"] = "a"
    minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] = 60
    dice: Literal["phone", "table"] = "phone"
    claims: Literal["claimed", "automatic"] = "claimed"
    map: Board = FRANCE
    breath: Annotated[int, Meta(ge=0, le=MOST_BREATH)] | UnsetType = UNSET
    help: Literal["none", "coach"] | UnsetType = UNSET  # there is nothing to find out, but much to overlook
    newer: ClassVar[Mapping[str, Newer]] = {"breath": Newer(USUAL_BREATH, 0), "help": UNHELPED}
    beginner: ClassVar[None] = None  # the rules say it

    def __post_init__(self) -> None:
        if not 0 <= self.minutes <= MOST_MINUTES:
            raise ValueError(f"Expected `minutes` from 0 to {MOST_MINUTES}")
        if not 0 <= self.seconds <= MOST_BREATH:
            raise ValueError(f"Expected `breath` from 0 to {MOST_BREATH}")
        sound(self.map)

    @property
    def seconds(self) -> int:
        """How long the next roll waits for those who may speak before it; not at all in games of the versions before."""
        return 0 if isinstance(self.breath, UnsetType) or self.pieces == "paper" else self.breath

    def in_turn(self, last: int | None, seats: int) -> Self:
        """The same."""
        return self

    @property
    def board(self) -> Board:
        """What is driven on."""
        return self.map

    @property
    def abroad(self) -> str:
        """The name of the board, unless it is the usual one."""
        return "" if self.map == FRANCE else self.map.name

    @property
    def moot(self) -> tuple[str, ...]:
        """With paper dice lie on the table, and dues are asked for there, as long as it takes."""
        return ("dice", "claims", "breath") if self.pieces == "paper" else ()

    @property
    def sealed(self) -> bool:
        """With paper nothing is rolled or drawn by a phone."""
        return self.pieces != "paper"

    @property
    def tariff(self) -> Tariff:
        """What everything costs in this edition."""
        return EDITIONS[self.edition]


class Roll(tags.Move, frozen=True):
    """Roll the dice, or tell what they showed on the table: to drive, or in a duel for a gérance."""

    dice: Dice | None = None


class Stop(tags.Move, frozen=True):
    """The policeman stops a car that has just moved; with paper, whoever saw something asks the judge about a car of another."""

    car: SomeCar
    reason: Fault


class Claim(tags.Move, frozen=True):
    """Denounce a car that the policeman forgot to stop."""

    car: SomeCar
    reason: Fault


class Demand(tags.Move, frozen=True):
    """A manager asks for what is owed to his till."""

    due: int


class Answer(tags.Move, frozen=True):
    """A manager sells his gérance to whoever stopped there, or refuses."""

    sell: bool


class Enter(tags.Move, frozen=True):
    """With paper: a car stood there and rolled that. On a cross-road one says which way it was driving, if nobody knows."""

    car: SomeCar
    square: Number
    dice: Dice
    heading: Heading | None = None
    side: bool = False  # it was put on the wrong side of the road, or drove the wrong way
    again: bool = False  # instead of what was entered last for this car


class Manage(tags.Move, frozen=True):
    """With paper: tell who manages a till now, or that nobody does."""

    till: Till
    seat: Someone | None


class Count(tags.Move, frozen=True, omit_defaults=True):
    """With paper, when the time is up: what is in a purse. The host says in whose, and may put it right later."""

    amount: Money
    seat: Someone | None = None


class TakeBack(tags.Move, frozen=True):
    """With dice on the table: what was told last was wrong; it is told again."""


class LetGo(tags.Move, frozen=True):
    """The policeman, or a manager, has nothing to say: the next roll need not wait for him."""


class Proceed(tags.Move, frozen=True):
    """The table says that there was time enough to speak."""


class Skip(tags.Move, frozen=True):
    """The table does for an absent player what he must do."""

    seat: Someone


class Time(tags.Move, frozen=True):
    """The table says that the time is up."""


Move = Roll | Stop | Claim | Demand | Answer | Enter | Manage | Count | TakeBack | LetGo | Proceed | Skip | Time
