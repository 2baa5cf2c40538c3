"""How a table lives: games one after another, restarts, notes, records, many tables at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.companion.playing import SLUG, ask, call, dealt, declare, moved, play, same_after_restart
from support.companion.rig import app_of, host_of, tables_in

from companion.errors import BadRequest, NotFound, OfferClosed, PutAside
from companion.service.tables import Tables
from companion.storage.cache import KNOWN
from companion.storage.store import WriteSet
from companion.storage.tokens import token
from companion.table import state as s
from companion.table.acts import AutoplaySet, TableOpened, encode
from companion.table.state import TableState
from referee.game import TABLE
from referee.record import verify
from referee.registry import GAMES, game


class TestLife:
    """From the first scan to the last game."""

    def test_a_whole_life_is_the_same_after_a_restart_at_any_moment(self, tables: Tables, tmp_path: Path) -> None:
        """After each act: the same view, offers and codes for every observer, and the same phones on the seats."""
        options = game(SLUG).Options
        table, phones = dealt(tables)
        old = tables.code(tables.table_state(table), 2)

        def life() -> Any:
            yield tables.rename(table, 1, "Zoé  \u200b  X", 7)
            for _ in range(6):
                yield play(tables, table, 1)
            yield tables.play(table, 1, declare(tables, table, 1))
            yield tables.absent(table, 3, True)
            yield tables.after_move(table)
            yield tables.pause(table, True)
            yield tables.free(table, 2)
            yield tables.take(tables.code(tables.table_state(table), 2), 2, "Somebody else", 0, "")
            yield tables.pause(table, False)
            yield play(tables, table, 4)
            yield tables.absent(table, 3, False)
            yield tables.abandon(table)
            yield tables.arrange(table, 5, options(target=1), "fr")
            yield tables.take(tables.code(tables.table_state(table), 4), 4, "Fifth", 5, phones[0])
            yield tables.begin(table)
            yield play(tables, table)
            yield tables.arrange(table, 5, options(target=2), "en")
            for seat in (2, 3, 4):
                yield tables.free(table, seat)
            yield tables.arrange(table, 2, options(), "en")
            yield tables.begin(table)
            yield play(tables, table)
            yield tables.begin(table)

        for number, _ in enumerate(life()):
            assert same_after_restart(tables, tmp_path, table), f"step {number}"
        with pytest.raises(NotFound):
            tables.opened_by(old)
        records = [verify(tables.record(table, number)) for number in (1, 2, 3)]
        assert [record.ended for record in records] == ["abandoned", "outcome", "outcome"]
        assert [record.setup.seats for record in records] == [4, 5, 2]
        assert [record.setup.options.target for record in records] == [3, 1, 3]
        with pytest.raises(NotFound):
            tables.record(table, 4)

    def test_the_same_seats_play_again(self, tables: Tables) -> None:
        table, phones = dealt(tables)
        tables.note(table, 0, {"guess": 7})
        play(tables, table)
        first = tables.table_state(table).seed
        assert tables.table_state(table).phase == "over"
        tables.begin(table)
        table_state = tables.table_state(table)
        assert (table_state.phase, table_state.number, len(table_state.turns)) == ("playing", 2, 1)
        assert table_state.seed != first
        assert [tables.held(table, phone) for phone in phones] == [(0,), (1,), (2,), (3,)]
        assert tables.notes(table, 0) == (0, {}), "each game has its own page"
        assert verify(tables.record(table, 1)).outcome

    def test_nobody_begins_while_a_seat_is_free(self, tables: Tables) -> None:
        table_state = tables.open(SLUG, 4, game(SLUG).Options(), "en")
        tables.take(tables.code(table_state, 1), 1, "Zoe", 0, "")
        with pytest.raises(BadRequest, match=r"1, 3, 4"):
            tables.begin(table_state.id)
        for seat in (0, 2, 3):
            tables.absent(table_state.id, seat, True)
        tables.begin(table_state.id)
        assert tables.table_state(table_state.id).phase == "playing"

    def test_only_what_a_moment_allows(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        with pytest.raises(BadRequest):
            tables.begin(table)
        with pytest.raises(BadRequest):
            tables.arrange(table, 3, game(SLUG).Options(), "en")
        tables.abandon(table)
        for refused in (lambda: tables.abandon(table), lambda: tables.pause(table, True)):
            with pytest.raises(BadRequest):
                refused()
        for seats, lang in ((1, "en"), (99, "en"), (4, "xx")):
            with pytest.raises(BadRequest):
                tables.arrange(table, seats, game(SLUG).Options(), lang)
        for seat in (-1, 4):
            for act in (tables.free, lambda t, i: tables.absent(t, i, True), lambda t, i: tables.rename(t, i, "x", 0)):
                with pytest.raises(NotFound):
                    act(table, seat)

    def test_what_changes_nothing_is_no_act(self, tables: Tables) -> None:
        table, phones = dealt(tables)
        table_state = tables.table_state(table)
        version = table_state.version
        tables.rename(table, 0, "Player 1", 0)
        tables.take(tables.code(table_state, 0), 0, "Player 1", 0, phones[0])
        tables.absent(table, 0, False)
        tables.pause(table, False)
        assert tables.table_state(table).version == version
        tables.abandon(table)
        tables.arrange(table, 4, game(SLUG).Options(), "en")
        assert tables.table_state(table).version == version + 1

    def test_paused(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        seat, made = ask(tables, table)
        tables.absent(table, seat, True)
        tables.pause(table, True)
        tables.after_move(table)
        assert tables.offers(tables.table_state(table), seat) == [] and not moved(tables, table)
        with pytest.raises(BadRequest, match="paused"):
            tables.play(table, seat, made)
        tables.pause(table, False)
        assert tables.play(table, seat, made).status == 200, "a refusal for now is not kept for ever"

    def test_abandoned(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        play(tables, table, 5)
        seat, made = ask(tables, table)
        tables.pause(table, True)
        tables.abandon(table)
        with pytest.raises(OfferClosed):
            tables.play(table, seat, made)
        record = verify(tables.record(table, 1))
        assert (record.ended, record.outcome, len(record.turns)) == ("abandoned", None, 6)

    def test_skipped(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        table_state = tables.table_state(table)
        offer = next(o for o in tables.offers(table_state, TABLE) if o.kind == "skip")
        assert tables.play(table, TABLE, call(offer.id, {"kind": "skip"})).status == 200
        assert tables.table_state(table).awaited == (1,)

    def test_a_record_has_the_names_and_options_of_its_game(self, tables: Tables) -> None:
        table, _ = dealt(tables, 4, target=2)
        play(tables, table, 4)
        tables.free(table, 1)
        tables.take(tables.code(tables.table_state(table), 1), 1, "Successor", 1, "")
        play(tables, table)
        tables.rename(table, 0, "Too late", 0)
        tables.free(table, 3)
        tables.arrange(table, 3, game(SLUG).Options(target=5), "en")
        record = verify(tables.record(table, 1))
        assert record.setup.names == ("Player 1", "Successor", "Player 3", "Player 4")
        assert record.setup.options.target == 2

    @pytest.mark.parametrize("number", [-1, 0, 1, 2, 10**9])
    def test_no_record_of_what_is_not_over(self, number: int, tables: Tables) -> None:
        table, _ = dealt(tables)
        with pytest.raises(NotFound):
            tables.record(table, number)

    @pytest.mark.parametrize("table", ["", "zzzzzz", "b99999", "../../x", "b2\x003456", "B23456", "b" * 33])
    def test_no_such_table(self, table: str, tables: Tables) -> None:
        for asked in (tables.table_state, tables.begin, lambda t: tables.held(t, "x"), lambda t: tables.record(t, 1)):
            with pytest.raises(NotFound):
                asked(table)


class TestNotes:
    """A page for each seat and each game."""

    def test_written_rubbed_out_and_kept(self, tables: Tables, tmp_path: Path) -> None:
        table, _ = dealt(tables)
        assert tables.notes(table, 0) == (0, {})
        assert tables.note(table, 0, {"a": 1, "b": "é", "c": True}) == 1
        assert tables.note(table, 0, {"a": None, "b": "x"}) == 2
        assert tables_in(tmp_path).notes(table, 0) == (2, {"b": "x", "c": True})
        assert tables.notes(table, 1) == (0, {})

    def test_they_are_no_acts_and_in_no_record(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        version = tables.table_state(table).version
        tables.note(table, 0, {"secret": "swordfish"})
        assert tables.table_state(table).version == version
        play(tables, table)
        assert b"swordfish" not in tables.record(table, 1)

    def test_what_was_meant_for_the_last_game_is_not_written(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        tables.note(table, 0, {"a": 1}, number=1)
        tables.abandon(table)
        tables.begin(table)
        with pytest.raises(BadRequest, match="another game"):
            tables.note(table, 0, {"a": 2}, number=1)
        assert tables.notes(table, 0) == (0, {})

    def test_a_page_is_full_one_day(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        tables.note(table, 0, {"a": "x" * 16_000})
        with pytest.raises(BadRequest):
            tables.note(table, 0, {"b": "x" * 1000})
        assert tables.notes(table, 0)[0] == 1
        tables.note(table, 0, {"a": None})
        assert tables.note(table, 0, {"b": "x" * 1000}) == 3


class TestMany:
    """More tables than memory should hold, and some that nobody can read."""

    def test_memory_has_an_end(self, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.storage.cache.KNOWN", 3)
        assert KNOWN > 100
        names = [dealt(tables)[0] for _ in range(5)]
        for _ in range(2):
            for name in names:
                play(tables, name, 1)
                assert len(tables.cache.known) <= 3
        assert all(len(tables.table_state(name).turns) == 3 for name in names)

    def test_a_table_that_cannot_be_read_hides_no_other(
        self, tables: Tables, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        good, _ = dealt(tables)
        bad, _ = dealt(tables)
        unknown = encode(TableOpened("a game of tomorrow", "en", 4, {}))
        tables.store.write(WriteSet("b22222", 1, unknown, 1.0, opens=True))
        tables.store.write(WriteSet(bad, tables.table_state(bad).version + 1, b'{"act":"of tomorrow"}'))
        again = tables_in(tmp_path)
        again.wake()
        assert [table_state.id for table_state in again.all(10)] == [good]
        assert "b22222" in caplog.text and bad in caplog.text
        for table in (bad, "b22222"):
            with pytest.raises(PutAside):
                again.table_state(table)
        assert host_of(app_of(again)).get("/").status_code == 200

    def test_a_name_that_is_taken(self, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
        names = iter(["b22222", "b22222", "b33333"])
        monkeypatch.setattr("companion.service.tables.new_name", lambda: next(names))
        assert [tables.open(SLUG, 4, game(SLUG).Options(), "en").id for _ in range(2)] == ["b22222", "b33333"]
        assert tables.table_state("b22222").version == 1

    def test_hosts_are_remembered(self, tables: Tables, tmp_path: Path) -> None:
        device = token()
        assert not tables.is_host(device) and not tables.is_host("")
        tables.add_host(device)
        tables.add_host(device)
        assert tables.is_host(device) and tables_in(tmp_path).is_host(device)

    def test_a_log_with_a_gap_is_no_table(self) -> None:
        acts = [(1, encode(TableOpened(next(iter(GAMES)), "en", 4, {}))), (3, encode(AutoplaySet(0, True)))]
        with pytest.raises(s.UnreadableLog):
            s.fold("b22222", acts)
        assert s.fold("b22222", acts[:1]).version == 1
        assert isinstance(s.fold("b22222", []), TableState)
