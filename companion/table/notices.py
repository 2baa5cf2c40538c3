"""What everybody must know about the seats: how a page lists it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.table.state import Chair, Notice

# Of these the last one of a seat tells where they have led: who plays there, its name, its colour.
MERGED = {"renamed": "name", "recoloured": "colour", "absent": "player", "robot": "player", "back": "player"}


def unread_notices(notices: Sequence[Notice], read: int = 0) -> list[Notice]:
    """Those after that version: who came and went, then the rest, in both the latest first.

    Changes of one seat are one: however many somebody makes, they push nothing out of sight.
    """
    fresh = [notice for notice in notices if notice.version > read]
    last = {(MERGED.get(notice.kind), notice.seat): notice for notice in fresh}
    first = {(MERGED.get(notice.kind), notice.seat): notice for notice in reversed(fresh)}
    found = []
    for notice in reversed(fresh):
        key = MERGED.get(notice.kind), notice.seat
        if notice.kind not in MERGED:
            found.append(notice)
        elif notice is last[key]:
            was = first[key].was  # the name that the others knew, unless it is the same again
            renamed = notice.kind == "renamed" and was != notice.name
            found.append(replace(notice, was=was) if renamed else notice)
    return sorted(found, key=lambda notice: notice.kind in MERGED)


def notices_that_hold(notices: Sequence[Notice], chairs: Sequence[Chair], start: int) -> list[Notice]:
    """Those without the ones that are so no longer: who plays on a seat changes, and with a new game, which began with version
    `start`, nobody is coming back. Nobody puts away what is not true; but who came to sit there, and by which name, is
    told until somebody has read it, whatever has become of it."""

    def holds(notice: Notice) -> bool:
        chair = chairs[notice.seat] if notice.seat < len(chairs) else Chair()
        if notice.kind == "back":  # without a name: the seat is open again
            return not chair.absent and chair.taken == bool(notice.name) and notice.version > start
        if notice.kind == "robot":
            return bool(chair.robot) and notice.was == chair.face
        return chair.absent and not chair.robot if notice.kind == "absent" else True

    return [notice for notice in notices if holds(notice)]


def notices_on_screen(notices: Sequence[Notice], start: int) -> list[Notice]:
    """Those that lie over a table's screen while a game is played that began with that version: nobody can put them away there,
    and how people came to sit there takes room from the board. A phone more on somebody's seat stays."""
    return [notice for notice in notices if notice.version > start or notice.kind == "more"]
