"""Rights can be taken back: browsers that host are listed and dismissed; a release makes every old code worthless."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from support.companion.before import known, unpack
from support.companion.rig import BASE, HOST_CODE, Browser, app_of, host_of, seated, tables_in

from companion.errors import NotFound
from companion.service.hosts import SEEN_EVERY, label
from companion.service.tables import Tables
from companion.storage import pubsub
from companion.storage.store import Store
from companion.storage.tokens import hashed, load_secret
from referee.game import TABLE
from referee.registry import GAMES, game

SLUG = next(iter(GAMES))
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1"


@pytest.fixture
def app(tables: Tables) -> Flask:
    return app_of(tables)


def host_with(app: Flask, told: str) -> Browser:
    browser = Browser(app)
    browser.get(f"/host/{HOST_CODE}", headers={"User-Agent": told})
    browser.get("/", headers={"User-Agent": told})
    return browser


def listed(browser: Browser) -> dict[str, str]:
    """What the front page shows of each browser that hosts, by the name that dismisses it."""
    found = re.findall(r'<li id="host-\w+"><form data-post="/hosts/dismiss">(.*?)</form>', browser.get("/").text, re.S)
    return {re.search(r'value="(\w+)"', each)[1]: " ".join(re.sub("<[^>]*>", " ", each).split()) for each in found}  # type: ignore[index]


# Browsers that host


def test_browsers_that_host_are_listed_for_the_host_alone(app: Flask, tables: Tables) -> None:
    host_with(app, IPHONE)
    mine = host_with(app, FIREFOX)
    page = mine.get("/", headers={"User-Agent": FIREFOX}).text
    assert '<details id="hosts"><summary>Browsers that host (2)' in page, "folded"
    first, second = listed(mine).values()
    assert "this browser" in first and "this browser" not in second and "Safari, iPhone" in second
    assert re.search(r"since \d+ \w+ \d{4}, \d\d:\d\d, last seen \d+ \w+ \d{4}", second)
    for stranger in (Browser(app), seated(app, tables, SLUG, 4)[1][0]):
        assert "/hosts/dismiss" not in stranger.get("/").text


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        (FIREFOX, "Firefox, Linux"),
        (IPHONE, "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36", "Chrome, Android"),
        ("<script>alert(1)</script>", ""),
        ("", ""),
    ],
)
def test_a_label_is_of_our_own_words(told: str, shown: str) -> None:
    assert label(told) == shown


def test_a_dismissed_browser_is_a_stranger_at_once(app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its table screens hear nothing more, its next request shows no code, its buttons are refused."""
    monkeypatch.setattr(pubsub, "HEARTBEAT", 0.05)
    table, _ = seated(app, tables, SLUG, 4)
    host, helper = host_of(app), host_of(app)
    stream = helper.client.get(f"/t/{table}/stream", base_url=BASE)
    own = host.client.get(f"/t/{table}/stream", base_url=BASE)
    assert next(stream.response) and next(own.response)
    (id_,) = [id_ for id_, shown in listed(host).items() if "this browser" not in shown]
    refused = helper.client.post(
        "/hosts/dismiss", base_url=BASE, json={"host": id_}, headers={"Origin": BASE, "X-Csrf": "x"}
    )
    assert refused.status_code == 403, "not without the token of a page"
    assert host.post("/hosts/dismiss", {"host": id_}).json == {"go": "/"}
    assert list(stream.response) == []
    assert next(own.response)
    for each in (stream, own):
        each.close()
    assert 'class="hosting"' not in helper.get(f"/t/{table}/part").text
    assert helper.post(f"/t/{table}/pause", {"on": True}).status_code == 403
    assert helper.post("/hosts/dismiss", {"host": id_}).status_code == 403
    assert host.post("/hosts/dismiss", {"host": id_}).status_code == 404
    assert len(listed(host)) == 1


