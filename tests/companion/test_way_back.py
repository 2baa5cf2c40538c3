"""A phone that closed its page finds its seat again, and a page follows a table that has gone back to a copy."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from flask import Flask
from support.companion.rig import Browser, app_of, host_of, seated, tables_in

from companion import network
from companion.service.tables import Tables
from referee.mind import Strength


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return tables_in(tmp_path)


@pytest.fixture
def app(tables: Tables) -> Flask:
    return app_of(tables)


def test_pages_begin_with_the_way_back_to_ones_own_seat(app: Flask, tables: Tables) -> None:
    table, phones = seated(app, tables, "code777", 3)
    other, _ = seated(app, tables, "fully")
    for path in ("/", f"/t/{table}", f"/t/{table}/part"):
        for seat, phone in enumerate(phones):
            page = phone.get(path).text
            assert re.findall(r'href="(/t/\w+/seat/\d)"', page) == [f"/t/{table}/seat/{seat}"]
            back = page.index(f"Back to your hand: <bdi>Player {seat + 1}</bdi> (Code 777)")
            assert 'href="/t/' not in page[:back].replace(f'href="/t/{table}/seat/{seat}"', ""), (
                "nothing comes before it"
            )
    for browser in (Browser(app), host_of(app)):
        assert "/seat/" not in browser.get("/").text
    assert "/seat/0" not in phones[0].get(f"/t/{other}").text


def test_of_several_seats_the_awaited_one_comes_first(app: Flask, tables: Tables) -> None:
    first, (phone, *_) = seated(app, tables, "code777", 2)
    tables.begin(first)
    waiting = tables.open("code777", 2, tables.default_options("code777"), "en")
    phone.sit(tables.code(waiting, 1), 1, "Anne")
    assert re.findall(r'back" href="(/t/\w+/seat/\d)"', phone.get("/").text) == [
        f"/t/{first}/seat/0",
        f"/t/{waiting.id}/seat/1",
    ]
    told = re.findall(r'class="which">([^<]+)<', phone.get("/").text)
    assert told == [f"table {first} · playing", f"table {waiting.id} · open"], "two of one game are told apart"


def test_what_is_told_of_a_seat_that_one_does_not_hold_is_true(app: Flask, tables: Tables) -> None:
    table, phones = seated(app, tables, "code777", 3)
    told = lambda phone: phone.get(f"/t/{table}/seat/1").text  # noqa: E731
    assert "This seat belongs to another phone" in told(phones[0])
    tables.begin(table)
    tables.free(table, 1)
    assert "released by the host: no phone holds it now" in told(phones[1])
    assert 'data-post="/code"' in told(phones[1]), "its card on the table screen shows letters"
    assert f'href="/t/{table}"' in told(phones[1])
    Browser(app).sit(tables.code(tables.table_state(table), 1), 1, "New")
    assert "released by the host, and another phone holds it now" in told(phones[1])
    tables.abandon(table)
    tables.free(table, 1)
    assert 'data-post="/code"' in told(phones[1]) and "A seat is free" in told(phones[1])
    assert "Back to your hand: <bdi>Player 1</bdi>" in told(phones[0]), "who holds another one is led there"
    assert Browser(app).get(f"/t/{table}/seat/1").status_code == 403
    empty = tables.open("code777", 3, tables.default_options("code777"), "en").id
    assert "Nobody has sat down here yet" in phones[0].get(f"/t/{empty}/seat/1").text
    assert "has no such seat" in phones[0].get(f"/t/{empty}/seat/9").text


def test_whoever_was_away_comes_back_with_one_tap(app: Flask, tables: Tables) -> None:
    table, phones = seated(app, tables, "code777", 3)
    tables.begin(table)
    tables.absent(table, 1, True)
    page = phones[1].get(f"/t/{table}/seat/1").text
    assert f'data-post="/t/{table}/seat/1/back"' in page and "I am back" in page
    assert 'data-kind="declare"' not in page[page.index('id="bar"') :], "while it runs by itself it has nothing to do"
    assert phones[0].post(f"/t/{table}/seat/1/back", {}).status_code == 403, "nobody else says it"
    assert tables.table_state(table).chairs[1].absent
    assert phones[1].post(f"/t/{table}/seat/1/back", {}).status_code == 200
    assert not tables.table_state(table).chairs[1].absent
    assert "is back" in phones[0].get(f"/t/{table}/seat/0").text
    before = tables.table_state(table).version
    assert phones[1].post(f"/t/{table}/seat/1/back", {}).status_code == 200
    assert tables.table_state(table).version == before, "once is enough"


def test_a_shared_phone_is_passed_to_whoever_is_awaited(app: Flask, tables: Tables) -> None:
    table_state = tables.open("code777", 3, tables.default_options("code777"), "en")
    phone, other = Browser(app), Browser(app)
    for seat, name in enumerate(("Anne", "Ben")):
        phone.sit(tables.code(table_state, seat), seat, name)
    other.sit(tables.code(table_state, 2), 2, "Chloe")
    tables.begin(table_state.id)  # shares of chance are not waited for: the laptop deals alone
    tables.fairness.overdue(table_state.id)
    awaited = tables.table_state(table_state.id).awaited
    assert awaited == (0,)
    pages = [phone.get(f"/t/{table_state.id}/seat/{seat}").text for seat in (0, 1)]
    assert "Now pass it to" not in pages[0] and "Now pass it to <bdi>Anne</bdi>" in pages[1]
    covers = [re.search(r'id="cover">.*?<h2>(.*?)</h2>', page, re.S) for page in pages]
    assert all(cover and "Anne" in cover[1] for cover in covers)
    assert "#open" not in re.search(r'id="cover">.*?class="(button )?main"[^>]*>', pages[0], re.S)[0]  # type: ignore[index]
    assert f'href="/t/{table_state.id}/seat/0#open"' in pages[1]
    assert "Now pass it to" not in other.get(f"/t/{table_state.id}/seat/2").text


@pytest.mark.parametrize("robot", ["", "good"], ids=["by itself", "robot"])
def test_nobody_passes_a_shared_phone_to_a_seat_that_needs_nobody(
    app: Flask, tables: Tables, robot: Strength | Literal[""]
) -> None:
    """Neither the bar nor the cover asks for it; a plain way leads there, for whoever is back."""
    table = tables.open("code777", 3, tables.default_options("code777"), "en")
    phone = Browser(app)
    for seat, name in enumerate(("Anne", "Ben")):
        phone.sit(tables.code(table, seat), seat, name)
    Browser(app).sit(tables.code(table, 2), 2, "Chloe")
    tables.begin(table.id)
    tables.fairness.overdue(table.id)
    assert tables.table_state(table.id).awaited == (0,)
    bens = f"/t/{table.id}/seat/1"
    page = phone.get(bens).text
    assert 'class="due"><span>Pass to <bdi>Anne</bdi>' in page and "Now over to" in page
    tables.absent(table.id, 0, True, robot)
    page = phone.get(bens).text
    assert "Pass to" not in page and "Now pass it to" not in page and "Now over to" not in page
    assert f'<a href="/t/{table.id}/seat/0" class=""><span>Hand of <bdi>Anne</bdi>' in page
    assert re.search(r'id="cover">.*?<h2>(.*?)</h2>', page, re.S)[1].count("Ben")  # type: ignore[index]
    tables.absent(table.id, 0, False)
    assert "Now pass it to <bdi>Anne</bdi>" in phone.get(bens).text


def test_a_phone_keeps_its_language_whatever_the_table_speaks(app: Flask, tables: Tables) -> None:
    """The host's screen is for all; whoever looks in from the front page reads what he reads everywhere."""
    table = tables.open("code777", 3, tables.default_options("code777"), "en").id
    french = {"Accept-Language": "fr-FR,fr;q=0.9,en;q=0.5"}
    for path in ("/", f"/t/{table}", f"/t/{table}/part", f"/join/{tables.code(tables.table_state(table), None)}"):
        page = Browser(app).get(path, headers=french).text
        assert "S’asseoir" in page and "Sit down" not in page, path
    assert "Scan the code to sit down." in host_of(app).get(f"/t/{table}", headers=french).text


