"""The one form of each move of Fully."""

from __future__ import annotations

from msgspec.structs import replace

from referee.fully import moves as m
from referee.fully.seats import members, team_of
from referee.fully.state import State
from referee.game import Actor, Seat


def canonical(state: State, actor: Actor, move: m.Move) -> m.Move:
    """Where both partners owe the code of their team, the first is passed over for it."""
    return replace(move, seat=passed_over(state, move.seat)) if isinstance(move, m.Skip) else move


def passed_over(state: State, seat: Seat) -> Seat:
    """Who is named when the table passes over that seat."""
    if state.phase != "set up" or not state.rows[seat]:
        return seat
    return next(each for each in members(team_of(seat)) if state.rows[each])
