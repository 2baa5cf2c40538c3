"""What is told of an evening: how long the last game took, and who won how many of the games before it at this table."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from companion.storage.store import Store
from companion.table.clock import counted_silence
from companion.table.endings import played_seconds
from companion.table.state import Result, TableState

NIGHT = 6 * 3600.0  # seconds between two games that are of different evenings
KNOWN = 1000  # tables in memory


class Evening(Struct, frozen=True):
    """The minutes that the last game took, and the wins of each name in the games of this evening, most of them first."""

    minutes: int
    games: int = 0
    wins: tuple[tuple[str, int], ...] = ()


class Evenings:
    """Of every table that somebody asked for lately."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[int, Evening]] = {}

    def of(self, table_state: TableState) -> Evening | None:
        """The evening of a table whose game is over; it is looked up once for each end of a game."""
        if table_state.phase not in ("over", "abandoned"):
            return None
        found = self._known.get(table_state.id)
        if not found or found[0] != table_state.ended:
            while len(self._known) >= KNOWN:
                del self._known[next(iter(self._known))]
            found = self._known[table_state.id] = table_state.ended, self._read(table_state)
        return found[1]

    def forget(self, table: str) -> None:
        """A table has gone; its name may come back."""
        self._known.pop(table, None)

    def _read(self, table_state: TableState) -> Evening:
        results = table_state.results
        after = min([table_state.start, *(each.version for each in results)]) - 1
        times = dict(enumerate(self._store.times(table_state.id, after), after + 1))
        counted = counted_silence(table_state.options)
        game = [times[version] for version in range(table_state.start, table_state.ended + 1) if version in times]
        played = played_seconds(game, counted)
        tonight = last_evening(results, times)
        wins = Counter({name: 0 for each in tonight for name in each.names})
        wins.update(name for each in tonight for name in each.winners)
        ranked = sorted(wins.items(), key=lambda item: -item[1])  # of equals, whoever sat down first
        return Evening(round(played / 60), len(tonight), tuple(ranked))


def last_evening(results: tuple[Result, ...], times: dict[int, float]) -> list[Result]:
    """The games that were played without a night between them, up to the last one."""
    found: list[Result] = []
    for result in reversed(results):
        if found and times.get(found[-1].version, 0.0) - times.get(result.version, 0.0) > NIGHT:
            break
        found.append(result)
    return found[::-1]
