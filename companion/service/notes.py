"""Note pages: data of a seat, no act; in no record."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.errors import BadRequest
from companion.storage.cache import TRIES, Permit, TableCache, busy
from companion.storage.store import Conflict
from templates.i18n import say

MOST_NOTES = 16 * 1024

Jottings = dict[str, str | int | bool | None]  # what changes on a note page


def seat_notes(cache: TableCache, table: str, seat: int) -> tuple[int, dict[str, Any]]:
    """Version and notes of a seat in the running game."""
    version, body = cache.store.notes(table, cache.load(table).table_state.number, seat)
    kept: dict[str, Any] = msgspec.json.decode(body)
    return version, kept


def write_notes(
    cache: TableCache, table: str, seat: int, changes: Jottings, may: Permit, number: int | None = None
) -> int:
    """Writes into the notes of a seat, of the game with that number; None rubs out. Returns their version."""
    for _ in range(TRIES):
        table_state = may().table_state
        try:
            cache.ensure_current(table_state)
        except Conflict:
            cache.forget(table)
            continue
        playing = table_state.number
        if number not in (None, playing):
            raise BadRequest(say("These notes belong to another game."))
        version, kept = seat_notes(cache, table, seat)
        kept |= changes
        body = msgspec.json.encode({key: value for key, value in kept.items() if value is not None})
        if len(body) > MOST_NOTES:
            raise BadRequest(say("The note page is full."))
        try:
            cache.store.write_notes(table, playing, seat, version + 1, body)
        except Conflict:
            continue
        return version + 1
    raise busy()
