"""Whether the database that is open is the one that lies on the disk, and whether that one holds all that was answered.

A program that has a file open does not notice when somebody deletes it, moves it, or copies another one over it: SQLite
goes on writing to what nobody will find again. So each transaction leaves a stamp in the database, checkpoints are our own
(`wal_autocheckpoint` is off), and what `stat` says of the files is compared before each transaction and again before it is
answered. Where it differs, the files are read as a restart would read them.

Only SQLite may open the database here: a file that this process closed itself would take SQLite's locks along.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import quote

COMMITS = 200  # then what is in the write-ahead log goes into the database, and it is written from its beginning
LARGEST_WAL = 8 * 1024 * 1024  # bytes; one that has become larger is cut off: else it stays, for growing takes time
TRIES = 5  # as often as somebody may be writing while the files are read
AGAIN = 5.0  # seconds until files that look as they did when they were refused are read once more

GONE, OTHER, OLDER, DAMAGED = "gone", "other", "older", "damaged"


class DatabaseStamp(NamedTuple):
    """Which database it is, how many transactions it has seen, and the mark of the last one."""

    identity: str
    number: int
    mark: str

    @classmethod
    def new(cls) -> DatabaseStamp:
        """Of a database that has none yet."""
        return cls(secrets.token_hex(16), 0, secrets.token_hex(8))

    @classmethod
    def read(cls, text: str) -> DatabaseStamp:
        """As it stands in the database."""
        identity, number, mark = text.split(" ")
        return cls(identity, int(number), mark)

    def next(self) -> DatabaseStamp:
        """Of the next transaction."""
        return self._replace(number=self.number + 1, mark=secrets.token_hex(8))

    def __str__(self) -> str:
        return " ".join(map(str, self))


class LastAct(NamedTuple):
    """The act that was acknowledged last."""

    table: str
    version: int
    data: bytes


class FileIdentity(NamedTuple):
    """A file, whatever is in it."""

    device: int
    inode: int


class FileSignature(NamedTuple):
    """A file, and when and how long it was when it was looked at."""

    file: FileIdentity
    size: int
    mtime: int


class DatabaseFiles(NamedTuple):
    """The database, its write-ahead log and the index of that; None for what is not there."""

    main: FileSignature | None
    wal: FileSignature | None
    shm: FileIdentity | None

    @property
    def opened(self) -> tuple[FileIdentity | None, ...]:
        """The files themselves. An open database has these and no others."""
        return self.main and self.main.file, self.wal and self.wal.file, self.shm


def signature(path: str) -> FileSignature | None:
    """What the system says of a file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return FileSignature(FileIdentity(found.st_dev, found.st_ino), found.st_size, found.st_mtime_ns)


