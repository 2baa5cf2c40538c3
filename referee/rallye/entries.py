"""What entries of a paper table change: a car as somebody told it, and told again."""

from __future__ import annotations

from msgspec.structs import replace

from referee.rallye import moves as m
from referee.rallye.changes import managed, struck
from referee.rallye.standing import State, swapped, with_desk


def entered(state: State, event: m.Entered) -> State:
    """With paper: a car as somebody told it. Told again, what it did to others before is undone."""
    if event.again:
        state = undone(state, event.car)
    seat, drive = state.owner(event.car), event.drive
    old = state.cars[event.car]
    car = replace(
        old,
        at=drive.at,
        heading=drive.heading,
        hold=drive.hold,
        parked=drive.parked,
        tank=drive.tank,
        rolled=state.rolls + 1,
        start=event.start,
        trail=drive.trail,
    )
    found = swapped(state.cars, event.car, car)
    if drive.hits:
        found = struck(found, drive.hits.car, event.car, drive.aid)
    for till in event.wins:
        state = managed(state, till, seat)
    return replace(
        state,
        cars=found,
        rolls=state.rolls + 1,
        entries=swapped(state.entries, event.car, event),
        before=swapped(state.before, event.car, old),
    )


def undone(state: State, car: int) -> State:
    """As if the last entry of a car had not been, as far as that can still be told apart from what came after."""
    entry = state.entries[car]
    if entry is None:
        return state
    found = swapped(state.cars, car, state.before[car])
    hit = entry.drive.hits
    if hit and found[hit.car].hold.hit == car:
        other = found[hit.car]
        found = swapped(found, hit.car, replace(other, hold=replace(other.hold, hit=None, hit_aid=False)))
    for till in entry.wins:
        if state.desk(till).manager == state.owner(car):
            state = with_desk(state, till, manager=None)
    return replace(state, cars=found, given=any(desk.manager is not None for desk in state.desks))
