"""How a table lives: games one after another, restarts, absent seats, released seats, codes, notes, records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playing import SLUG, ask, call, dealt, declare, moved, play, same_after_restart
from rig import app_of, host_of, seated, tables_in

from companion import sitting as s
from companion.errors import Closed, NotFound, NotYours, Taken, Unfit
from companion.secret import hashed, token
from companion.sitting import Sitting
from companion.store import Change
from companion.tables import KNOWN, Tables, owner
from referee.game import TABLE, Refused
from referee.record import verify
from referee.registry import GAMES, game


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    """The tables of an empty folder."""
    return tables_in(tmp_path)


class TestLife:
    """From the first scan to the last game."""

    def test_a_whole_life_is_the_same_after_a_restart_at_any_moment(self, tables: Tables, tmp_path: Path) -> None:
        """After each act: the same view, offers and codes for every observer, and the same phones on the seats."""
        options = game(SLUG).Options
        table, phones = dealt(tables)
        old = tables.code(tables.sitting(table), 2)

        def life() -> Any:
            yield tables.rename(table, 1, "Zoé  \u200b  X", 7)
            for _ in range(6):
                yield play(tables, table, 1)
            yield tables.play(table, 1, declare(tables, table, 1))
            yield tables.absent(table, 3, True)
            yield tables.settle(table)
            yield tables.pause(table, True)
            yield tables.free(table, 2)
            yield tables.take(tables.code(tables.sitting(table), 2), 2, "Somebody else", 0, "")
            yield tables.pause(table, False)
            yield play(tables, table, 4)
            yield tables.absent(table, 3, False)
            yield tables.abandon(table)
            yield tables.arrange(table, 5, options(target=1), "fr")
            yield tables.take(tables.code(tables.sitting(table), 4), 4, "Fifth", 5, phones[0])
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
        first = tables.sitting(table).seed
        assert tables.sitting(table).phase == "over"
        tables.begin(table)
        sitting = tables.sitting(table)
        assert (sitting.phase, sitting.number, len(sitting.turns)) == ("playing", 2, 1)
        assert sitting.seed != first
        assert [tables.held(table, phone) for phone in phones] == [(0,), (1,), (2,), (3,)]
        assert tables.notes(table, 0) == (0, {}), "each game has its own page"
        assert verify(tables.record(table, 1)).outcome

    def test_nobody_begins_while_a_seat_is_free(self, tables: Tables) -> None:
        sitting = tables.open(SLUG, 4, game(SLUG).Options(), "en")
        tables.take(tables.code(sitting, 1), 1, "Zoe", 0, "")
        with pytest.raises(Unfit, match=r"1, 3, 4"):
            tables.begin(sitting.id)
        for seat in (0, 2, 3):
            tables.absent(sitting.id, seat, True)
        tables.begin(sitting.id)
        assert tables.sitting(sitting.id).phase == "playing"

    def test_only_what_a_moment_allows(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        with pytest.raises(Unfit):
            tables.begin(table)
        with pytest.raises(Unfit):
            tables.arrange(table, 3, game(SLUG).Options(), "en")
        tables.abandon(table)
        for refused in (lambda: tables.abandon(table), lambda: tables.pause(table, True)):
            with pytest.raises(Unfit):
                refused()
        for seats, lang in ((1, "en"), (99, "en"), (4, "xx")):
            with pytest.raises(Unfit):
                tables.arrange(table, seats, game(SLUG).Options(), lang)
        for seat in (-1, 4):
            for act in (tables.free, lambda t, i: tables.absent(t, i, True), lambda t, i: tables.rename(t, i, "x", 0)):
                with pytest.raises(NotFound):
                    act(table, seat)

    def test_what_changes_nothing_is_no_act(self, tables: Tables) -> None:
        table, phones = dealt(tables)
        sitting = tables.sitting(table)
        version = sitting.version
        tables.rename(table, 0, "Player 1", 0)
        tables.take(tables.code(sitting, 0), 0, "Player 1", 0, phones[0])
        tables.absent(table, 0, False)
        tables.pause(table, False)
        assert tables.sitting(table).version == version
        tables.abandon(table)
        tables.arrange(table, 4, game(SLUG).Options(), "en")
        assert tables.sitting(table).version == version + 1

    def test_paused(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        seat, made = ask(tables, table)
        tables.absent(table, seat, True)
        tables.pause(table, True)
        tables.settle(table)
        assert tables.offers(tables.sitting(table), seat) == [] and not moved(tables, table)
        with pytest.raises(Unfit, match="paused"):
            tables.play(table, seat, made)
        tables.pause(table, False)
        assert tables.play(table, seat, made).status == 200, "a refusal for now is not kept for ever"

    def test_abandoned(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        play(tables, table, 5)
        seat, made = ask(tables, table)
        tables.pause(table, True)
        tables.abandon(table)
        with pytest.raises(Closed):
            tables.play(table, seat, made)
        record = verify(tables.record(table, 1))
        assert (record.ended, record.outcome, len(record.turns)) == ("abandoned", None, 6)

    def test_skipped(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        sitting = tables.sitting(table)
        offer = next(o for o in tables.offers(sitting, TABLE) if o.kind == "skip")
        assert tables.play(table, TABLE, call(offer.id, {"kind": "skip"})).status == 200
        assert tables.sitting(table).awaited == (1,)

    def test_a_record_has_the_names_and_options_of_its_game(self, tables: Tables) -> None:
        table, _ = dealt(tables, 4, target=2)
        play(tables, table, 4)
        tables.free(table, 1)
        tables.take(tables.code(tables.sitting(table), 1), 1, "Successor", 1, "")
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
        for asked in (tables.sitting, tables.begin, lambda t: tables.held(t, "x"), lambda t: tables.record(t, 1)):
            with pytest.raises(NotFound):
                asked(table)


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
        tables.settle(table)
        done = [(act.actor, act.alone) for _, act in moved(tables, table)]
        assert done == [(0, False), (1, True), (2, True), (3, True)]
        assert tables.sitting(table).awaited == (0,)

    def test_also_when_the_server_stopped_in_between(self, tables: Tables, tmp_path: Path) -> None:
        table, _ = dealt(tables)
        tables.absent(table, 1, True)
        tables.play(table, *ask(tables, table))
        tables.store.close()
        again = tables_in(tmp_path)
        assert again.sitting(table).awaited == (1,)
        again.wake()
        assert again.sitting(table).awaited == (2,)
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
            tables.settle(table)
        done = len(moved(tables, table))
        tables.settle(table)
        tables.wake()
        assert len(moved(tables, table)) == done
        tables.absent(table, 2, False)
        tables.settle(table)
        assert tables.sitting(table).awaited == (2,)

    def test_back_again(self, tables: Tables) -> None:
        table, phones = dealt(tables)
        tables.absent(table, 0, True)
        tables.settle(table)
        tables.absent(table, 0, False)
        play(tables, table, 3)
        assert tables.sitting(table).awaited == (0,)
        assert tables.held(table, phones[0]) == (0,)
        assert tables.play(table, *ask(tables, table)).status == 200

    def test_a_robot_that_refuses_is_no_end_of_the_world(self, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
        table, _ = dealt(tables)
        fine, _ = dealt(tables)
        for each in (table, fine):
            tables.absent(each, 0, True)

        real = game(SLUG).decide

        def decide(state: Any, *more: Any) -> Any:
            if state is tables.sitting(table).state:
                raise Refused("over")
            return real(state, *more)

        monkeypatch.setattr(game(SLUG), "decide", decide, raising=False)
        tables.wake()
        assert (tables.sitting(table).awaited, tables.sitting(fine).awaited) == ((0,), (1,))


class TestSeats:
    """Who sits where, with which phones and which codes."""

    def test_a_code_is_worth_one_seat(self, tables: Tables) -> None:
        sitting = tables.open(SLUG, 4, game(SLUG).Options(), "en")
        with pytest.raises(NotFound):
            tables.take(tables.code(sitting, 1), 2, "Zoe", 0, "")
        with pytest.raises(NotFound):
            tables.take(tables.code(sitting, None), 4, "Zoe", 0, "")
        table, phone = tables.take(tables.code(sitting, None), 2, "Zoe", 0, "")
        assert tables.held(table, phone) == (2,)
        with pytest.raises(NotFound):
            tables.opened_by("a" * 26)

    def test_a_phone_that_holds_nothing_gets_a_token_nobody_knew(self, tables: Tables) -> None:
        sitting = tables.open(SLUG, 4, game(SLUG).Options(), "en")
        planted = token()
        _, phone = tables.take(tables.code(sitting, 0), 0, "Zoe", 0, planted)
        assert phone != planted and tables.held(sitting.id, planted) == ()
        _, same = tables.take(tables.code(sitting, 1), 1, "Zed", 1, phone)
        assert same == phone and tables.held(sitting.id, phone) == (0, 1)

    def test_a_phone_that_has_not_heard_the_answer_asks_again(self, tables: Tables, tmp_path: Path) -> None:
        """The seat is taken, by itself: it gets the same token, also when the server was killed in between."""
        sitting = tables.open(SLUG, 4, game(SLUG).Options(), "en")
        code, cookie, key = tables.code(sitting, 0), token(), token()
        first = tables.take(code, 0, "Zoe", 0, cookie, key)
        again = tables_in(tmp_path)
        assert again.take(code, 0, "Zoe", 0, cookie, key) == first
        assert again.sitting(sitting.id).version == 2, "nothing was done twice"
        for other, other_key in ((token(), key), (cookie, token()), (cookie, ""), ("", "")):
            with pytest.raises(Taken):
                again.take(code, 0, "Zoe", 0, other, other_key)

    def test_a_phone_that_lost_its_seat_while_it_was_asking(self, tables: Tables) -> None:
        """Between the question whose seat it is and the act: what it sent is not done."""
        table, phones = dealt(tables)
        tables.free(table, 0)
        for act in (
            lambda: tables.play(table, 0, declare(tables, table, 0), phones[0]),
            lambda: tables.rename(table, 0, "Zoe", 0, phones[0]),
            lambda: tables.note(table, 0, {"a": 1}, phones[0]),
        ):
            with pytest.raises(NotYours):
                act()
        assert not moved(tables, table) and tables.notes(table, 0) == (0, {})

    def test_several_seats_on_one_phone_and_two_tables(self, tables: Tables) -> None:
        one, phones = dealt(tables)
        two = tables.open(SLUG, 4, game(SLUG).Options(), "en")
        for seat in (0, 3):
            assert tables.take(tables.code(two, seat), seat, f"P{seat}", seat, phones[1]) == (two.id, phones[1])
        assert tables.held(two.id, phones[1]) == (0, 3)
        tables.free(two.id, 0)
        assert tables.held(two.id, phones[1]) == (3,)
        assert tables.held(one, phones[1]) == (1,)

    def test_a_taken_seat_is_taken(self, tables: Tables) -> None:
        table, phones = dealt(tables)
        with pytest.raises(Taken):
            tables.take(tables.code(tables.sitting(table), 0), 0, "Zoe", 0, "")
        tables.take(tables.code(tables.sitting(table), 0), 0, "Zoe", 0, phones[0])
        assert tables.sitting(table).chairs[0].name == "Zoe"
        assert owner(tables, table, 0, phones[0])
        for device in ("", phones[1], token()):
            with pytest.raises(NotYours):
                owner(tables, table, 0, device)

    def test_a_seat_that_several_share(self, tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(game(SLUG), "shared", True, raising=False)
        table, phones = dealt(tables)
        code = tables.code(tables.sitting(table), 0)
        _, second = tables.take(code, 0, "", 0, "")
        assert tables.sitting(table).chairs[0].name == "Player 1", "who says no name leaves it as it is"
        _, third = tables.take(code, 0, "Team", 0, "")
        assert all(tables.held(table, phone) == (0,) for phone in (phones[0], second, third))
        seat, made = ask(tables, table)
        assert seat == 0 and tables.play(table, 0, made) == tables.play(table, 0, made)
        assert same_after_restart(tables, tmp_path, table)
        tables.free(table, 0)
        assert not any(tables.held(table, phone) for phone in (phones[0], second, third))

    def test_released_for_good(self, tables: Tables, tmp_path: Path) -> None:
        """Phones and code are worth nothing any more; whoever comes next has the same hand."""
        table, phones = dealt(tables)
        play(tables, table, 3)
        old = tables.code(tables.sitting(table), 1)
        before = tables.sitting(table).game.view(tables.sitting(table).state, 1)
        listener = tables.hub.listen(table, 1)
        tables.free(table, 1)
        assert listener.next(0) == ("gone", 0)
        assert tables.held(table, phones[1]) == () and not tables.store.holds(hashed(phones[1]))
        with pytest.raises(NotFound):
            tables.take(old, 1, "Back", 0, phones[1])
        with pytest.raises(NotFound):
            tables_in(tmp_path).opened_by(old)
        _, phone = tables.take(tables.code(tables.sitting(table), 1), 1, "Next", 0, phones[1])
        assert phone != phones[1], "the old token stays worth nothing"
        assert tables.sitting(table).game.view(tables.sitting(table).state, 1) == before
        assert [notice.kind for notice in tables.sitting(table).notices] == ["freed", "took"]

    def test_fewer_seats_then_more(self, tables: Tables) -> None:
        sitting = tables.open(SLUG, 5, game(SLUG).Options(), "en")
        table, phone = tables.take(tables.code(sitting, 4), 4, "Fifth", 0, "")
        taken, untouched = tables.code(sitting, 4), tables.code(sitting, 3)
        with pytest.raises(Taken):
            tables.arrange(table, 3, sitting.options, "en")
        assert tables.held(table, phone) == (4,), "nobody loses his seat by mistake"
        tables.free(table, 4)
        tables.arrange(table, 3, sitting.options, "en")
        for code in (taken, untouched):
            with pytest.raises(NotFound):
                tables.opened_by(code)
        tables.arrange(table, 5, sitting.options, "en")
        with pytest.raises(NotFound):
            tables.opened_by(taken)
        assert tables.opened_by(untouched)[1] == 3  # a printed card that nobody used is good again
        fresh = tables.code(tables.sitting(table), 4)
        assert fresh != taken and tables.opened_by(fresh)[1] == 4
        assert tables.held(table, phone) == () and not tables.sitting(table).chairs[4].taken

    def test_a_revoked_code_stays_revoked_whatever_is_arranged(self, tables: Tables, tmp_path: Path) -> None:
        sitting = tables.open(SLUG, 5, game(SLUG).Options(), "en")
        seen_codes = {tables.code(sitting, 4)}
        for seats in (4, 5, 3, 4):
            tables.take(tables.code(tables.sitting(sitting.id), 4), 4, "Fifth", 0, "")
            tables.free(sitting.id, 4)
            tables.arrange(sitting.id, seats, sitting.options, "en")
            tables.arrange(sitting.id, 5, sitting.options, "en")
            now = tables.code(tables.sitting(sitting.id), 4)
            assert now not in seen_codes
            for old in seen_codes:
                with pytest.raises(NotFound):
                    tables.opened_by(old)
            seen_codes.add(now)
        assert tables_in(tmp_path).opened_by(now)[1] == 4

    def test_after_another_number_of_seats_the_last_game_is_put_away(self, tables: Tables) -> None:
        """Its pages would speak of people who are not there; they show the table before its next game instead."""
        app = app_of(tables)
        table, phones = seated(app, tables, SLUG, 4)
        host = host_of(app)
        for seats in (3, 4, 2):
            for seat in range(tables.sitting(table).seats):
                tables.absent(table, seat, True)
            tables.begin(table)
            tables.absent(table, 0, False)
            play(tables, table, 5)
            tables.abandon(table)
            for seat in range(seats, tables.sitting(table).seats):
                tables.free(table, seat)
            tables.arrange(table, seats, game(SLUG).Options(), "en")
            assert tables.sitting(table).phase == "open"
            for path in ("", "/part", "/view"):
                assert host.get(f"/t/{table}{path}").status_code == 200
                assert phones[0].get(f"/t/{table}/seat/0{path}").status_code == 200
        assert host.get("/").status_code == 200
        assert [len(verify(tables.record(table, n)).setup.names) for n in (1, 2, 3)] == [4, 3, 4]

    @pytest.mark.parametrize(
        ("name", "shown"),
        [("Zoé", "Zoé"), ("  a \t b\n", "a b"), ("\u202eevil\x00", "evil"), ("", "Player 2"), ("\u200b", "Player 2")],
    )
    def test_names_are_cleaned(self, name: str, shown: str, tables: Tables) -> None:
        sitting = tables.open(SLUG, 4, game(SLUG).Options(), "en")
        tables.take(tables.code(sitting, 1), 1, name, 0, "")
        assert tables.sitting(sitting.id).chairs[1].name == shown

    def test_names_and_colours_are_one_each(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        with pytest.raises(Taken):
            tables.rename(table, 0, "PLAYER 2", 0)
        with pytest.raises(Unfit):
            tables.rename(table, 0, "x" * 21, 0)
        tables.rename(table, 0, "x" * 20, 1)
        assert len({chair.colour for chair in tables.sitting(table).chairs}) == 4
        tables.rename(table, 0, "y", -5)
        tables.rename(table, 0, "z", 10**9)
        assert len({chair.colour for chair in tables.sitting(table).chairs}) == 4

    def test_notices_do_not_pile_up(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        for i in range(60):
            tables.absent(table, 0, i % 2 == 0)
        assert len(tables.sitting(table).notices) == s.NOTICES


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
        version = tables.sitting(table).version
        tables.note(table, 0, {"secret": "swordfish"})
        assert tables.sitting(table).version == version
        play(tables, table)
        assert b"swordfish" not in tables.record(table, 1)

    def test_what_was_meant_for_the_last_game_is_not_written(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        tables.note(table, 0, {"a": 1}, number=1)
        tables.abandon(table)
        tables.begin(table)
        with pytest.raises(Unfit, match="another game"):
            tables.note(table, 0, {"a": 2}, number=1)
        assert tables.notes(table, 0) == (0, {})

    def test_a_page_is_full_one_day(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        tables.note(table, 0, {"a": "x" * 16_000})
        with pytest.raises(Unfit):
            tables.note(table, 0, {"b": "x" * 1000})
        assert tables.notes(table, 0)[0] == 1
        tables.note(table, 0, {"a": None})
        assert tables.note(table, 0, {"b": "x" * 1000}) == 3


class TestMany:
    """More tables than memory should hold, and some that nobody can read."""

    def test_memory_has_an_end(self, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.tables.KNOWN", 3)
        assert KNOWN > 100
        names = [dealt(tables)[0] for _ in range(5)]
        for _ in range(2):
            for name in names:
                play(tables, name, 1)
                assert len(tables._known) <= 3
        assert all(len(tables.sitting(name).turns) == 3 for name in names)

    def test_a_table_that_cannot_be_read_hides_no_other(
        self, tables: Tables, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        good, _ = dealt(tables)
        bad, _ = dealt(tables)
        unknown = s.encode(s.Opened("a game of tomorrow", "en", 4, {}))
        tables.store.write(Change("b22222", 1, unknown, 1.0, opens=True))
        tables.store.write(Change(bad, tables.sitting(bad).version + 1, b'{"act":"of tomorrow"}'))
        again = tables_in(tmp_path)
        again.wake()
        assert [sitting.id for sitting in again.all(10)] == [good]
        assert "b22222" in caplog.text and bad in caplog.text
        for table in (bad, "b22222"):
            with pytest.raises(s.Unreadable):
                again.sitting(table)
        assert host_of(app_of(again)).get("/").status_code == 200

    def test_a_name_that_is_taken(self, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
        names = iter(["b22222", "b22222", "b33333"])
        monkeypatch.setattr("companion.tables.new_name", lambda: next(names))
        assert [tables.open(SLUG, 4, game(SLUG).Options(), "en").id for _ in range(2)] == ["b22222", "b33333"]
        assert tables.sitting("b22222").version == 1

    def test_hosts_are_remembered(self, tables: Tables, tmp_path: Path) -> None:
        device = token()
        assert not tables.is_host(device) and not tables.is_host("")
        tables.add_host(device)
        tables.add_host(device)
        assert tables.is_host(device) and tables_in(tmp_path).is_host(device)

    def test_a_log_with_a_gap_is_no_table(self) -> None:
        acts = [(1, s.encode(s.Opened(GAMES[0], "en", 4, {}))), (3, s.encode(s.Stood(0, True)))]
        with pytest.raises(s.Unreadable):
            s.fold("b22222", acts)
        assert s.fold("b22222", acts[:1]).version == 1
        assert isinstance(s.fold("b22222", []), Sitting)


def test_one_more_phone_of_a_shared_seat_is_told_to_everybody(tmp_path):
    """While a game is played: it sees what the seat sees. Another name is no other phone."""
    tables = tables_in(tmp_path)
    sitting = tables.open("fully", 4, game("fully").Options(), "en")
    for seat in range(4):
        tables.take(tables.code(sitting, seat), seat, f"P{seat}", seat, "", f"key-{seat}-0000")
    tables.take(tables.code(sitting, 1), 1, "", 0, "", "key-before-0")
    tables.begin(sitting.id)
    assert [notice.kind for notice in tables.sitting(sitting.id).notices] == []
    tables.take(tables.code(sitting, 1), 1, "", 0, "", "key-after-00")
    tables.rename(sitting.id, 1, "Anne", 5)
    assert [(notice.kind, notice.seat) for notice in tables.sitting(sitting.id).notices] == [("more", 1)]
