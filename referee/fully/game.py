"""Fully as one value: the contract of `referee/game.py`, kept."""

from __future__ import annotations

from referee.assembly import Assembled
from referee.fully import changes, forms, knowledge, moves, offers, rules, state, views
from referee.fully.pieces import PLAYERS

GAME = Assembled(
    "fully",
    PLAYERS,
    forms=forms,
    moves=moves,
    events=moves,
    rules=rules,
    state=state,
    changes=changes,
    offers=offers,
    views=views,
    knowledge=knowledge,
    shared=True,
)
