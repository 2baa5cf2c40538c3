"""Whom a car overtakes on its way, and whom it runs into."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from referee.rallye.board.squares import MAIN, Board, Kind, gap, layout
from referee.rallye.board.ways import Step
from referee.rallye.road.cars import Car

Impact = Literal["oncoming", "crossing"]
BLIND = (Kind.BEND, Kind.CROSSING)  # whoever overtakes a car that stands there is fined


class Collision(Struct, frozen=True):
    """A car that was run into: where on the way, and how."""

    car: int
    at: str
    impact: Impact


def overtaken(cars: Sequence[Car], mover: int, steps: Sequence[Step]) -> list[tuple[int, int]]:
    """The cars that go the same way and are passed, each with its place on the way. Those at its end are not passed, nor those
    in a lane that is only crossed: their heading is another."""
    found = []
    for place, step in enumerate(steps[:-1]):
        found += [(place, i) for i, car in enumerate(cars) if i != mover and (car.at, car.heading) == step]
    return found


def collision(board: Board, cars: Sequence[Car], mover: int, steps: Sequence[Step], near: int) -> Collision | None:
    """The first car on the way that is run into; where two are as near, the one that comes the other way."""
    passed = overtaken(cars, mover, steps)
    for place, step in enumerate(steps):
        behind = [i for since, i in passed if since <= place]
        if behind and place < len(steps) - 1 and (hit := oncoming(board, cars, mover, step, behind)) is not None:
            return Collision(hit, step[0], "oncoming")
        if (hit := crossing(board, cars, mover, step, near)) is not None:
            return Collision(hit, step[0], "crossing")
    return None


def oncoming(board: Board, cars: Sequence[Car], mover: int, step: Step, behind: Sequence[int]) -> int | None:
    """A car that comes the other way: in the facing lane, or on the same square of a cross-road. Where the main road turns
    back, one that was just overtaken stands in the facing lane, too; that one does not come."""
    number, heading = step
    there = (layout(board).facing.get(number), MAIN) if heading == MAIN else (number, -heading)
    return next((i for i, car in targets(cars, mover) if (car.at, car.heading) == there and i not in behind), None)


def crossing(board: Board, cars: Sequence[Car], mover: int, step: Step, near: int) -> int | None:
    """The nearest car on the road that is crossed there, if it is near enough."""
    other = layout(board).crosses.get(step[0])
    if other is None:
        return None
    apart = [(distance, i) for i, car in targets(cars, mover) if (distance := gap(board, car.at, other)) is not None]
    distance, hit = min(apart, default=(near, -1))
    return hit if distance < near else None


def targets(cars: Sequence[Car], mover: int) -> list[tuple[int, Car]]:
    """The cars that can be run into: those on the board that no accident holds already."""
    return [(i, car) for i, car in enumerate(cars) if i != mover and car.at and not car.hold.wreck]


def blindly(board: Board, cars: Sequence[Car], passed: Sequence[tuple[int, int]]) -> bool:
    """Did one of the overtaken cars stand where nobody may overtake?"""
    return any(board.square(cars[i].at).kind in BLIND for _, i in passed)
