"""The five steps of a turn: card, move, cable, call, special. A step in which nothing can be done is left out by itself.

What is left out never hangs on what somebody keeps face down: whoever keeps any card is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from referee.allo import strips
from referee.allo.maps import near
from referee.allo.moves import Step
from referee.allo.pieces import Special
from referee.allo.state import Silence, State
from referee.allo.ways import Hop, Pair, ends, pair, way

STEPS: tuple[Step, ...] = ("card", "move", "cable", "call", "special")


def onward(state: State) -> State:
    """The next step in which something can be done, or the next turn. With paper there are no steps."""
    if state.step not in STEPS:
        return state
    for step in STEPS[STEPS.index(state.step) + 1 :]:
        if (step, True) in (("cable", can_lay(state)), ("call", can_call(state)), ("special", has_special(state))):
            return replace(state, step=step)
        if step == "call":
            state = replace(state, silence=silence(state) or state.silence)
    return over(state)


def over(state: State) -> State:
    """The card goes under the others, and the next player is to draw."""
    under = (state.card,) if state.card is not None else ()
    return replace(
        state,
        deck=(*state.deck, *under),
        card=None,
        turn=(state.turn + 1) % state.seats,
        turns=state.turns + 1,
        step="card",
    )


def reachable(state: State) -> tuple[str, ...]:
    """Where the move on the card can end: not on another player."""
    card = state.now
    if card is None:
        return ()
    taken = others(state)
    return tuple(city for city in ends(state.options.map, state.places[state.turn], card.move) if city not in taken)


def others(state: State) -> dict[str, int]:
    """Where the others stand, seen from whoever's turn it is."""
    return {city: seat for seat, city in enumerate(state.places) if seat != state.turn}


def free_cities(state: State) -> tuple[str, ...]:
    """Where nobody stands."""
    return tuple(city for city in state.options.map.codes if city not in state.places)


def layable(state: State) -> Iterator[tuple[str, tuple[Pair, ...]]]:
    """The cities that the player on turn may lay cable to, each with the links of which he must lift one first: none if
    the strips suffice."""
    here = state.places[state.turn]
    supply, taken = state.supply, others(state)
    for city, sections in near(state.options.map)[here].items():
        if city in taken and pair(here, city) not in state.laid:
            if strips.make(supply, sections):
                yield city, ()
            elif lifts := tuple(helping(state, sections)):
                yield city, lifts


def helping(state: State, sections: int) -> Iterator[Pair]:
    """The cables one of which would, if lifted, leave strips for that length."""
    supply = state.supply
    for cable in state.cables:
        if strips.make(strips.total((supply, cable.strips)), sections):
            yield cable.link


def can_lay(state: State) -> bool:
    """Is there a cable to lay?"""
    return next(layable(state), None) is not None


def line(state: State, seat: int, to: int) -> tuple[Hop, ...] | None:
    """The cheapest way for a call from one to the other."""
    return way(state.options.map, state.laid, state.towers, state.places[seat], state.places[to])


def can_call(state: State) -> bool:
    """May the player on turn call anybody, for all that the others know about the cards he keeps?"""
    seat, card = state.turn, state.now
    keeps = bool(state.kept[seat])
    if not keeps and not (card and card.call):
        return False
    ways = [line(state, seat, to) for to in range(state.seats) if to != seat]
    return any(hops is not None and (keeps or len(hops) <= state.units[seat]) for hops in ways)


def silence(state: State) -> Silence | None:
    """Why nobody could be called, where the card allows a call."""
    if not (state.now and state.now.call):
        return None
    joined = any(line(state, state.turn, to) is not None for to in range(state.seats) if to != state.turn)
    why: Literal["not connected", "units short"] = "units short" if joined else "not connected"
    return Silence(state.turn, state.places[state.turn], why, state.turns, len(state.calls), len(state.secrets))


def has_special(state: State) -> bool:
    """Does the card bring something that can be used, or kept? Secret information always does: who has shown what to whom
    is no business of the others."""
    special = state.now and state.now.special
    here = state.places[state.turn]
    if special == Special.TOWER:
        return here not in state.towers
    if special == Special.SHIFT:
        return bool(state.towers) and here not in state.towers
    return special is not None


def targets(state: State) -> tuple[int, ...]:
    """Of whom the player on turn may see the part that his card names: whoever has not shown it to him yet."""
    part = state.now and state.now.part
    return tuple(seat for seat in range(state.seats) if seat != state.turn and part in state.unseen(seat, state.turn))
