"""A game of Rallye-Code that was over goes on when the host takes back the last roll: the clock lets it, and its record holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from support.companion.rig import tables_in

from companion.service.moves import MoveRequest
from companion.service.tables import Tables
from companion.storage.tokens import token
from referee import record
from referee.game import TABLE, Actor
from referee.rallye.moves import Options


def play(tables: Tables, table: str, actor: Actor, kind: str, **fields: Any) -> int:
    """A move as a page sends it; how it was answered."""
    offer = next(o for o in tables.offers(tables.table_state(table), actor) if o.kind == kind)
    move = {"kind": kind, **offer.settled, **fields}
    return tables.play(table, actor, MoveRequest(offer.id, token(), msgspec.Raw(msgspec.json.encode(move)))).status


def test_a_roll_is_taken_back_after_the_time_was_up(tmp_path: Path) -> None:
    now = [1_000_000.0]
    tables = tables_in(tmp_path, clock=lambda: now[0])
    table_state = tables.open("rallye", 3, Options(dice="table", minutes=15), "en")
    for seat in range(3):
        tables.take(tables.code(table_state, seat), seat, f"Player {seat + 1}", seat, "")
    table = table_state.id
    tables.begin(table)
    first = tables.table_state(table).awaited[0]
    assert play(tables, table, first, "roll", dice=[1, 2]) == 200
    assert play(tables, table, TABLE, "time") == 200
    assert tables.table_state(table).phase == "over"
    assert play(tables, table, TABLE, "takeback") == 200
    assert tables.table_state(table).phase == "playing"
    assert tables.left(table) is None
    now[0] += 3_600
    tables.expire_clocks()
    assert tables.table_state(table).awaited == (first,), "the clock has nothing more to say"
    assert play(tables, table, first, "roll", dice=[2, 2]) == 200
    assert play(tables, table, TABLE, "time") == 200
    assert tables.table_state(table).phase == "over"
    assert record.verify(tables.record(table, 1))
