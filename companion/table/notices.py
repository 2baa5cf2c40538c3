"""What everybody must know about the seats: how a page lists it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.table.state import Chair, Notice, TableState

# Of these the last one of a seat tells where they have led: who plays there, its name, its colour.
MERGED = {"renamed": "name", "recoloured": "colour", "absent": "player", "robot": "player", "back": "player"}
CHANGED = ("freed", "took", "sat")  # somebody else sits there then, or nobody


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


def notices_that_hold(notices: Sequence[Notice], table_state: TableState, own: int | None = None) -> list[Notice]:
    """Those without the ones that are so no longer. Who plays on a seat changes, and whom a notice names may have left since;
    with a new game nobody is coming back, but for the phone of that seat itself (`own`): its owner may have been asleep.

    Nobody puts away what is not true; but who came to sit there, and by which name, is told until somebody has read it,
    whatever has become of it.
    """
    others: dict[int, int] = {}  # since when somebody else sits there, or nobody
    for notice in notices:
        if notice.kind in CHANGED:
            others[notice.seat] = max(notice.version, others.get(notice.seat, 0))

    def holds(notice: Notice) -> bool:
        if MERGED.get(notice.kind) != "player":
            return True
        chair = table_state.chairs[notice.seat] if notice.seat < table_state.seats else Chair()
        if notice.name and notice.version < others.get(notice.seat, 0):
            return False
        if notice.kind == "back":  # without a name: the seat is open again
            there = not chair.absent and chair.taken == bool(notice.name)
            return there and (notice.version > table_state.start or notice.seat == own)
        if notice.kind == "robot":
            return notice.was == chair.face and bool(chair.robot)
        return chair.absent and not chair.robot

    return [notice for notice in notices if holds(notice)]


def notices_on_screen(notices: Sequence[Notice], start: int) -> list[Notice]:
    """Those that lie over a table's screen while a game is played that began with that version: nobody can put them away there,
    and how people came to sit there takes room from the board. A phone more on somebody's seat stays."""
    return [notice for notice in notices if notice.version > start or notice.kind == "more"]