def test_pages_say_which_start_they_are_of(tmp_path: Path) -> None:
    """Within one start a page that comes late never undoes a newer one; after another start the table may be older."""
    found = []
    for start in (1000.0, 5000.0):
        tables = tables_in(tmp_path, clock=lambda start=start: start)
        app = app_of(tables)
        table, phones = seated(app, tables, "code777", 2)
        for path in (f"/t/{table}/seat/0", f"/t/{table}/seat/0/part", f"/t/{table}", f"/t/{table}/part"):
            era = re.search(r'<main [^>]*data-era="(\w+)"', phones[0].get(path).text)
            assert era
            found.append(era[1])
        tables.store.close()
    assert len(set(found[:4])) == len(set(found[4:])) == 1 and found[0] != found[4]


def test_the_owner_of_the_laptop_is_told_how_to_host(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever types the address on the computer itself is a guest there as anywhere: one line says what makes a host."""
    monkeypatch.setattr(network, "lan", lambda: "192.168.1.20")
    app = app_of(tables)

    def told(browser: Browser, address: str) -> bool:
        page = browser.get("/", environ_overrides={"REMOTE_ADDR": address}).text
        assert ('data-post="/open"' in page) == (browser is host), "where somebody sits gives no right"
        return 'id="laptop"' in page

    host, guest = host_of(app), Browser(app)
    own, others = ("127.0.0.1", "::1", "192.168.1.20", "::ffff:192.168.1.20"), ("192.168.1.21", "10.0.0.7", "", "x")
    assert all(told(guest, address) for address in own)
    assert not any(told(guest, address) for address in others)
    assert not any(told(host, address) for address in own)
