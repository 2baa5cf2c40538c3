"""A table that plays against the clock: the time it shows, and how the game ends when it is up. Nobody waits in here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.companion.rig import app_of, host_of, seated, tables_in

from companion.service.moves import MoveRequest
from companion.service.tables import Tables
from companion.storage.tokens import token
from companion.table import acts
from companion.table.clock import REST
from referee.game import TABLE
from referee.rallye.moves import Options


class Wall:
    """A clock on the wall that somebody sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def tables(tmp_path: Path, wall: Wall) -> Tables:
    return tables_in(tmp_path, clock=wall)


def opened(tables: Tables, **options: Any) -> str:
    """A table of three that has begun."""
    table_state = tables.open("rallye", 3, Options(**{"minutes": 15, **options}), "en")
    for seat in range(3):
        tables.take(tables.code(table_state, seat), seat, f"Player {seat + 1}", seat, "")
    tables.begin(table_state.id)
    return table_state.id


def act(tables: Tables, table: str) -> None:
    """Whoever's turn it is rolls, or does what else the game waits for."""
    table_state = tables.table_state(table)
    seat = table_state.awaited[0]
    offer = next(o for o in tables.offers(table_state, seat) if o.kind in ("roll", "answer"))
    move = {"kind": "roll"} if offer.kind == "roll" else {"kind": "answer", "sell": True}
    tables.play(table, seat, MoveRequest(offer.id, token(), msgspec.Raw(msgspec.json.encode(move))))


def wait(tables: Tables, table: str, wall: Wall, seconds: float) -> None:
    """So long, with a move before every long silence."""
    while seconds > REST:
        wall.now += REST
        seconds -= REST
        act(tables, table)
    wall.now += seconds


def moved(tables: Tables, table: str) -> list[acts.MoveMade]:
    """The moves in the log."""
    return [act for _, data in tables.store.acts(table) if isinstance(act := acts.decode(data), acts.MoveMade)]


def test_the_game_ends_when_the_time_is_up_and_only_once(tables: Tables, wall: Wall) -> None:
    """Not a second before; the move is the table's, made by nobody, and it stays the only one."""
    table = opened(tables)
    wait(tables, table, wall, 15 * 60 - 1)
    tables.expire_clocks()
    assert tables.table_state(table).phase == "playing"
    wall.now += 1
    tables.expire_clocks()
    last = moved(tables, table)[-1]
    assert (last.actor, last.move, last.alone) == (TABLE, {"kind": "time"}, True)
    assert tables.table_state(table).phase == "over"
    version = tables.table_state(table).version
    for _ in range(3):
        wall.now += 60
        tables.expire_clocks()
    assert tables.table_state(table).version == version
    assert tables.left(table) is None


