"""The one form of each move of Code 777, and the forms that its deal had before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.code777 import moves as m
from referee.code777.state import State
from referee.game import Actor


def deals_before(events: Sequence[m.Event]) -> Iterator[list[m.Event]]:
    """The same deal as versions before wrote it: an announced answer was about the racks of the draw."""
    (dealt,) = events
    assert isinstance(dealt, m.Dealt)
    if dealt.about != "draw":
        yield [replace(dealt, about="draw")]


def canonical(state: State, actor: Actor, move: m.Move) -> m.Move:
    """A filling and a line go by their numbers, also the last ones."""
    if isinstance(move, m.Enter) and move.filling is None:
        return replace(move, filling=state.refills[move.rack])
    if isinstance(move, m.Recall) and move.line is None:
        return replace(move, line=len(state.lines) - 1)
    return move
