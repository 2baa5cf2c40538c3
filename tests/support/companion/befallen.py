"""A table in a folder, and what may befall its file."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from support.companion.playing import ask, dealt, moved, play
from support.companion.rig import tables_in

from companion.storage import copies
from companion.storage.store import Store

NAMES = ("tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm")


def move_away(folder: Path, names: tuple[str, ...] = NAMES) -> Callable[[], None]:
    """Puts the files elsewhere; how to put them back."""
    (folder / "elsewhere").mkdir()
    for name in names:
        (folder / name).rename(folder / "elsewhere" / name)

    def put_back() -> None:
        for name in names:
            (folder / "elsewhere" / name).rename(folder / name)

    return put_back


def backed_up(file: Path, to: Path) -> Path:
    """A copy as SQLite makes it."""
    with closing(copies.connected(file)) as source:
        copies.copy_database(source, to)
    return to


def after_restart(folder: Path, table: str) -> list[Any]:
    """The moves that a server finds that starts in a copy of this folder now."""
    there = folder / "restarted"
    there.mkdir()
    for name in NAMES[:2]:
        if (folder / name).exists():
            shutil.copyfile(folder / name, there / name)
    again = tables_in(there)
    try:
        return moved(again, table)
    finally:
        again.store.close()
        shutil.rmtree(there)


class Table:
    """A table in a folder, with what befalls its file."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / NAMES[0]
        self.tables = tables_in(folder)
        self.table, _ = dealt(self.tables)
        self.old = backed_up(self.file, folder / "old.sqlite")
        self.other = folder / "other.sqlite"
        Store(f"sqlite:///{self.other}").close()
        play(self.tables, self.table, 2)
        self.tables.store.close()  # what comes now is in the write-ahead log alone
        self.tables = tables_in(folder)
        play(self.tables, self.table, 1)
        self.right: Path | None = None
        self.put_back: Callable[[], object] = self.copy_back

    def copy_back(self) -> None:
        """All that was answered, copied to its place."""
        assert self.right
        shutil.copyfile(self.right, self.file)

    def befall(self, what: str) -> None:
        """Something happens to the file; `put_back` undoes it."""
        self.right = backed_up(self.file, self.folder / "right.sqlite")
        if what == "deleted":
            self.file.unlink()
        elif what == "all deleted":
            for name in NAMES:
                (self.folder / name).unlink()
        elif what == "moved away":
            self.put_back = move_away(self.folder)
        elif what == "database moved away":
            self.put_back = move_away(self.folder, NAMES[:1])
        elif what == "truncated":
            os.truncate(self.file, 0)
        elif what == "half of it":
            os.truncate(self.file, self.file.stat().st_size // 8192 * 4096)
        elif what == "garbage":
            self.file.write_bytes(b"a letter to my aunt" * 5000)
        elif what == "another copied over it":
            shutil.copyfile(self.other, self.file)
        elif what == "another renamed over it":
            self.other.rename(self.file)
        elif what == "an older one copied over it":
            shutil.copyfile(self.old, self.file)
        elif what == "an older one renamed over it":
            self.old.rename(self.file)
        else:
            raise ValueError(what)

    def move(self) -> int:
        """The next move: its status, or what became of it instead."""
        seat, made = ask(self.tables, self.table)
        reply = self.tables.play(self.table, seat, made)
        self.tables.after_move(self.table)
        return reply.status
