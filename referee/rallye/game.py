"""Rallye-Code as one value: the contract of `referee/game.py`, kept."""

from __future__ import annotations

from referee.assembly import Assembled
from referee.rallye import changes, events, forms, knowledge, maps, moves, offers, rules, state, turns, views
from referee.rallye.pieces import PLAYERS
from referee.rallye.road.tariff import EDITIONS

GAME = Assembled(
    "rallye",
    PLAYERS,
    forms=forms,
    moves=moves,
    events=events,
    rules=rules,
    state=state,
    changes=changes,
    offers=offers,
    views=views,
    knowledge=knowledge,
    maps=maps,
    breath=turns,
    editions=EDITIONS,
    notes=True,
    secret=False,
)