def test_everybody_hears_of_it_when_it_is_kept(tables: Tables, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened(tables)
    heard: list[tuple[int, int]] = []
    publish = tables.hub.publish

    def told(name: str, version: int) -> None:
        heard.append((version, tables.store.version(name)))
        publish(name, version)

    monkeypatch.setattr(tables.hub, "publish", told)
    wait(tables, table, wall, 15 * 60)
    tables.expire_clocks()
    assert heard == [(tables.table_state(table).version,) * 2]


def test_a_restart_loses_no_minute_and_wins_none(tables: Tables, wall: Wall, tmp_path: Path) -> None:
    """The new server knows how long was played, and rings for a table that nobody has looked at yet."""
    table = opened(tables)
    wait(tables, table, wall, 14 * 60)
    before = tables.left(table)
    tables.store.close()
    again = tables_in(tmp_path, clock=wall)
    again.wake()
    assert again.left(table) == before == 60
    wall.now += 59
    again.expire_clocks()
    assert again.table_state(table).phase == "playing"
    wall.now += 1
    again.expire_clocks()
    assert again.table_state(table).phase == "over"
    assert [act.move["kind"] for act in moved(again, table)].count("time") == 1


def test_a_pause_stops_the_clock(tables: Tables, wall: Wall) -> None:
    table = opened(tables)
    wait(tables, table, wall, 14 * 60)
    tables.pause(table, True)
    wall.now += 3600
    tables.expire_clocks()
    assert tables.table_state(table).phase == "playing"
    assert tables.left(table) == 60
    tables.pause(table, False)
    wall.now += 60
    tables.expire_clocks()
    assert tables.table_state(table).phase == "over"


def test_the_time_that_is_up_while_the_game_is_paused_waits(tables: Tables, wall: Wall) -> None:
    """Whoever pauses at the last moment is not overtaken by the bell."""
    table = opened(tables)
    wait(tables, table, wall, 15 * 60)
    tables.pause(table, True)
    tables.expire_clocks()
    assert tables.table_state(table).phase == "playing"
    tables.pause(table, False)
    tables.expire_clocks()
    assert tables.table_state(table).phase == "over"


def test_a_long_silence_is_no_play(tables: Tables, wall: Wall) -> None:
    """The laptop was closed for the night; the clock says how far it will run by itself."""
    table = opened(tables)
    wall.now += 100_000
    tables.expire_clocks()
    assert tables.table_state(table).phase == "playing"
    assert tables.left(table) == tables.left(table, float("inf")) == 15 * 60 - REST


def test_without_a_limit_there_is_no_clock(tables: Tables, wall: Wall) -> None:
    table = opened(tables, minutes=0)
    wait(tables, table, wall, 5 * 3600)
    tables.expire_clocks()
    assert tables.table_state(table).phase == "playing"
    assert tables.left(table) is None


def test_a_paper_table_counts_when_the_time_is_up(tables: Tables, wall: Wall) -> None:
    """The bell rings once there too; then everybody counts, and it does not ring again."""
    table = opened(tables, pieces="paper")
    for _ in range(3):
        wall.now += REST
        table_state = tables.table_state(table)
        offer = next(o for o in tables.offers(table_state, 0) if o.kind == "enter")
        move = {"kind": "enter", "car": 0, "square": "1", "dice": [1, 2]}
        tables.play(table, 0, MoveRequest(offer.id, token(), msgspec.Raw(msgspec.json.encode(move))))
    for _ in range(3):
        tables.expire_clocks()
    assert [act.move["kind"] for act in moved(tables, table)] == ["enter"] * 3 + ["time"]
    assert tables.table_state(table).awaited == (0, 1, 2)


def shown(page: str) -> tuple[str, bool]:
    """What the clock of a page says, and whether it stands still."""
    found = re.search(r'<p class="clock"(.*?)>.*?<b>(.*?)</b>', page, re.DOTALL)
    assert found
    return found[2], "data-still" in found[1]


def test_pages_show_the_time_and_the_host_can_end_it(tables: Tables, wall: Wall) -> None:
    app = app_of(tables)
    table, phones = seated(app, tables, "rallye", 3, Options(minutes=15))
    host, guest = host_of(app), phones[1]
    assert 'class="clock"' not in phones[0].get(f"/t/{table}/seat/0").text
    host.post(f"/t/{table}/begin")
    wall.now += 61.5
    for page in (phones[0].get(f"/t/{table}/seat/0").text, host.get(f"/t/{table}").text):
        assert shown(page) == ("13:59", False)
        assert f'data-left="839" data-least="{900 - int(REST)}"' in page
    host.post(f"/t/{table}/pause", {"on": True})
    assert shown(phones[0].get(f"/t/{table}/seat/0").text) == ("13:59", True)
    host.post(f"/t/{table}/pause", {"on": False})

    # The host alone may say that the time is up, and is asked first.
    assert 'data-kind="time"' not in guest.get(f"/t/{table}").text
    button = re.search(r'data-offer="([\w.]+\.?time)".*?data-sure="(.*?)"', host.get(f"/t/{table}").text, re.DOTALL)
    assert button
    call = {"offer": button[1], "key": token(), "move": {"kind": "time"}}
    assert guest.post(f"/t/{table}/move", call).status_code == 403
    assert host.post(f"/t/{table}/move", call).status_code == 200
    assert "The time is up: the richest purse wins." in guest.get(f"/t/{table}/seat/1").text
    assert 'class="clock"' not in guest.get(f"/t/{table}/seat/1").text
