"""What each event changes in a game of Fully."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from referee.fully import moves as m
from referee.fully.seats import SEATS, TEAMS
from referee.fully.state import Call, Line, State, Words, with_entry

BEFOREHAND = (m.Dealt, m.RowSet, m.CodeSet, m.Amended)  # none of them begins the talk


def dealt(state: State, event: m.Dealt) -> State:
    """Nobody has a row, no team a code."""
    none: tuple[tuple[()], ...] = len(SEATS) * ((),)
    return State(
        event.options, event.seats, rows=none, codes=len(TEAMS) * ((),), found=none, coders=len(TEAMS) * (None,)
    )


def row_set(state: State, event: m.RowSet) -> State:
    """One more row of a player; whether by lot, the last one tells."""
    lots = tuple(seat for seat in state.lots if seat != event.seat) + ((event.seat,) if event.lot else ())
    return replace(state, rows=with_entry(state.rows, event.seat, event.colours), lots=lots)


def code_set(state: State, event: m.CodeSet) -> State:
    """One more code of a team, and who set it."""
    coders = tuple(event.by if team == event.team else by for team, by in enumerate(state.coders))
    return replace(state, codes=with_entry(state.codes, event.team, event.digits), coders=coders)


def spoken(state: State, event: m.Spoken) -> State:
    """A line without a reply."""
    return replace(state, lines=(*state.lines, Line(event.seat, Words(event.colour, event.place, event.digit))))


def replied(state: State, event: m.Replied) -> State:
    """The line is whole, and the turn over."""
    *before, line = state.lines
    assert line.words
    heard = replace(line, words=replace(line.words, reply=event.digit))
    return replace(state, lines=(*before, heard), turns=state.turns + 1)


def agreed(state: State, event: m.Agreed) -> State:
    """The partner's word on the last proposal."""
    return replace(state, calls=(*state.calls[:-1], replace(state.calls[-1], yes=event.yes)))


def sealed(state: State, event: m.Sealed) -> State:
    """What somebody found; what he had put down before stays under it."""
    assert event.found
    return replace(state, found=with_entry(state.found, event.seat, event.found))


def amended(state: State, event: m.Amended) -> State:
    """A line that was put right keeps what stood there before."""
    line = state.lines[event.line]
    words = Words(event.colour, event.place, event.digit, event.reply)
    put = replace(line, words=words, was=(*line.was, line.words))
    return replace(state, lines=(*state.lines[: event.line], put, *state.lines[event.line + 1 :]))


def skipped(state: State, event: m.Skipped) -> State:
    """The turn is over, without words or without a reply."""
    lines = state.lines if state.pending else (*state.lines, Line(event.seat, None))
    return replace(state, lines=lines, turns=state.turns + 1)


def evolve(state: State, event: m.Event) -> State:
    """The state after an event. It is the last one now, but for the deal: nobody wrote that down."""
    begun = state.begun or not isinstance(event, BEFOREHAND)
    return EVOLVE[type(event)](replace(state, last=event, begun=begun), event)


EVOLVE: dict[type, Callable[[State, Any], State]] = {
    m.Dealt: dealt,
    m.RowSet: row_set,
    m.CodeSet: code_set,
    m.Spoken: spoken,
    m.Replied: replied,
    m.Proposed: lambda state, event: replace(state, calls=(*state.calls, Call(event.seat, state.turns))),
    m.Agreed: agreed,
    m.Sealed: sealed,
    m.Amended: amended,
    m.Skipped: skipped,
}