def test_the_last_one_can_go_and_the_terminals_new_link_works(app: Flask, tables: Tables) -> None:
    """Whoever is dismissed knows the link he came by: it is worth nothing any more."""
    lines: list[str] = []
    app.extensions["tell"] = lines.append
    host = host_of(app)
    (id_,) = listed(host)
    assert host.post("/hosts/dismiss", {"host": id_}).status_code == 200
    assert tables.store.hosts() == set()
    assert listed(host) == {}
    assert host.get(f"/host/{HOST_CODE}").status_code == 404
    (line,) = lines
    link = line.split()[-1]
    assert link.startswith(f"{BASE}/host/")
    assert host.get(link.removeprefix(BASE)).status_code == 303
    assert len(listed(host)) == 1


def test_a_dismissal_at_one_server_holds_at_another(tables: Tables, tmp_path: Path) -> None:
    """Several servers on one database: nobody's memory says otherwise."""
    other = tables_in(tmp_path)
    one, two = app_of(tables), app_of(other)
    host = host_of(one)
    there = Browser(two)
    there.client = two.test_client()
    found = host.client.get_cookie("sousmain-7770", domain="127.0.0.1")
    assert found
    there.client.set_cookie("sousmain-7770", found.value, domain="127.0.0.1")
    there.get("/")
    wish = {"game": SLUG, "players": 4, "lang": "en", "options": {}}
    assert there.post("/open", wish).status_code == 200, "known there without a restart"
    (id_,) = listed(host)
    assert host.post("/hosts/dismiss", {"host": id_}).status_code == 200
    assert there.post("/open", wish).status_code == 403


def test_a_dismissed_browser_keeps_its_seat(app: Flask, tables: Tables) -> None:
    table, _ = seated(app, tables, SLUG, 4)
    tables.free(table, 0)
    host = host_of(app)
    host.sit(tables.code(tables.table_state(table), 0), 0, "Host")
    (id_,) = listed(host)
    assert host.post("/hosts/dismiss", {"host": id_}).status_code == 200
    assert host.get(f"/t/{table}/seat/0").status_code == 200


def test_when_a_host_was_seen_is_written_down_now_and_then(tmp_path: Path) -> None:
    """Never while somebody waits for an answer, and not each time."""
    now = [1000.0]
    tables = tables_in(tmp_path, clock=lambda: now[0])
    host = host_with(app_of(tables), FIREFOX)
    ((device, *before),) = tables.store.browsers()
    assert before == [1000.0, 1000.0, "Firefox, Linux", ""]
    for second in range(3):
        now[0] = 1001.0 + second
        host.get("/", headers={"User-Agent": FIREFOX})
        tables.expire_clocks()
    assert tables.store.browsers() == [(device, *before)]
    now[0] = 1000.0 + SEEN_EVERY
    tables.expire_clocks()
    assert tables.store.browsers() == [(device, 1000.0, 1003.0, "Firefox, Linux", "")]


# Codes for any free seat


def test_the_code_for_any_seat_changes_with_every_release(app: Flask, tables: Tables, tmp_path: Path) -> None:
    """Whoever was shut out has seen the old one. It goes in the same transaction, and stays gone."""
    table, phones = seated(app, tables, SLUG, 4)
    host, codes = host_of(app), []
    for _ in range(3):
        codes.append(tables.code(tables.table_state(table), None))
        assert host.post(f"/t/{table}/free", {"seat": 1}).status_code == 200
        phones[1].sit(tables.code(tables.table_state(table), None), 1, "Back")
    now = tables.code(tables.table_state(table), None)
    assert len({*codes, now}) == 4
    assert host.post(f"/t/{table}/begin").status_code == 200
    assert host.post(f"/t/{table}/abandon").status_code == 200
    assert host.post(f"/t/{table}/begin").status_code == 200
    for each in (tables, tables_in(tmp_path)):
        for old in codes:
            with pytest.raises(NotFound):
                each.opened_by(old)
        assert each.code(each.table_state(table), None) == now
        assert each.opened_by(now)[0].id == table


