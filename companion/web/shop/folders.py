"""Folders that the shop needs for a moment. Whoever was killed leaves his behind: the next start takes it away."""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

PREFIX = "sousmain-shop-"
OURS = re.compile(rf"{PREFIX}(?:(\d+)-)?\w+")  # the process that made it; older versions did not tell
OLD = 24 * 3600.0  # seconds: nobody draws for so long


def passing_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder that goes with whoever holds it; its name tells the process."""
    return tempfile.TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}-")


def sweep(place: Path | None = None) -> None:
    """Takes away what processes of this user have left behind: theirs that are gone, or what is old where none is told."""
    with suppress(OSError):
        for folder in (place or Path(tempfile.gettempdir())).iterdir():
            if (found := OURS.fullmatch(folder.name)) and is_left(folder, found[1]):
                shutil.rmtree(folder, ignore_errors=True)


def is_left(folder: Path, process: str | None) -> bool:
    """Is it a folder of this user that nobody needs any more?"""
    try:
        facts = folder.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(facts.st_mode) or (hasattr(os, "getuid") and facts.st_uid != os.getuid()):
        return False
    if process and sys.platform != "win32":  # there, to ask for a process is to end it
        return not is_there(int(process))
    return time.time() - facts.st_mtime > OLD


def is_there(process: int) -> bool:
    """Does that process run?"""
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # somebody else's
        return True
    return True
