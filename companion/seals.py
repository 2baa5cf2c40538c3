"""The final seals of the games of a table: made once when a game ends, kept in the store, and at hand for every page."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from sqlalchemy.exc import DBAPIError

from companion.journal import LOG
from companion.past import past
from companion.sitting import Sitting
from companion.store import Store
from referee import record
from referee.sealcode import final_seal

KNOWN = 1000  # tables in memory
Mark = tuple[
    int, int
]  # games that can be saved, and moves of the last one: as long as it is the same, so are the seals
BEGINS, CHANGES = b'{"act":"began"', (b'{"act":"moved"', b'{"act":"abandoned"')  # acts of a log


class Seals:
    """Of every table that somebody asked for lately."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[Mark, dict[int, str]]] = {}
        self._lock = threading.Lock()

    def of(self, sitting: Sitting) -> dict[int, str]:
        """The seal of each game of a table that can be saved, by its number. What is missing is made now."""
        mark = marked(sitting)
        found = self._known.get(sitting.id)
        if found and found[0] == mark:
            return found[1]
        with self._lock:
            found = self._known.get(sitting.id)
            if not found or found[0] != mark:
                while len(self._known) >= KNOWN:
                    del self._known[next(iter(self._known))]
                found = self._known[sitting.id] = mark, self._made(sitting.id, mark[0]) if mark[0] else {}
        return found[1]

    def _made(self, table: str, games: int) -> dict[int, str]:
        acts = self._store.acts(table)
        kept = self._store.seals(table)
        found = {}
        for game, version in endings(acts).items():
            if game > games:
                continue  # it has begun since
            before = kept.get(game)
            if before and before[0] == version:
                found[game] = before[1]
            elif played := past(table, acts, game):
                found[game] = final_seal(record.write(*played))
                self._keep(table, game, version, found[game])
        return found

    def _keep(self, table: str, game: int, version: int, seal: str) -> None:
        try:
            self._store.keep_seal(table, game, version, seal)
        except DBAPIError as mistake:  # it is no less true, and kept when it is asked for after the next start
            LOG.error("the seal of game %s of table %s could not be kept", game, table, exc_info=mistake)


def marked(sitting: Sitting) -> Mark:
    """What the seals of a table hang on. Names, seats and options of a game that is over change for the next one only."""
    playing = sitting.phase == "playing"
    return sitting.number - playing, -1 if playing else len(sitting.turns)


def endings(acts: Iterable[tuple[int, bytes]]) -> dict[int, int]:
    """The version of the act that ended each game, or put it right after its end."""
    found: dict[int, int] = {}
    for version, act in acts:
        if act.startswith(BEGINS):
            found[len(found) + 1] = version
        elif act.startswith(CHANGES) and found:
            found[len(found)] = version
    return found
