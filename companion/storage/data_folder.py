"""The folder where tables are kept: where it is, and that one server alone uses it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO

from generator.errors import PrintError
from templates.foreign_messages import reason
from templates.i18n import say


class InUse(PrintError):
    """Another server has this folder."""

    def __init__(self, folder: Path, where: str) -> None:
        self.folder, self.where = folder, where
        super().__init__(
            say(
                "The companion is running already, at {where}, with the folder {folder}: open tables there, or stop it first."
            ).format(where=where or "?", folder=folder)
        )


class NotWritable(PrintError):
    """The folder refused."""

    def __init__(self, folder: Path, reason: str) -> None:
        self.folder, self.reason = folder, reason
        super().__init__(
            say("Cannot keep tables in {folder}: {reason}. Choose another folder with --data.").format(
                folder=folder, reason=reason
            )
        )


def default_folder() -> Path:
    """Where programs of this system keep such things."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "sousmain"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "sousmain"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "sousmain"


class Folder:
    """A folder that nobody else uses while this is held; or that other servers of a shared database use, too."""

    def __init__(self, path: Path, where: str, shared: bool = False) -> None:
        self.path, self._where, self._shared = path, where, shared
        self._lock: IO[str] | None = None

    def __enter__(self) -> Folder:
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            file = (self.path / "in-use").open("a+", encoding="utf-8")
        except OSError as refusal:
            raise NotWritable(self.path, reason(refusal)) from None
        if self._shared:
            file.close()
            return self
        try:
            lock(file)
        except OSError:
            file.seek(1)
            raise InUse(self.path, file.read(200).strip()) from None
        with suppress(OSError):  # byte 0 is the locked one: the rest can be read by whoever comes second
            file.truncate(0)
            file.write(f"\n{self._where}\n")
            file.flush()
        self._lock = file
        return self

    def __exit__(self, kind: type[BaseException] | None, it: BaseException | None, trace: TracebackType | None) -> None:
        if self._lock:
            self._lock.close()  # and with it goes the lock, also when the program is killed
            self._lock = None

    @contextmanager
    def starting(self) -> Iterator[None]:
        """While one of several servers starts: the others wait, or two would make a secret at once."""
        with (self.path / "starting").open("a", encoding="utf-8") as file:
            for _ in range(100):
                try:
                    lock(file)
                    break
                except OSError:
                    time.sleep(0.1)
            yield

    @property
    def file(self) -> Path:
        """The database in it."""
        return self.path / "tables.sqlite"

    @property
    def url(self) -> str:
        """Where a store finds it."""
        path = str(self.file).replace("%", "%25").replace("?", "%3F")  # letters of an address
        return f"sqlite:///{path}"


def lock(file: IO[str]) -> None:
    """Takes the lock or fails at once."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
