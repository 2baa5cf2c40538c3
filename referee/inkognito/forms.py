"""The one form of each move of Inkognito."""

from __future__ import annotations

from msgspec.structs import replace

from referee.game import Actor
from referee.inkognito import moves as m
from referee.inkognito.calls import allied, whom
from referee.inkognito.secrets import sorted_pair
from referee.inkognito.state import State


def canonical(state: State, actor: Actor, move: m.Move) -> m.Move:
    """A pair lies in the order of the cards; who is met is told where there are alliances, and nowhere else."""
    if isinstance(move, m.Pair):
        return replace(move, cards=sorted_pair(move.cards))
    if isinstance(move, m.Call):
        assert isinstance(actor, int)
        return replace(move, met=whom(state, actor, move) if allied(state) else None)
    return move
