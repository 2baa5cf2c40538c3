"""A game of Rallye-Code that was over goes on when the host takes back the last roll: the clock lets it, and its record holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from support.companion.rig import tables_in

from companion.calls import Call
from companion.secret import token
from companion.tables import Tables
from referee import record
from referee.game import TABLE, Actor
from referee.rallye.moves import Options


def play(tables: Tables, table: str, actor: Actor, kind: str, **fields: Any) -> int:
    """A move as a page sends it; how it was answered."""
    offer = next(o for o in tables.offers(tables.sitting(table), actor) if o.kind == kind)
    move = {"kind": kind, **offer.settled, **fields}
    return tables.play(table, actor, Call(offer.id, token(), msgspec.Raw(msgspec.json.encode(move)))).status


def test_a_roll_is_taken_back_after_the_time_was_up(tmp_path: Path) -> None:
    now = [1_000_000.0]
    tables = tables_in(tmp_path, clock=lambda: now[0])
    sitting = tables.open("rallye", 3, Options(dice="table", minutes=15), "en")
    for seat in range(3):
        tables.take(tables.code(sitting, seat), seat, f"Player {seat + 1}", seat, "")
    table = sitting.id
    tables.begin(table)
    first = tables.sitting(table).awaited[0]
    assert play(tables, table, first, "roll", dice=[1, 2]) == 200
    assert play(tables, table, TABLE, "time") == 200
    assert tables.sitting(table).phase == "over"
    assert play(tables, table, TABLE, "takeback") == 200
    assert tables.sitting(table).phase == "playing"
    assert tables.left(table) is None
    now[0] += 3_600
    tables.ring()
    assert tables.sitting(table).awaited == (first,), "the clock has nothing more to say"
    assert play(tables, table, first, "roll", dice=[2, 2]) == 200
    assert play(tables, table, TABLE, "time") == 200
    assert tables.sitting(table).phase == "over"
    assert record.verify(tables.record(table, 1))
