"""Several servers on one PostgreSQL: what one commits the others' phones see, and what one takes away no other gives."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from flask import Flask
from support.companion.playing import together
from support.companion.rig import Browser, app_of, robot_call, seated
from support.companion.stalling import Way
from support.postgres import Cluster

from companion.errors import Busy, NotFound
from companion.server import launch
from companion.service.code_renewal import renew_codes
from companion.service.others import ORPHANED, OtherServers
from companion.service.tables import Tables
from companion.storage import postgres as driver
from companion.storage.data_folder import Folder
from companion.storage.pubsub import Hub, Listener, Who
from companion.storage.store import Locked, NotWritten, Store
from companion.storage.store_errors import AWAY
from companion.storage.tokens import FolderSecret, hashed
from generator.errors import PrintError
from referee.chance import Chance
from referee.game import TABLE
from referee.registry import GAMES, game

SECRET = FolderSecret(bytes(32))
SLUG = next(iter(GAMES))


class Server:
    """One server in this process: tables, pages, and what it hears of the others."""

    def __init__(self, url: str, wakeups: bool = True) -> None:
        self.now = 0.0  # is added to the clock
        self.tables = Tables(Store(url), SECRET, Hub(), clock=lambda: time.time() + self.now)
        self.app: Flask = app_of(self.tables)
        self.others = OtherServers(self.tables)
        if not wakeups:
            self.others._wakeups.close()
            self.tables.hub.tell = lambda table, version: None

    def close(self) -> None:
        """Ends in order."""
        self.others.close()
        self.tables.store.close()


@pytest.fixture
def url(postgres: Callable[[], str]) -> str:
    return postgres()


@pytest.fixture
def start(url: str) -> Iterator[Callable[..., Server]]:
    """Starts servers on one database."""
    running: list[Server] = []

    def started(**more: Any) -> Server:
        running.append(Server(more.pop("url", url), **more))
        return running[-1]

    yield started
    for each in running:
        each.close()


def same_phone(phone: Browser, server: Server) -> Browser:
    """The same phone, when the proxy sends it to another server."""
    other = Browser(server.app)
    other.client.set_cookie("sousmain-7770", device_of(phone), domain="127.0.0.1")
    other.csrf = phone.csrf
    return other


def device_of(phone: Browser) -> str:
    """Its token."""
    cookie = phone.client.get_cookie("sousmain-7770", domain="127.0.0.1")
    assert cookie
    return cookie.value


def listening_by(phone: Browser, host: bool = False) -> Who:
    """Who listens when that phone does."""
    return Who("", hashed(device_of(phone)), host)


def hears(listener: Listener, kind: str, number: int, within: float = 5.0) -> bool:
    """Does somebody who listens hear that within a time?"""
    end = time.monotonic() + within
    while time.monotonic() < end:
        if listener.next(0.1) == (kind, number):
            return True
    return False


def playing(server: Server) -> tuple[str, list[Browser]]:
    """A game that is on, dealt at a server."""
    table, phones = seated(server.app, server.tables, SLUG, 3)
    server.tables.begin(table)
    return table, phones


def play(phone: Browser, table: str, seat: int) -> int:
    """Lets a seat do what a robot would; the status, or 0 if it has nothing to do."""
    body = msgspec.json.decode(phone.get(f"/t/{table}/seat/{seat}/view").data)
    call = robot_call(SLUG, body, seat, Chance(bytes(32), body["table"]["version"]))
    return phone.post(f"/t/{table}/seat/{seat}/move", call).status_code if call else 0


def test_phones_of_one_table_play_at_different_servers(start: Callable[..., Server]) -> None:
    """Every move is seen at the other server at once, without a wake-up; and both have the same log to the end."""
    a, b = start(wakeups=False), start(wakeups=False)
    table, phones = playing(a)
    mixed = [same_phone(phone, b) if seat % 2 else phone for seat, phone in enumerate(phones)]
    made = 0
    for _ in range(40):
        played = [play(phone, table, seat) for seat, phone in enumerate(mixed)]
        assert set(played) <= {0, 200}
        made += played.count(200)
    assert made > 20
    states = [server.tables.current(table) for server in (a, b, start(wakeups=False))]
    assert len({each.version for each in states}) == 1
    assert len({msgspec.json.encode(each.game.view(each.state, 0)) for each in states}) == 1


def test_others_hear_of_it_by_a_wakeup(start: Callable[..., Server]) -> None:
    a, b = start(), start()
    table, _ = playing(a)
    b.tables.table_state(table)
    screen, seat = b.tables.hub.listen(table, TABLE), b.tables.hub.listen(table, 0)
    a.tables.pause(table, True)
    a.tables.after_move(table)
    version = a.tables.table_state(table).version
    assert hears(screen, "version", version) and hears(seat, "version", version)
    assert b.tables.table_state(table).paused
    a.tables.note(table, 0, {"x": 1})
    a.tables.hub.publish_notes(table, 0, 1)
    assert hears(seat, "notes", 1)


def test_a_wakeup_that_is_lost_is_made_up_for_by_the_next_look(start: Callable[..., Server]) -> None:
    """One is due every second."""
    a, b = start(wakeups=False), start(wakeups=False)
    table, _ = playing(a)
    b.tables.table_state(table)
    listener = b.tables.hub.listen(table, 1)
    a.tables.pause(table, True)
    a.tables.after_move(table)
    assert listener.next(0.1) is None
    b.others()
    assert hears(listener, "version", a.tables.table_state(table).version, 0.2)
    a.tables.note(table, 1, {"x": 1})
    b.others()
    assert hears(listener, "notes", 1, 0.2)


def test_a_phone_released_at_one_server_reads_nothing_at_another(start: Callable[..., Server]) -> None:
    """Neither a page nor a stream; also if no wake-up comes through."""
    a, b = start(wakeups=False), start(wakeups=False)
    table, phones = playing(a)
    phone = same_phone(phones[0], b)
    path = f"/t/{table}/seat/0"
    assert [phone.get(f"{path}{page}").status_code for page in ("", "/view", "/part")] == [200] * 3
    listener = b.tables.hub.listen(table, 0, listening_by(phone))
    a.tables.free(table, 0)
    assert [phone.get(f"{path}{page}").status_code for page in ("", "/view", "/part", "/notes", "/stream")] == [403] * 5
    assert phone.post(f"{path}/notes", {"game": 1, "set": {"x": 1}}).status_code == 403
    assert hears(listener, "gone", 0, 0.2)


def test_a_token_that_was_replaced_at_one_server_is_worth_nothing_at_another(start: Callable[..., Server]) -> None:
    a, b = start(wakeups=False), start(wakeups=False)
    table, phones = playing(a)
    second = a.tables.open(SLUG, 3, game(SLUG).Options(), "en")
    old = same_phone(phones[0], b)
    assert old.get(f"/t/{table}/seat/0/view").status_code == 200
    phones[0].sit(a.tables.code(second, 0), 0)
    assert phones[0].get(f"/t/{table}/seat/0/view").status_code == 200
    assert old.get(f"/t/{table}/seat/0/view").status_code == 403
    assert same_phone(phones[0], b).get(f"/t/{table}/seat/0/view").status_code == 200


def test_the_host_of_one_is_host_at_all_and_a_dismissal_holds_everywhere(start: Callable[..., Server]) -> None:
    a, b = start(wakeups=False), start(wakeups=False)
    link = a.tables.host_code()
    assert b.tables.host_code() == link
    host = Browser(a.app)
    assert host.get(f"/host/{link}").status_code == 303
    host.get("/")
    there = same_phone(host, b)
    assert there.post("/open", {"game": SLUG}).status_code == 200
    table = b.tables.all(1)[0].id
    screen = b.tables.hub.listen(table, TABLE, listening_by(there, host=True))
    (listed,) = a.tables.hosts.listed("")
    assert host.post("/hosts/dismiss", {"host": listed.id}).status_code == 200
    assert there.post("/open", {"game": SLUG}).status_code == 403
    b.others()
    assert hears(screen, "gone", 0, 0.2)
    assert b.tables.host_code() == a.tables.host_code() != link
    assert Browser(b.app).get(f"/host/{link}").status_code == 404


def test_closed_and_deleted_tables_are_so_everywhere(start: Callable[..., Server]) -> None:
    a, b = start(wakeups=False), start(wakeups=False)
    table = a.tables.open(SLUG, 3, game(SLUG).Options(), "en")
    guest = Browser(b.app)
    assert guest.get(f"/join/{b.tables.code(table, 0)}").status_code == 200
    a.tables.close(table.id)
    assert guest.post(f"/join/{b.tables.code(table, 0)}", {"seat": 0}).status_code == 409
    listener = b.tables.hub.listen(table.id, TABLE)
    a.tables.delete(table.id)
    b.others()
    assert hears(listener, "gone", 0, 0.2)
    with pytest.raises(NotFound):
        b.tables.table_state(table.id)
    assert b.tables.all(10) == []


def test_wrong_codes_count_over_all_servers(start: Callable[..., Server]) -> None:
    a, b = start(wakeups=False), start(wakeups=False)
    limits = [app.extensions["guesses"] for app in (a.app, b.app)]
    for number in range(limits[0]._most):
        limits[number % 2].count("10.0.0.1")
    for limit in limits:
        with pytest.raises(Busy):
            limit.check("10.0.0.1")
        limit.check("10.0.0.2")
    typed = [app.extensions["typed"] for app in (a.app, b.app)]
    for number in range(30):
        with pytest.raises(NotFound):
            typed[number % 2].door("BBBBBBBB")
    assert [each.length() for each in typed] == [5, 5]


def test_screens_show_who_has_a_page_open_at_another_server(start: Callable[..., Server]) -> None:
    a, b = start(), start()
    table, _ = playing(a)
    phone = a.tables.hub.listen(table, 2)
    screen = b.tables.hub.listen(table, TABLE)
    a.others()
    b.others()
    assert b.tables.hub.here(table) == {2, TABLE} and hears(screen, "here", 0, 0.2)
    a.tables.hub.leave(phone)
    a.others()
    b.others()
    assert b.tables.hub.here(table) == {TABLE}
    a.tables.hub.listen(table, 1)
    a.others()
    a.others.close()
    b.others()
    assert b.tables.hub.here(table) == {TABLE}


def test_a_phone_that_two_share_is_there_for_both_at_another_server(start: Callable[..., Server]) -> None:
    a, b = start(), start()
    table_state = a.tables.open(SLUG, 3, game(SLUG).Options(), "en")
    phone = Browser(a.app)
    for seat in (0, 1):
        phone.sit(a.tables.code(table_state, seat), seat, f"Player {seat + 1}")
    a.tables.hub.listen(table_state.id, 0, listening_by(phone))
    a.others()
    b.others()
    assert b.tables.here(table_state.id) == {0, 1}


def test_what_a_dead_server_left_undone_another_does(start: Callable[..., Server]) -> None:
    """It had committed that a seat runs by itself, and died before that seat moved."""
    a, b = start(wakeups=False), start(wakeups=False)
    table, _ = playing(a)
    b.tables.table_state(table)
    waited = a.tables.table_state(table).awaited[0]
    a.tables.absent(table, waited, True)
    b.others()
    before = b.tables.table_state(table).version
    b.others()
    assert b.tables.table_state(table).version == before, "it may still be at it"
    b.now = ORPHANED
    b.others()
    assert b.tables.table_state(table).version > before


def test_a_wait_for_the_database_stops_no_other_table(start: Callable[..., Server], url: str) -> None:
    a = start(wakeups=False)
    (held, _), (free, _) = playing(a), playing(a)
    took: list[float] = []

    def elsewhere() -> None:
        time.sleep(0.1)
        begun = time.monotonic()
        for paused in (True, False) * 5:
            a.tables.pause(free, paused)
        took.append(time.monotonic() - begun)

    with psycopg.connect(url) as other:
        other.execute("INSERT INTO log (table_id, version, at, act) VALUES (%s, 99, 0, '')", [held])
        version = a.tables.table_state(held).version + 1
        other.execute("INSERT INTO log (table_id, version, at, act) VALUES (%s, %s, 0, '')", [held, version])
        found = together(partial(a.tables.pause, held, True), elsewhere)
        other.rollback()
    assert isinstance(found[0], Locked) and found[1] is None
    assert took[0] < 0.8, "the first one waited for a second"


def test_another_secret_is_not_taken_by_accident(start: Callable[..., Server], url: str, tmp_path: Path) -> None:
    a = start(wakeups=False)
    renew_codes(a.tables)
    table = a.tables.open(SLUG, 3, game(SLUG).Options(), "en")
    with Folder(tmp_path / "other", "here", shared=True) as folder:
        with pytest.raises(PrintError, match="copy the file `secret`"):
            launch.tables_at(url, folder)
        assert a.tables.opened_by(a.tables.code(table, 0))[0].id == table.id
        tables = launch.tables_at(url, folder, new_codes=True)
        assert tables.opened_by(tables.code(table, 0))[0].id == table.id
        with pytest.raises(NotFound):
            a.tables.opened_by(a.tables.code(table, 0))
        tables.store.close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for long."""
    monkeypatch.setattr(driver, "STALLED", 0.5)


