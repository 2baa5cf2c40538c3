"""Allo... la France as one value: the contract of `referee/game.py`, kept."""

from __future__ import annotations

from referee.allo import moves, offers, rules, state, views
from referee.allo.pieces import PLAYERS
from referee.assembly import Assembled

GAME = Assembled("allo", PLAYERS, moves=moves, rules=rules, state=state, offers=offers, views=views)
