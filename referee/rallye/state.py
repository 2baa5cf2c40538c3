"""How a game of Rallye-Code goes from state to state, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from referee.game import Outcome
from referee.rallye import changes, entries
from referee.rallye import moves as m
from referee.rallye.standing import State, swapped

UNSEEN = (m.Dealt, m.Noted)  # the order of the cards, and offences that nobody has judged


def limit(state: State) -> int | None:
    """The minutes of play, if there is a limit. Once it was reached, a game that goes on has none: the host ends it."""
    return None if state.overtime else state.options.minutes or None


def outcome(state: State) -> Outcome | None:
    """One is left; or the time is up, and the richest purse has won. Tills do not count: they are not in anybody's hand."""
    if not state.seats:
        return None
    if state.paper:
        return counted(state)
    left = state.left
    if len(left) > 1 and not state.over:
        return None
    best = max(state.purses[seat] for seat in left)
    winners = tuple(seat for seat in left if state.purses[seat] == best)
    return Outcome("left" if len(left) == 1 else "time", winners, state.purses)


def counted(state: State) -> Outcome | None:
    """With paper: when the time is up and everybody has counted."""
    found = [count for count in state.counts if count is not None]
    if not state.over or len(found) < state.seats:
        return None
    return Outcome("time", tuple(i for i, count in enumerate(found) if count == max(found)), tuple(found))


def evolve(state: State, event: m.Event) -> State:
    """The state after an event. What happens before all eyes is news."""
    after = EVOLVE[type(event)](state, event)
    return after if isinstance(event, UNSEEN) else replace(after, news=(*after.news, event))


EVOLVE: dict[type, Callable[[State, Any], State]] = {
    m.Dealt: changes.dealt,
    m.Drove: changes.drove,
    m.Collided: changes.collided,
    m.Noted: lambda state, event: replace(state, offences=(*state.offences, (event.car, event.reason))),
    m.Paid: changes.paid,
    m.Owed: changes.owed,
    m.Demanded: changes.settled,
    m.Lapsed: changes.settled,
    m.Judged: changes.judged,
    m.Appointed: changes.appointed,
    m.Won: lambda state, event: changes.managed(state, event.till, event.seat),
    m.Offered: changes.offered,
    m.Answered: changes.answered,
    m.Threw: changes.threw,
    m.Passed: lambda state, event: changes.managed(state, event.till, event.seat),
    m.Missed: changes.missed,
    m.Turned: lambda state, event: replace(state, turn=event.seat, car=event.car),
    m.Out: changes.gone,
    m.TimeUp: lambda state, event: replace(state, over=True),
    m.TakenBack: lambda state, event: changes.back(state),
    m.Entered: entries.entered,
    m.Managed: lambda state, event: changes.managed(state, event.till, event.seat),
    m.Counted: lambda state, event: replace(state, counts=swapped(state.counts, event.seat, event.amount)),
}
