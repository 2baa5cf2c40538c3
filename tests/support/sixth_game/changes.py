"""What each event changes in a game of Higher."""

from __future__ import annotations

from msgspec.structs import replace
from support.sixth_game import moves as m
from support.sixth_game.state import State


def logged(state: State, event: m.Event) -> State:
    """One more line."""
    return replace(state, log=(*state.log, event))


def evolve(state: State, event: m.Event) -> State:
    """The state after an event."""
    return EVOLVE[type(event)](state, event)


EVOLVE = {
    m.Dealt: lambda state, event: State(event.options, event.seats, event.numbers),
    m.Answered: logged,
    m.Called: logged,
    m.Skipped: logged,
}