class FileChanged(Exception):
    """The database on the disk is not the one that holds what was answered; `kind` says how it looks instead."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        super().__init__(kind)


class FileGuard:
    """What is known of the files of a database that this process alone writes."""

    def __init__(self, path: Path, stamp: DatabaseStamp) -> None:
        self.path = path
        self._names = str(path), f"{path}-wal", f"{path}-shm"
        self.stamp = self.written = self.checkpointed = stamp  # acknowledged; tried at least; in the database itself
        self.act: LastAct | None = None
        self.known = self.seen()
        self.refused: DatabaseFiles | None = None
        self.kind = ""  # of the trouble, while there is some
        self.most, self.commits = LARGEST_WAL, 0
        self._at = 0.0

    def seen(self) -> DatabaseFiles:
        """The files as they are now."""
        main, wal, shm = (signature(name) for name in self._names)
        return DatabaseFiles(main, wal, shm and shm.file)

    @property
    def accepted(self) -> tuple[DatabaseStamp, ...]:
        """The stamps of a database that has all that was answered; perhaps also what was written and not answered."""
        return self.stamp, self.written

    @property
    def replaced(self) -> bool:
        """Is the database that is open another file than the one at its place?"""
        now = self.seen()
        return not now.main or not self.known.main or now.main.file != self.known.main.file

    @property
    def wal_only(self) -> bool:
        """Was nothing taken away but the write-ahead log? Then all of it is still open here, and the database as it was."""
        now = self.seen()
        return now.main is not None and now.main == self.known.main and now.opened != self.known.opened

    def unchanged(self) -> bool:
        """Are the files as we left them? Also again: somebody may have put back what he took."""
        if self.seen() != self.known:
            return False
        self.kind, self.refused = "", None
        return True

    def still_ours(self) -> bool:
        """The same after a commit of our own, which changes the write-ahead log and nothing else."""
        now = self.seen()
        if now.main != self.known.main or now.opened != self.known.opened:
            return False
        self.known = now
        return True

    def due(self) -> str:
        """The checkpoint to make after a commit, if it is time for one."""
        self.commits += 1
        if self.known.wal and self.known.wal.size > self.most:
            return "TRUNCATE"
        return "RESTART" if self.commits >= COMMITS else ""

    def follow(self, before: DatabaseFiles) -> None:
        """After a checkpoint of our own: the database is the one it was, and has changed."""
        now = self.seen()
        if not now.main or not before.main or now.main.file != before.main.file:
            raise FileChanged(GONE)
        self.known, self.commits = now, 0
        self.most = LARGEST_WAL + (now.wal.size if now.wal and self.checkpointed != self.stamp else 0)  # no hurry

    def judge(self) -> DatabaseFiles:
        """Reads the files as a restart would. Raises what is wrong; the files if all is there that was acknowledged."""
        if self.seen() == self.refused and time.monotonic() - self._at < AGAIN:
            raise FileChanged(self.kind)
        self._at = time.monotonic()
        for tries in range(TRIES):
            now = self.seen()
            try:
                found = self._found(now)
                break
            except FileChanged as wrong:
                if self.seen() == now or tries == TRIES - 1:  # else somebody was writing while we read
                    self.kind, self.refused = wrong.kind, now
                    raise
        self.kind, self.refused = "", None
        self.stamp = self.written = found
        return now

    def _found(self, now: DatabaseFiles) -> DatabaseStamp:
        if now.main is None:
            raise FileChanged(GONE)
        with TemporaryDirectory(prefix="sousmain-") as scratch:
            try:
                in_main = as_restarted(self.path, Path(scratch) / "tables.sqlite")
                found, has_act = self._read(Path(scratch) / "tables.sqlite")
            except (sqlite3.Error, OSError, ValueError, TypeError):
                raise FileChanged(DAMAGED) from None
        if {found.identity, in_main.identity} != {self.stamp.identity}:
            raise FileChanged(OTHER)
        if found.number < self.stamp.number or in_main.number < self.checkpointed.number:
            raise FileChanged(OLDER)
        if found not in self.accepted and not has_act:
            raise FileChanged(OTHER)  # it had the same beginning
        return found

    def _read(self, file: Path) -> tuple[DatabaseStamp, bool]:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA synchronous = OFF")  # it is thrown away
            if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise FileChanged(DAMAGED)
            found = stamp_in(connection)
            if not self.act:
                return found, True
            query = "SELECT act FROM log WHERE table_id = ? AND version = ?"
            row = connection.execute(query, (self.act.table, self.act.version)).fetchone()
            return found, bool(row) and bytes(row[0]) == self.act.data


def as_restarted(path: Path, copy: Path) -> DatabaseStamp:
    """Copies a database and its write-ahead log as they lie there, for SQLite to recover. The stamp without the latter."""
    address = f"file:{quote(str(path))}?immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        stamp = stamp_in(connection)
        copy.write_bytes(connection.serialize())
    wal = Path(f"{path}-wal")
    if wal.exists():
        shutil.copyfile(wal, f"{copy}-wal")
    return stamp


def stamp_in(connection: sqlite3.Connection) -> DatabaseStamp:
    """The stamp of a database."""
    row = connection.execute("SELECT value FROM about WHERE key = 'stamp'").fetchone()
    return DatabaseStamp.read(row[0]) if row else DatabaseStamp("", 0, "")


def leave_open(connection: sqlite3.Connection) -> None:
    """Never closes it, not even at the end: SQLite would write what it has into a file that is another one by now."""
    import ctypes

    ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))
