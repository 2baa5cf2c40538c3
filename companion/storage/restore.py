"""What `sousmain backup` and `sousmain restore` do, once their words are read."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.storage import copies
from companion.storage.copies import DatabaseContents, Unsound, checked_contents, connected, copy_database
from companion.storage.data_folder import Folder
from companion.storage.file_identity import DatabaseStamp
from companion.storage.schema import SCHEMA
from companion.storage.store import RESTORED
from companion.storage.tokens import token
from generator.errors import CannotWrite, PrintError
from templates.foreign_messages import reason
from templates.i18n import say

BESIDE = ("-wal", "-shm", "-journal")


class NotOurs(PrintError):
    """A file that is no sound database of ours."""

    def __init__(self, file: Path, schema: str = "") -> None:
        self.file, self.schema = file, schema
        told = say("{file} is no database of Sousmain, or it is damaged. Nothing was changed.")
        if schema:
            told = say("{file} was written by another version of Sousmain (schema {schema}). Nothing was changed.")
        super().__init__(told.format(file=file, schema=schema))


def backup(folder: Path, to: Path | None) -> str:
    """Copies the database of a folder, also while it is played; tells where to."""
    file = Folder(folder, "").file
    if not file.is_file():
        raise PrintError(say("There are no tables in {folder}.").format(folder=folder))
    try:
        target = to or copies.unused(copies.copies_folder(folder), "by-hand")
        if target.is_dir():
            target = copies.unused(target, "sousmain")
        if target.exists():
            must_be_a_copy(target, file)
        with closing(connected(file)) as source:
            copy_database(source, target, check=checked_contents)
        found = checked_contents(target)
    except OSError as refusal:
        raise CannotWrite(to or folder, reason(refusal)) from None
    except sqlite3.OperationalError as refusal:
        raise CannotWrite(to or folder, str(refusal)) from None
    except (sqlite3.Error, Unsound):
        raise PrintError(
            say("The tables in {folder} are damaged: `sousmain restore` takes an older copy.").format(folder=folder)
        ) from None
    return say("All tables ({count}) are copied to {file}. Keep it to yourself: every hand is in it.").format(
        file=target, count=found.tables
    )


def must_be_a_copy(target: Path, file: Path) -> None:
    """Refuses to write over what is no copy: the database itself, that of another folder, or something else entirely."""
    kept = target.name == file.name and (target.parent / "in-use").exists()
    if kept or target.samefile(file) or any(Path(f"{target}{each}").exists() for each in BESIDE):
        raise PrintError(say("{file} is a database in use: choose another file with --to.").format(file=target))
    try:
        checked_contents(target)
    except Unsound:
        raise PrintError(
            say("{file} is there already and is no backup of Sousmain: choose another file with --to.").format(
                file=target
            )
        ) from None


def restore(file: Path, folder: Path) -> list[str]:
    """Puts a copy in the place of the database, and that one aside; tells what was done."""
    if not file.is_file():
        raise PrintError(say("There is no file {file}.").format(file=file))
    with TemporaryDirectory(prefix="sousmain-") as scratch:  # before anything is touched, or made
        taken_in(file, Path(scratch) / "tables.sqlite")
    with Folder(folder, "") as held:
        if held.file.exists() and held.file.samefile(file):
            raise PrintError(say("{file} is the database of that folder itself.").format(file=file))
        try:
            with TemporaryDirectory(prefix="restore-", dir=held.path) as scratch:
                fresh = Path(scratch) / "tables.sqlite"
                found = taken_in(file, fresh)
                mark_restored(fresh)
                aside = put_aside(held, Path(scratch))
                os.replace(fresh, held.file)
                copies.on_disk(held.path)
        except OSError as refusal:
            raise CannotWrite(folder, reason(refusal)) from None
        secret = (held.path / "secret").exists()
    told = [
        say("The tables ({count}) are those of {file} now, as they were on {date}.").format(
            file=file, count=found.tables, date=time.strftime("%Y-%m-%d %H:%M", time.localtime(found.at))
        )
    ]
    told.append(
        say(
            "Games to come are dealt from new seeds: phones may say that what the laptop had promised for the next deal was "
            "changed. Tell the table why."
        )
    )
    if aside:
        told.append(say("The database that was there is kept as {file}.").format(file=aside))
    if not secret:
        told.append(
            say(
                "There is no file `secret` in {folder}: phones keep their seats, but codes on cards and screens are new."
            ).format(folder=folder)
        )
    return told


def taken_in(file: Path, fresh: Path) -> DatabaseContents:
    """Copies a database and what lies beside it, and checks the copy; the file itself is not even opened by SQLite."""
    first = fresh.with_name("given.sqlite")
    shutil.copyfile(file, first)
    wal = Path(f"{file}-wal")
    if wal.exists():
        shutil.copyfile(wal, f"{first}-wal")
    try:
        with closing(connected(first)) as source:
            copy_database(source, fresh)
        found = checked_contents(fresh)
    except (sqlite3.Error, Unsound):
        raise NotOurs(file) from None
    if found.schema not in map(str, range(1, SCHEMA + 1)):
        raise NotOurs(file, found.schema)
    return found


def mark_restored(fresh: Path) -> None:
    """Gives the games to come seeds of their own: those that would have come may have been shown since the copy."""
    with closing(sqlite3.connect(fresh)) as database, database:
        database.execute("DELETE FROM about WHERE key = ?", (RESTORED,))
        database.execute("INSERT INTO about (key, value) VALUES (?, ?)", (RESTORED, token()))
        # Going back was meant: nobody is told at the next start that a copy has more than this.
        database.execute("UPDATE about SET value = ? WHERE key = 'stamp'", (str(DatabaseStamp.new()),))


def put_aside(held: Folder, scratch: Path) -> Path | None:
    """Keeps the present database, whole or not, under another name; nothing is left beside its place."""
    if not held.file.exists():
        beside_gone(held.file)
        return None
    with suppress(NotOurs, sqlite3.Error):
        taken_in(held.file, scratch / "present.sqlite")
        with closing(connected(held.file)) as present:
            present.execute("PRAGMA journal_mode = DELETE")  # what is in the write-ahead log goes into the file
    aside = copies.unused(copies.copies_folder(held.path), "replaced")
    wal = Path(f"{held.file}-wal")
    if wal.exists():  # it could not be brought in: both are kept as they are
        shutil.copyfile(wal, f"{aside}-wal")
    try:
        os.link(held.file, aside)  # so that there is a database at its place at any moment
    except OSError:
        shutil.copyfile(held.file, aside)
    aside.chmod(0o600)
    copies.on_disk(aside)
    copies.on_disk(aside.parent)
    beside_gone(held.file)
    return aside


def beside_gone(file: Path) -> None:
    """Removes what SQLite would take for a part of the new one."""
    for each in BESIDE:
        Path(f"{file}{each}").unlink(missing_ok=True)
