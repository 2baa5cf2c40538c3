"""Writing files so that nobody ever finds half of one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from errno import EISDIR
from pathlib import Path

from generator.errors import CannotWrite
from templates.foreign_messages import reason


def save(files: Iterable[tuple[Path, bytes]]) -> None:
    """Writes all files beside their places, then renames them: until the last is written, none has changed."""
    written: list[tuple[Path, Path]] = []
    made: list[Path] = []
    try:
        for path, data in files:
            for folder in missing(path.parent):
                folder.mkdir(exist_ok=True)
                made.append(folder)
            if path.is_dir():
                raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
            beside = path.with_name(f".{path.name[:200]}.{os.getpid()}.part")
            written.append((beside, path))
            with beside.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())  # a rename may reach the disk before the data does
        while written:
            beside, path = written[0]
            beside.replace(path)
            written.pop(0)
        made.clear()
    except OSError as refusal:
        raise CannotWrite(path, reason(refusal)) from None
    finally:
        with suppress(OSError):  # what is in the way of these was in the way before
            for beside, _ in written:
                beside.unlink(missing_ok=True)
            for folder in reversed(made):
                folder.rmdir()


def missing(folder: Path) -> list[Path]:
    """The folders that have to be made, outermost first."""
    return [each for each in (*reversed(folder.parents), folder) if not each.exists()]
