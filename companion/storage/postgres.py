"""PostgreSQL: several servers on one database. Connections are many, each wait is bounded, and one that stalls is cut.

A wait for the database stops nobody but whoever waits: psycopg gives way to other greenlets once gevent has patched the
system's sockets, and no lock is held over all tables. While the database is away (`AWAY`) nobody tries it but the one that
looks whether it is back.
"""

from __future__ import annotations

import os
import socket
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, create_engine, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from companion.storage.store_errors import AWAY, InDoubt, Locked, NotWritten, StoreError

CONNECTIONS = 10  # of one server; PostgreSQL has 100 unless somebody says otherwise
PATIENCE = 2.0  # seconds that one waits for a new connection
QUEUE = 15.0  # seconds that one waits for a free one: when many come at once, each waits for those before it
BEAT = 0.5  # seconds between two looks at what is asked
STALLED = 4.0  # seconds after which a question without an answer is given up
# How long a session waits: for a lock, for an answer, for us. Told with the connection: it costs no question of its own.
SESSION = "-c lock_timeout=1000 -c statement_timeout=3000 -c idle_in_transaction_session_timeout=10000"
LOCK_TIMEOUT, CANCELED, DEADLOCK, SERIALIZATION = "55P03", "57014", "40P01", "40001"
TOO_MANY = "53300"  # connections
AGAIN = (LOCK_TIMEOUT, CANCELED, DEADLOCK, SERIALIZATION, TOO_MANY)  # nothing was written; the same may do in a moment

STANDING = text(
    "SELECT t.id,"
    " coalesce((SELECT l.version FROM log l WHERE l.table_id = t.id ORDER BY l.version DESC LIMIT 1), 0),"
    " ARRAY(SELECT h.seat || ' ' || h.device FROM holders h WHERE h.table_id = t.id),"
    " coalesce((SELECT sum(n.version) FROM notes n WHERE n.table_id = t.id), 0)"
    " FROM tables t WHERE t.id = ANY(:tables)"
)


class Standing(Struct, frozen=True):
    """How far a table is, whoever wrote it: its version, which phones hold its seats, and how often notes changed."""

    version: int
    holders: frozenset[tuple[int, str]]
    notes: int


def database_url(given: str) -> URL:
    """The address of a database, with the driver that we use. Raises StoreError for what is none."""
    try:
        url = make_url(given)
    except Exception:
        raise StoreError("no address of a database") from None
    if url.get_backend_name() not in ("postgresql", "postgres"):
        raise StoreError("no address of a PostgreSQL database")
    return url.set(drivername="postgresql+psycopg")


