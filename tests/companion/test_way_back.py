"""A phone that closed its page finds its seat again, and a page follows a table that has gone back to a copy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from support.companion.rig import Browser, app_of, host_of, seated, tables_in

from companion.service.tables import Tables


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return tables_in(tmp_path)


@pytest.fixture
def app(tables: Tables) -> Flask:
    return app_of(tables)


def test_the_front_page_and_the_table_screen_lead_back_to_ones_own_seat(app: Flask, tables: Tables) -> None:
    table, phones = seated(app, tables, "code777", 3)
    other, _ = seated(app, tables, "fully")
    for path in ("/", f"/t/{table}", f"/t/{table}/part"):
        for seat, phone in enumerate(phones):
            page = phone.get(path).text
            assert re.findall(r'href="(/t/\w+/seat/\d)"', page) == [f"/t/{table}/seat/{seat}"]
            assert f"Your seat: <bdi>Player {seat + 1}</bdi>" in page
    for browser in (Browser(app), host_of(app)):
        assert "/seat/" not in browser.get("/").text
    assert "/seat/0" not in phones[0].get(f"/t/{other}").text


def test_a_seat_that_was_released_is_told_as_such(app: Flask, tables: Tables) -> None:
    table, phones = seated(app, tables, "code777", 3)
    tables.begin(table)
    tables.free(table, 1)
    assert "was released" in phones[1].get(f"/t/{table}/seat/1").text
    Browser(app).sit(tables.code(tables.table_state(table), 1), 1, "New")
    assert "belongs to another phone" in phones[1].get(f"/t/{table}/seat/1").text


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
