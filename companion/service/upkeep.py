"""What the server does every second: rings clocks, looks after the database, and copies it now and then."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from companion.service import storage_notices
from companion.service.tables import Tables
from companion.storage import copies
from companion.storage.database import UNWRITABLE
from templates.foreign_messages import reason


class Upkeep:
    """The tables of a folder, looked after. `tell` says a line in the terminal."""

    def __init__(
        self, tables: Tables, file: Path | str, tell: Callable[[str], None], clock: Callable[[], float] = time.time
    ) -> None:
        """The file of the database; or the address of a server, which makes copies of its own."""
        self._tables, self._name, self._tell = tables, file, tell
        self._file = file if isinstance(file, Path) else None
        self._copies = copies.Copies(self._file, clock) if self._file else None
        self._kind = ""
        self._uncopied = ""  # why no copy could be made, as it was told

    def __call__(self) -> None:
        """Once a second or so."""
        self.look()
        self._tables.expire_clocks()
        self._tables.look_back()
        self.copy()

    def look(self) -> None:
        """Tells the terminal and every page when the database has gone, and when it is back; each once."""
        kind = self._tables.store.look()
        if kind == self._kind:
            return
        self._kind = kind
        self._tables.hub.stir()
        for line in (storage_notices.in_terminal(kind, self._name), self._saved(kind)):
            if line:
                self._tell(line)

    def copy(self) -> None:
        """Makes a copy if one is due. One that cannot be made is told once, and tried again in the next hour."""
        stamp = self._tables.store.stamp
        if not self._copies or not self._file or self._kind or not self._copies.due(stamp):
            return
        told = ""
        try:
            self._copies.make(stamp)
        except copies.Unsound:
            told = storage_notices.damaged(self._file.parent)
        except (OSError, sqlite3.Error) as refusal:
            why = reason(refusal) if isinstance(refusal, OSError) else str(refusal)
            told = storage_notices.no_copy(self._file.parent, why)
        if told and told != self._uncopied:
            self._tell(told)
        self._uncopied = told

    def _saved(self, kind: str) -> str:
        """Where the host finds what is not at its place any more."""
        if kind in ("", UNWRITABLE) or not self._file:
            return ""
        try:
            folder = copies.copies_folder(self._file.parent)
            copy = copies.rescued(
                folder, self._tables.store.stamp
            )  # a folder that is synchronised changes every minute
            if copy:
                return storage_notices.rescued(copy)
            copy = copies.unused(folder, copies.RESCUED)
            if self._tables.store.rescue(copy):
                copies.thin_out_rescued(copy)
                return storage_notices.rescued(copy)
        except OSError:
            return ""  # the whole folder has gone
        found = copies.latest_copy(folder)
        return storage_notices.latest(found) if found else ""
