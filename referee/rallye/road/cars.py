"""A car on the board, and what holds it there."""

from __future__ import annotations

from msgspec import Struct

from referee.rallye.board.squares import MAIN, Heading
from referee.rallye.pieces import PARIS, Till
from referee.rallye.road.tariff import LARGEST, Price, Tariff

Reason = str  # why money is due, by its code; pages and paper have the words


class Hold(Struct, frozen=True, omit_defaults=True):
    """Why a car may not simply drive on."""

    garage: bool = False
    hotel: bool = False
    firstaid: bool = False
    crashed: bool = False  # by an accident or in a collision of its own
    hit: int | None = None  # the car that ran into it
    hit_aid: bool = False  # and its driver needed first aid

    def __bool__(self) -> bool:
        return self.garage or self.hotel or self.firstaid or self.hit is not None

    @property
    def wreck(self) -> bool:
        """Such a car is not hit again."""
        return self.crashed or self.hit is not None

    def leaves(self, tariff: Tariff) -> int:
        """On which roll, or less, it drives on: the strictest of its conditions."""
        stay = tariff.leave if self.garage or self.hotel or self.firstaid else LARGEST
        return min(stay, tariff.hit_leave) if self.hit is not None else stay


class Due(Struct, frozen=True):
    """What a driver owes to a till, and why: so many points made it, if it depends on them."""

    till: Till
    amount: int
    why: Reason
    points: int | None = None


class Car(Struct, frozen=True):
    """Where a car stands and what it did last. It belongs to the player with its number, counted round the table."""

    at: str = PARIS  # nowhere once its owner is out
    heading: Heading = MAIN
    hold: Hold = Hold()
    parked: bool = False  # misses its next turn
    tank: bool = False  # petrol is paid for at the departure
    rolled: int = 0  # the number of its last roll, counted through the game
    start: str = ""  # where it stood before that
    trail: tuple[str, ...] = ()  # and the squares that it drove over, the last one included
    warden: int = 0  # who was policeman then
    judged: tuple[str, ...] = ()  # what it was stopped or denounced for since


def due(till: Till, price: Price | int, why: Reason, roll: int) -> Due:
    """An amount that may depend on a roll."""
    if isinstance(price, int):
        return Due(till, price, why)
    return Due(till, price.of(roll), why, roll if price.point else None)
