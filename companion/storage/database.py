"""A database that is open: its transactions, the file it is in, and what happens when that file is lost, locked or full.

SQLAlchemy Core. SQLite has one connection and one writer: before 3.51.3 it can corrupt a write-ahead log that several
write. PostgreSQL is another URL, with many of both (`postgres`). Transactions are begun here and not by the driver, which
would leave the making of tables out of them. Nobody is waited for: whoever asks can wait without holding up everybody
(`Locked`). `file_identity` watches the file.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from sqlalchemy import Connection, bindparam, event, insert, inspect, select, text, update
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, OperationalError

from companion.storage.copies import Unsound, checked_contents, connected, copies_folder, copy_database, unused
from companion.storage.file_identity import DatabaseStamp, FileChanged, FileGuard, leave_open
from companion.storage.schema import SCHEMA, about, between, metadata, migrate
from companion.storage.sqlite_engine import SAFE, engine, locked
from companion.storage.store_errors import AWAY, DatabaseReplaced, Locked, NotTried, StoreError

if TYPE_CHECKING:
    from companion.storage.postgres import Postgres, Standing

LEAST_SHRUNK = 1_000_000  # bytes that are worth a moment at the start
PATIENCE = 2.0  # seconds that another program may hold the database before a phone is told to try again
AT_START = 5.0  # the same, before this one has started
PAUSE = 0.02  # seconds between two tries
OURS = 0x50055  # the advisory lock of whoever makes or changes the tables on a server
UNWRITABLE = "unwritable"  # the disk is full, or can only be read

Done = TypeVar("Done")

STAMP = select(about.c.value).where(about.c.key == "stamp")
STAMPED = update(about).where(about.c.key == "stamp", about.c.value == bindparam("old")).values(value=bindparam("new"))


class Database:
    """One database, whatever is kept in it."""

    def __init__(self, url: str) -> None:
        self._lock, self._within = threading.RLock(), False  # is a transaction open on the one connection to a file?
        self.server: Postgres | None = None  # several may write: what memory knows is compared
        try:
            if url.startswith("postgres"):
                from companion.storage.postgres import Postgres

                self.server = Postgres(url)
            self._engine = self.server.engine if self.server else engine(url)
        except (ArgumentError, ImportError) as mistake:
            raise StoreError(str(mistake)) from None
        self._writer = self._engine.execution_options(writes=True)
        self._guard: FileGuard | None = None
        self._closed = False
        self._failing = ""  # what keeps it from writing though the file is ours
        self.generation = (
            0  # another one when the database was opened anew: what was read before may never have been there
        )
        try:
            retry_while_locked(self._prepare, AT_START)
        except DBAPIError as mistake:
            self.close()
            raise StoreError(str(mistake.orig)) from None
        except BaseException:
            self.close()
            raise

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction that is on the disk when this ends, in the file that will be found there; or an exception."""
        if self.server:
            with self._noting(), self.server.writing() as connection:
                yield connection
            self._failing = ""
            return
        with self._guarded(), self._writer.begin() as connection:
            if self._guard:
                self._guard.written = next_stamp(connection, self._guard.stamp)
            yield connection

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Within this block there is one transaction: there is one connection, and a second one would undo what the first has
        written so far."""
        with self._lock:
            if self._within:
                raise StoreError("a transaction within a transaction: the one that is open must end first")
            self._within = True
            try:
                yield
            finally:
                self._within = False

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Within this block a transaction is made, in the file that will be found there; or an exception."""
        with self._alone():
            self._be_at_home(NotTried)
            try:
                yield
            except DBAPIError as mistake:
                if locked(mistake):
                    raise Locked(str(mistake.orig)) from None
                self._note(mistake)
                raise
            self._failing = ""
            if self._guard:
                if not self._guard.still_ours():
                    self._be_at_home(DatabaseReplaced)
                self._guard.stamp = self._guard.written
                mode = self._guard.due()
                if mode:
                    self._checkpoint(mode)
                    with suppress(FileChanged):  # it was on the disk when we looked; the next one will look again
                        self._guard.follow(self._guard.known)

    def writing(self) -> AbstractContextManager[Connection]:
        """A transaction, for a part of the store that has a module of its own."""
        return self._writing()

    def reading(self) -> AbstractContextManager[Connection]:
        """The same, for whoever only asks."""
        return self._reading()

    @contextmanager
    def _noting(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as mistake:
            self._note(mistake)
            raise

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        if self.server:
            with self.server.reading() as connection:
                yield connection
            return
        with self._alone():
            try:
                with self._engine.begin() as connection:
                    yield connection
            except DBAPIError as mistake:
                if locked(mistake):
                    raise Locked(str(mistake.orig)) from None
                raise

    @property
    def trouble(self) -> str:
        """What keeps it from writing, in one word; nothing if all is well."""
        if self.server and self.server.away:
            return AWAY
        return (self._guard.kind if self._guard else "") or self._failing

    @property
    def shared(self) -> bool:
        """May other servers write here, too?"""
        return self.server is not None

    def standing(self, tables: Sequence[str]) -> dict[str, Standing]:
        """How far each of these tables is, whoever wrote it; of a shared database only."""
        return self.server.standing(tables) if self.server else {}

    @property
    def stamp(self) -> str:
        """Another one after each transaction, the same for the same contents; of a file only."""
        return str(self._guard.stamp) if self._guard else ""

    def look(self) -> str:
        """Looks after the file, and tries whether it can be written again if it could not. What the trouble is."""
        if self.server and self.server.back():
            self.generation += 1  # others may have written meanwhile
        with self._lock, suppress(StoreError, DBAPIError):
            if self._failing:
                with self._writing():
                    pass
            else:
                self._be_at_home(NotTried)
        return self.trouble

    def rescue(self, file: Path) -> bool:
        """Saves what is open here although its file has gone. No if there is nothing whole to be saved."""
        with self._lock:
            try:
                with closing(self._engine.raw_connection()) as connection:
                    copy_database(cast(sqlite3.Connection, connection.driver_connection), file)
                if self._guard and checked_contents(file).stamp in self._guard.accepted:
                    return True
            except (DBAPIError, sqlite3.Error, OSError, Unsound):
                pass
        with suppress(OSError):
            file.unlink()
        return False

    def _be_at_home(self, missed: type[DatabaseReplaced]) -> None:
        """Raises that unless the database at its place is the one that holds all that was answered; opens it if need be."""
        guard = self._guard
        if not guard or guard.unchanged():
            return
        was = guard.known
        try:
            if guard.wal_only:
                self._checkpoint()  # all that was in it is still open here, and goes into the database
            now = guard.judge()
            if (now.main, now.opened) != (was.main, was.opened):
                self._engine.dispose()  # moved, or as we left it: SQLite spoils nothing as it closes
                self.generation += 1
            self._checkpoint()
            guard.follow(now)
        except FileChanged as changed:
            raise missed(changed.kind) from None
        except DBAPIError as mistake:
            self._note(mistake)
            raise missed(str(mistake.orig)) from None

    def _checkpoint(self, mode: str = "TRUNCATE") -> None:
        """Brings the write-ahead log into the database, as far as nobody reads it still."""
        if not self._guard:
            return
        with suppress(sqlite3.Error), self._engine.connect() as connection:
            raw = cast(sqlite3.Connection, connection.connection.driver_connection)
            if not raw.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()[0]:
                self._guard.checkpointed = self._guard.stamp

    def _note(self, mistake: DBAPIError) -> None:
        """After a transaction that failed: what it left in the write-ahead log is ours and counts for nothing."""
        if type(mistake) in (OperationalError, DatabaseError):
            self._failing = UNWRITABLE
        if self._guard:
            self._guard.still_ours()

    def _prepare(self) -> None:
        with self._writing() as connection:
            if self._on_disk:
                found = {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in SAFE}
                if found != SAFE:
                    told = ", ".join(f"{name} is {value}" for name, value in found.items() if value != SAFE[name])
                    raise StoreError(f"SQLite cannot write safely there: {told}")
            if self.server:
                connection.execute(text("SELECT pg_advisory_xact_lock(:ours)"), {"ours": OURS})  # one after the other
                if connection.execute(text("SHOW synchronous_commit")).scalar() == "off":
                    raise StoreError("synchronous_commit is off: what was answered could be lost")
            if not inspect(connection).has_table("about"):
                metadata.create_all(connection)
                if self.server:
                    between.create_all(connection)
                connection.execute(insert(about).values(key="schema", value=str(SCHEMA)))
            schema = str(connection.execute(select(about.c.value).where(about.c.key == "schema")).scalar())
            if schema not in map(str, range(1, SCHEMA + 1)):
                raise StoreError(f"written by another version of Sousmain (schema {schema}, this one knows {SCHEMA})")
            if self._on_disk and int(schema) < SCHEMA:
                self._copy_before(SCHEMA)
            migrate(connection, int(schema))
            # A disk that can only be read says so now, and not at the first move.
            connection.execute(update(about).where(about.c.key == "schema").values(value=str(SCHEMA)))
            if self._on_disk and not connection.execute(select(about).where(about.c.key == "stamp")).first():
                connection.execute(insert(about).values(key="stamp", value=str(DatabaseStamp.new())))
        if self._on_disk:
            with self._reading() as connection:
                stamp = DatabaseStamp.read(connection.execute(STAMP).scalar() or "")
            self._guard = FileGuard(Path(str(self._engine.url.database)).absolute(), stamp)
            self._checkpoint()
            with suppress(FileChanged):
                self._guard.follow(self._guard.known)

    def _copy_before(self, schema: int) -> None:
        """Copies the database while the version before can still read it. Without a copy none is brought to this one."""
        file = Path(str(self._engine.url.database)).absolute()
        try:
            with closing(connected(file)) as source:
                target = unused(copies_folder(file.parent), f"before-schema-{schema}")
                copy_database(source, target, check=lambda _: None)  # as it is: whole or not, there is nothing better
        except sqlite3.Error as mistake:
            raise StoreError(str(mistake)) from None

    @property
    def _on_disk(self) -> bool:
        return self._engine.dialect.name == "sqlite" and self._engine.url.database not in (None, "", ":memory:")

    def close(self) -> None:
        """Lets go of the database."""
        if self.server:
            self.server.close()
            return
        with self._lock:
            if self._closed:
                return
            try:
                self._be_at_home(NotTried)
            except StoreError:
                if self._guard and not self._guard.replaced:
                    with closing(self._engine.raw_connection()) as connection:
                        leave_open(cast(sqlite3.Connection, connection.driver_connection))
                    return
            # A question that comes while the server ends would leave the files of a database in use behind.
            self._closed = True
            event.listen(self._engine, "connect", refuse_once_closed, insert=True)
            self._engine.dispose()

    def shrink(self) -> None:
        """Gives the disk back what deleted tables took, when that is most of the file. It takes a while: not in play."""
        if self._on_disk:
            with self._lock, self._engine.connect() as connection:
                raw = connection.connection.cursor()
                free, pages, size = (
                    raw.execute(f"PRAGMA {name}").fetchone()[0]
                    for name in ("freelist_count", "page_count", "page_size")
                )
                if 2 * free > pages and free * size > LEAST_SHRUNK:
                    with suppress(sqlite3.Error):  # another program reads it, or the disk is full: another time
                        raw.execute("VACUUM")

    def sound(self) -> bool:
        """Does the database find itself in order?"""
        if self._engine.dialect.name != "sqlite":
            return True
        try:
            with self._reading() as connection:
                return connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
        except DBAPIError:
            return False


def next_stamp(connection: Connection, old: DatabaseStamp) -> DatabaseStamp:
    """The stamp of this transaction, which it writes."""
    new = old.next()
    if not connection.execute(STAMPED, {"old": str(old), "new": str(new)}).rowcount:
        there = str(connection.execute(STAMP).scalar())  # somebody else has written since we looked
        new = max(old, DatabaseStamp.read(there), key=lambda stamp: stamp.number).next()
        connection.execute(STAMPED, {"old": there, "new": str(new)})
    return new


def refuse_once_closed(*_: Any) -> None:
    """Nobody opens a database again that was let go."""
    raise StoreError(AWAY)


def retry_while_locked(work: Callable[[], Done], patience: float | None = None) -> Done:
    """What the work gives, once no other program holds the database; `Locked` if that takes too long.

    Whoever calls this holds nothing that others wait for. The work is done from its beginning each time.
    """
    end = time.monotonic() + (PATIENCE if patience is None else patience)
    while True:
        try:
            return work()
        except Locked:
            if time.monotonic() > end:
                raise
        time.sleep(PAUSE)
