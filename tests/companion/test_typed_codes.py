"""A code of four letters lets phones in that have no camera, and whoever guesses it out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import msgspec
import pytest
from flask import Flask
from support.companion.rig import BASE, Browser, app_of, host_of, seated
from werkzeug.test import TestResponse

from companion.service.tables import Tables
from companion.service.typed_codes import AT_HOME, IN_PUBLIC, LETTERS, LONGEST, PATIENCE, TypedCodes
from companion.storage.tokens import FolderSecret
from companion.web.app import TYPED_A_MINUTE, Door, create_app
from referee.registry import GAMES, game


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def app(tables: Tables, clock: Clock, told: list[str]) -> Flask:
    return app_of(tables, clock=clock, tell=told.append)


@pytest.fixture
def table(tables: Tables) -> str:
    return tables.open("code777", 3, tables.default_options("code777"), "en").id


def shown(app: Flask, table: str) -> str:
    """The letters on the host's screen."""
    found = re.search(r'class="letters">([A-Z]+)<', host_of(app).get(f"/t/{table}").text)
    return found[1] if found else ""


class Phone(Browser):
    """A phone somewhere in the network."""

    def __init__(self, app: Flask, address: str) -> None:
        super().__init__(app)
        self.address = address
        self.get("/")

    def type(self, code: str) -> TestResponse:
        """Sends the letters."""
        headers = {"Origin": BASE, "X-Csrf": self.csrf, "Content-Type": "application/json"}
        body = msgspec.json.encode({"code": code})
        where = {"REMOTE_ADDR": self.address}
        return self.client.post("/code", base_url=BASE, data=body, headers=headers, environ_base=where)


def others(right: str) -> Iterator[str]:
    """Codes that are wrong."""
    return (code for code in map("".join, product(LETTERS, repeat=AT_HOME)) if code != right)


def test_the_letters_lead_where_the_code_for_any_seat_leads(app: Flask, tables: Tables, table: str) -> None:
    right = shown(app, table)
    assert re.fullmatch(f"[{LETTERS}]{{4}}", right)
    assert not set(LETTERS) & set("AEIOUYGQ0123456789"), "none that looks like another, and no words"
    for typed in (right, right.lower(), f" {right[:2]}-{right[2:]} "):
        phone = Phone(app, "10.0.0.1")
        go = phone.type(typed).json["go"]
        assert go == f"/join/{tables.code(tables.table_state(table), None)}"
        assert "Sit down" in phone.get(go).text


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_shows_the_same_in_the_same_order(app: Flask, tables: Tables, slug: str) -> None:
    table = tables.open(slug, max(game(slug).players), tables.default_options(slug), "en").id
    page = host_of(app).get(f"/t/{table}").text
    order = [
        page.index(mark)
        for mark in ('id="seat-all"', 'class="address"', 'class="letters"', 'id="wifi"', 'id="arrange"', 'id="seat-0"')
    ]
    assert order == sorted(order)
    assert page.count('<details id="code-') == page.count('class="seatcard') > 1, (
        "codes for single seats wait behind a button"
    )


def test_what_one_types_into_a_browser_is_short() -> None:
    for address in ("192.168.178.230", "10.0.0.1", "games.local"):
        assert len(Door(address, 65535).typed) <= 24
    assert Door("192.168.178.23", 7770).typed == "192.168.178.23:7770"
    assert Door("games.local", 80).typed == "games.local"


def test_where_the_whole_world_may_guess_codes_are_longer(tables: Tables, table: str) -> None:
    door = Door("127.0.0.1", 7770, public="https://games.example/night")
    assert door.typed == "games.example/night"
    typed = create_app(tables, door).extensions["typed"]
    code = typed.of(tables.table_state(table))
    assert len(code) == IN_PUBLIC and typed.door(code)[0].id == table
    short = TypedCodes(tables, lambda: 0.0, lambda _: None).of(tables.table_state(table))
    with pytest.raises(Exception, match="No table"):
        typed.door(short)


def test_a_long_name_is_typed_as_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.app.lan", lambda: "192.168.1.20")
    assert Door("a-name-that-nobody-types.example", 7770).typed == "192.168.1.20:7770"


