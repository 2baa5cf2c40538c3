"""A table of Allo... la France as a test wants it, and people who play at it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee.allo import moves as m
from referee.allo import strips
from referee.allo.france import FRANCE
from referee.allo.game import GAME
from referee.allo.maps import near
from referee.allo.pieces import DECK, Special
from referee.allo.state import Cable, State
from referee.allo.ways import pair
from referee.chance import Chance
from referee.game import Refused

SEED = bytes(32)
C = {city.name: city.code for city in FRANCE.cities}
NUMBERS = (
    m.Number(C["Besançon"], "08", "11", "40"),
    m.Number(C["Nantes"], "01", "33", "70"),
    m.Number(C["Paris"], "02", "22", "10"),
)


def a_card(move: int | None = None, call: bool | None = None, special: Special | None = None) -> int:
    """The number of a card like that; without a special unless told."""
    for card in DECK:
        if move in (None, card.move) and call in (None, card.call) and card.special == special:
            return card.number
    raise AssertionError("no such card")


def table(*cities: str, **more: Any) -> State:
    """Three players in those cities, the first on turn and about to draw."""
    (dealt,) = GAME.deal(m.Options(), 3, Chance(SEED, 0))
    state = replace(GAME.evolve(GAME.start(), dealt), turn=0, numbers=NUMBERS, places=tuple(C[city] for city in cities))
    if (card := more.get("card")) is not None:
        more["deck"] = tuple(number for number in state.deck if number != card)
    return replace(state, **more)


def play(state: State, actor: Any, *moves: m.Move) -> State:
    """Somebody does something, or several things."""
    for move in moves:
        for event in GAME.decide(state, actor, move, Chance(SEED, 1)):
            state = GAME.evolve(state, event)
    return state


def refused(state: State, actor: Any, move: m.Move) -> tuple[str, dict[str, Any]]:
    """The rule that forbids it, and the facts."""
    with pytest.raises(Refused) as refusal:
        GAME.decide(state, actor, move, Chance(SEED, 1))
    return refusal.value.rule, refusal.value.evidence


def cabled(*links: tuple[str, str]) -> tuple[Cable, ...]:
    """Those links with cable, from strips that are there."""
    found = []
    for a, b in links:
        made = strips.make(strips.left(c.strips for c in found), near(FRANCE)[C[a]][C[b]])
        assert made
        found.append(Cable(pair(C[a], C[b]), made))
    return tuple(found)


def kinds(state: State, actor: Any = 0) -> list[str]:
    """What he may do now."""
    return [offer.kind for offer in GAME.moves(state, actor)]
