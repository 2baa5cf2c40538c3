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


def game_just_ended(table_state: TableState) -> Past:
    """The game that the last act of a table has ended, as `finished_game` finds it in the log."""
    ended: Ended = "outcome" if table_state.phase == "over" else "abandoned"
    robots = _robots(table_state) if table_state.tells_robots else ()
    return with_robots(_setup(table_state), robots), table_state.turns, ended


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
        if isinstance(act, GameBegun):
            setup = _setup(now)
        elif setup and running:
            setup = replace(setup, names=_names(now))
        if now.tells_robots and (running or isinstance(act, GameBegun)):
            robots = _robots(now)
        if now.state is not None:
            turns, phase = now.turns, now.phase
    if not setup or phase == "playing":
        return None
    return with_robots(setup, robots), turns, "outcome" if phase == "over" else "abandoned"


def _setup(now: TableState) -> Setup:
    """What the game on a table started from, under the names that its players have now."""
    given = bytes_by_seat(now.pledges), bytes_by_seat(now.shares)
    form = DUPLICATE if now.duplicate else 1 if now.alone else FORMAT
    found = Setup(now.slug, now.seats, now.dealt, _names(now), now.seed, *given, format=form)
    return replace(found, deal=now.duplicate.drawn) if now.duplicate else found


def _names(now: TableState) -> tuple[str, ...]:
    return tuple(chair.name for chair in now.chairs)


def _robots(now: TableState) -> Robots:
    return tuple(chair.robot or None for chair in now.chairs)