def test_only_the_host_sees_them(app: Flask, tables: Tables) -> None:
    table, phones = seated(app, tables, "code777", 3)
    tables.free(table, 2)
    right = shown(app, table)
    assert right
    for browser in (phones[0], Browser(app)):
        for path in ("/", f"/t/{table}", f"/t/{table}/part", f"/t/{table}/view", f"/t/{table}/seat/0"):
            assert right not in browser.get(path).text


def test_they_change_with_every_release_and_stay_over_a_restart(app: Flask, tables: Tables) -> None:
    table, _ = seated(app, tables, "code777", 3)
    assert not shown(app, table), "nobody can sit down where every seat is taken"
    tables.free(table, 2)
    first = shown(app, table)
    assert shown(app_of(tables), table) == first
    tables.free(table, 1)
    second = shown(app, table)
    assert second != first
    assert Phone(app, "10.0.0.1").type(first).status_code == 404
    assert Phone(app, "10.0.0.1").type(second).status_code == 200


def test_where_nobody_may_sit_down_none_is_let_in(app: Flask, tables: Tables, table: str) -> None:
    right = shown(app, table)
    tables.close(table)
    assert Phone(app, "10.0.0.1").type(right).status_code == 404
    tables.close(table, False)
    for seat in range(3):
        tables.absent(table, seat, True)
    tables.begin(table)
    assert not shown(app, table)
    assert Phone(app, "10.0.0.1").type(right).status_code == 404


@pytest.mark.parametrize("slug", GAMES)
def test_a_seat_released_while_a_game_is_played_has_letters_of_its_own(app: Flask, tables: Tables, slug: str) -> None:
    """They lead where its QR code leads, as long as it is free, and change with each release; nobody else reads them."""
    table, phones = seated(app, tables, slug)
    tables.begin(table)
    assert not shown(app, table), "every seat is taken"
    tables.free(table, 1)
    first = shown(app, table)
    assert re.fullmatch(f"[{LETTERS}]{{{AT_HOME}}}", first)
    for path in ("/", f"/t/{table}", f"/t/{table}/seat/0"):
        assert first not in phones[0].get(path).text
    assert ['data-post="/code"' in each.get(f"/t/{table}/seat/1").text for each in phones[:2]] == [False, True], (
        "whose seat it was can type them there"
    )
    phone = Phone(app, "10.0.0.1")
    go = phone.type(first).json["go"]
    assert go == f"/join/{tables.code(tables.table_state(table), 1)}"
    assert "This is seat 2." in phone.get(go).text
    tables.free(table, 1)
    second = shown(app, table)
    assert second != first and phone.type(first).status_code == 404
    tables.absent(table, 1, True)  # it runs by itself: nobody looks at it from the other side
    assert not shown(app, table) and phone.type(second).status_code == 404
    tables.absent(table, 1, False)
    assert phone.type(second).status_code == 200
    tables.take(tables.code(tables.table_state(table), 1), 1, "Back", 1, "")
    assert not shown(app, table) and phone.type(second).status_code == 404


def test_guesses_are_told_where_a_game_is_played_too(app: Flask, tables: Tables) -> None:
    table, _ = seated(app, tables, "code777", 3)
    tables.begin(table)
    tables.free(table, 1)
    for n, code in zip(range(PATIENCE), others(shown(app, table)), strict=False):
        Phone(app, f"10.1.1.{n}").type(code)
    assert len(shown(app, table)) == AT_HOME + 1
    assert "longer now" in host_of(app).get(f"/t/{table}").text


def test_who_guesses_waits_and_nobody_else_does(app: Flask, table: str, clock: Clock) -> None:
    right = shown(app, table)
    guesser, wrong = Phone(app, "10.0.0.66"), others(right)
    assert [guesser.type(next(wrong)).status_code for _ in range(TYPED_A_MINUTE + 2)] == [404] * TYPED_A_MINUTE + [
        429
    ] * 2
    assert guesser.type(right).status_code == 429, "else he would find it by going on"
    assert Phone(app, "10.0.0.66").type(right).status_code == 429, "another browser is no way round"
    assert Phone(app, "10.0.0.1").type(right).status_code == 200
    clock.now += 61
    assert guesser.type(right).status_code == 200