@pytest.mark.parametrize("how", ["cut", "stalled"])
@pytest.mark.usefixtures("quick")
def test_while_the_database_is_away_memory_answers_and_pages_say_so(
    start: Callable[..., Server], cluster: Cluster, url: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No move is taken, no page is refused; and when it is back, it goes on by itself, with what others wrote meanwhile."""
    with Way(cluster.folder) as way:
        near = start(url=way.address(url.partition("?")[0].rpartition("/")[2]), wakeups=False)
        far = start(wakeups=False)
        table, phones = playing(near)
        path = f"/t/{table}/seat/0"
        assert phones[0].get(path).status_code == 200
        way.stall()
        if how == "cut":
            way.cut()
        assert phones[0].get(f"{path}/view").status_code == 200
        assert near.tables.store.trouble == AWAY
        with monkeypatch.context() as patch:  # nobody asks it again, and so nobody waits again
            patch.setattr(near.tables.store.server, "_turnstile", None)
            for _ in range(10):
                page = phones[0].get(f"{path}/part")
                assert page.status_code == 200 and "The tables cannot be reached at the moment" in page.text
        refused = phones[0].post(f"{path}/name", {"name": "Zoé", "colour": 0})
        assert refused.status_code == 503 and refused.headers["Retry-After"] == "1"
        with pytest.raises(NotWritten):
            near.tables.pause(table, True)
        far.tables.pause(table, True)
        assert near.tables.store.look() == AWAY
        way.go_on()
        assert near.tables.store.look() == ""
        assert near.tables.table_state(table).paused
        assert "cannot be reached" not in phones[0].get(f"{path}/part").text
        near.tables.pause(table, False)
