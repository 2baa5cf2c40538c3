"""A finished game of a table, found again in its log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from companion.storage.store import Store
from companion.table.acts import GameBegun, decode
from companion.table.snapshot import from_snapshot
from companion.table.state import TableState, UnreadableLog, bytes_by_seat
from referee.record import DUPLICATE, FORMAT, Ended, Robots, Setup, Turn, with_robots

Past = tuple[Setup, Sequence[Turn], Ended]


def finished_game(store: Store, table: str, number: int) -> Past | None:
    """A game of a table, from the snapshot at its beginning to that of the next one; else from the whole log."""
    before, after = store.snapshot(table, number), store.snapshot(table, number + 1)
    if before:
        with suppress(UnreadableLog):
            start = from_snapshot(table, *before)
            return game_in_log(table, store.acts(table, before[0], after[0] if after else None), number, start)
    return game_in_log(table, store.acts(table), number)


def game_in_log(
    table: str, acts: Iterable[tuple[int, bytes]], number: int, start: TableState | None = None
) -> Past | None:
    """What a record of that game needs; none while it is played. Acts are those after `start`, or all.

    As it was while it was played: what was arranged since then is about the next one.
    """
    now = start or TableState(table)
    setup: Setup | None = None
    robots: Robots = ()
    turns, phase = now.turns, now.phase
    for version, data in acts:
        act = decode(data)
        if isinstance(act, GameBegun) and now.number == number:
            break
        running = now.phase == "playing"
        now.follow(version, act)
        if now.number != number:
            continue
        names = tuple(chair.name for chair in now.chairs)
        if isinstance(act, GameBegun):
            given = bytes_by_seat(now.pledges), bytes_by_seat(now.shares)
            form = DUPLICATE if now.duplicate else 1 if now.alone else FORMAT
            setup = Setup(now.slug, now.seats, now.dealt, names, now.seed, *given, format=form)
            if now.duplicate:
                setup = replace(setup, deal=now.duplicate.drawn)
        elif setup and running:
            setup = replace(setup, names=names)
        if now.tells_robots and (running or isinstance(act, GameBegun)):
            robots = tuple(chair.robot or None for chair in now.chairs)
        if now.state is not None:
            turns, phase = now.turns, now.phase
    if not setup or phase == "playing":
        return None
    return with_robots(setup, robots), turns, "outcome" if phase == "over" else "abandoned"
