"""What a roll does with a car: whether it leaves, where it arrives, whom it hits, what it owes and what holds it then.

One function of board, tariff and cars; the phones and the paper table are both judged by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.rallye.board.squares import Board, Heading, Kind
from referee.rallye.board.ways import Step, Way, waits, way
from referee.rallye.pieces import Till
from referee.rallye.road.cars import Car, Due, Hold, due
from referee.rallye.road.collisions import Collision, blindly, collision, overtaken
from referee.rallye.road.tariff import Tariff

Offence = Literal["sign", "overtaking"]
SLIPS = (Kind.BEND, Kind.SLIPPERY)


class Course(Struct, frozen=True, omit_defaults=True):
    """What everybody sees a roll do with a car."""

    trail: tuple[str, ...]  # the squares it drove over, the last one included; none if it did not move
    at: str
    heading: Heading
    hold: Hold
    stays: bool = False  # the roll did not let it leave
    freed: bool = False
    waits: bool = False  # it would rejoin the main road at a no-entry sign
    sent: bool = False  # it stands at a no-entry sign now, and turns off with its next roll
    rejoins: bool = False  # it came out of a cross-road
    left: bool = False  # and, as the sign there shows, crossed the near lane
    accident: bool = False
    aid: bool = False  # an accident or a collision with first aid
    parked: bool = False
    tank: bool = False

    @property
    def moved(self) -> bool:
        """Did it?"""
        return bool(self.trail)


class Drive(Course, frozen=True, omit_defaults=True):
    """And what follows from it."""

    dues: tuple[Due, ...] = ()
    hits: Collision | None = None
    offences: tuple[Offence, ...] = ()

    @property
    def course(self) -> dict[str, Any]:
        """The part of it that everybody sees."""
        return {name: getattr(self, name) for name in Course.__struct_fields__}

    @property
    def told(self) -> Drive:
        """All but offences: those are for the policeman to notice."""
        return replace(self, offences=())


def drive(board: Board, tariff: Tariff, cars: Sequence[Car], mover: int, roll: int) -> Drive:
    """The whole of it."""
    car = cars[mover]
    if car.hold and roll > car.hold.leaves(tariff):
        return Drive((), car.at, car.heading, car.hold, dues=again(tariff, car.hold, roll), stays=True, tank=car.tank)
    there = way(board, (car.at, car.heading), roll, tariff.signs)
    freed = bool(car.hold)
    if waits(board, there):
        return Drive((), car.at, car.heading, Hold(), freed=freed, waits=True, tank=car.tank)
    dues = (due(Till.PETROL, tariff.petrol, "petrol", roll),) if car.tank else ()
    found = arrive(board, tariff, cars, mover, there, roll)
    return replace(found, dues=(*dues, *found.dues), freed=freed)


def again(tariff: Tariff, hold: Hold, roll: int) -> tuple[Due, ...]:
    """What another day costs. Whom only the hit keeps there, by a lower roll, owes nothing for it."""
    found: list[Due] = []
    if roll <= tariff.leave:
        return ()
    if hold.garage:
        found.append(Due(Till.GARAGE, tariff.garage_again, "garage_again"))
    if hold.hotel:
        found.append(Due(Till.HOTEL, tariff.hotel_again, "hotel_again"))
    if hold.firstaid:
        found.append(Due(Till.FIRSTAID, tariff.aid_again, "aid_again"))
    return tuple(found)


def arrive(board: Board, tariff: Tariff, cars: Sequence[Car], mover: int, there: Way, roll: int) -> Drive:
    """At the end of the way: a collision ends it, whatever stands on the square; else the square says what is due."""
    (at, heading), steps = there.end, there.steps
    kind = board.square(at).kind
    hits = collision(board, cars, mover, steps, tariff.near)
    found = Drive(
        tuple(number for number, _ in steps),
        at,
        heading,
        Hold(),
        sent=kind == Kind.NOENTRY,
        rejoins=there.rejoins,
        left=there.left,
        hits=hits,
        offences=offences(board, cars, mover, steps, kind),
    )
    if hits:
        return crashed(found, tariff, roll, roll >= tariff.collision_aid)
    if kind in SLIPS and roll >= tariff.accident:
        return replace(crashed(found, tariff, roll, roll >= tariff.accident_aid), accident=True)
    if kind == Kind.GARAGE:
        return replace(found, hold=Hold(garage=True), dues=(Due(Till.GARAGE, tariff.garage, "garage"),))
    if kind == Kind.HOTEL:
        return replace(found, hold=Hold(hotel=True), dues=(Due(Till.HOTEL, tariff.hotel, "hotel"),))
    return replace(found, parked=kind == Kind.PARKING, tank=kind == Kind.PETROL)


def crashed(found: Drive, tariff: Tariff, roll: int, aid: bool) -> Drive:
    """The garage for the car, and first aid for its driver if it was bad."""
    dues = [due(Till.GARAGE, tariff.crash, "crash", roll)]
    if aid:
        dues.append(due(Till.FIRSTAID, tariff.aid, "aid", roll))
    return replace(found, hold=Hold(garage=True, firstaid=aid, crashed=True), dues=tuple(dues), aid=aid)


def offences(board: Board, cars: Sequence[Car], mover: int, steps: Sequence[Step], kind: Kind) -> tuple[Offence, ...]:
    """What the policeman may stop it for: the sign where it stands, a car that it overtook where nobody may."""
    found: list[Offence] = ["sign"] if kind == Kind.RINGED else []
    if blindly(board, cars, overtaken(cars, mover, steps)):
        found.append("overtaking")
    return tuple(found)


def indemnity(tariff: Tariff, hold: Hold) -> tuple[int, str]:
    """What the owner of a car that was hit gets for a roll that does not let it leave, and why."""
    return (tariff.indemnity_aid, "indemnity_aid") if hold.hit_aid else (tariff.indemnity, "indemnity")
