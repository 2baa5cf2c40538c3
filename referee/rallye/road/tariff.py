"""What everything costs and when a car may leave: one table, and the two editions as its values."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from referee.rallye.pieces import PURSE

LARGEST = 12  # of two dice


class Price(Struct, frozen=True):
    """So much at any rate, and so much for each point of a roll."""

    flat: int = 0
    point: int = 0

    def of(self, roll: int) -> int:
        """What it is after that roll."""
        return self.flat + self.point * roll


class Tariff(Struct, frozen=True):
    """Amounts in francs, thresholds in points of two dice."""

    leave: int  # garage, hotel and first aid are left on that roll or less
    crash: Price  # a crashed car to the garage, after the roll of the accident
    hotel: int
    hotel_again: int  # for each roll that does not let it leave
    aid: Price  # first aid, after the roll of the accident
    aid_again: int
    manage: Price  # a gérance, after the roll that led there
    near: int  # a car at a crossing is hit if it stands nearer than so many squares
    hit_leave: int  # a car that was hit leaves on that roll or less
    indemnity: int  # what it gets for each other roll from whoever hit it
    indemnity_aid: int  # the same if he needed first aid
    signs: bool  # rejoining the main road as the sign shows; else turning right
    purse: ClassVar[int] = PURSE  # of each car, to begin with, in every edition
    garage: int = 1_000
    garage_again: int = 1_000
    petrol: Price = Price(point=500)  # after the roll of the departure
    side: int = 2_000  # on the wrong side of the road, or the wrong way
    overtaking: int = 1_500  # a car that stands on a bend or a crossing
    groundless: int = 500  # to whoever was stopped or denounced without a reason
    accident: int = 8  # on a bend or a slippery road, from that roll on
    accident_aid: int = 11  # with first aid, from that roll on
    collision_aid: int = 8  # the same for a collision


A = Tariff(
    leave=8,
    crash=Price(flat=2_000),
    hotel=1_000,
    hotel_again=500,
    aid=Price(flat=3_000),
    aid_again=1_000,
    manage=Price(point=500),
    near=2,
    hit_leave=7,
    indemnity=500,
    indemnity_aid=1_000,
    signs=True,
)
B = replace(
    A,
    leave=6,
    crash=Price(point=500),
    hotel=2_000,
    hotel_again=1_000,
    aid=Price(point=1_000),
    aid_again=1_500,
    manage=Price(point=1_000),
    near=3,
    hit_leave=5,
    indemnity=1_000,
    indemnity_aid=1_500,
    signs=False,
)
EDITIONS = {"a": A, "b": B}
