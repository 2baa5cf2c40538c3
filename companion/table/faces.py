"""The robots of the house: each has a name and a face of its own, wherever it plays."""

from __future__ import annotations

from collections.abc import Iterable

from companion.table import names

# Names that are nobody's, the same in every language, each with another first letter; `static/faces.svg` has their faces.
ROBOTS = ("Bip", "Quartz", "Moka", "Zinc", "Turbo", "Pixel", "Robur", "Cosinus")


def robot_name(table: str, seat: int, others: Iterable[str]) -> str:
    """The robot that sits down there: at every table others come first, and never one whose name could be mistaken for
    somebody's who is there."""
    first = sum(map(ord, table)) + seat
    known = [*others]
    turn = (ROBOTS[(first + i) % len(ROBOTS)] for i in range(len(ROBOTS)))
    free = (name for name in turn if not any(names.look_alike(name, other) for other in known))
    return next(free, ROBOTS[first % len(ROBOTS)])


def face_of(seat: int, name: str) -> str:
    """Whose face a robot has; those of the versions before had no name, and get one by their seat."""
    return name if name in ROBOTS else ROBOTS[seat % len(ROBOTS)]