class Turnstile:
    """Lets so many in at a time, in the order in which they came.

    A pool alone does not: whoever asks for one connection after the other has the next before those that wait wake up.
    """

    def __init__(self, room: int) -> None:
        self._room, self._lock = room, threading.Lock()
        self._waiting: deque[threading.Event] = deque()

    def enter(self, patience: float) -> bool:
        """Waits for room. No if there was none for so long."""
        with self._lock:
            if self._room and not self._waiting:
                self._room -= 1
                return True
            turn = threading.Event()
            self._waiting.append(turn)
        if turn.wait(patience):
            return True
        with self._lock:
            if turn.is_set():
                return True
            self._waiting.remove(turn)
            return False

    def leave(self) -> None:
        """Lets the next one in."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._room += 1


class Postgres:
    """The way to one database on a server."""

    def __init__(self, url: str) -> None:
        self.url = database_url(url)
        try:
            self.engine = make_engine(self.url)
        except ImportError:
            raise StoreError("no driver") from None
        self._reader = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.away = False
        self._turnstile = Turnstile(CONNECTIONS)
        self._busy: dict[int, tuple[int, int]] = {}  # since which beat a connection is asked something, and its file
        self._beats = 0
        self._closed = threading.Event()
        threading.Thread(target=self._watch, daemon=True, name="postgres").start()

    @contextmanager
    def writing(self, trying: bool = False) -> Iterator[Connection]:
        """A transaction, committed when this ends; or an exception, `NotWritten` if nothing can have been written."""
        with self._connected(self.engine, trying) as connection:
            committing = False
            try:
                with connection.begin():
                    yield connection
                    committing = True
            except DBAPIError as mistake:
                if not self._lost(mistake):
                    raise
                raise (InDoubt if committing else NotWritten)(AWAY) from None

    @contextmanager
    def reading(self, trying: bool = False) -> Iterator[Connection]:
        """Statements one by one: each is a question and an answer, and none waits for another."""
        with self._connected(self._reader, trying) as connection:
            try:
                yield connection
            except DBAPIError as mistake:
                if not self._lost(mistake):
                    raise
                raise NotWritten(AWAY) from None

    def standing(self, tables: Sequence[str]) -> dict[str, Standing]:
        """How far each of these tables is; those that are gone are left out."""
        with self.reading() as connection:
            found = connection.execute(STANDING, {"tables": list(tables)})
            return {
                table: Standing(version, frozenset(map(held, holders)), int(notes))
                for table, version, holders, notes in found
            }

    def back(self) -> bool:
        """Was it away, and is it back?"""
        if not self.away:
            return False
        with suppress(StoreError, DBAPIError), self.reading(trying=True) as connection:
            connection.execute(text("SELECT 1"))
            self.away = False
            return True
        return False

    def raw(self) -> Any:
        """A connection of psycopg's own, for whoever listens."""
        import psycopg

        return psycopg.connect(
            self.url.set(drivername="postgresql").render_as_string(hide_password=False),
            autocommit=True,
            connect_timeout=int(PATIENCE),
        )

    def close(self) -> None:
        """Lets go of it."""
        self._closed.set()
        self.engine.dispose()

    @contextmanager
    def _connected(self, engine: Engine, trying: bool) -> Iterator[Connection]:
        if self.away and not trying:
            raise NotWritten(AWAY)
        if not self._turnstile.enter(QUEUE):
            raise Locked("all connections are in use")
        try:
            try:
                connection = engine.connect()
            except DBAPIError as mistake:
                if self._lost(mistake):
                    raise NotWritten(AWAY) from None
                raise
            with connection, self.asking(connection.connection.driver_connection):
                yield connection
        finally:
            self._turnstile.leave()

    @contextmanager
    def asking(self, connection: Any) -> Iterator[None]:
        """While a connection is asked something: if it takes too long it is cut, and whoever waits hears of it."""
        key = id(connection)
        self._busy[key] = self._beats, connection.fileno()
        try:
            yield
        finally:
            self._busy.pop(key, None)

    def _lost(self, mistake: DBAPIError) -> bool:
        """Is the database out of reach? Then all that follow hear so at once."""
        code = getattr(mistake.orig, "sqlstate", None) or ""
        if code in AGAIN:
            raise Locked(str(mistake.orig)) from None
        broken = isinstance(mistake, OperationalError | InterfaceError)
        gone = mistake.connection_invalidated or (broken and (not code or code[:2] in ("08", "57")))
        if gone:
            self.away = True
        return gone

    def _watch(self) -> None:
        # Beats are counted, not seconds: a server that is busy with itself takes long to hear an answer that is there.
        while not self._closed.wait(BEAT):
            self._beats += 1
            for key, (since, file) in list(self._busy.items()):
                if (self._beats - since) * BEAT <= STALLED:
                    continue
                self._busy.pop(key, None)
                with suppress(OSError), socket.socket(fileno=os.dup(file)) as cut:
                    cut.shutdown(socket.SHUT_RDWR)


def make_engine(url: URL) -> Engine:
    """Connections to a server, so many at a time; each is told how long it may wait."""
    return create_engine(
        url,
        hide_parameters=True,
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_use_lifo=True,
        connect_args={"connect_timeout": int(PATIENCE), "options": SESSION},
    )


def held(line: str) -> tuple[int, str]:
    """A seat and the phone that holds it, as `STANDING` tells them."""
    seat, _, device = line.partition(" ")
    return int(seat), device


def without_password(url: str) -> str:
    """An address as it may be shown."""
    return make_url(url).render_as_string(hide_password=True)
