"""Wake-ups between servers of one database: LISTEN and NOTIFY carry a table and a version, and nothing hangs on them.

What is told is gathered while the last is on its way: one NOTIFY for many, on a connection of its own, after the answer. In
the transaction of a move it would take a lock that all of them share (docs/scale.md has the figures).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from companion.storage.error_log import LOG
from companion.storage.postgres import Postgres

CHANNEL = "sousmain"
TOLD = re.compile(r"([a-z0-9]{1,32}) ([0-9]{1,9})")
AGAIN = 1.0  # seconds until a connection that broke is tried again
QUIET = 5.0  # seconds without a word after which a connection is asked whether it is still there
NOTIFY = f"SELECT pg_notify('{CHANNEL}', told) FROM unnest(%s::text[]) AS told"

Heard = Callable[[Mapping[str, int]], None]


class Wakeups:
    """What this server tells the others, and hears from them."""

    def __init__(self, server: Postgres, heard: Heard, missed: Callable[[], None]) -> None:
        """`missed` is called when something may not have been heard: each time that it begins to listen."""
        self._server, self._heard, self._missed = server, heard, missed
        self._news: dict[str, int] = {}
        self._some, self._closed = threading.Event(), threading.Event()
        for work in (self._telling, self._listening):
            threading.Thread(target=self._forever, args=(work,), daemon=True, name="wakeups").start()

    def tell(self, table: str, version: int) -> None:
        """Something is new at a table: its version, or 0 for anything else. Nobody waits for it."""
        self._news[table] = merged(self._news.get(table), version)
        self._some.set()

    def close(self) -> None:
        """No more of it."""
        self._closed.set()
        self._some.set()

    def _forever(self, work: Callable[[Any], None]) -> None:
        while not self._closed.is_set():
            try:
                with self._server.raw() as connection:
                    work(connection)
            except Exception as mistake:  # the database is away, or the connection broke: what is missed is looked up
                LOG.debug("wake-ups broke off", exc_info=mistake)
            self._closed.wait(AGAIN)

    def _telling(self, connection: Any) -> None:
        connection.execute("SET synchronous_commit = off")
        while True:
            self._some.wait()
            if self._closed.is_set():
                return
            self._some.clear()
            news, self._news = self._news, {}
            with self._server.asking(connection):
                connection.execute(NOTIFY, [[f"{table} {version}" for table, version in news.items()]])

    def _listening(self, connection: Any) -> None:
        with self._server.asking(connection):
            connection.execute(f"LISTEN {CHANNEL}")
        self._missed()
        while not self._closed.is_set():
            heard: dict[str, int] = {}
            for notice in connection.notifies(timeout=QUIET, stop_after=1):
                found = TOLD.fullmatch(notice.payload)
                if found:
                    heard[found[1]] = merged(heard.get(found[1]), int(found[2]))
            if heard:
                with suppress(Exception):  # what is missed is looked up
                    self._heard(heard)
            else:
                with self._server.asking(connection):
                    connection.execute("SELECT 1")


def merged(before: int | None, version: int) -> int:
    """Two wake-ups for one table as one: the later version, or 0 if one of them says that there is something else."""
    return version if before is None else max(before, version) if before and version else 0
