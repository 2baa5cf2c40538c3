"""Friends in several places: who is there is shown to all, links can be sent, and a page tells what is different."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from msgspec.structs import replace
from support.companion.rally_evening import Wall
from support.companion.rig import COMPILED, HOST_CODE, PORT, Browser, app_of, host_of, seated, tables_in

from companion.service import house
from companion.service.tables import Tables
from companion.storage.pubsub import GRACE, HOUSE, Hub
from companion.web.app import Door, create_app
from referee.game import TABLE
from referee.registry import GAMES, game

SLUG = next(iter(GAMES))
GAME = game(SLUG)
WORLD = "http://127.0.0.1:7770"  # a public address that the browsers of the tests can reach


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def tables(tmp_path: Path, wall: Wall) -> Tables:
    return tables_in(tmp_path, clock=wall)


def far(tables: Tables) -> Flask:
    """An application for players who do not see each other. Its port is that of a browser's cookie."""
    app = create_app(tables, replace(Door("127.0.0.1", PORT, (), HOST_CODE), public=WORLD))
    app.jinja_env.bytecode_cache = COMPILED
    return app


def test_every_phone_and_the_screen_tell_who_is_away_and_since_when(tables: Tables, wall: Wall) -> None:
    app = far(tables)
    table, phones = seated(app, tables, SLUG, 3)
    tables.begin(table)
    both = phones[0].get(f"/t/{table}/seat/0").text.partition('id="away"')[2].partition("</p>")[0]
    assert "Player 2" in both and "Player 3" in both and both.count("are not connected.") == 1, (
        "since when nobody knows"
    )
    lines = [tables.hub.listen(table, seat) for seat in range(3)]
    assert 'id="away"' not in phones[0].get(f"/t/{table}/seat/0").text
    tables.hub.leave(lines[1])
    page = phones[0].get(f"/t/{table}/seat/0").text
    assert 'id="away"' not in page, "a reload is no news"
    assert page.count('class="dot here"') == page.count('class="dot lately"') == 1, "and yet nobody is there"
    wall.now += GRACE
    while lines[0].next(0):
        pass
    tables.expire_clocks()
    assert lines[0].next(0) == ("here", 0)
    page = phones[0].get(f"/t/{table}/seat/0").text
    assert "is not connected (since " in page and "Player 2" in page.partition('id="away"')[2][:200]
    assert "Who is there" in page and page.count('class="dot here"') == 1 and page.count('class="dot"') == 1
    screen = Browser(app).get(f"/t/{table}").text
    assert screen.count('class="dot here"') == 2 and "not connected since" in screen
    assert 'id="away"' not in screen, "nobody waits for that one"
    tables.hub.leave(lines[0])
    wall.now += GRACE
    before, _, told = Browser(app).get(f"/t/{table}").text.partition('id="away"')
    assert before.endswith(" <small "), "it stands apart from whom the table waits for"
    assert "Player 1" in told[:200] and "is not connected (since " in told[:200], "all look there, and wait for nobody"
    assert told.partition("</small>")[0].count("connected") == 1
    lines[0] = tables.hub.listen(table, 0)
    tables.expire_clocks()
    lines[0].next(0)
    assert "not connected since" in host_of(app).get(f"/t/{table}").text
    tables.hub.listen(table, 1)
    assert lines[0].next(0) == ("here", 0)
    assert 'id="away"' not in phones[0].get(f"/t/{table}/seat/0").text


def test_a_phone_that_two_share_is_there_for_both(tables: Tables, wall: Wall) -> None:
    """It shows one hand at a time: nobody is told that the other one was lost, and a host is not called to the table."""
    app = far(tables)
    table_state = tables.open(SLUG, 3, GAME.Options(), "en")
    table, phones = table_state.id, [Browser(app), Browser(app)]
    for seat, phone in enumerate((phones[0], phones[0], phones[1])):
        phone.sit(tables.code(table_state, seat), seat, f"Player {seat + 1}")
    tables.begin(table)
    lines = [phones[seat].get(f"/t/{table}/seat/{2 * seat}/stream", buffered=False) for seat in (0, 1)]
    assert all(next(iter(line.response)) for line in lines) and tables.hub.here(table) == {0, 2}
    assert tables.here(table) == {0, 1, 2}
    assert 'id="away"' not in phones[1].get(f"/t/{table}/seat/2").text
    assert host_of(app).get(f"/t/{table}").text.count('class="dot here"') == 3
    card = house.cards(tables)[0]
    assert (card.phones, card.missing, card.trouble) == (3, (), "")
    turned = tables.hub.listen(table, 1)
    tables.hub.leave(turned)  # the other hand was looked at for a moment, an hour ago
    wall.now += 3600
    assert 'id="away"' not in phones[1].get(f"/t/{table}/seat/2").text
    lines[0].close()
    assert tables.away_since(table) == {0: wall.now, 1: wall.now}, "both left when the phone did"
    page = phones[1].get(f"/t/{table}/seat/2").text
    assert 'id="away"' not in page and page.count('class="dot lately"') == 2
    wall.now += GRACE
    assert tables.here(table) == {2} and house.cards(tables)[0].missing == (0, 1)
    assert "are not connected" in phones[1].get(f"/t/{table}/seat/2").text


