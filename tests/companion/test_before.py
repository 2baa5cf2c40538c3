"""A folder that the version before wrote: same tables, same hands, same codes; and it plays on."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from support.companion.before import known, unpack

from companion.secret import secret
from companion.store import Store
from companion.tables import Tables


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return unpack("folder", tmp_path / "data")


def opened(folder: Path) -> Tables:
    return Tables(Store(f"sqlite:///{folder / 'tables.sqlite'}"), secret(folder))


def test_the_tables_the_hands_and_the_codes_are_those_of_then(folder: Path) -> None:
    for _ in range(2):  # a folder that was brought up to date is not brought up to date again
        tables = opened(folder)
        then = known(folder)
        assert tables.is_host(then["host"])
        assert {sitting.id for sitting in tables.all(1000)} == set(then["tables"])
        for table, was in then["tables"].items():
            sitting = tables.sitting(table)
            assert (sitting.slug, sitting.phase, sitting.version) == (was["game"], was["phase"], was["version"])
            assert [tables.code(sitting, seat) for seat in (None, *range(sitting.seats))] == was["codes"]
            for code in was["codes"]:
                assert tables.opened_by(code)[0].id == table
            for seat, device in enumerate(was["seats"]):
                assert tables.held(table, device) == (seat,)
            for seat, view in enumerate(was["views"] or ()):
                now = sitting.game.view(sitting.state, seat) if sitting.state is not None else None
                assert msgspec.json.decode(msgspec.json.encode(now)) == view
        tables.store.close()


def test_a_game_of_then_is_played_on(folder: Path) -> None:
    tables = opened(folder)
    for table, was in known(folder)["tables"].items():
        if was["phase"] == "playing":
            tables.pause(table, True)
            tables.pause(table, False)
            tables.note(table, 0, {"text": "another"})
            assert tables.sitting(table).version == was["version"] + 2
