"""The rules of Higher: what a move leads to, what each may do now, and for whom the game waits."""

from __future__ import annotations

from support.sixth_game import moves as m
from support.sixth_game.pieces import NUMBERS
from support.sixth_game.state import State, outcome

from referee.chance import Chance
from referee.game import TABLE, Actor, Offer, Refused


def deal(options: m.Options, seats: int, chance: Chance) -> list[m.Event]:
    """A card for everybody."""
    return [m.Dealt(options, seats, chance.shuffled(NUMBERS)[:seats])]


def decide(state: State, actor: Actor, move: m.Move, chance: Chance) -> list[m.Event]:
    """What a move leads to; the rule it breaks, if it breaks one."""
    if outcome(state):
        raise Refused("over")
    if isinstance(move, m.Skip):
        if actor != TABLE:
            raise Refused("table only")
        return [m.Skipped(state.turn)]
    if actor == TABLE:
        raise Refused("players only")
    if actor not in range(state.seats):
        raise Refused("no such seat", given=actor)
    if actor != state.turn:
        raise Refused("not your turn", seat=state.turn)
    hidden = state.numbers[(actor + 1) % state.seats]
    if isinstance(move, m.Ask):
        return [m.Answered(actor, move.than, hidden > move.than)]
    right = hidden == move.number
    return [m.Called(actor, move.number, right, state.numbers[actor] if state.options.strict and not right else None)]


def moves(state: State, actor: Actor) -> list[Offer]:
    """What that actor may do now."""
    turn = len(state.log)
    if actor == TABLE:
        return [Offer(f"skip.{turn}", "skip", awaited(state))] if awaited(state) else []
    if actor not in awaited(state):
        return []
    return [Offer(f"ask.{turn}", "ask", tuple(NUMBERS)), Offer(f"call.{turn}", "call", tuple(NUMBERS))]


def awaited(state: State) -> tuple[int, ...]:
    """Whose turn it is."""
    return (state.turn,) if state.seats and not outcome(state) else ()
