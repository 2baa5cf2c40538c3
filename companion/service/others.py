"""Other servers on the same database: what they write is seen here, and what is written here they hear of.

A wake-up names a table and a version. Nothing hangs on it: every second all tables in memory are compared with the
database, in one question, and with them who hosts, who has a page open elsewhere, and what a server left undone that died
between a move and what follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from sqlalchemy.exc import DBAPIError

from companion.errors import PhoneError
from companion.service.tables import Tables
from companion.storage.servers import presence
from companion.storage.servers.wakeups import Wakeups
from companion.storage.store import StoreError
from companion.storage.tokens import token

ORPHANED = 2.0  # seconds after which a move of another server is looked after here: that one may have died


class OtherServers:
    """What is known of them. Call it every second or so."""

    def __init__(self, tables: Tables, address: str = "") -> None:
        server = tables.store.server
        assert server
        self._tables, self._server, self._address = tables, server, address
        self._id = token()
        self._notes: dict[str, int] = {}  # how often notes of a table had changed
        self._moved: dict[str, float] = {}  # tables where another server wrote last, and when that was heard
        self._wakeups = Wakeups(server, self.heard, self.compare)
        tables.hub.tell = self._wakeups.tell

    def __call__(self) -> None:
        """Once a second or so."""
        with suppress(StoreError, DBAPIError):  # it is away, and pages say so: the next look may find it
            self.compare()
            self._look_at_hosts()
            self._look_for_presence()
        self._settle()

    def close(self) -> None:
        """Goes: the others need not wait to notice."""
        self._wakeups.close()
        with suppress(StoreError, DBAPIError):
            presence.leave(self._server, self._id)

    def heard(self, news: Mapping[str, int]) -> None:
        """Another server, or this one, says that something is new."""
        known = self._tables.cache.known
        self._compare([table for table, version in news.items() if table in known and self._is_news(table, version)])

    def compare(self) -> None:
        """Compares all that is in memory with the database."""
        self._compare(list(self._tables.cache.known))
        era = self._tables.store.setting("era")
        if era:
            self._tables.era = era

    def _is_news(self, table: str, version: int) -> bool:
        cached = self._tables.cache.known.get(table)
        return not version or not cached or cached.stale or cached.table_state.version < version

    def _compare(self, tables: list[str]) -> None:
        if not tables:
            return
        found = self._tables.store.standing(tables)
        for table in tables:
            now = found.get(table)
            try:
                if self._tables.cache.follow(table, now):
                    self._moved[table] = self._tables.cache.clock()
                if now and self._notes.get(table, 0) != now.notes:
                    self._notes[table] = now.notes
                    self._wake_notes(table)
            except PhoneError:
                continue  # gone, or put aside: whoever asks is told

    def _wake_notes(self, table: str) -> None:
        for seat in self._tables.hub.here(table):
            if isinstance(seat, int):
                self._tables.hub.wake_notes(table, seat, self._tables.notes(table, seat)[0])

    def _look_at_hosts(self) -> None:
        """A browser that was dismissed at another server hears nothing of table screens here."""
        for device in self._tables.hub.hosts() - self._tables.store.hosts():
            self._tables.hub.expel(device, seats=False)

    def _look_for_presence(self) -> None:
        hub, seats = self._tables.hub, self._tables.hub.seats()
        for table in {table for table, _ in seats}:
            with suppress(PhoneError):  # gone, or put aside
                seats |= {(table, seat) for seat in self._tables.sharing(table)}
        hub.learn_elsewhere(presence.exchange(self._server, self._id, self._address, seats))

    def _settle(self) -> None:
        """What follows from a move that another server has made, if it has not come to it."""
        now = self._tables.cache.clock()
        for table in [table for table, at in self._moved.items() if now - at >= ORPHANED]:
            del self._moved[table]
            with suppress(PhoneError, StoreError):
                if self._tables.unsettled(table):
                    self._tables.after_move(table)
