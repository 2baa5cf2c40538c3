"""A finished game of a table, found again in its log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from companion.sitting import Began, Sitting, Unreadable, decode, read, restored
from companion.store import Store
from referee.record import FORMAT, Ended, Setup, Turn

Past = tuple[Setup, Sequence[Turn], Ended]


def finished(store: Store, table: str, number: int) -> Past | None:
    """A game of a table, from the snapshot at its beginning to that of the next one; else from the whole log."""
    before, after = store.snapshot(table, number), store.snapshot(table, number + 1)
    if before:
        with suppress(Unreadable):
            start = restored(table, *before)
            return past(table, store.acts(table, before[0], after[0] if after else None), number, start)
    return past(table, store.acts(table), number)


def past(table: str, acts: Iterable[tuple[int, bytes]], number: int, start: Sitting | None = None) -> Past | None:
    """What a record of that game needs; none while it is played. Acts are those after `start`, or all.

    As it was while it was played: what was arranged since then is about the next one.
    """
    now = start or Sitting(table)
    setup: Setup | None = None
    turns, phase = now.turns, now.phase
    for version, data in acts:
        act = decode(data)
        if isinstance(act, Began) and now.number == number:
            break
        running = now.phase == "playing"
        now.follow(version, act)
        if now.number != number:
            continue
        names = tuple(chair.name for chair in now.chairs)
        if isinstance(act, Began):
            given = read(now.pledges), read(now.shares)
            setup = Setup(now.slug, now.seats, now.options, names, now.seed, *given, format=1 if now.alone else FORMAT)
        elif setup and running:
            setup = replace(setup, names=names)
        if now.state is not None:
            turns, phase = now.turns, now.phase
    if not setup or phase == "playing":
        return None
    return setup, turns, "outcome" if phase == "over" else "abandoned"
