"""Folders that older versions wrote, one for every schema: same tables, same hands, same codes; and they play on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.companion.before import known, unpack
from support.companion.rig import tables_in

from companion.service.tables import Tables
from companion.storage import finished_games
from companion.storage.finished_games import Search
from companion.storage.schema import SCHEMA
from companion.storage.store import Store
from companion.storage.tokens import load_secret
from referee import record


@pytest.fixture(params=range(1, SCHEMA), ids="schema {}".format)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    found = unpack("folder", tmp_path / "data", request.param)
    with closing(sqlite3.connect(found / "tables.sqlite")) as database:
        told = database.execute("SELECT value FROM about WHERE key = 'schema'").fetchone()
        assert told == (str(request.param),), "a new schema needs a folder of the one before: tests/files"
    return found


def opened(folder: Path) -> Tables:
    return Tables(Store(f"sqlite:///{folder / 'tables.sqlite'}"), load_secret(folder))


def as_then(now: Any, then: Any) -> Any:
    """What is shown now without what was not shown then, however deep it stands."""
    match now, then:
        case dict(), dict():
            return {name: as_then(part, then[name]) for name, part in now.items() if name in then}
        case list(), list() if len(now) == len(then):
            return [as_then(part, was) for part, was in zip(now, then, strict=True)]
    return now


def test_the_tables_the_hands_and_the_codes_are_those_of_then(folder: Path) -> None:
    for _ in range(2):  # a folder that was brought up to date is not brought up to date again
        tables = opened(folder)
        then = known(folder)
        assert tables.is_host(then["host"])
        assert {table_state.id for table_state in tables.all(1000)} == set(then["tables"])
        for table, was in then["tables"].items():
            table_state = tables.table_state(table)
            assert (table_state.slug, table_state.phase, table_state.version) == (
                was["game"],
                was["phase"],
                was["version"],
            )
            assert [tables.code(table_state, seat) for seat in (None, *range(table_state.seats))] == was["codes"]
            for code in was["codes"]:
                assert tables.opened_by(code)[0].id == table
            for seat, device in enumerate(was["seats"]):
                assert tables.held(table, device) == (seat,)
            for seat, view in enumerate(was["views"] or ()):
                now = table_state.game.view(table_state.state, seat) if table_state.state is not None else None
                shown = msgspec.json.decode(msgspec.json.encode(now))
                assert as_then(shown, view) == view, "what is new stands beside it"
        tables.store.close()


def test_a_game_of_then_is_played_on(folder: Path) -> None:
    tables = opened(folder)
    for table, was in known(folder)["tables"].items():
        if was["phase"] == "playing":
            tables.pause(table, True)
            tables.pause(table, False)
            tables.note(table, 0, {"text": "another"})
            assert tables.table_state(table).version == was["version"] + 2


def test_its_finished_games_are_found_and_hold(folder: Path) -> None:
    """Also those that were over before games were listed at all."""
    tables = opened(folder)
    over = {table for table, was in known(folder)["tables"].items() if was["phase"] == "over"}
    assert tables.records.catch_up(1000.0)
    listed = {each.table for each in finished_games.find(tables.store, Search(), 1000)}
    assert over and over <= listed
    for table in over:
        assert record.verify(tables.record(table, 1))


def test_it_becomes_what_a_new_folder_is(folder: Path, tmp_path: Path) -> None:
    """Every table, column and index, by name."""
    opened(folder).store.close()
    tables_in(tmp_path).store.close()
    assert shape(folder / "tables.sqlite") == shape(tmp_path / "tables.sqlite")


def shape(file: Path) -> dict[tuple[str, str], set[str]]:
    """What is in a database: its tables and indexes with their columns."""
    with closing(sqlite3.connect(file)) as database:
        parts = database.execute("SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'").fetchall()
        asked = {"table": "PRAGMA table_info({})", "index": "PRAGMA index_info({})"}
        return {
            (kind, name): {
                str(row[1] if kind == "table" else row[2]) for row in database.execute(asked[kind].format(name))
            }
            for kind, name in parts
        }
