"""The printers of this user: one TOML file of profiles in the folder where this system keeps settings."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from generator.errors import BadValue, PrintError, Unknown
from generator.files import save
from generator.layout.paper import Paper, Sides
from generator.layout.printer_profile import Profile
from templates import errors, loader
from templates.foreign_messages import reason
from templates.i18n import say

FILE = "printers.toml"
LONGEST = 30
NAME = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{LONGEST - 1}}}")


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
    return say("a name has 1 to {most} letters a–z, digits and dashes").format(most=LONGEST)


def known_profiles() -> dict[str, Profile]:
    """All profiles by name. A file that was edited and broken is told with its key and what was expected there."""
    file = folder() / FILE
    try:
        if not file.exists():
            return {}
        found = loader.parsed_toml(file)
        for name in found:
            if not NAME.fullmatch(name):
                raise errors.FileError(file, name, errors.SAID, said=lettered())
        return {name: loader.shaped(table, Profile, file, name) for name, table in found.items()}
    except OSError as refusal:
        raise PrintError(say("{path} cannot be read: {reason}.").format(path=file, reason=reason(refusal))) from None
    except errors.FileError as flaw:
        where = say("{file}: {key}: {expected}") if flaw.key else say("{file}: {expected}")
        raise PrintError(where.format(file=file, key=flaw.key, expected=flaw.expected)) from None


def checked_name(option: str, given: str) -> str:
    """A name for a printer: it becomes part of file names."""
    name = given.strip().lower()
    if not NAME.fullmatch(name):
        expected = lettered()
        raise BadValue(option, given, expected)
    return name


def profile(given: str, found: dict[str, Profile] | None = None) -> tuple[str, Profile]:
    """A printer that is known, by its name."""
    found = known_profiles() if found is None else found
    name = given.strip().lower()
    if not found:
        raise PrintError(
            say("Printer “{name}” is not known, and no other is yet: `sousmain calibrate` makes a profile.").format(
                name=given
            )
        )
    if name not in found:
        raise Unknown(say("Printer"), given, found)
    return name, found[name]


def profile_for(given: str, paper: Paper, sides: Sides) -> tuple[str, Profile]:
    """The profile to print with; none if none is named."""
    if not given:
        return "", Profile()
    name, found = profile(given)
    found.check(name, paper, sides)
    return name, found


def store_profile(name: str, new: Profile) -> Path:
    """Stores a profile, in place of an older one of that name; gives the file."""
    return write_profiles({**known_profiles(), name: new})


def forget(given: str) -> str:
    """Takes a profile away; gives its name."""
    found = known_profiles()
    name, _ = profile(given, found)
    del found[name]
    write_profiles(found)
    return name


def write_profiles(found: dict[str, Profile]) -> Path:
    """All profiles, as a file that can be read and edited."""
    lines = []
    for name, each in sorted(found.items()):
        lines += [f"[{name}]", f"scale = {each.scale}", ""]
        for sides in ("long-edge", "short-edge"):
            if edge := each.edge(sides):
                lines += [f"[{name}.{sides}]", f"x = {edge.x}", f"y = {edge.y}", f"rotate = {edge.rotate}", ""]
    file = folder() / FILE
    save([(file, "\n".join(lines).encode())])
    return file
