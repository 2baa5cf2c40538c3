"""Who sees what in Code 777. Built up from nothing: what is not put in here never leaves."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from referee.code777 import moves as m
from referee.code777.pieces import Tile
from referee.code777.questions import Answer, Rack
from referee.code777.state import Declaration, Line, State, outcome
from referee.game import ARBITER, TABLE, Observer, Outcome, once_for_each


class RackView(Struct, frozen=True):
    """A rack: whose it is, how often it was refilled, and the tiles that the observer has ever seen on it."""

    owner: int | None
    refills: int
    tiles: Rack | None  # None: not for these eyes, or not entered yet
    before: tuple[Rack, ...]  # put aside since, so everybody has seen them


class LineView(Struct, frozen=True):
    """A question of the log."""

    seat: int
    question: int
    answer: Answer | None  # None until the asker has announced it
    about: tuple[int, ...]
    was: tuple[tuple[int, Answer], ...] = ()  # as it was heard before it was put right


class View(Struct, frozen=True):
    """What an observer may know."""

    observer: Observer
    options: m.Options
    seats: int
    turn: int
    turns: int
    scores: tuple[int, ...]
    racks: tuple[RackView, ...]
    lines: tuple[LineView, ...]
    declarations: tuple[Declaration, ...]  # said aloud, judged aloud
    left: int
    aside: tuple[Tile, ...]
    waiting: tuple[int, ...]
    outcome: Outcome | None


def sees(observer: Observer, rack: int, seats: int, over: bool) -> bool:
    """May that observer look at that rack? Open racks: all. Others: every seat but its own, never the table.
    When the game is over, everybody may look at everything."""
    if rack >= seats or over:
        return True
    return isinstance(observer, int) and observer in range(seats) and observer != rack


@once_for_each
def heard(lines: tuple[Line, ...]) -> tuple[LineView, ...]:
    """All questions, as everybody has heard them."""
    return tuple(LineView(x.seat, x.question, x.answer if x.heard else None, x.about, x.was) for x in lines)


def view(state: State, observer: Observer) -> View:
    """What that observer may know now."""
    public = _public(state)
    over = public.outcome is not None
    racks = tuple(
        RackView(
            owner=i if i < state.seats else None,
            refills=len(filled) - 1,
            tiles=filled[-1] if filled[-1] and sees(observer, i, state.seats, over) else None,
            before=filled[:-1],
        )
        for i, filled in enumerate(state.fillings)
    )
    return replace(public, observer=observer, racks=racks)


@once_for_each
def _public(state: State) -> View:
    """What everybody may know: all but the racks."""
    return View(
        observer=TABLE,
        options=state.options,
        seats=state.seats,
        turn=state.turn,
        turns=state.turns,
        scores=state.scores,
        racks=(),
        lines=heard(state.lines),
        declarations=state.declarations,
        left=state.left,
        aside=tuple(sorted(state.aside)),
        waiting=state.waiting,
        outcome=outcome(state),
    )


def witness(event: m.Event, observer: Observer, state: State) -> m.Event:
    """The event as that observer saw it. What answers it changed, the view tells to those who have heard them."""
    seats = state.seats
    if observer == ARBITER and outcome(state):
        return event
    if isinstance(event, m.Dealt):
        return replace(event, tiles=(), questions=())
    if isinstance(event, m.Asked | m.Recalled):
        return replace(event, answer=None)  # it is heard as an event of its own
    if isinstance(event, m.Reshuffled):
        return replace(event, tiles=())
    if isinstance(event, m.Refilled):
        return event if sees(observer, event.rack, seats, over=False) else replace(event, tiles=())
    if isinstance(event, m.Entered):
        return witness_entered(event, observer, state)
    return event


def witness_entered(event: m.Entered, observer: Observer, state: State) -> m.Event:
    """Tiles that were declared or put aside are no secret, only those that stand there."""
    event = replace(event, answers=())
    told = any((said.seat, said.filling) == (event.rack, event.filling) for said in state.declarations)
    known = told or event.filling < state.refills[event.rack]
    return event if known or sees(observer, event.rack, state.seats, over=False) else replace(event, tiles=())
