"""Records of all tables: a list of every finished game that can be searched, and many records in one file.

A game is listed in the transaction that ends it. Games that an older version finished are listed afterwards, table by
table, a moment in every second.
"""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress

from msgspec.structs import replace
from sqlalchemy.exc import DBAPIError

from companion.errors import PhoneError
from companion.service.seals import Seals
from companion.storage import finished_games
from companion.storage.cache import TableCache
from companion.storage.error_log import LOG
from companion.storage.finished_games import ListedGame, Search
from companion.storage.store import Conflict, StoreError
from companion.table import endings
from companion.table.acts import decode
from companion.table.endings import FinishedGame
from companion.table.state import TableState

A_PAGE = 25
LAST_PAGE = 400  # who looks for something older says what
IN_ONE_FILE = 200  # records
AT_A_TIME = 0.05  # seconds of every one that old games may take from those that are played
ASKED_AT_ONCE = 100  # tables


class HouseRecords:
    """The finished games of all tables."""

    def __init__(self, cache: TableCache, seals: Seals) -> None:
        self._cache, self._store, self._seals = cache, cache.store, seals
        self._stuck: set[str] = set()  # tables that cannot be read: tried again at the next start
        self._caught_up = False

    def catch_up(self, seconds: float = AT_A_TIME, clock: Callable[[], float] = time.monotonic) -> bool:
        """Lists games that an older version finished, for so long. Are all listed that can be?"""
        end = clock() + seconds
        while not self._caught_up:
            asked = finished_games.unlisted(self._store, ASKED_AT_ONCE + len(self._stuck))
            left = [table for table in asked if table not in self._stuck]
            self._caught_up = not left
            for table in left:
                self._list(table)
                if clock() >= end:
                    return False
                time.sleep(0)  # everybody else has a turn between two of them
        return True

    def _list(self, table: str) -> None:
        with self._cache.lock(table):
            try:
                acts, times = self._store.acts(table), self._store.times(table)
                found = games_of_log(table, acts, times)
                finished_games.list_table(self._store, table, acts[-1][0] if acts else 0, found)
            except Conflict:
                pass  # somebody played meanwhile: the next look
            except (StoreError, DBAPIError):
                raise
            except Exception as mistake:
                self._stuck.add(table)
                LOG.warning("the games of table %s could not be listed", table, exc_info=mistake)

    def count(self, search: Search) -> int:
        """How many games were found."""
        return finished_games.count(self._store, search)

    def page(self, search: Search, number: int) -> list[ListedGame]:
        """One page of them, the latest first, each with its seal."""
        found = finished_games.find(self._store, search, A_PAGE, A_PAGE * (number - 1))
        return [self._sealed(each) for each in found]

    def _sealed(self, listed: ListedGame) -> ListedGame:
        with suppress(PhoneError):  # a table that cannot be read
            if self._cache.load(listed.table).table_state.keeps(listed.game):
                played = tuple(replace(each, won=False) for each in listed.played)
                return replace(listed, seal="", played=played)  # others play with the same cards
        if listed.seal:
            return listed
        time.sleep(0)  # of an old game it is made now: others have their turn in between
        try:
            seal = self._seals.made(listed.table, listed.game)
        except (StoreError, DBAPIError):
            raise
        except Exception as mistake:
            LOG.warning(
                "the seal of game %s of table %s could not be made", listed.game, listed.table, exc_info=mistake
            )
            return listed
        return replace(listed, seal=seal)

    def zipped(self, search: Search, record: Callable[[str, int], bytes]) -> Iterator[bytes]:
        """The records that were found, the latest of them, as one file that is made while it is sent."""
        found = finished_games.find(self._store, search, IN_ONE_FILE)
        sink = Sink()
        with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
            for each in found:
                time.sleep(0)  # everybody else has a turn between two of them
                try:
                    data = record(each.table, each.game)
                except PhoneError:
                    continue  # its table was deleted meanwhile, or cannot be read
                made = zipfile.ZipInfo(record_name(each.slug, each.table, each.game), zip_time(each.at))
                made.external_attr = 0o600 << 16
                archive.writestr(made, data, zipfile.ZIP_DEFLATED)
                yield sink.taken()
        yield sink.taken()


class Sink(io.RawIOBase):
    """What was written since somebody last took it."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: object) -> int:
        """One more part."""
        part = bytes(data)  # type: ignore[call-overload]
        self._parts.append(part)
        return len(part)

    def taken(self) -> bytes:
        """All of it."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


def record_name(slug: str, table: str, game: int) -> str:
    """The name of the file of a record."""
    return f"{slug}-{table}-{game}.jsonl"


def zip_time(at: float) -> tuple[int, int, int, int, int, int]:
    """A time as such a file can tell it; a laptop whose clock was wrong gets the nearest one."""
    found = time.localtime(at)[:6]
    return min(max(found, (1980, 1, 1, 0, 0, 0)), (2107, 12, 31, 23, 59, 58))


def games_of_log(table: str, acts: list[tuple[int, bytes]], times: list[float]) -> list[FinishedGame]:
    """The games that a table has finished, each as it ended last."""
    now, found = TableState(table), dict[int, FinishedGame]()
    for version, act in acts:
        before = endings.game_mark(now)
        now.follow(version, decode(act))
        if endings.has_ended(before, now):
            found[now.number] = endings.finished_game_of(now, times[now.start - 1 : version])
        elif endings.was_reopened(before, now):
            found.pop(now.number, None)
    return list(found.values())
