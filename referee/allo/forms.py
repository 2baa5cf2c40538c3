"""The one form of each move of Allo... la France."""

from __future__ import annotations

from msgspec.structs import replace

from referee.allo import moves as m
from referee.allo.state import State
from referee.allo.ways import pair
from referee.game import Actor


def canonical(state: State, actor: Actor, move: m.Move) -> m.Move:
    """With paper no call is free, a card names the part that is looked at, a link has no direction."""
    if isinstance(move, m.Ask | m.Guess) and state.step == "paper":
        return replace(move, free=False)
    if isinstance(move, m.Look) and state.now is not None:
        return replace(move, part=state.now.part)
    if isinstance(move, m.Lay) and move.lift is not None:
        return replace(move, lift=pair(*move.lift))
    return move
