"""Allo... la France as one value: the contract of `referee/game.py`, kept."""

from __future__ import annotations

from referee.allo import changes, events, forms, knowledge, maps, moves, offers, rules, state, views
from referee.allo.pieces import PLAYERS
from referee.assembly import Assembled

GAME = Assembled(
    "allo",
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
)
