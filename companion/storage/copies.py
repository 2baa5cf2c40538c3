"""Copies of the database: made by SQLite's own backup while it is played on, checked, and thinned out.

A copy is one file, for its owner's eyes alone, written beside its place and then renamed. The secret of the folder is in none.
"""

from __future__ import annotations

import itertools
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from companion.storage.file_identity import DatabaseStamp, stamp_in

FOLDER = "backups"
HOURS, DAYS = 8, 7  # so many copies of different hours, and of different days
MOST_BYTES = 256 * 1024 * 1024  # of all of them; the latest is kept whatever its size
RESCUED, MOST_RESCUED = "rescued", 3  # what was open when its file had gone: under that name, so many
STEP = 64  # pages copied between two looks at the phones
NAMED = re.compile(r"tables-(\d{4}-\d{2}-\d{2})-(\d{2})h\.sqlite")


class Unsound(Exception):
    """No database of ours, or not whole. `str()` is what SQLite says of it."""


class DatabaseContents(NamedTuple):
    """What a database holds."""

    schema: str
    stamp: DatabaseStamp
    tables: int
    at: float  # when something was last done at one of them


def connected(file: Path, mode: str = "rw") -> sqlite3.Connection:
    """A database that is there already; transactions are ours."""
    return sqlite3.connect(f"file:{quote(str(file.absolute()))}?mode={mode}", uri=True, timeout=5, isolation_level=None)


def checked_contents(file: Path, mode: str = "ro") -> DatabaseContents:
    """Checks every page of a database; what it holds."""
    try:
        with closing(connected(file, mode)) as connection:
            must_pass(connection, "integrity_check")
            schema = connection.execute("SELECT value FROM about WHERE key = 'schema'").fetchone()
            tables = connection.execute("SELECT count(*) FROM tables").fetchone()[0]
            at = connection.execute("SELECT max(at) FROM log").fetchone()[0]
            return DatabaseContents(str(schema and schema[0]), stamp_in(connection), tables, at or 0.0)
    except (sqlite3.Error, ValueError) as mistake:
        raise Unsound(str(mistake)) from None


def must_pass(connection: sqlite3.Connection, check: str) -> None:
    """Raises what a check of SQLite's finds first."""
    told = str(connection.execute(f"PRAGMA {check}(1)").fetchone()[0])
    if told != "ok":
        raise Unsound(told.splitlines()[-1])


def quick_check(file: Path) -> None:
    """Raises `Unsound` unless every page of a database is one: a few milliseconds for each megabyte."""
    try:
        with closing(connected(file, "ro")) as connection:
            must_pass(connection, "quick_check")
    except sqlite3.Error as mistake:
        raise Unsound(str(mistake)) from None


def copy_database(
    source: sqlite3.Connection,
    file: Path,
    rest: Callable[[], object] = lambda: None,
    check: Callable[[Path], object] = quick_check,
) -> None:
    """Copies a database as it is at this moment. `rest` is called every few pages, and may let others write meanwhile.

    SQLite copies pages without a look at them: only what `check` finds sound takes the place of the file that was there.
    """
    fresh = file.with_name(f"{file.name}.new")
    fresh.unlink(missing_ok=True)
    os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with closing(connected(fresh)) as target:
            target.execute("PRAGMA synchronous = OFF")  # it is brought to the disk once, below
            source.execute("BEGIN")  # what is written from now on is not seen: else it would begin again each time
            try:
                source.execute("SELECT count(*) FROM sqlite_master").fetchone()
                source.backup(target, pages=STEP, progress=lambda *_: rest())
            finally:
                source.execute("ROLLBACK")
            target.execute("PRAGMA journal_mode = DELETE")  # one file, which can be read where nothing can be written
        check(fresh)
        on_disk(fresh)
        os.replace(fresh, file)
        on_disk(file.parent)
    finally:
        for left in (fresh, Path(f"{fresh}-journal")):
            with suppress(OSError):
                left.unlink(missing_ok=True)


def on_disk(path: Path) -> None:
    """Waits until a file or a folder is on the disk."""
    if path.is_dir():
        with suppress(OSError):  # of folders, not every system has an idea
            synchronise(path, os.O_RDONLY)
    else:
        synchronise(path, os.O_RDWR)  # Windows does it for whoever may write


def synchronise(path: Path, mode: int) -> None:
    """Opens it that way and waits for the disk."""
    handle = os.open(path, mode)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def copies_folder(folder: Path) -> Path:
    """The folder for copies, for its owner alone."""
    found = folder / FOLDER
    found.mkdir(mode=0o700, exist_ok=True)
    return found


