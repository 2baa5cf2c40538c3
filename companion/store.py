"""What must not be lost: the log of every table, the hashes of tokens, replies by their keys, notes.

SQLAlchemy Core, one connection and one writer: SQLite before 3.51.3 can corrupt a write-ahead log that several write.
PostgreSQL is another URL. The primary key (table, version) keeps an act from being applied twice, whoever writes.
Transactions are begun here and not by the driver, which would leave the making of tables out of them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.pool import StaticPool
from sqlalchemy.schema import CreateColumn

SCHEMA = 2
SAFE = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}  # 2 is FULL: nothing is answered before it is kept

metadata = MetaData()
ID, HASH = String(32), String(64)

about = Table("about", metadata, Column("key", String(64), primary_key=True), Column("value", String, nullable=False))
tables = Table("tables", metadata, Column("id", ID, primary_key=True), Column("at", Float, nullable=False))
log = Table(
    "log",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("act", LargeBinary, nullable=False),
)
tokens = Table(  # the codes that let somebody sit down; seat is null for "any free seat"
    "tokens",
    metadata,
    Column("hash", HASH, primary_key=True),
    Column("table_id", ID, ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer),
)
holders = Table(  # which phones hold which seats
    "holders",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("device", HASH, primary_key=True),
    Column("read", Integer, nullable=False, server_default=text("0")),  # notices up to that version were put away
)
hosts = Table(  # which browsers may host
    "hosts",
    metadata,
    Column("device", HASH, primary_key=True),
    Column("at", Float, nullable=False, server_default=text("0")),  # since when
    Column("seen", Float, nullable=False, server_default=text("0")),  # and when it last asked for something
    Column("label", String(80), nullable=False, server_default=text("''")),  # what it said of itself
)
replies = Table(
    "replies",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("actor", String(8), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("digest", HASH, nullable=False),
    Column("status", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("game", Integer, nullable=False, server_default=text("0")),  # of that table; those of finished ones go
)
notes = Table(
    "notes",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("game", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
seals = Table(  # the seal of the record of each finished game, as it was shown
    "seals",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("game", Integer, primary_key=True),
    Column("version", Integer, nullable=False),  # of the act that ended it
    Column("seal", HASH, nullable=False),
)
snapshots = Table(  # a table as it was before a game began, so that nothing older has to be read again
    "snapshots",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("game", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
Index("holders_device", holders.c.device)

# What an older database lacks, by the schema that brought it; tables that it lacks are made besides.
ADDED: dict[int, tuple[Column[Any], ...]] = {
    2: (holders.c.read, hosts.c.at, hosts.c.seen, hosts.c.label, replies.c.game),
}


# Made once: building a statement anew takes longer than running it.
LOGGED, REPLIED = insert(log), insert(replies)
ANSWERED = select(replies.c.status, replies.c.body, replies.c.digest).where(
    replies.c.table_id == bindparam("table"), replies.c.actor == bindparam("by"), replies.c.key == bindparam("named")
)


class StoreError(Exception):
    """The store cannot be trusted or used. `str()` says why, without saying it to phones."""


class Conflict(Exception):
    """Somebody else has written that version. Read again, decide again."""


class Reply(Struct, frozen=True):
    """What was answered to a move, so that the same question gets the same answer."""

    status: int
    body: bytes
    digest: str = ""


class Change(Struct):
    """All that one act writes, in one transaction."""

    table: str
    version: int = 0  # of the act; nothing is logged at 0
    act: bytes = b""
    at: float = 0.0
    opens: bool = False
    tokens: Sequence[tuple[str, int | None]] = ()  # hash, seat
    revoked: Sequence[str] = ()  # hashes
    holds: Sequence[tuple[int, str]] = ()  # seat, device
    released: Sequence[int] = ()  # seats
    reply: tuple[str, str, Reply] | None = None  # actor, key, reply


class Store:
    """One database."""

    def __init__(self, url: str) -> None:
        self._lock = threading.RLock()
        try:
            self._engine = engine(url)
        except (ArgumentError, ImportError) as mistake:
            raise StoreError(str(mistake)) from None
        self._writer = self._engine.execution_options(writes=True)
        try:
            self._prepare()
        except DBAPIError as mistake:
            self.close()
            raise StoreError(str(mistake.orig)) from None
        except BaseException:
            self.close()
            raise

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._lock, self._writer.begin() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._lock, self._engine.begin() as connection:
            yield connection

    def _prepare(self) -> None:
        with self._writing() as connection:
            if self._on_disk:
                found = {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in SAFE}
                if found != SAFE:
                    told = ", ".join(f"{name} is {value}" for name, value in found.items() if value != SAFE[name])
                    raise StoreError(f"SQLite cannot write safely there: {told}")
            if not inspect(connection).has_table("about"):
                metadata.create_all(connection)
                connection.execute(insert(about).values(key="schema", value=str(SCHEMA)))
            schema = str(connection.execute(select(about.c.value).where(about.c.key == "schema")).scalar())
            if schema not in map(str, range(1, SCHEMA + 1)):
                raise StoreError(f"written by another version of Sousmain (schema {schema}, this one knows {SCHEMA})")
            migrate(connection, int(schema))
            # A disk that can only be read says so now, and not at the first move.
            connection.execute(update(about).where(about.c.key == "schema").values(value=str(SCHEMA)))

    @property
    def _on_disk(self) -> bool:
        return self._engine.dialect.name == "sqlite" and self._engine.url.database not in (None, "", ":memory:")

    def close(self) -> None:
        """Lets go of the database."""
        with self._lock:
            self._engine.dispose()

    def write(self, change: Change) -> None:
        """All or nothing, on the disk when this returns."""
        try:
            with self._writing() as connection:
                if change.opens:
                    connection.execute(insert(tables).values(id=change.table, at=change.at))
                if change.version:
                    row = {"table_id": change.table, "version": change.version, "at": change.at, "act": change.act}
                    connection.execute(LOGGED, row)
                if change.revoked:
                    connection.execute(delete(tokens).where(tokens.c.hash.in_(change.revoked)))
                if change.tokens:
                    rows = [{"hash": h, "table_id": change.table, "seat": seat} for h, seat in change.tokens]
                    connection.execute(insert(tokens), rows)
                if change.released:
                    mine = (holders.c.table_id == change.table) & holders.c.seat.in_(change.released)
                    connection.execute(delete(holders).where(mine))
                if change.holds:
                    rows = [{"table_id": change.table, "seat": seat, "device": d} for seat, d in change.holds]
                    connection.execute(insert(holders), rows)
                if change.reply:
                    actor, key, reply = change.reply
                    values = {"digest": reply.digest, "status": reply.status, "body": reply.body}
                    connection.execute(REPLIED, {"table_id": change.table, "actor": actor, "key": key, **values})
        except IntegrityError:
            raise Conflict(change.table, change.version) from None

    def acts(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        """The log of a table, from a version on."""
        query = select(log.c.version, log.c.act).where(log.c.table_id == table, log.c.version > after)
        with self._reading() as connection:
            return [(v, bytes(act)) for v, act in connection.execute(query.order_by(log.c.version))]

    def times(self, table: str) -> list[float]:
        """When the acts of a table were written, one by one."""
        query = select(log.c.at).where(log.c.table_id == table).order_by(log.c.version)
        with self._reading() as connection:
            return list(connection.execute(query).scalars())

    def version(self, table: str) -> int:
        """The last version of a table, whoever wrote it."""
        with self._reading() as connection:
            return connection.execute(select(func.max(log.c.version)).where(log.c.table_id == table)).scalar() or 0

    def tables(self, most: int) -> list[str]:
        """The tables opened last, the latest first."""
        query = select(tables.c.id).order_by(tables.c.at.desc(), tables.c.id).limit(most)
        with self._reading() as connection:
            return list(connection.execute(query).scalars())

    def token(self, hash: str) -> tuple[str, int | None] | None:
        """Table and seat that a code opens."""
        with self._reading() as connection:
            row = connection.execute(select(tokens.c.table_id, tokens.c.seat).where(tokens.c.hash == hash)).first()
        return (row[0], row[1]) if row else None

    def holders(self, table: str) -> list[tuple[int, str]]:
        """Seats and the phones that hold them."""
        query = select(holders.c.seat, holders.c.device).where(holders.c.table_id == table)
        with self._reading() as connection:
            return [(seat, device) for seat, device in connection.execute(query.order_by(holders.c.seat))]

    def holds(self, device: str) -> bool:
        """Does that phone hold any seat at all?"""
        with self._reading() as connection:
            return connection.execute(select(holders.c.seat).where(holders.c.device == device)).first() is not None

    def hosts(self) -> set[str]:
        """The browsers that may host."""
        with self._reading() as connection:
            return set(connection.execute(select(hosts.c.device)).scalars())

    def add_host(self, device: str) -> None:
        """One more browser that may host."""
        with suppress(IntegrityError), self._writing() as connection:  # somebody else may say the same
            if not connection.execute(select(hosts).where(hosts.c.device == device)).first():
                connection.execute(insert(hosts).values(device=device))

    def reply(self, table: str, actor: str, key: str) -> Reply | None:
        """What was answered to that key."""
        with self._reading() as connection:
            row = connection.execute(ANSWERED, {"table": table, "by": actor, "named": key}).first()
        return Reply(row[0], bytes(row[1]), row[2]) if row else None

    def notes(self, table: str, game: int, seat: int) -> tuple[int, bytes]:
        """Version and notes of a seat in a game."""
        mine = (notes.c.table_id == table) & (notes.c.game == game) & (notes.c.seat == seat)
        with self._reading() as connection:
            row = connection.execute(select(notes.c.version, notes.c.body).where(mine)).first()
        return (row[0], bytes(row[1])) if row else (0, b"{}")

    def write_notes(self, table: str, game: int, seat: int, version: int, body: bytes) -> None:
        """Keeps the notes of a seat. Their version is one more than what they were made from, or somebody was faster."""
        mine = (notes.c.table_id == table) & (notes.c.game == game) & (notes.c.seat == seat)
        values = {"version": version, "body": body}
        before = mine & (notes.c.version == version - 1)
        try:
            with self._writing() as connection:
                if not connection.execute(update(notes).where(before).values(**values)).rowcount:
                    connection.execute(insert(notes).values(table_id=table, game=game, seat=seat, **values))
        except IntegrityError:
            raise Conflict(table, version) from None

    def seals(self, table: str) -> dict[int, tuple[int, str]]:
        """Of each game of a table the version that ended it, and the seal of its record."""
        query = select(seals.c.game, seals.c.version, seals.c.seal).where(seals.c.table_id == table)
        with self._reading() as connection:
            return {game: (version, seal) for game, version, seal in connection.execute(query)}

    def keep_seal(self, table: str, game: int, version: int, seal: str) -> None:
        """Keeps the seal of a game, instead of an older one if it was opened again."""
        mine = (seals.c.table_id == table) & (seals.c.game == game)
        values = {"version": version, "seal": seal}
        with suppress(IntegrityError), self._writing() as connection:  # another server may have made the same
            if not connection.execute(
                update(seals).where(mine & (seals.c.version <= version)).values(**values)
            ).rowcount:
                connection.execute(insert(seals).values(table_id=table, game=game, **values))

    def told(self, key: str) -> str | None:
        """Something the program wrote down about itself."""
        with self._reading() as connection:
            return connection.execute(select(about.c.value).where(about.c.key == key)).scalar()

    def tell(self, key: str, value: str) -> None:
        """Writes it down."""
        known = update(about).where(about.c.key == key).values(value=value)
        with suppress(IntegrityError), self._writing() as connection:  # or somebody else was first to say something
            if not connection.execute(known).rowcount:
                connection.execute(insert(about).values(key=key, value=value))

    def sound(self) -> bool:
        """Does the database find itself in order?"""
        if self._engine.dialect.name != "sqlite":
            return True
        try:
            with self._reading() as connection:
                return connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
        except DBAPIError:
            return False


def migrate(connection: Connection, schema: int) -> None:
    """Brings a database of an older version to this one, in the transaction that it is given: whole, or not at all."""
    for number in range(schema + 1, SCHEMA + 1):
        for column in ADDED[number]:
            made = CreateColumn(column).compile(dialect=connection.dialect)
            connection.execute(text(f"ALTER TABLE {column.table.name} ADD COLUMN {made}"))
    if schema < SCHEMA:
        metadata.create_all(connection)


def engine(url: str) -> Engine:
    """The way to a database."""
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url, hide_parameters=True, pool_size=1, max_overflow=0, pool_pre_ping=True)
    # What is written is for nobody's log: an error tells the statement without its values.
    found = create_engine(url, hide_parameters=True, poolclass=StaticPool, connect_args={"check_same_thread": False})
    event.listen(found, "connect", safely)
    event.listen(found, "begin", begin)
    return found


def safely(connection: Any, _: Any) -> None:
    """SQLite as we want it."""
    connection.isolation_level = None  # transactions are ours
    cursor = connection.cursor()
    for name, value in SAFE.items():
        cursor.execute(f"PRAGMA {name} = {value}")
    cursor.close()


def begin(connection: Connection) -> None:
    """Whoever will write says so at once: SQLite cannot promise it later, when somebody else has begun to write."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
