"""The printers of this user: one TOML file of profiles in the folder where this system keeps settings."""

from __future__ import annotations

from pathlib import Path

from generator.errors import PrintError, Unknown
from generator.files import save
from generator.layout.paper import Paper, Sides
from generator.layout.printer_profile import Profile
from generator.order.user_files import folder, named_tables
from templates.i18n import say

FILE = "printers.toml"


def known_profiles() -> dict[str, Profile]:
    """All profiles by name. A file that was edited and broken is told with its key and what was expected there."""
    return named_tables(folder() / FILE, Profile)


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