def test_the_code_on_the_screen_opens_the_table_at_every_moment_of_a_flood(app: Flask, table: str) -> None:
    """From many addresses at once: the right code is never refused, and what was guessed at is soon worth nothing."""
    first = shown(app, table)
    wrong, lengths = others(first), []
    for n in range(400):
        if n % 20 == 0:
            now = shown(app, table)
            lengths.append(len(now))
            assert Phone(app, f"10.9.{n}.1").type(now).status_code == 200
            assert Phone(app, f"10.9.{n}.2").type(first).status_code == (200 if n < 2 * PATIENCE else 404), n
        assert Phone(app, f"10.1.{n // 200}.{n % 200}").type(next(wrong)).status_code == 404
    assert lengths == sorted(lengths) and (lengths[0], lengths[-1]) == (AT_HOME, LONGEST)


def test_at_most_two_portions_of_guesses_are_ever_compared_with_four_letters(
    tables: Tables, table: str, clock: Clock
) -> None:
    """One in 1,750 for an hour, however many addresses somebody has."""
    grown: list[int] = []
    typed = TypedCodes(tables, clock, grown.append)
    right = typed.of(tables.table_state(table))
    for _, code in zip(range(2 * PATIENCE), others(right), strict=False):
        with pytest.raises(Exception, match="No table"):
            typed.door(code)
    with pytest.raises(Exception, match="No table"):
        typed.door(right)
    assert grown == [AT_HOME + 1, AT_HOME + 2]
    assert 2 * PATIENCE / len(LETTERS) ** AT_HOME < 1 / 1_700


def test_after_an_hour_of_peace_it_is_short_again_and_the_long_one_holds(app: Flask, table: str, clock: Clock) -> None:
    first = shown(app, table)
    wrong = others(first)
    for n in range(3 * PATIENCE):
        Phone(app, f"10.1.1.{n}").type(next(wrong))
    long = shown(app, table)
    assert len(long) == AT_HOME + 3
    clock.now += 3601
    assert shown(app, table) == first
    assert Phone(app, "10.0.0.1").type(long).status_code == 200, "a screen may still show it"


def test_the_host_sees_that_somebody_guesses(app: Flask, table: str, told: list[str]) -> None:
    right = shown(app, table)
    wrong = others(right)
    page = lambda: host_of(app).get(f"/t/{table}").text  # noqa: E731
    for n in range(4):
        Phone(app, f"10.1.1.{n}").type(next(wrong))
    assert "somebody is guessing" not in page(), "a slip of a thumb is none"
    for n in range(4, PATIENCE):
        Phone(app, f"10.1.1.{n}").type(next(wrong))
    assert f"in the last hour: {PATIENCE}" in page() and "longer now" in page()
    assert told == ["Somebody types codes that no table has: the codes to type have 5 letters now."]


def test_what_is_no_code_is_said_and_not_counted(app: Flask, table: str) -> None:
    phone = Phone(app, "10.0.0.1")
    for typed in ("", "abc", "B" * 9, "b" * 1000):
        reply = phone.type(typed)
        assert reply.status_code == 400 and "4 letters" in reply.json["error"]
    for typed in ("12 34", "BCD0", "É" * 4, "abcd"):
        reply = phone.type(typed)
        assert reply.status_code == 400 and "these letters" in reply.json["error"], "it has four"
    assert app.extensions["typed"].wrong() == 0
    assert phone.type(shown(app, table)).status_code == 200


def test_no_two_tables_have_the_same(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where chance has it so: the table that was opened first keeps it."""
    monkeypatch.setattr(FolderSecret, "letters", lambda self, letters, length, *words: letters[int(words[-1])] * length)
    typed = TypedCodes(tables, lambda: 0.0, lambda _: None)
    opened = [tables.open("code777", 3, tables.default_options("code777"), "en") for _ in range(3)]
    codes = [typed.of(table) for table in opened]
    assert len(set(codes)) == 3
    assert [typed.door(code)[0].id for code in codes] == [table.id for table in opened]
    assert codes[0] == LETTERS[0] * AT_HOME
