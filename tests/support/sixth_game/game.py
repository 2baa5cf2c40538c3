"""Higher as one value: the contract of `referee/game.py`, kept."""

from __future__ import annotations

from support.sixth_game import changes, moves, rules, state, views
from support.sixth_game.pieces import PLAYERS

from referee.assembly import Assembled

GAME = Assembled(
    "higher", PLAYERS, moves=moves, events=moves, rules=rules, offers=rules, state=state, changes=changes, views=views
)
