"""The way to a file of SQLite: nothing is answered before it is kept, and transactions are begun by us."""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from companion.storage.write_set import WriteSet

# 2 is FULL: nothing is answered before it is kept. Checkpoints are our own: any other change of the file is not.
SAFE = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "wal_autocheckpoint": 0}


def engine(url: str) -> Engine:
    """The way to a database."""
    # What is written is for nobody's log: an error tells the statement without its values.
    arguments = {"check_same_thread": False, "timeout": 0}
    found = create_engine(url, hide_parameters=True, poolclass=StaticPool, connect_args=arguments)
    event.listen(found, "connect", configure_sqlite)
    event.listen(found, "begin", begin_write)
    return found


def configure_sqlite(connection: Any, _: Any) -> None:
    """SQLite as we want it."""
    connection.isolation_level = None  # transactions are ours
    cursor = connection.cursor()
    for name, value in SAFE.items():
        cursor.execute(f"PRAGMA {name} = {value}")
    cursor.close()


def begin_write(connection: Connection) -> None:
    """Whoever will write says so at once: SQLite cannot promise it later, when somebody else has begun to write."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def locked(mistake: DBAPIError) -> bool:
    """Did it fail only because another program was at it?"""
    code = getattr(mistake.orig, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


STAMPED = "UPDATE about SET value = ? WHERE key = 'stamp' AND value = ?"
PRECEDED = "SELECT 1 FROM log WHERE table_id = ? AND version = ?"
LOGGED = "INSERT INTO log (table_id, version, at, act) VALUES (?, ?, ?, ?)"
REPLIED = "INSERT INTO replies (table_id, actor, key, digest, status, body, game) VALUES (?, ?, ?, ?, ?, ?, ?)"


class NotPlain(Exception):
    """Nothing was written: this goes the long way, which finds out what is in its way."""


def write_move(connection: sqlite3.Connection, change: WriteSet, stamps: tuple[str, str] | None) -> None:
    """Writes an act and its reply, on the disk when this returns, and the new stamp in place of the old one; `NotPlain` if
    there is anything in its way.

    The same rows in the same transaction, without what SQLAlchemy does around each statement: that takes three times as long
    as SQLite.
    """
    table, run = change.table, connection.execute
    try:
        run("BEGIN IMMEDIATE")
        if stamps and not run(STAMPED, stamps[::-1]).rowcount:
            raise NotPlain
        if not run(PRECEDED, (table, change.version - 1)).fetchone():
            raise NotPlain
        run(LOGGED, (table, change.version, change.at, change.act))
        if change.reply:
            actor, key, reply = change.reply
            run(REPLIED, (table, actor, key, reply.digest, reply.status, reply.body, change.game))
    except (sqlite3.Error, NotPlain):
        connection.rollback()
        raise NotPlain from None
    connection.commit()
