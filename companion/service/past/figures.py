"""Figures of the evening and of all time: games and how long they last; wins by name, where the house counts them.

Nothing leaves the house: they follow from the list of its own finished games. By name only those games count that ended while
the host had it switched on, and no player who said that he shall be left out.
"""

from __future__ import annotations

import csv
import io
import time
from contextlib import suppress

from msgspec import Struct

from companion.errors import BadRequest, NotFound
from companion.service.past.evening import NIGHT
from companion.storage import finished_games
from companion.storage.finished_games import GameFigures, Wins
from companion.storage.game_index import WINS
from companion.storage.pubsub import Hub
from companion.storage.store import NotWritten, Store
from companion.table.names import in_a_cell
from templates.i18n import say

SHOWN = 50  # names on the page; a file has them all
IN_A_FILE = 100_000
BELIEVED = 2.0  # seconds that an answer of the store holds: every page of a phone asks


class Period(Struct, frozen=True):
    """Figures of some time: since when, of each game, and of those who are counted by name."""

    since: float | None
    games: list[GameFigures]
    wins: list[Wins]


class Figures:
    """The figures of a house."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self._store, self._hub = store, hub
        self._on, self._until = False, 0.0

    def evening(self, names: int = SHOWN) -> Period | None:
        """Those of the last evening; none if nothing was played yet."""
        since = finished_games.evening_began(self._store, NIGHT)
        return None if since is None else self._of(since, names)

    def ever(self, names: int = SHOWN) -> Period:
        """Those of all time."""
        return self._of(None, names)

    def _of(self, since: float | None, names: int) -> Period:
        wins = finished_games.wins_by_name(self._store, names, since)
        return Period(since, finished_games.by_game(self._store, since), wins)

    @property
    def by_name(self) -> bool:
        """Does this house count wins by name?"""
        if time.monotonic() >= self._until:
            with suppress(NotWritten):
                self._on = self._store.setting(WINS) is not None
            self._until = time.monotonic() + BELIEVED
        return self._on

    def count_by_name(self, on: bool) -> None:
        """Switches it on for games that end from now on, or off; every phone is told."""
        self._store.write_setting(WINS, "on") if on else self._store.untell(WINS)
        self._until = 0.0
        self._hub.stir()

    def counts(self, device: str) -> bool | None:
        """Are the wins of that phone counted? None where nobody's are."""
        if not self.by_name:
            return None
        try:
            return not self._store.left_out(device)
        except NotWritten:
            return None

    def leave_out(self, device: str, out: bool) -> None:
        """A player does not want his wins to be counted, at whatever table he sits with that phone; or wants it again."""
        self._store.write_left_out(device, out)

    def forget(self, name: str) -> None:
        """Takes a name out of the list and the figures."""
        if not name.strip():
            raise BadRequest(say("Whose name?"))
        if not finished_games.forget_names(self._store, name):
            raise NotFound(say("Nobody of that name is in the list."))

    def forget_all(self) -> None:
        """Takes all names out of the list and the figures."""
        finished_games.forget_names(self._store, None)


def as_csv(found: list[Wins]) -> str:
    """Wins by name as a table for a spreadsheet: a line for each player and game. No name is taken for a formula."""
    text = io.StringIO()
    made = csv.writer(text, lineterminator="\r\n")
    made.writerow(("name", "game", "games", "wins"))
    for each in found:
        made.writerows((in_a_cell(each.name), slug, games, wins) for slug, (games, wins) in each.by_game.items())
    return text.getvalue()
