"""Moves that nobody sends: of seats that run by themselves, and of the clock."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from companion.storage.cache import CachedTable, TableCache
from companion.storage.store import Conflict, WriteSet
from companion.table import acts
from companion.table.state import TableState
from referee.chance import Chance
from referee.game import TABLE, Actor, decided
from referee.registry import robot


def autoplay_move(cache: TableCache, cached: CachedTable) -> bool:
    """One move for an absent seat that everybody waits for, if there is one."""
    table_state = cached.table_state
    if table_state.phase != "playing" or table_state.paused or all(chair.absent for chair in table_state.chairs):
        return False  # with nobody there, it would go on for nobody
    number = len(table_state.turns)
    for seat in table_state.awaited:
        if not table_state.chairs[seat].absent or table_state.chairs[seat].robot:
            continue  # a robot takes its time
        view, offers = table_state.game.view(table_state.state, seat), table_state.game.moves(table_state.state, seat)
        dice = sha256(b"sousmain stand-in\0" + table_state.dice + seat.to_bytes(2)).digest()
        found = robot(table_state.slug).stand_in(view, offers, Chance(dice, number))
        if found:
            commit_move(cache, cached, *found)
            return True
    return False


def time_limit(table_state: TableState) -> int | None:
    """How many minutes the game that is running may take, if it plays against the clock."""
    return table_state.game.limit(table_state.state) if table_state.phase == "playing" else None


def seconds_left(cache: TableCache, table: str, at: float | None = None) -> float | None:
    """Seconds until the time is up, now or then, if this table plays against the clock and a game is running."""
    cached = cache.load(table)
    minutes = time_limit(cached.table_state)
    now = cache.clock() if at is None else at
    return None if minutes is None else max(0.0, 60 * minutes - cached.watch.at(now))


def seconds_to_speak(cache: TableCache, table: str) -> float | None:
    """Seconds that the next move waits for those who may speak before it, if there is anybody."""
    return cache.load(table).breath.left(cache.clock())


def expire(cache: TableCache, table: str) -> bool:
    """Lets the table say that the time is up, or that there was time enough to speak, if it is so."""
    cached = cache.load(table)
    table_state = cached.table_state
    if table_state.paused:
        return False
    kind = "time" if seconds_left(cache, table) == 0 else "proceed" if seconds_to_speak(cache, table) == 0 else ""
    # none: another game has begun meanwhile, or somebody has spoken
    offer = next((o for o in table_state.game.moves(table_state.state, TABLE) if o.kind == kind), None)
    if offer is None:
        return False
    try:
        commit_move(cache, cached, TABLE, msgspec.convert({"kind": offer.kind, **offer.settled}, table_state.game.Move))
    except Conflict:
        cache.load(table)  # somebody else wrote: with what he wrote, it rings again
        return False
    return True


def commit_move(cache: TableCache, cached: CachedTable, actor: Actor, move: Any) -> None:
    """Commits a move that nobody has sent."""
    table_state = cached.table_state
    events = decided(table_state.game, table_state.state, actor, move, Chance(table_state.dice, len(table_state.turns)))
    act = acts.MoveMade(actor, msgspec.to_builtins(move), msgspec.to_builtins(events), alone=True)
    cache.write(cached, act, WriteSet(table_state.id))
