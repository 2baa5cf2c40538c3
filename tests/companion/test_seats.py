"""Seats: taken, shared, renamed, released; and the codes that lead to them."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.companion.playing import SLUG, ask, dealt, declare, moved, play, same_after_restart
from support.companion.rig import app_of, host_of, seated, tables_in

from companion.errors import BadRequest, NotFound, NotYours, Taken
from companion.service.tables import Tables
from companion.storage.tokens import hashed, token
from companion.table import state as s
from referee.record import verify
from referee.registry import game


class TestSeats:
    """Who sits where, with which phones and which codes."""

    def test_a_code_is_worth_one_seat(self, tables: Tables) -> None:
        table_state = tables.open(SLUG, 4, game(SLUG).Options(), "en")
        with pytest.raises(NotFound):
            tables.take(tables.code(table_state, 1), 2, "Zoe", 0, "")
        with pytest.raises(NotFound):
            tables.take(tables.code(table_state, None), 4, "Zoe", 0, "")
        table, phone = tables.take(tables.code(table_state, None), 2, "Zoe", 0, "")
        assert tables.held(table, phone) == (2,)
        with pytest.raises(NotFound):
            tables.opened_by("a" * 26)

    def test_a_phone_that_holds_nothing_gets_a_token_nobody_knew(self, tables: Tables) -> None:
        table_state = tables.open(SLUG, 4, game(SLUG).Options(), "en")
        planted = token()
        _, phone = tables.take(tables.code(table_state, 0), 0, "Zoe", 0, planted)
        assert phone != planted and tables.held(table_state.id, planted) == ()
        _, now = tables.take(tables.code(table_state, 1), 1, "Zed", 1, phone)
        assert now != phone and tables.held(table_state.id, now) == (0, 1), "and takes along what it held"
        assert tables.held(table_state.id, phone) == ()

    def test_a_phone_that_has_not_heard_the_answer_asks_again(self, tables: Tables, tmp_path: Path) -> None:
        """The seat is taken, by itself: it gets the same token, also when the server was killed in between."""
        table_state = tables.open(SLUG, 4, game(SLUG).Options(), "en")
        code, cookie, key = tables.code(table_state, 0), token(), token()
        first = tables.take(code, 0, "Zoe", 0, cookie, key)
        again = tables_in(tmp_path)
        assert again.take(code, 0, "Zoe", 0, cookie, key) == first
        assert again.table_state(table_state.id).version == 2, "nothing was done twice"
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
        phone = phones[1]
        for seat in (0, 3):
            _, phone = tables.take(tables.code(two, seat), seat, f"P{seat}", seat, phone)
        assert tables.held(two.id, phone) == (0, 3)
        tables.free(two.id, 0)
        assert tables.held(two.id, phone) == (3,)
        assert tables.held(one, phone) == (1,)

    def test_a_taken_seat_is_taken(self, tables: Tables) -> None:
        table, phones = dealt(tables)
        with pytest.raises(Taken):
            tables.take(tables.code(tables.table_state(table), 0), 0, "Zoe", 0, "")
        _, phone = tables.take(tables.code(tables.table_state(table), 0), 0, "Zoe", 0, phones[0])
        assert tables.table_state(table).chairs[0].name == "Zoe"
        assert tables.own_table(table, 0, phone)
        for device in ("", phones[0], phones[1], token()):
            with pytest.raises(NotYours):
                tables.own_table(table, 0, device)

    def test_a_seat_that_several_share(self, tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(game(SLUG), "shared", True, raising=False)
        table, phones = dealt(tables)
        code = tables.code(tables.table_state(table), 0)
        _, second = tables.take(code, 0, "", 0, "")
        assert tables.table_state(table).chairs[0].name == "Player 1", "who says no name leaves it as it is"
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
        old = tables.code(tables.table_state(table), 1)
        before = tables.table_state(table).game.view(tables.table_state(table).state, 1)
        listener = tables.hub.listen(table, 1)
        tables.free(table, 1)
        assert listener.next(0) == ("gone", 0)
        assert tables.held(table, phones[1]) == () and not tables.store.holds(hashed(phones[1]))
        with pytest.raises(NotFound):
            tables.take(old, 1, "Back", 0, phones[1])
        with pytest.raises(NotFound):
            tables_in(tmp_path).opened_by(old)
        _, phone = tables.take(tables.code(tables.table_state(table), 1), 1, "Next", 0, phones[1])
        assert phone != phones[1], "the old token stays worth nothing"
        assert tables.table_state(table).game.view(tables.table_state(table).state, 1) == before
        assert [notice.kind for notice in tables.table_state(table).notices] == ["freed", "took"]

    def test_in_the_middle_of_a_game_the_code_for_any_seat_opens_none(self, tables: Tables) -> None:
        """A hand is waiting there: it is for whom the host gives the code of that very seat."""
        table, _ = dealt(tables)
        tables.free(table, 1)
        with pytest.raises(Taken):
            tables.take(tables.code(tables.table_state(table), None), 1, "Next", 0, "")
        assert not tables.table_state(table).chairs[1].taken
        tables.abandon(table)
        assert tables.take(tables.code(tables.table_state(table), None), 1, "Next", 0, "")[0] == table

    def test_fewer_seats_then_more(self, tables: Tables) -> None:
        table_state = tables.open(SLUG, 5, game(SLUG).Options(), "en")
        table, phone = tables.take(tables.code(table_state, 4), 4, "Fifth", 0, "")
        taken, untouched = tables.code(table_state, 4), tables.code(table_state, 3)
        with pytest.raises(Taken):
            tables.arrange(table, 3, table_state.options, "en")
        assert tables.held(table, phone) == (4,), "nobody loses his seat by mistake"
        tables.free(table, 4)
        tables.arrange(table, 3, table_state.options, "en")
        for code in (taken, untouched):
            with pytest.raises(NotFound):
                tables.opened_by(code)
        tables.arrange(table, 5, table_state.options, "en")
        with pytest.raises(NotFound):
            tables.opened_by(taken)
        assert tables.opened_by(untouched)[1] == 3  # a printed card that nobody used is good again
        fresh = tables.code(tables.table_state(table), 4)
        assert fresh != taken and tables.opened_by(fresh)[1] == 4
        assert tables.held(table, phone) == () and not tables.table_state(table).chairs[4].taken

    def test_a_revoked_code_stays_revoked_whatever_is_arranged(self, tables: Tables, tmp_path: Path) -> None:
        table_state = tables.open(SLUG, 5, game(SLUG).Options(), "en")
        seen_codes = {tables.code(table_state, 4)}
        for seats in (4, 5, 3, 4):
            tables.take(tables.code(tables.table_state(table_state.id), 4), 4, "Fifth", 0, "")
            tables.free(table_state.id, 4)
            tables.arrange(table_state.id, seats, table_state.options, "en")
            tables.arrange(table_state.id, 5, table_state.options, "en")
            now = tables.code(tables.table_state(table_state.id), 4)
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
            for seat in range(tables.table_state(table).seats):
                tables.absent(table, seat, True)
            tables.begin(table)
            tables.absent(table, 0, False)
            play(tables, table, 5)
            tables.abandon(table)
            for seat in range(seats, tables.table_state(table).seats):
                tables.free(table, seat)
            tables.arrange(table, seats, game(SLUG).Options(), "en")
            assert tables.table_state(table).phase == "open"
            for path in ("", "/part", "/view"):
                assert host.get(f"/t/{table}{path}").status_code == 200
                assert phones[0].get(f"/t/{table}/seat/0{path}").status_code == 200
        assert host.get("/").status_code == 200
        assert [len(verify(tables.record(table, n)).setup.names) for n in (1, 2, 3)] == [4, 3, 4]

    @pytest.mark.parametrize(
        ("name", "shown"),
        [("Zoé", "Zoé"), ("  a \t b\n", "a b"), ("\u202eevil\x00", "evil"), ("", "Player 2"), ("An\u200bne", "Anne")],
    )
    def test_names_are_cleaned(self, name: str, shown: str, tables: Tables) -> None:
        table_state = tables.open(SLUG, 4, game(SLUG).Options(), "en")
        tables.take(tables.code(table_state, 1), 1, name, 0, "")
        assert tables.table_state(table_state.id).chairs[1].name == shown

    def test_names_and_colours_are_one_each(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        with pytest.raises(Taken):
            tables.rename(table, 0, "PLAYER 2", 0)
        with pytest.raises(BadRequest):
            tables.rename(table, 0, "x" * 21, 0)
        tables.rename(table, 0, "x" * 20, 1)
        assert len({chair.colour for chair in tables.table_state(table).chairs}) == 4
        tables.rename(table, 0, "y", -5)
        tables.rename(table, 0, "z", 10**9)
        assert len({chair.colour for chair in tables.table_state(table).chairs}) == 4

    def test_notices_do_not_pile_up(self, tables: Tables) -> None:
        """The first ones and the last one of each kind stay."""
        table, _ = dealt(tables)
        for i in range(60):
            tables.absent(table, 0, i % 2 == 0)
        found = tables.table_state(table).notices
        away = [notice.version for notice in found if notice.kind == "absent"]
        assert len(found) == 2 * s.ALIKE
        assert away[0] + 2 == away[1] and away[-1] == tables.table_state(table).version - 1


def test_one_more_phone_of_a_shared_seat_is_told_to_everybody(tmp_path):
    """Before the game and while it is played: it sees what the seat sees. Another name is no other phone."""
    tables = tables_in(tmp_path)
    table_state = tables.open("fully", 4, game("fully").Options(), "en")
    for seat in range(4):
        tables.take(tables.code(table_state, seat), seat, f"P{seat}", seat, "", f"key-{seat}-0000")
    tables.take(tables.code(table_state, 1), 1, "", 0, "", "key-before-0")
    tables.begin(table_state.id)
    assert [(notice.kind, notice.seat) for notice in tables.table_state(table_state.id).notices] == [("more", 1)]
    tables.take(tables.code(table_state, 1), 1, "", 0, "", "key-after-00")
    tables.rename(table_state.id, 1, "Anne", 5)
    assert [notice.kind for notice in tables.table_state(table_state.id).notices] == ["more", "more", "renamed"]