def unused(folder: Path, word: str) -> Path:
    """A file that is not there yet, named after this moment."""
    name = time.strftime(f"{word}-%Y-%m-%d-%Hh%Mm%S")
    for number in itertools.count(1):
        found = folder / (f"{name}.sqlite" if number == 1 else f"{name}-{number}.sqlite")
        if not found.exists():
            return found
    raise AssertionError


def copies_to_keep(names: Iterable[str]) -> list[str]:
    """Which copies stay, the latest first: of the last hours and the last days that there are copies of."""
    hours: list[str] = []
    days: dict[str, str] = {}
    for name in sorted((name for name in names if NAMED.fullmatch(name)), reverse=True):
        found = NAMED.fullmatch(name)
        hours.append(name)
        if found:
            days.setdefault(found[1], name)
    stay = {*hours[:HOURS], *list(days.values())[:DAYS]}
    return [name for name in hours if name in stay]


class Copies:
    """The rolling copies of a folder: one an hour, if something has changed."""

    def __init__(self, file: Path, clock: Callable[[], float] = time.time) -> None:
        self._file, self._clock = file, clock
        self._hour = self._stamp = ""

    def due(self, stamp: str) -> bool:
        """Has an hour begun of which there is no copy, or has this program, and is there something new?"""
        return stamp != self._stamp and self._name() != self._hour

    def make(self, stamp: str) -> Path | None:
        """Makes one, thins out the older ones. None if the latest that is there is the same."""
        self._hour = name = self._name()  # also if none can be made: in an hour, again
        folder = copies_folder(self._file.parent)
        same = latest_stamp(folder) == stamp
        if not same:
            keep_apart(folder / name, DatabaseStamp.read(stamp))
            with closing(connected(self._file)) as source:
                copy_database(source, folder / name, lambda: time.sleep(0))
            self._thin_out(folder)
        self._stamp = stamp
        return None if same else folder / name

    def _name(self) -> str:
        return time.strftime("tables-%Y-%m-%d-%Hh.sqlite", time.localtime(self._clock()))

    def _thin_out(self, folder: Path) -> None:
        there = [file.name for file in folder.iterdir()]
        size, stay = 0, list[str]()
        for name in copies_to_keep(there):
            size += (folder / name).stat().st_size
            if not stay or size <= MOST_BYTES:
                stay.append(name)
        for name in there:
            if NAMED.fullmatch(name) and name not in stay:
                (folder / name).unlink()


def latest_copy(folder: Path) -> Path | None:
    """The latest rolling copy."""
    try:
        names = copies_to_keep(file.name for file in folder.iterdir())
    except OSError:
        return None
    return folder / names[0] if names else None


def latest_stamp(folder: Path) -> str:
    """Which state the latest copy has."""
    found = latest_copy(folder)
    stamp = found and stamp_of(found)
    return str(stamp) if stamp else ""


def stamp_of(file: Path) -> DatabaseStamp | None:
    """Which state a copy has; none if it cannot be read."""
    try:
        with closing(connected(file, "ro")) as connection:
            return stamp_in(connection)
    except (sqlite3.Error, ValueError):
        return None


def keep_apart(copy: Path, stamp: DatabaseStamp) -> None:
    """Gives a copy another name if the next one would put less in its place: of another database, or of an older state."""
    there = stamp_of(copy) if copy.exists() else None
    if there and (there.identity != stamp.identity or there.number > stamp.number):
        os.replace(copy, unused(copy.parent, "kept"))


def fullest_copy(folder: Path, stamp: DatabaseStamp | None = None) -> Path | None:
    """The copy, rolling or rescued, with the most in it; with a stamp, only if that is more than the stamp's database has."""
    try:
        found = [(each, stamp_of(each)) for each in (*folder.glob("tables-*.sqlite"), *all_rescued(folder))]
    except OSError:
        return None
    ours = [
        (state.number, file.stat().st_mtime_ns, file)
        for file, state in found
        if state and (stamp is None or (state.identity == stamp.identity and state.number > stamp.number))
    ]
    return max(ours)[2] if ours else None


def all_rescued(folder: Path) -> list[Path]:
    """What was rescued, the latest first."""
    return sorted(folder.glob(f"{RESCUED}-*.sqlite"), key=lambda file: file.stat().st_mtime_ns, reverse=True)


def rescued(folder: Path, stamp: str) -> Path | None:
    """The latest rescued copy, if it is whole and of that state."""
    for file in all_rescued(folder)[:1]:
        with suppress(Unsound):
            if str(checked_contents(file).stamp) == stamp:
                return file
    return None


def thin_out_rescued(latest: Path) -> None:
    """Leaves that one, whatever the clock says, and the last few before it."""
    others = [file for file in all_rescued(latest.parent) if file != latest]
    for file in others[MOST_RESCUED - 1 :]:
        file.unlink()
