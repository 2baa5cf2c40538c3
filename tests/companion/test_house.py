"""The house page: all tables at a glance for the host, the newest trouble first, and what can be done there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.companion.rig import Browser, app_of, host_of, seated, tables_in

from companion.errors import BadRequest, NotFound
from companion.service import house
from companion.service.tables import Tables
from referee.registry import GAMES, game

SLUG = next(iter(GAMES))


class Evening:
    """A house with a clock that a test sets."""

    def __init__(self, folder: Path) -> None:
        self.now = 1_000_000.0
        self.tables = tables_in(folder, clock=lambda: self.now)
        self.app = app_of(self.tables)

    def playing(self) -> str:
        """A table where a game is on, with all phones there."""
        table, _ = seated(self.app, self.tables, SLUG, 3)
        self.tables.begin(table)
        for seat in range(3):
            self.tables.hub.listen(table, seat)
        return table

    def trouble(self) -> list[tuple[str, str]]:
        """The tables in their order, and what is wrong with each."""
        return [(card.table.id, card.trouble) for card in house.cards(self.tables)]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_the_newest_trouble_comes_first(evening: Evening) -> None:
    fine, slow, paused, gone = (evening.playing() for _ in range(4))
    waiting = evening.tables.open(SLUG, 3, game(SLUG).Options(), "en").id
    assert [kind for _, kind in evening.trouble()] == [""] * 5
    evening.now += house.LONG
    evening.tables.pause(fine, True)
    evening.tables.pause(fine, False)
    evening.now += 1
    evening.tables.pause(paused, True)
    evening.now += 1
    evening.tables.pause(gone, True)
    evening.tables.pause(gone, False)
    seat = evening.tables.table_state(gone).awaited[0]
    evening.tables.hub.dismiss(gone)
    for listener in evening.tables.hub._of(gone):
        evening.tables.hub.leave(listener)
    assert seat in house.cards(evening.tables)[0].missing
    expected = [(gone, house.UNREACHED), (paused, house.PAUSED), (slow, house.SLOW), (fine, ""), (waiting, "")]
    assert evening.trouble() == expected


def test_a_card_says_who_is_awaited_since_when_and_how_many_phones_are_there(evening: Evening) -> None:
    table = evening.playing()
    evening.tables.label(table, "  Table 4,\tterrace ")
    page = host_of(evening.app).get("/house").text
    assert "Table 4, terrace" in page and "Phones connected: 3 of 3" in page
    assert re.search(r"Waiting since \d\d:\d\d\.", page) and "Player 1" in page
    assert f"/t/{table}/cards.pdf" in page
    assert [page.count(f"<bdi>Player {seat}</bdi>") for seat in (1, 2, 3)] == [1, 1, 1], "each once"
    assert page.count("to move") == 1 and "· robot<" not in page
    evening.tables.free(table, evening.tables.table_state(table).awaited[0])
    assert host_of(evening.app).get("/house").text.count("to move") == 1, "also when nobody has that seat any more"
    evening.tables.absent(table, 2, True, "good")
    assert host_of(evening.app).get("/house").text.count("· robot<") == 1
    assert "Table 4, terrace" in host_of(evening.app).get("/").text


def test_nobody_but_the_host_sees_it(evening: Evening) -> None:
    table = evening.playing()
    stranger = Browser(evening.app)
    stranger.get("/")
    assert [stranger.get(f"/house{page}").status_code for page in ("", "/part", "/stream", "/wait")] == [403] * 4
    for path, data in (
        (f"/t/{table}/label", {"label": "x"}),
        (f"/t/{table}/guests", {}),
        ("/hosts/name", {"host": "x", "name": "y"}),
    ):
        assert stranger.post(path, data).status_code == 403


def test_a_label_is_short_and_of_a_table(evening: Evening) -> None:
    table = evening.playing()
    version = evening.tables.table_state(table).version
    with pytest.raises(BadRequest):
        evening.tables.label(table, "x" * 41)
    with pytest.raises(NotFound):
        evening.tables.label("b99999", "x")
    host = host_of(evening.app)
    assert host.post(f"/t/{table}/label", {"label": "Terrace"}).status_code == 200
    assert evening.tables.store.labels() == {table: "Terrace"}
    assert evening.tables.table_state(table).version == version, "no part of any game"
    host.post(f"/t/{table}/label", {"label": ""})
    assert evening.tables.store.labels() == {}


def test_new_guests_find_a_table_as_if_nobody_had_been_there(evening: Evening, tmp_path: Path) -> None:
    """In one step: phones, codes and names of those before are gone; not while a game is played."""
    tables = evening.tables
    table = evening.playing()
    host = host_of(evening.app)
    assert host.post(f"/t/{table}/guests", {}).status_code == 400
    tables.abandon(table)
    before = tables.table_state(table)
    codes = [tables.code(before, seat) for seat in (None, 0, 1, 2)]
    version, name = before.version, before.chairs[0].name
    assert name and name in host.get(f"/t/{table}").text
    assert host.post(f"/t/{table}/guests", {}).status_code == 200
    for now in (tables, Tables(tables.store, tables.secret)):
        after = now.table_state(table)
        assert after.version == version + 1
        assert [(chair.taken, chair.name) for chair in after.chairs] == [(False, "")] * 3
        assert now.cache.load(table).holders == frozenset()
        for code in codes:
            with pytest.raises(NotFound):
                now.opened_by(code)
        for seat in (None, 0, 1, 2):
            assert now.opened_by(now.code(after, seat)) == (after, seat)
    for page in (host.get(f"/t/{table}").text, Browser(evening.app).get(f"/t/{table}").text):
        assert name not in page and 'id="finale"' not in page, "nothing tells who was there, nor how it went"
    assert 'id="seat-all"' in host.get(f"/t/{table}").text
    assert tables.record(table, 1)
    guest = Browser(evening.app)
    guest.sit(tables.code(tables.table_state(table), 1), 1, "Zoé")


def test_hosts_have_names(evening: Evening) -> None:
    host = host_of(evening.app)
    (listed,) = evening.tables.hosts.listed("")
    assert host.post("/hosts/name", {"host": listed.id, "name": "Marie, terrace"}).status_code == 200
    assert evening.tables.hosts.listed("")[0].name == "Marie, terrace"
    assert "Marie, terrace" in host.get("/").text


def test_all_is_done_without_leaving_the_page(evening: Evening) -> None:
    """Open, rename, close, delete, new guests, who hosts: the answer sends nobody elsewhere, and the page shows it."""
    host, tables = host_of(evening.app), evening.tables
    opening = {"game": SLUG, "label": "Table 4, terrace", "house": True}
    assert "go" not in host.post("/open", opening).json
    assert host.post("/open", {**opening, "label": "x" * 41}).status_code == 400
    ((table, label),) = tables.store.labels().items()
    assert label == "Table 4, terrace" and len(tables.all(9)) == 1
    assert "Table 4, terrace" in host.get("/house").text
    (listed,) = tables.hosts.listed("")
    for path, data in (
        ("/hosts/name", {"host": listed.id, "name": "Marie", "house": True}),
        (f"/t/{table}/label", {"label": "Bar"}),
        (f"/t/{table}/guests", {}),
        (f"/t/{table}/close", {"on": True}),
        (f"/t/{table}/close", {"on": False}),
    ):
        reply = host.post(path, data)
        assert reply.status_code == 200 and "go" not in reply.json, path
    page = host.get("/house").text
    assert "Marie" in page and "Bar" in page and f"/t/{table}/cards.pdf" in page
    assert host.get(f"/t/{table}/cards.pdf").mimetype == "application/pdf"
    assert "go" not in host.post(f"/t/{table}/delete", {"house": True}).json
    assert tables.all(9) == [] and "Bar" not in host.get("/house").text


def test_a_large_house_shows_what_needs_somebody_first(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.routes.house.SHOWN", 2)
    table = evening.playing()
    for _ in range(3):
        evening.tables.open(SLUG, 3, game(SLUG).Options(), "en")
    evening.tables.pause(table, True)
    page = host_of(evening.app).get("/house").text
    assert page.count('id="card-') == 2 and f'id="card-{table}"' in page and "More tables: 2" in page


def test_the_page_follows_every_table(evening: Evening) -> None:
    table = evening.playing()
    listener = evening.tables.hub.listen("house", "table")
    evening.tables.pause(table, True)
    evening.tables.after_move(table)
    assert listener.next(1) == ("here", 0)
    host = host_of(evening.app)
    with host.client.get("/house/stream?has=&window=", base_url="http://127.0.0.1:7770") as stream:
        first = next(iter(stream.response))
    assert b"event: page" in first and b"Paused since" in first
