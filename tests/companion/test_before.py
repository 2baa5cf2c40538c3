"""A folder that the version before wrote: same tables, same hands, same codes; and it plays on."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from support.companion.before import known, unpack

from companion.service.tables import Tables
from companion.storage.store import Store
from companion.storage.tokens import load_secret


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return unpack("folder", tmp_path / "data")


def opened(folder: Path) -> Tables:
    return Tables(Store(f"sqlite:///{folder / 'tables.sqlite'}"), load_secret(folder))


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
                assert msgspec.json.decode(msgspec.json.encode(now)) == view
        tables.store.close()


def test_a_game_of_then_is_played_on(folder: Path) -> None:
    tables = opened(folder)
    for table, was in known(folder)["tables"].items():
        if was["phase"] == "playing":
            tables.pause(table, True)
            tables.pause(table, False)
            tables.note(table, 0, {"text": "another"})
            assert tables.table_state(table).version == was["version"] + 2
