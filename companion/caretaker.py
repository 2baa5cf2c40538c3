"""Moves that nobody sends: of seats that run by themselves, and of the clock."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from companion import sitting as s
from companion.memory import Memory, Pending
from companion.sitting import Sitting
from companion.store import Change, Conflict
from referee.chance import Chance
from referee.game import TABLE, Actor, decided
from referee.registry import robot


def stand_in(memory: Memory, pending: Pending) -> bool:
    """One move for an absent seat that everybody waits for, if there is one."""
    sitting = pending.sitting
    if sitting.phase != "playing" or sitting.paused or all(chair.absent for chair in sitting.chairs):
        return False  # with nobody there, it would go on for nobody
    number = len(sitting.turns)
    for seat in sitting.awaited:
        if not sitting.chairs[seat].absent:
            continue
        view, offers = sitting.game.view(sitting.state, seat), sitting.game.moves(sitting.state, seat)
        dice = sha256(b"sousmain stand-in\0" + sitting.dice + seat.to_bytes(2)).digest()
        found = robot(sitting.slug).stand_in(view, offers, Chance(dice, number))
        if found:
            _move(memory, pending, *found)
            return True
    return False


def limit(sitting: Sitting) -> int | None:
    """How many minutes the game that is running may take, if it plays against the clock."""
    return sitting.game.limit(sitting.state) if sitting.phase == "playing" else None


def left(memory: Memory, table: str, at: float | None = None) -> float | None:
    """Seconds until the time is up, now or then, if this table plays against the clock and a game is running."""
    pending = memory.load(table)
    minutes = limit(pending.sitting)
    now = memory.clock() if at is None else at
    return None if minutes is None else max(0.0, 60 * minutes - pending.watch.at(now))


def time_is_up(memory: Memory, table: str) -> bool:
    """Lets the table say so, if it is."""
    pending = memory.load(table)
    sitting = pending.sitting
    if left(memory, table) != 0 or sitting.paused:
        return False  # another game has begun meanwhile
    offer = next((o for o in sitting.game.moves(sitting.state, TABLE) if o.kind == "time"), None)
    if offer is None:
        return False
    try:
        _move(memory, pending, TABLE, msgspec.convert({"kind": offer.kind, **offer.settled}, sitting.game.Move))
    except Conflict:
        memory.load(table)  # somebody else wrote: with what he wrote, it rings again
        return False
    return True


def _move(memory: Memory, pending: Pending, actor: Actor, move: Any) -> None:
    """Commits a move that nobody has sent."""
    sitting = pending.sitting
    events = decided(sitting.game, sitting.state, actor, move, Chance(sitting.dice, len(sitting.turns)))
    act = s.Moved(actor, msgspec.to_builtins(move), msgspec.to_builtins(events), alone=True)
    memory.write(pending, act, Change(sitting.id))
