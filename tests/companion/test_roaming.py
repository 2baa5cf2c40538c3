"""The laptop's own addresses change in the course of an evening: what was refused is not refused for good."""

from __future__ import annotations

import pytest
from flask import Flask
from support.companion.rig import PORT, app_of, host_of

from companion import network as address
from companion.server.roaming import EVERY, Roaming
from companion.service.tables import Tables
from companion.web import security
from companion.web.app import Door
from referee.game import TABLE
from referee.registry import GAMES, game


class TestNames:
    """Whose name was asked for."""

    def test_an_address_asked_for_before_the_laptop_has_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now, mine = [0.0], set[str]()
        names = security.TrustedHosts(PORT, ("localhost",), lambda: now[0])
        monkeypatch.setattr(security, "is_mine", lambda each: each in mine)
        assert not names.know(f"10.1.2.3:{PORT}")
        mine.add("10.1.2.3")
        now[0] += security.BELIEVED
        assert names.know(f"10.1.2.3:{PORT}")
        mine.clear()
        now[0] += security.BELIEVED
        assert not names.know(f"10.1.2.3:{PORT}"), "nor is an address kept that the laptop has no more"

    def test_a_name_that_the_laptop_gets_later(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now, called = [0.0], ["before"]
        monkeypatch.setattr(address.socket, "gethostname", lambda: called[0])
        names = security.TrustedHosts(PORT, ("localhost",), lambda: now[0])
        assert not names.know(f"games.local:{PORT}")
        called[0] = "games"
        now[0] += security.BELIEVED
        assert names.know(f"games.local:{PORT}") and names.know(f"Games:{PORT}")
        assert not names.know(f"games.evil.example:{PORT}")

    def test_asking_burns_no_time_and_takes_no_room(self, monkeypatch: pytest.MonkeyPatch) -> None:
        looked = []
        monkeypatch.setattr(security, "is_mine", lambda each: bool(looked.append(each)) or each.startswith("127."))
        names = security.TrustedHosts(PORT, ("localhost",), lambda: 0.0)
        for _ in range(100):
            assert not names.know(f"10.1.2.3:{PORT}")
            assert names.know(f"127.0.0.9:{PORT}")
        assert looked == ["10.1.2.3", "127.0.0.9"]
        for number in range(5 * security.LOOKED_UP):
            names.know(f"127.1.{number // 256}.{number % 256}:{PORT}")
        assert len(names._looked) <= security.LOOKED_UP and len(names._hosts) == 1

    def test_without_a_port_where_browsers_leave_it_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(security, "is_mine", lambda each: each in ("10.1.2.3", "fe80::1"))
        names = security.TrustedHosts(80, ("localhost",))
        assert names.know("10.1.2.3") and names.know("10.1.2.3:80") and names.know("[fe80::1]")
        assert not names.know("10.1.2.3:7770") and not names.know("10.1.2.4")


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """The address of this computer, as a test has it."""
    found: list[str | None] = ["192.168.1.5"]
    monkeypatch.setattr(address, "lan", lambda: found[0])
    return found


def at(tables: Tables, where: str) -> Flask:
    app = app_of(tables)
    app.extensions["door"] = Door(where, PORT, (), "h" * 26)
    return app


def test_screens_and_terminal_say_the_new_address(tables: Tables, network: list[str | None]) -> None:
    """In another network; without any, the old address is the best that is known."""
    app, told = at(tables, "192.168.1.5"), list[str]()
    table_state = tables.open(next(iter(GAMES)), 4, game(next(iter(GAMES))).Options(), "en")
    host = host_of(app)
    before = host.get(f"/t/{table_state.id}/part").text
    screen, seat = tables.hub.listen(table_state.id, TABLE), tables.hub.listen(table_state.id, 0)
    screen.next(0)
    roaming = Roaming(app, tables.hub, "0.0.0.0", told.append)
    for where in ("192.168.1.5", None):
        network[0] = where
        for _ in range(EVERY):
            roaming()
        assert not told and screen.next(0) is None
    network[0] = "10.0.0.7"
    for _ in range(2 * EVERY):
        roaming()
    assert len(told) == 2 and f"http://10.0.0.7:{PORT}" in told[0]
    assert screen.next(0) == ("here", 0), "which lets it draw itself anew"
    assert seat.next(0) == ("here", 0), "every page looks"
    assert host.get(f"/t/{table_state.id}/part").text != before, "codes to scan lead to the new address"
    assert f"http://10.0.0.7:{PORT}" in host.get("/help").text


@pytest.mark.parametrize(("where", "bind"), [("games.local", "0.0.0.0"), ("127.0.0.1", "127.0.0.1")])
def test_an_address_that_somebody_chose_stays(tables: Tables, network: list[str | None], where: str, bind: str) -> None:
    app, told = at(tables, where), list[str]()
    roaming = Roaming(app, tables.hub, bind, told.append)
    network[0] = "10.0.0.7"
    for _ in range(3 * EVERY):
        roaming()
    assert not told and app.extensions["door"].address == where