def test_the_code_for_any_seat_stays_when_empty_seats_fall_away(app: Flask, tables: Tables, tmp_path: Path) -> None:
    """Somebody may be scanning it while the host chooses how many play; the code of a seat that is gone opens nothing."""
    table_state = tables.open(SLUG, 4, game(SLUG).Options(), "en")
    host, everybodys, fourth = host_of(app), tables.code(table_state, None), tables.code(table_state, 3)
    for players in (3, 4, 2):
        assert host.post(f"/t/{table_state.id}/arrange", {"players": players, "lang": "en"}).status_code == 200
        assert tables.code(tables.table_state(table_state.id), None) == everybodys
        assert tables_in(tmp_path).opened_by(everybodys)[0].id == table_state.id
    with pytest.raises(NotFound):
        tables.opened_by(fourth)


def test_the_screen_shows_the_new_code(app: Flask, tables: Tables) -> None:
    table_state = tables.open(SLUG, 4, game(SLUG).Options(), "en")
    host = host_of(app)
    Browser(app).sit(tables.code(table_state, 0), 0, "Ann")
    before = host.get(f"/t/{table_state.id}/part").text
    host.post(f"/t/{table_state.id}/free", {"seat": 0})
    after = host.get(f"/t/{table_state.id}/part").text
    qr = [re.search(r'id="seat-all".*?<svg.*?</svg>', page, re.S)[0] for page in (before, after)]  # type: ignore[index]
    assert qr[0] != qr[1]


def test_cards_of_the_version_before_stay_valid_until_a_seat_is_released(tmp_path: Path) -> None:
    """Also at tables where seats had been released then: that version never changed the code for any seat."""
    folder = unpack("folder", tmp_path / "data")
    tables = Tables(Store(f"sqlite:///{folder / 'tables.sqlite'}"), load_secret(folder))
    for table, was in known(folder)["tables"].items():
        old = was["codes"][0]
        assert tables.code(tables.table_state(table), None) == old
        tables.free(table, 0)
        new = tables.code(tables.table_state(table), None)
        assert new != old and tables.opened_by(new)[0].id == table
        with pytest.raises(NotFound):
            tables.opened_by(old)


# Streams of table screens


def test_one_stranger_cannot_take_all_streams_of_table_screens(app: Flask, tables: Tables) -> None:
    """Not from one address with many browsers, not with one browser from many addresses; the host's screens go on."""
    tables.hub._most = 400
    table, _ = seated(app, tables, SLUG, 4)
    host = host_of(app)
    streams = []

    def screen(browser: Browser, address: str, what: str = "stream") -> int:
        reply = browser.client.get(f"/t/{table}/{what}", base_url=BASE, environ_overrides={"REMOTE_ADDR": address})
        streams.append(reply)
        return reply.status_code

    assert pubsub.MOST_AN_ADDRESS > 50
    taken = [screen(Browser(app), "10.0.0.9") for _ in range(60)]
    assert taken == 50 * [200] + 10 * [429], "a quarter of the room for screens"
    assert screen(Browser(app), "10.0.0.9", "wait?version=0") == 429, "a long poll counts too"
    assert screen(Browser(app), "10.0.0.8") == 200, "the others are not shut out"
    assert screen(host, "10.0.0.9") == 200, "nor is the host, wherever he is"
    one = Browser(app)
    one.get("/")
    many = [screen(one, f"10.1.0.{number}") for number in range(pubsub.MOST_A_SEAT + 3)]
    assert many == pubsub.MOST_A_SEAT * [200] + 3 * [429]
    for each in streams:
        each.close()
    assert len(tables.hub) == 0 and not tables.hub._screens_of
    assert screen(Browser(app), "10.0.0.9") == 200
    streams[-1].close()


def test_who_is_dismissed_hears_nothing_and_nobody_else_is_cut_off() -> None:
    hub = pubsub.Hub()
    mine = hub.listen("b", TABLE, pubsub.Who("a", hashed("x"), True))
    seat = hub.listen("b", 0, pubsub.Who("a", hashed("x"), True))
    other = hub.listen("b", TABLE, pubsub.Who("a", hashed("y"), True))
    hub.expel(hashed("x"), seats=False)
    assert ("gone", 0) in list(iter(lambda: mine.next(0), None))
    assert ("gone", 0) not in list(iter(lambda: seat.next(0), None)) + list(iter(lambda: other.next(0), None))
