"""A cookie that somebody planted: Eve, who sits at the table, puts her own token into Bob's browser before he sits down.

Another program on the laptop, or another port of it, can set cookies for its address. Afterwards Eve must hold nothing that
Bob got, and a phone that rightly holds two seats must go on holding both.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from support.companion.house import COOKIE
from support.companion.rig import HOST_CODE, Browser, app_of, tables_in

from companion.service.tables import Tables
from companion.storage.tokens import token
from referee.registry import GAMES, game

SLUG = next(iter(GAMES))


@pytest.fixture
def app(tables: Tables) -> Flask:
    return app_of(tables)


def cookie(browser: Browser) -> str:
    found = browser.client.get_cookie(COOKIE, domain="127.0.0.1")
    return found.value if found else ""


def carrying(app: Flask, device: str) -> Browser:
    browser = Browser(app)
    browser.client.set_cookie(COOKIE, device, domain="127.0.0.1")
    return browser


def opened(tables: Tables) -> str:
    return tables.open(SLUG, 4, game(SLUG).Options(), "en").id


def code(tables: Tables, table: str, seat: int | None) -> str:
    return tables.code(tables.table_state(table), seat)


def test_whoever_planted_a_cookie_cannot_open_the_hand(app: Flask, tables: Tables) -> None:
    table = opened(tables)
    eve = Browser(app)
    eve.sit(code(tables, table, 0), 0, "Eve")
    planted = cookie(eve)
    bob = carrying(app, planted)
    bob.sit(code(tables, table, 1), 1, "Bob")
    assert cookie(bob) != planted
    assert bob.get(f"/t/{table}/seat/1").status_code == 200
    for path in ("", "/part", "/view", "/notes", "/stream", "/wait"):
        assert eve.get(f"/t/{table}/seat/1{path}").status_code == 403, path
    assert tables.held(table, planted) == ()


def test_bob_can_say_that_the_other_seat_is_not_his(app: Flask, tables: Tables) -> None:
    """The page that lets him sit down shows him what his browser holds, and lets him leave it."""
    table = opened(tables)
    eve = Browser(app)
    eve.sit(code(tables, table, 0), 0, "Eve")
    bob = carrying(app, cookie(eve))
    page = bob.get(f"/join/{code(tables, table, 1)}").text
    assert "holds a seat here already" in page and 'name="alone"' in page
    sat = bob.post(f"/join/{code(tables, table, 1)}", {"seat": 1, "name": "Bob", "colour": 1, "alone": True})
    assert sat.status_code == 200
    assert tables.held(table, cookie(bob)) == (1,)
    assert tables.held(table, cookie(eve)) == (0,)
    assert 'name="alone"' not in Browser(app).get(f"/join/{code(tables, table, 2)}").text


def test_a_phone_with_two_seats_goes_on_holding_both(app: Flask, tables: Tables, tmp_path: Path) -> None:
    """Also those of other tables; also after a restart; and its other page goes on without a reload."""
    table, other = opened(tables), opened(tables)
    phone = Browser(app)
    phone.sit(code(tables, other, 3), 3, "Ann")
    phone.sit(code(tables, table, 0), 0, "Ann")
    stale = Browser(app)  # another page of the same browser, as it was before
    stale.client, stale.csrf = phone.client, phone.csrf
    stream = phone.client.get(f"/t/{table}/seat/0/stream", base_url="http://127.0.0.1:7770")
    assert next(stream.response)
    phone.sit(code(tables, table, 1), 1, "Ben")
    assert list(stream.response) == [], "it was opened with the old token: it ends, and the page opens another"
    stream.close()
    for each in (tables, tables_in(tmp_path)):
        assert each.held(table, cookie(phone)) == (0, 1)
        assert each.held(other, cookie(phone)) == (3,)
    assert stale.post(f"/t/{table}/seat/0/name", {"name": "Anna", "colour": 0}).status_code == 403
    part = stale.get(f"/t/{table}/seat/0/part").text
    stale.csrf = re.search(r'<main[^>]* data-csrf="([^"]+)"', part)[1]  # type: ignore[index]
    assert stale.post(f"/t/{table}/seat/0/name", {"name": "Anna", "colour": 0}).status_code == 200


def test_the_same_question_again_gives_the_same_token_and_only_then(tables: Tables, tmp_path: Path) -> None:
    """The answer was lost, perhaps with the server. Whoever knows the cookie and the code but not the key gets nothing."""
    table = opened(tables)
    _, eve = tables.take(code(tables, table, 0), 0, "Eve", 0, "")
    key = token()
    first = tables.take(code(tables, table, 1), 1, "Bob", 1, eve, key)
    version = tables.table_state(table).version
    again = tables_in(tmp_path)
    assert again.take(code(again, table, 1), 1, "Bob", 1, eve, key) == first
    assert again.table_state(table).version == version
    assert again.held(table, first[1]) == (0, 1)
    for guess in (token(), ""):
        with pytest.raises(Exception, match="not free"):
            again.take(code(again, table, 1), 1, "Bob", 1, eve, guess)


def test_a_host_who_sits_down_goes_on_hosting_and_the_planter_does_not(app: Flask, tables: Tables) -> None:
    table = opened(tables)
    host = Browser(app)
    host.get(f"/host/{HOST_CODE}")
    before = cookie(host)
    host.sit(code(tables, table, 0), 0, "Host")
    assert cookie(host) != before
    assert tables.is_host(cookie(host)) and not tables.is_host(before)


def test_whoever_becomes_host_gets_a_token_nobody_knew_and_keeps_his_seats(app: Flask, tables: Tables) -> None:
    table = opened(tables)
    eve = Browser(app)
    eve.sit(code(tables, table, 0), 0, "Eve")
    planted = cookie(eve)
    victim = carrying(app, planted)
    assert victim.get(f"/host/{HOST_CODE}").status_code == 303
    assert cookie(victim) != planted
    assert tables.is_host(cookie(victim)) and not tables.is_host(planted)
    assert tables.held(table, cookie(victim)) == (0,) and tables.held(table, planted) == ()
    late = carrying(app, planted)  # the answer was lost, and the link is opened again
    late.get(f"/host/{HOST_CODE}")
    assert cookie(late) == cookie(victim)
    assert len(tables.store.hosts()) == 1


def test_another_server_on_the_same_database_knows_the_new_token(tables: Tables, tmp_path: Path) -> None:
    table = opened(tables)
    _, phone = tables.take(code(tables, table, 0), 0, "Ann", 0, "")
    other = tables_in(tmp_path)
    assert other.held(table, phone) == (0,)
    _, now = tables.take(code(tables, table, 1), 1, "Ben", 1, phone)
    assert other.held(table, now) == (0, 1)
    assert other.held(table, phone) == ()


def test_a_cookie_of_another_port_is_not_looked_at(app: Flask, tables: Tables) -> None:
    """Cookies are shared by all ports of a machine: the name says for which one it is."""
    table = opened(tables)
    phone = Browser(app)
    phone.sit(code(tables, table, 0), 0, "Ann")
    other = Browser(app)
    other.client.set_cookie("sousmain-7771", cookie(phone), domain="127.0.0.1")
    assert other.get(f"/t/{table}/seat/0").status_code == 403


def test_whoever_scans_a_seat_that_his_browser_holds_already_leaves_the_planter_behind(
    app: Flask, tables: Tables
) -> None:
    """Mallory took Anne's seat with a photo of her card, as Anne, and planted the cookie in Anne's browser."""
    table = opened(tables)
    mallory = Browser(app)
    mallory.sit(code(tables, table, 0), 0, "Anne")
    planted = cookie(mallory)
    anne = carrying(app, planted)
    assert "Go on as" in anne.get(f"/join/{code(tables, table, 0)}").text
    anne.post(f"/join/{code(tables, table, 0)}", {"seat": 0, "name": "Anne", "colour": 0, "key": token()})
    assert tables.held(table, cookie(anne)) == (0,) and tables.held(table, planted) == ()
    assert mallory.get(f"/t/{table}/seat/0").status_code == 403
