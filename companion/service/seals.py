"""The final seals of the games of a table: kept with the move that ends a game, and at hand for every page."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from sqlalchemy.exc import DBAPIError

from companion.storage.error_log import LOG
from companion.storage.history import finished_game
from companion.storage.store import Store, StoreError
from companion.table.state import TableState
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

    def of(self, table_state: TableState) -> dict[int, str]:
        """The seals of games of a table that can be saved, by their numbers: those kept, and always that of the last.

        A game that an older version finished has its own once its record is asked for.
        """
        mark = marked(table_state)
        found = self._known.get(table_state.id)
        if found and found[0] == mark:
            return found[1]
        with self._lock:
            found = self._known.get(table_state.id)
            if not found or found[0] != mark:
                while len(self._known) >= KNOWN:
                    del self._known[next(iter(self._known))]
                found = self._known[table_state.id] = mark, self._shown(table_state, mark[0]) if mark[0] else {}
        return found[1]

    def forget(self, table: str) -> None:
        """A table has gone; its name may come back."""
        with self._lock:
            self._known.pop(table, None)

    def _shown(self, table_state: TableState, games: int) -> dict[int, str]:
        """As `_made`; whatever goes wrong with them takes no page away."""
        try:
            return self._made(table_state, games)
        except Exception as mistake:  # told once: what was found is kept until the table changes
            LOG.error("the seals of table %s could not be made", table_state.id, exc_info=mistake)
            return {}

    def made(self, table: str, game: int) -> str:
        """The seal of one game that can be saved, made now if it is not kept."""
        version = self._ended(table, game)
        before = self._store.seals(table).get(game)
        if before and before[0] == version:
            return before[1]
        played = finished_game(self._store, table, game)
        if not played:
            return ""
        seal = final_seal(record.write(*played))
        self._keep(table, game, version, seal)
        return seal

    def keep(self, table: str, game: int, data: bytes) -> None:
        """Keeps the seal of a record that was written, if there is none yet: of a game that an older version finished."""
        if game not in self._store.seals(table):
            self._keep(table, game, self._ended(table, game), final_seal(data))
            self.forget(table)

    def _made(self, table_state: TableState, games: int) -> dict[int, str]:
        """Those that are kept, and that of the last game, which may have been put right since it was."""
        there = self._store.seals(table_state.id)
        kept = {game: seal for game, (_, seal) in sorted(there.items()) if game < games}
        version, last = there.get(games, (0, ""))
        if version != table_state.ended:
            last = self.made(table_state.id, games)
        return {**kept, games: last} if last else kept

    def _ended(self, table: str, game: int) -> int:
        """The version of the act that ended a game, or put it right after its end."""
        start, after = self._store.snapshot(table, game), self._store.snapshot(table, game + 1)
        if start:
            return max(endings(self._store.acts(table, start[0], after[0] if after else None)).values(), default=0)
        return endings(self._store.acts(table)).get(game, 0)

    def _keep(self, table: str, game: int, version: int, seal: str) -> None:
        try:
            self._store.keep_seal(table, game, version, seal)
        except StoreError:
            return  # the store has told why; it is no less true, and kept when it is asked for after the next start
        except DBAPIError as mistake:
            LOG.error("the seal of game %s of table %s could not be kept", game, table, exc_info=mistake)


def marked(table_state: TableState) -> Mark:
    """What the seals of a table hang on. Names, seats and options of a game that is over change for the next one only."""
    playing = table_state.phase == "playing"
    return table_state.number - playing, -1 if playing else len(table_state.turns)


def endings(acts: Iterable[tuple[int, bytes]]) -> dict[int, int]:
    """The version of the act that ended each game, or put it right after its end."""
    found: dict[int, int] = {}
    for version, act in acts:
        if act.startswith(BEGINS):
            found[len(found) + 1] = version
        elif act.startswith(CHANGES) and found:
            found[len(found)] = version
    return found
