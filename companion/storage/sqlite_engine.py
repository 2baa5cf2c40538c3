"""The way to a file of SQLite: nothing is answered before it is kept, and transactions are begun by us."""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

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
