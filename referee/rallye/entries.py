"""What entries of a paper table change: a car as somebody told it, and told again."""

from __future__ import annotations

from msgspec.structs import replace

from referee.rallye import events as e
from referee.rallye.state import State, driven, managed, struck, swapped, with_desk


def entered(state: State, event: e.Entered) -> State:
    """With paper: a car as somebody told it. Told again, what it did to others before is undone."""
    judged = upheld(state, event)
    if event.again:
        state = undone(state, event.car)
    seat, old, hit = state.owner(event.car), state.cars[event.car], event.drive.hits
    state = driven(state, event.car, event.start, event.drive)
    if hit:
        state = replace(state, cars=struck(state.cars, hit.car, event.car, event.drive.aid))
    for till, _ in event.arrival.wins:
        state = managed(state, till, seat)
    return replace(
        state,
        cars=swapped(state.cars, event.car, replace(state.cars[event.car], judged=judged)),
        entries=swapped(state.entries, event.car, event),
        before=swapped(state.before, event.car, old),
    )


def upheld(state: State, entry: e.Entered) -> tuple[str, ...]:
    """Verdicts that an entry leaves as they are: the same way told again is no other move. Whether there is an offence does not
    matter, or it would show here."""
    car = state.cars[entry.car]
    same = entry.again and (car.start, car.trail) == (entry.start, entry.drive.trail)
    return car.judged if same else ()


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
    for till, _ in entry.arrival.wins:
        if state.desk(till).manager == state.owner(car):
            state = with_desk(state, till, manager=None)
    return replace(state, cars=found, given=any(desk.manager is not None for desk in state.desks))
