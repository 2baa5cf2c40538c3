"""How a game of Rallye-Code goes from state to state, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from referee.game import Outcome
from referee.rallye import changes, entries
from referee.rallye import events as e
from referee.rallye.standing import State as State  # the contract asks for it here
from referee.rallye.standing import swapped

UNSEEN = (e.Dealt, e.Noted)  # the order of the cards, and offences that nobody has judged


def limit(state: State) -> int | None:
    """The minutes of play, if there is a limit. Once it was reached there is none: purses are counted, or the host ends it."""
    return None if state.overtime or state.over else state.options.minutes or None


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


def evolve(state: State, event: e.Event) -> State:
    """The state after an event. What happens before all eyes is news."""
    after = EVOLVE[type(event)](state, event)
    return after if isinstance(event, UNSEEN) else replace(after, news=(*after.news, event))


EVOLVE: dict[type, Callable[[State, Any], State]] = {
    e.Dealt: changes.dealt,
    e.Drove: changes.drove,
    e.Collided: changes.collided,
    e.Noted: lambda state, event: replace(state, offences=(*state.offences, (event.car, event.reason))),
    e.Paid: changes.paid,
    e.Owed: changes.owed,
    e.Demanded: changes.settled,
    e.Lapsed: changes.settled,
    e.Judged: changes.judged,
    e.Appointed: changes.appointed,
    e.Won: lambda state, event: changes.managed(state, event.till, event.seat),
    e.Offered: changes.offered,
    e.Answered: changes.answered,
    e.Threw: changes.threw,
    e.Passed: lambda state, event: changes.managed(state, event.till, event.seat),
    e.Missed: changes.missed,
    e.Turned: lambda state, event: replace(state, turn=event.seat, car=event.car),
    e.Out: changes.gone,
    e.TimeUp: lambda state, event: replace(state, over=True),
    e.TakenBack: lambda state, event: changes.back(state),
    e.Entered: entries.entered,
    e.Managed: lambda state, event: changes.managed(state, event.till, event.seat),
    e.Counted: lambda state, event: replace(state, counts=swapped(state.counts, event.seat, event.amount)),
}
