"""Calls: what bars one, what it costs, the true answer, the verdict on a guess; and how a mistyped one is put right."""

from __future__ import annotations

from referee.allo import events as e
from referee.allo import moves as m
from referee.allo import turns
from referee.allo.pieces import Part, Special
from referee.allo.state import Call, State, outcome
from referee.allo.ways import Hop, distance, first_bare
from referee.game import TABLE, Actor, Refused

PARTS = tuple(Part)


def connection(state: State, seat: int, to: int, free: bool) -> tuple[Hop, ...]:
    """The cheapest way for a call that the card allows and the units pay for; with a kept card neither matters."""
    if to not in range(state.seats):
        raise Refused("no such seat", given=to)
    if to == seat:
        raise Refused("yourself")
    if state.step == "paper":
        return ()
    card = state.now
    if free and not state.holds(seat, Special.FREE):
        raise Refused("not kept", special=Special.FREE)
    if not free and card and not card.call:
        raise Refused("call barred")
    hops = turns.line(state, seat, to)
    if hops is None:
        bare = first_bare(state.options.map, state.laid, state.towers, state.places[seat], state.places[to])
        assert bare is not None, "every map is connected"
        a, b = map(state.options.map.called, bare)
        raise Refused("not connected", seat=to, a=a, b=b)
    if not free and len(hops) > state.units[seat]:
        raise Refused("units short", need=len(hops), have=state.units[seat])
    return hops


def refusal(state: State, seat: int, to: int, free: bool) -> str | None:
    """The rule that forbids that call, if one does."""
    try:
        connection(state, seat, to, free)
    except Refused as refused:
        return refused.rule
    return None


def in_call_step(state: State, seat: int, to: int, free: bool) -> tuple[Hop, ...]:
    """The way of a call that is due now. Why there is none is told even when the step was left out for it."""
    if state.step in ("card", "move"):
        raise Refused("other step", step=state.step)
    hops = connection(state, seat, to, free)
    if state.step not in ("call", "paper"):
        raise Refused("other step", step=state.step)
    return hops


def ask(state: State, seat: int, move: m.Ask) -> e.Asked:
    """One question, answered truly and for all to hear. How far is counted on the board, not along cables."""
    hops = in_call_step(state, seat, move.to, move.free)
    check_question(state, move.part, move.value)
    at = standing(state, seat, move.part, move.at)
    answer = answered(state, move.to, move.part, move.value, at)
    free = move.free and state.step != "paper"
    return e.Asked(seat, move.to, move.part, move.value, at, answer, 0 if free else len(hops), hops, free)


def guess(state: State, seat: int, move: m.Guess) -> e.Guessed:
    """A whole number. Wrong: one plate for whoever was called, while there is one that he has not seen."""
    hops = in_call_step(state, seat, move.to, move.free)
    check_number(state, move.number)
    right = state.numbers[move.to].dialled == move.number
    owes = not right and bool(state.unseen(seat, move.to))
    at = state.places[seat] if state.places else None
    free = move.free and state.step != "paper"
    return e.Guessed(seat, move.to, move.number, right, owes, at, 0 if free else len(hops), hops, free)


def check_question(state: State, part: Part, value: str | None) -> None:
    """One surname, first name or job that is in the game; for a city none, since one asks how far."""
    if part == Part.CITY:
        if value is not None:
            raise Refused("ask how far")
    elif value is None or value not in state.options.values(part):
        raise Refused("no such plate", part=part, value=value or "")


def check_number(state: State, dialled: str) -> None:
    """Four plates that are in the game."""
    for i, part in enumerate(PARTS):
        value = dialled[2 * i : 2 * i + 2]
        if value not in state.options.values(part):
            raise Refused("no such plate", part=part, value=value)


def standing(state: State, seat: int, part: Part, at: str | None) -> str | None:
    """Where the caller stands: phones know, or with paper he says it when it matters."""
    if state.step != "paper":
        if at is not None:
            raise Refused("phones know where")
        return state.places[seat]
    if (at is not None) != (part == Part.CITY):
        raise Refused("say where" if at is None else "where does not matter")
    if at is not None and at not in state.options.map.codes:
        raise Refused("no such city", given=at)
    return at


def answered(state: State, to: int, part: Part, value: str | None, at: str | None) -> e.Answer:
    """The true answer."""
    if part == Part.CITY:
        assert at is not None
        return distance(state.options.map, at, state.numbers[to].city)
    return state.numbers[to].part(part) == value


def correct(state: State, actor: Actor, move: m.Correct) -> e.Corrected:
    """Puts right a call that was entered: its seat once, until the next move, the host at any time."""
    if state.step != "paper" or not state.calls:
        raise Refused("nothing to correct")
    if not 0 <= move.line < len(state.calls):
        raise Refused("no such line", line=move.line)
    if move.line not in correctable(state, actor):
        raise Refused("too late to correct")
    old = state.calls[move.line]
    connection(state, old.seat, move.to, free=False)
    if (move.number is None) != (old.number is None) or (move.part is None) != (old.part is None):
        raise Refused("same kind of call")
    answer, right = judged(state, old, move)
    return e.Corrected(actor, move.line, move.to, move.part, move.value, move.at, answer, move.number, right)


def judged(state: State, old: Call, move: m.Correct) -> tuple[e.Answer | None, bool | None]:
    """The answer to a question that was put right, or the verdict on such a guess."""
    if move.number is not None:
        check_number(state, move.number)
        return None, state.numbers[move.to].dialled == move.number
    assert move.part is not None
    check_question(state, move.part, move.value)
    at = standing(state, old.seat, move.part, move.at)
    return answered(state, move.to, move.part, move.value, at), None


def correctable(state: State, actor: Actor) -> range:
    """The lines that this actor may put right. Its seat the last call, once, until something else happens: a line put right
    again and again would be so many questions. The host any, while the game goes on."""
    lines = range(len(state.calls))
    if state.step != "paper" or outcome(state):
        return lines[:0]
    if actor == TABLE:
        return lines
    last = state.last
    return lines[-1:] if isinstance(last, e.Asked | e.Guessed) and last.seat == actor else lines[:0]
