"""The bytes of a file that somebody names: one that has an end, and no more than a bound of it."""

from __future__ import annotations

import stat
from pathlib import Path

from templates.i18n import say


class NoPlainFile(OSError):
    """What was named is no file that could be read to its end, or is too large: why, in the language spoken."""


def bounded_bytes(file: Path, most: int) -> bytes:
    """All bytes of a file. A device or a pipe, which may have no end, and more than so many bytes are refused."""
    mode = file.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):  # of a folder the system says itself that it is one
        raise NoPlainFile(say("it is not a plain file"))
    with file.open("rb") as opened:
        found = opened.read(most + 1)
    if len(found) > most:
        raise NoPlainFile(say("it is larger than {size} MB").format(size=most >> 20))
    return found
