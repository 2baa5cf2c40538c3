"""Files that this user keeps: TOML with a table for each name, in the folder where this system keeps settings."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TypeVar

from generator.errors import BadValue, PrintError
from generator.order.fields import KEY, LONGEST_KEY
from templates import errors, loader
from templates.foreign_messages import reason
from templates.i18n import say

NAME = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{LONGEST_KEY - 1}}}")
Shape = TypeVar("Shape")


def folder() -> Path:
    """Where programs of this system keep what a user has set."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming") / "sousmain"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "sousmain"
    return Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "sousmain"


def lettered() -> str:
    """What a name is made of."""
    return say(KEY).format(most=LONGEST_KEY)


def checked_name(option: str, given: str) -> str:
    """A name that somebody gave: it becomes a key, and part of file names."""
    name = given.strip().lower()
    if not NAME.fullmatch(name):
        expected = lettered()
        raise BadValue(option, given, expected)
    return name


def named_tables(file: Path, shape: type[Shape]) -> dict[str, Shape]:
    """All tables of a file by name; none if there is no file. One that was edited and broken is told with its key and what
    was expected there."""
    try:
        if not file.exists():
            return {}
        found = loader.parsed_toml(file)
        for name in found:
            if not NAME.fullmatch(name):
                raise errors.FileError(file, name, errors.SAID, said=lettered())
        return {name: loader.shaped(table, shape, file, name) for name, table in found.items()}
    except OSError as refusal:
        raise PrintError(say("{path} cannot be read: {reason}.").format(path=file, reason=reason(refusal))) from None
    except errors.FileError as flaw:
        raise broken(file, flaw.key, flaw.expected) from None


def broken(file: Path, key: str, expected: str) -> PrintError:
    """What is wrong with a file: where it is, which key, what was expected."""
    where = say("{file}: {key}: {expected}") if key else say("{file}: {expected}")
    return PrintError(where.format(file=file, key=key, expected=expected))
