"""The one form of each move of Rallye-Code."""

from __future__ import annotations

from msgspec.structs import replace

from referee.game import TABLE, Actor
from referee.rallye import moves as m
from referee.rallye.board.squares import layout
from referee.rallye.entries import undone
from referee.rallye.state import State


def canonical(state: State, actor: Actor, move: m.Move) -> m.Move:
    """A direction is told where the phone cannot know it, a purse by its owner without his seat."""
    if isinstance(move, m.Enter) and knows_heading(state, move):
        return replace(move, heading=None)
    if isinstance(move, m.Count) and actor != TABLE:
        return replace(move, seat=None)
    return move


def knows_heading(state: State, move: m.Enter) -> bool:
    """Is the direction that was told the one that follows without it? On the main road there is but one."""
    if layout(state.options.board).road[move.square] is None:
        return True
    car = (undone(state, move.car) if move.again else state).cars[move.car]
    return (car.at, car.heading) == (move.square, move.heading)
