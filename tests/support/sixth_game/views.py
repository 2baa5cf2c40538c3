"""Who sees what in Higher. Built up from nothing: what is not put in here never leaves."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace
from support.sixth_game import moves as m
from support.sixth_game.state import State, outcome

from referee.game import ARBITER, Observer, Outcome


class View(Struct, frozen=True):
    """What an observer may know."""

    observer: Observer
    options: m.Options
    seats: int
    numbers: tuple[int | None, ...]  # None: not for these eyes
    log: tuple[m.Answered | m.Called | m.Skipped, ...]
    outcome: Outcome | None


def view(state: State, observer: Observer) -> View:
    """One's own number, those that were shown, and at the end all of them."""
    end = outcome(state)
    open_ = {line.seat for line in state.log if isinstance(line, m.Called) and line.shown} | {observer}
    numbers = tuple(number if end or seat in open_ else None for seat, number in enumerate(state.numbers))
    return View(observer, state.options, state.seats, numbers, state.log, end)


def witness(event: m.Event, observer: Observer, state: State) -> m.Event:
    """The event as that observer saw it: of the deal his own card, of all else what was said aloud."""
    if not isinstance(event, m.Dealt) or (observer == ARBITER and outcome(state)):
        return event
    return replace(event, numbers=tuple(n if seat == observer else None for seat, n in enumerate(event.numbers)))
