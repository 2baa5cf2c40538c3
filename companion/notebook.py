"""Note pages: data of a seat, no act; in no record."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.errors import Unfit
from companion.memory import TRIES, Check, Memory, busy
from companion.store import Conflict
from templates import say

MOST_NOTES = 16 * 1024

Jottings = dict[str, str | int | bool | None]  # what changes on a note page


def read(memory: Memory, table: str, seat: int) -> tuple[int, dict[str, Any]]:
    """Version and notes of a seat in the running game."""
    version, body = memory.store.notes(table, memory.load(table).sitting.number, seat)
    kept: dict[str, Any] = msgspec.json.decode(body)
    return version, kept


def write(memory: Memory, table: str, seat: int, changes: Jottings, may: Check, number: int | None = None) -> int:
    """Writes into the notes of a seat, of the game with that number; None rubs out. Returns their version."""
    for _ in range(TRIES):
        may()
        sitting = memory.load(table).sitting
        try:
            memory.be_sure(sitting)
        except Conflict:
            memory.forget(table)
            continue
        playing = sitting.number
        if number not in (None, playing):
            raise Unfit(say("These notes are of another game."))
        version, kept = read(memory, table, seat)
        kept |= changes
        body = msgspec.json.encode({key: value for key, value in kept.items() if value is not None})
        if len(body) > MOST_NOTES:
            raise Unfit(say("The note page is full."))
        try:
            memory.store.write_notes(table, playing, seat, version + 1, body)
        except Conflict:
            continue
        return version + 1
    raise busy()
