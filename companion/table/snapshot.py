"""A table between two games, as the store keeps it: whoever reads a long log begins there."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from companion.table.acts import DuplicateDeal
from companion.table.state import Chair, Notice, Phase, Result, TableState, UnreadableLog
from referee.registry import game


class Snapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """A table between two games: all that an act may still depend on once the next one has begun.

    What another version kept in another shape is not read, and the log is. Only what no table had then has a default.
    """

    form: int
    slug: str
    lang: str
    options: Any
    chairs: list[Chair]
    phase: Phase
    paused: bool
    pace: int
    closed: bool
    salt: str
    number: int
    notices: list[Notice]
    since: int
    ended: int
    releases: dict[int, int]
    anyone: int
    began: int | None
    results: tuple[Result, ...]
    duplicate: DuplicateDeal | None = None
    shown: int = 0


FORM = 3  # another one when an act comes to mean something else
OF_THE_GAME = frozenset(  # what `_began` makes anew
    [
        *("seed", "dice", "pledges", "shares", "alone", "pledged", "tries", "dealing", "revealed", "state", "turns"),
        *("dealt", "dealt_to", "again", "start", "tells_robots"),
    ]
)


def snapshot(table_state: TableState) -> bytes:
    """What is kept of a table when a game begins."""
    kept = Snapshot(
        FORM,
        table_state.slug,
        table_state.lang,
        msgspec.to_builtins(table_state.options),
        table_state.chairs,
        table_state.phase,
        table_state.paused,
        table_state.pace,
        table_state.closed,
        table_state.salt,
        table_state.number,
        table_state.notices,
        table_state.since,
        table_state.ended,
        table_state._releases,
        table_state.anyone,
        table_state.began,
        table_state.results,
        table_state.duplicate,
        table_state.shown,
    )
    return msgspec.json.encode(kept)


def from_snapshot(table: str, version: int, body: bytes) -> TableState:
    """The table of a snapshot, without the game that was on it; `UnreadableLog` if another program wrote it."""
    try:
        kept = msgspec.json.decode(body, type=Snapshot)
        if kept.form != FORM:
            raise ValueError(f"form {kept.form}")
        found = TableState(table)
        found.version, found.slug, found.game = version, kept.slug, game(kept.slug)
        found.options = msgspec.convert(kept.options, found.game.Options, str_keys=True)
        found.lang, found.chairs, found.phase, found.paused = kept.lang, kept.chairs, kept.phase, kept.paused
        found.pace, found.closed, found.salt = kept.pace, kept.closed, kept.salt
        found.number, found.notices, found.since, found.ended = kept.number, kept.notices, kept.since, kept.ended
        found._releases, found.anyone = kept.releases, kept.anyone
        found.began, found.results = kept.began, kept.results
        found.duplicate, found.shown = kept.duplicate, kept.shown
    except Exception as mistake:
        raise UnreadableLog(f"table {table}: the snapshot at {version} cannot be read") from mistake
    return found
