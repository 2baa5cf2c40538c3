"""Rows, codes and lines of the talk: how they are set, and how a mistyping is put right.

A player may change his row, and a team its code, until something is said, called or sealed: then they stand. What stands on
paper can have been told wrongly, so there the host may put it right at any time, also when the game is over: it is scored
anew. A line of the talk that somebody wrote down he may put right until something else happens, the host until the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.fully import moves as m
from referee.fully.seats import SEATS, TEAMS, members
from referee.fully.state import State
from referee.game import TABLE, Actor, Refused


def set_row(state: State, actor: Actor, move: m.SetRow) -> m.RowSet:
    """Any colours, none of the places empty."""
    if move.seat not in range(len(SEATS)):
        raise Refused("no such seat", given=move.seat)
    if actor not in (TABLE, move.seat):
        raise Refused("not your row", seat=move.seat)
    check_time(state, actor)
    return m.RowSet(actor, move.seat, move.colours, bool(state.rows[move.seat]))


def set_code(state: State, actor: Actor, move: m.SetCode) -> m.CodeSet:
    """Either partner, each digit once."""
    if move.team not in range(len(TEAMS)):
        raise Refused("no such team", given=move.team)
    if actor != TABLE and actor not in members(move.team):
        raise Refused("not your code", seat=members(move.team)[0])
    check_time(state, actor)
    check_digits(move.digits)
    return m.CodeSet(actor, move.team, move.digits, bool(state.codes[move.team]))


def may_set(state: State, actor: Actor) -> bool:
    """May rows and codes be set or changed now? By the host only what stands on paper."""
    return state.options.pieces == "paper" if actor == TABLE else not state.begun


def check_time(state: State, actor: Actor) -> None:
    """Refuses what comes too late, and hosts where there is no paper."""
    if not may_set(state, actor):
        raise Refused("rows on phones" if actor == TABLE else "too late to correct")


def check_digits(digits: Sequence[int | None]) -> None:
    """A digit stands for one phrase."""
    twice = tuple(sorted(digit for digit, count in Counter(digits).items() if digit is not None and count > 1))
    if twice:
        raise Refused("digit twice", digits=twice)


def amend(state: State, actor: Actor, move: m.Amend) -> m.Amended:
    """Puts right what somebody wrote down of the talk."""
    if not state.options.logged:
        raise Refused("nothing to correct")
    if not 0 <= move.line < len(state.lines):
        raise Refused("no such line", line=move.line)
    if not may_amend(state, actor, move.line):
        raise Refused("too late to correct")
    if is_open(state, move.line) and move.reply is not None:
        raise Refused("reply to come", line=move.line)
    return m.Amended(actor, move.line, move.colour, move.place, move.digit, move.reply)


def is_open(state: State, line: int) -> bool:
    """Is the reply of that line due?"""
    return state.pending and line == len(state.lines) - 1


def may_amend(state: State, actor: Actor, line: int) -> bool:
    """Whoever wrote it down last until something else happens, the host until the end."""
    if not state.options.logged or state.phase == "over":
        return False
    last = state.last
    if actor == TABLE or not isinstance(last, m.Spoken | m.Replied | m.Amended):
        return actor == TABLE
    written = last.line if isinstance(last, m.Amended) else len(state.lines) - 1
    return (actor, line) == (last.by, written)
