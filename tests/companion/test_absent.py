"""Seats whose players are away run by themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.companion.playing import SLUG, ask, call, dealt, moved
from support.companion.rig import tables_in

from companion.service.tables import Tables
from referee.game import Refused
from referee.registry import game


class TestAbsent:
    """Seats that run by themselves."""

    def test_they_do_what_they_must_until_somebody_is_there(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        for seat in (1, 2, 3):
            tables.absent(table, seat, True)
        seat, made = ask(tables, table)
        assert seat == 0
        tables.play(table, seat, made)
        assert len(moved(tables, table)) == 1, "after the answer, not before"
        tables.after_move(table)
        done = [(act.actor, act.alone) for _, act in moved(tables, table)]
        assert done == [(0, False), (1, True), (2, True), (3, True)]
        assert tables.table_state(table).awaited == (0,)

    def test_also_when_the_server_stopped_in_between(self, tables: Tables, tmp_path: Path) -> None:
        table, _ = dealt(tables)
        tables.absent(table, 1, True)
        tables.play(table, *ask(tables, table))
        tables.store.close()
        again = tables_in(tmp_path)
        assert again.table_state(table).awaited == (1,)
        again.wake()
        assert again.table_state(table).awaited == (2,)
        assert len(moved(again, table)) == 2

    def test_the_same_dice_whenever_they_run(self, tables: Tables, tmp_path: Path) -> None:
        """A restart cannot be used to roll again."""
        table, _ = dealt(tables, pieces="paper")
        tables.absent(table, 1, True)
        seat, made = ask(tables, table)
        tables.play(table, seat, call(made.offer, {"kind": "ask", "question": 3}))
        tables.store.close()
        copies = []
        for name in ("one", "two"):
            folder = tmp_path / name
            folder.mkdir()
            (folder / "tables.sqlite").write_bytes((tmp_path / "tables.sqlite").read_bytes())
            copy = tables_in(folder)
            copy.wake()
            copies.append([data for _, data in copy.store.acts(table)])
        assert copies[0] == copies[1]

    def test_with_nobody_there_nothing_happens(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        for seat in range(4):
            tables.absent(table, seat, True)
            tables.after_move(table)
        done = len(moved(tables, table))
        tables.after_move(table)
        tables.wake()
        assert len(moved(tables, table)) == done
        tables.absent(table, 2, False)
        tables.after_move(table)
        assert tables.table_state(table).awaited == (2,)

    def test_back_again(self, tables: Tables) -> None:
        table, phones = dealt(tables)
        tables.absent(table, 0, True)
        tables.after_move(table)
        tables.absent(table, 0, False)
        for _ in range(3):
            tables.play(table, *ask(tables, table))
        assert tables.table_state(table).awaited == (0,)
        assert tables.held(table, phones[0]) == (0,)
        assert tables.play(table, *ask(tables, table)).status == 200

    def test_a_robot_that_refuses_is_no_end_of_the_world(self, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
        table, _ = dealt(tables)
        fine, _ = dealt(tables)
        for each in (table, fine):
            tables.absent(each, 0, True)

        real = game(SLUG).decide

        def decide(state: Any, *more: Any) -> Any:
            if state is tables.table_state(table).state:
                raise Refused("over")
            return real(state, *more)

        monkeypatch.setattr(game(SLUG), "decide", decide, raising=False)
        tables.wake()
        assert (tables.table_state(table).awaited, tables.table_state(fine).awaited) == ((0,), (1,))
