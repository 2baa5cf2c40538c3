"""Code 777 as one value: the contract of `referee/game.py`, kept."""

from __future__ import annotations

from referee.assembly import Assembled
from referee.code777 import changes, forms, knowledge, moves, offers, rules, state, views
from referee.code777.pieces import PLAYERS

GAME = Assembled(
    "code777",
    PLAYERS,
    forms=forms,
    deals_before=forms.deals_before,
    moves=moves,
    events=moves,
    rules=rules,
    state=state,
    changes=changes,
    offers=offers,
    views=views,
    knowledge=knowledge,
)