def test_in_a_living_room_phones_do_not_talk_of_it(tables: Tables, wall: Wall) -> None:
    app = app_of(tables)
    table, phones = seated(app, tables, SLUG, 3)
    tables.begin(table)
    lines = [tables.hub.listen(table, seat) for seat in range(3)]
    screen, house = tables.hub.listen(table, TABLE), tables.hub.listen(HOUSE, TABLE)
    while lines[0].next(0):
        pass
    tables.hub.leave(lines[1])
    assert screen.next(0) == house.next(0) == ("here", 0)
    assert "left a moment ago" in Browser(app).get(f"/t/{table}").text
    wall.now += GRACE
    tables.expire_clocks()
    assert screen.next(0) == house.next(0) == ("here", 0), "or they would say so for ever"
    tables.expire_clocks()
    assert screen.next(0) is None, "once is enough"
    assert lines[0].next(0) is None
    page = phones[0].get(f"/t/{table}/seat/0").text
    assert 'id="away"' not in page and "Who is there" not in page
    assert "not connected since" in Browser(app).get(f"/t/{table}").text, "the table screen shows it everywhere"


def gone(hub: Hub, table: str) -> dict[int, float]:
    """Who has been away for a while, since when."""
    return {seat: since for seat, since in hub.left(table).items() if hub.is_away(since)}


def test_who_is_away_is_known_whichever_server_he_was_at(wall: Wall) -> None:
    hub = Hub(clock=wall)
    hub.remote = True
    line = hub.listen("b23456", 0)
    hub.learn_elsewhere({"b23456": frozenset({1, 2})})
    assert line.next(0) == ("here", 0) and hub.here("b23456") == {0, 1, 2}
    hub.learn_elsewhere({"b23456": frozenset({2})})
    since = wall.now
    assert gone(hub, "b23456") == {}
    wall.now += GRACE
    assert gone(hub, "b23456") == {1: since}
    hub.learn_elsewhere({"b23456": frozenset({1, 2})})
    assert gone(hub, "b23456") == {}
    hub.leave(hub.listen("b23456", 2))
    wall.now += GRACE
    assert gone(hub, "b23456") == {}, "a page is still open at the other server"


def test_what_is_remembered_of_those_who_left_is_bounded(wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.pubsub.REMEMBERED", 3)
    hub = Hub(clock=wall)
    for n in range(9):
        hub.leave(hub.listen(f"t{n}", 0))
    wall.now += GRACE
    assert [n for n in range(9) if gone(hub, f"t{n}")] == [6, 7, 8]
    hub.tell_who_left()
    assert not hub._untold


def test_the_host_has_links_to_send_and_everybody_the_page(tables: Tables) -> None:
    app = far(tables)
    table, phones = seated(app, tables, SLUG, 3)
    tables.free(table, 2)
    host, state = host_of(app), tables.table_state(table)
    screen = host.get(f"/t/{table}").text
    for seat in (None, 2):
        assert f'value="{WORLD}/join/{tables.code(state, seat)}"' in screen
    assert "links.js" in screen and 'href="/remote"' in screen
    guest = Browser(app).get(f"/t/{table}").text
    assert "/join/" not in guest and "links.js" not in guest
    assert f'href="/t/{table}"' in phones[0].get(f"/t/{table}/seat/0").text, "each opens the table screen"
    for page in ("/", "/help"):
        assert 'href="/remote"' in host.get(page).text
    told = Browser(app).get("/remote")
    assert told.status_code == 200 and "What is different from a living room" in told.text
    at_home = Browser(app_of(tables))
    assert "same Wi-Fi" in at_home.get("/remote").text and 'href="/remote"' not in at_home.get("/").text
