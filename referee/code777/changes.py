"""What each event changes in a game of Code 777."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from referee.code777 import moves as m
from referee.code777.pieces import TILES, TILES_ON_A_RACK, racks
from referee.code777.questions import Answer
from referee.code777.state import Declaration, Line, State, answer_then, filled_with


def dealt(state: State, event: m.Dealt) -> State:
    """Three tiles on each rack, in the order of the shuffled tiles; empty paper racks to be entered."""
    count = racks(event.seats)
    used = count * TILES_ON_A_RACK
    standing = [event.tiles[i * TILES_ON_A_RACK : (i + 1) * TILES_ON_A_RACK] for i in range(count)]
    return State(
        options=event.options,
        about=event.about,
        seats=event.seats,
        turn=event.options.first,
        fillings=tuple((rack,) for rack in standing),
        stock=event.tiles[used:],
        left=len(TILES) - used,
        deck=event.questions,
    )


def asked(state: State, event: m.Asked) -> State:
    """A line that nobody has heard the answer of; the card goes under the others."""
    assert event.answer is not None
    line = Line(event.seat, event.question, event.answer, event.about, heard=False)
    deck = (*state.deck[1:], *state.deck[:1])
    return replace(state, lines=(*state.lines, line), deck=deck)


def answered(state: State, event: m.Answered) -> State:
    """Heard by everybody; the turn is over."""
    heard = replace(state.lines[-1], answer=event.answer, heard=True)
    return next_turn(replace(state, lines=(*state.lines[:-1], heard)))


def declared(state: State, event: m.Declared) -> State:
    """Written down with the tiles that it is about."""
    filling = state.refills[event.seat]
    said = Declaration(event.seat, event.digits, filling, event.right, len(state.lines))
    return replace(state, declarations=(*state.declarations, said))


def refilled(state: State, event: m.Refilled) -> State:
    """What stood there is put aside."""
    rack = event.rack
    return replace(
        state,
        fillings=(*state.fillings[:rack], (*state.fillings[rack], event.tiles), *state.fillings[rack + 1 :]),
        out=(*state.out, (rack, state.refills[rack])),
        stock=state.stock[len(event.tiles) :],
        left=state.left - TILES_ON_A_RACK,
    )


def reshuffled(state: State, event: m.Reshuffled) -> State:
    """Nothing is put aside any more."""
    left = len(TILES) - TILES_ON_A_RACK * len(state.fillings)  # all that stand on no rack, entered or not
    return replace(state, stock=event.tiles, left=left, out=())


def entered(state: State, event: m.Entered) -> State:
    """Tiles told or put right, with the answers and the declaration that spoke of them."""
    lines = list(state.lines)
    for i, answer in event.answers:
        lines[i] = put_right(lines[i], lines[i].question, answer)
    declarations = state.declarations
    if event.right is not None:
        declarations = tuple(
            replace(d, right=event.right, was=(*d.was, d.right))
            if (d.seat, d.filling) == (event.rack, event.filling)
            else d
            for d in declarations
        )
    fillings = filled_with(state.fillings, event.rack, event.tiles, event.filling)
    return replace(state, fillings=fillings, lines=tuple(lines), declarations=declarations)


def recalled(state: State, event: m.Recalled) -> State:
    """A line about another card. No answer: it waits for racks that nobody has told yet."""
    lines = list(state.lines)
    line = lines[event.line]
    lines[event.line] = put_right(line, event.question, line.answer if event.answer is None else event.answer)
    return replace(state, lines=tuple(lines))


def put_right(line: Line, number: int, answer: Answer) -> Line:
    """A corrected line keeps what everybody heard before."""
    was = (*line.was, (line.question, line.answer)) if line.heard else line.was
    return replace(line, question=number, answer=answer, was=was)


def next_turn(state: State) -> State:
    """Clockwise."""
    return replace(state, turn=(state.turn + 1) % state.seats, turns=state.turns + 1)


def as_seen_now(state: State) -> State:
    """What the asker has yet to say is about the racks that he sees by now, also those replaced since he drew the card."""
    line = state.pending
    if not line or state.about == "draw":
        return state
    true = line.answer if state.unseen else answer_then(line.question, line.seat, state.refills, state.fillings)
    return replace(state, lines=(*state.lines[:-1], replace(line, answer=true, about=state.refills)))


def evolve(state: State, event: m.Event) -> State:
    """The state after an event. It is the last one now, but for the deal: nothing of that was entered."""
    return as_seen_now(EVOLVE[type(event)](replace(state, last=event), event))


EVOLVE: dict[type, Callable[[State, Any], State]] = {
    m.Dealt: dealt,
    m.Asked: asked,
    m.Answered: answered,
    m.Declared: declared,
    m.Refilled: refilled,
    m.Reshuffled: reshuffled,
    m.Entered: entered,
    m.Recalled: recalled,
    m.Skipped: lambda state, event: next_turn(state),
}
