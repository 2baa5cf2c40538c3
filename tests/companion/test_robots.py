"""Robots on seats: they move by themselves, one at a time and after a moment to think, and know what their own seat witnessed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.companion.rig import Browser, app_of, host_of, robot_call, tables_in

from companion.server.launch import robot_table
from companion.service import robots
from companion.service.moves import MoveRequest
from companion.service.tables import Tables
from companion.storage.tokens import token
from companion.table.acts import AutoplaySet, MoveMade, decode
from referee import record
from referee.chance import Chance
from referee.mind import STRENGTHS
from referee.registry import game, robot

SECRET = ("code777", "inkognito", "allo", "fully")


class Watch:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def tables(tmp_path: Path, watch: Watch) -> Tables:
    return tables_in(tmp_path, clock=watch)


def begun(tables: Tables, slug: str, against: int, **options: Any) -> str:
    """One person and so many robots, dealt."""
    table_state = robot_table(tables, slug, against)
    tables.arrange(table_state.id, against + 1, game(slug).Options(**options), "en") if options else None
    tables.take(tables.code(table_state, 0), 0, "Anne", 0, "")
    tables.begin(table_state.id)
    return table_state.id


def moves(tables: Tables, table: str) -> list[MoveMade]:
    """All moves so far."""
    found = (decode(data) for _, data in tables.store.acts(table))
    return [act for act in found if isinstance(act, MoveMade)]


def own_move(tables: Tables, table: str, number: int) -> bool:
    """The person does what a robot would, from his own view."""
    table_state = tables.table_state(table)
    view = msgspec.to_builtins(table_state.game.view(table_state.state, 0))
    body = {"view": view, "offers": msgspec.to_builtins(tables.offers(table_state, 0))}
    made = robot_call(table_state.slug, body, 0, Chance(bytes(32), number))
    if not made:
        return False
    sent = MoveRequest(made["offer"], token(), msgspec.Raw(msgspec.json.encode(made["move"])))
    assert tables.play(table, 0, sent).status == 200
    tables.after_move(table)
    return True


def test_they_take_a_moment_and_move_one_at_a_time(tables: Tables, watch: Watch) -> None:
    """Nothing in the same blink as what happened before, however often the clock is looked at."""
    table = begun(tables, "code777", 3)
    assert own_move(tables, table, 1)
    assert len(moves(tables, table)) == 1
    for made in (2, 3):
        for _ in range(3):
            tables.expire_clocks()
        assert len(moves(tables, table)) == made - 1, "it thinks"
        watch.now += robots.PACE
        for _ in range(3):
            tables.expire_clocks()
        assert len(moves(tables, table)) == made
    assert [act.alone for act in moves(tables, table)] == [False, True, True]


def test_they_wait_while_the_game_is_paused_or_nobody_is_there(tables: Tables, watch: Watch) -> None:
    table = begun(tables, "code777", 2)
    own_move(tables, table, 1)

    def later() -> int:
        for _ in range(3):
            watch.now += robots.PACE
            tables.expire_clocks()
        return len(moves(tables, table))

    tables.pause(table, True)
    assert later() == 1
    tables.pause(table, False)
    tables.absent(table, 0, True)
    assert later() == 1
    tables.absent(table, 0, False)
    assert later() > 1


@pytest.mark.parametrize("slug", SECRET)
def test_one_person_plays_a_whole_game_against_them(slug: str, tables: Tables, watch: Watch) -> None:
    """To its end; its record holds."""
    short: dict[str, dict[str, Any]] = {
        "code777": {"target": 1}, "inkognito": {"target": 1}, "fully": {"rounds": 1},
        "allo": {"surnames": 4, "firsts": 4, "jobs": 4},
    }  # fmt: skip
    table = begun(tables, slug, game(slug).players[0] - 1, **short[slug])
    for number in range(3000):
        if tables.table_state(table).phase != "playing":
            break
        own_move(tables, table, number)
        watch.now += robots.PACE
        tables.expire_clocks()
    assert tables.table_state(table).phase != "playing"
    assert record.verify(tables.record(table, 1)).outcome
    assert {act.actor for act in moves(tables, table) if act.alone} - {0}


def test_a_robot_is_handed_its_own_seat_and_nothing_else(
    tables: Tables, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its view, its offers, dice, and a mind that holds what its seat witnessed."""
    handed: list[tuple[Any, ...]] = []
    real = robot("code777").choose

    def choose(*given: Any) -> Any:
        handed.append(given)
        return real(*given)

    table = begun(tables, "code777", 3)
    monkeypatch.setattr(robot("code777"), "choose", choose)
    for number in range(12):
        monkeypatch.setattr(robot("code777"), "choose", real)
        own_move(tables, table, number)
        monkeypatch.setattr(robot("code777"), "choose", choose)
        watch.now += robots.PACE
        tables.expire_clocks()
    assert handed
    for view, offers, _, mind in handed:
        assert view.observer in (1, 2, 3) and offers
        assert view.racks[view.observer].tiles is None
        assert mind.reasoner.me == view.observer and mind.reasoner.racks[view.observer][-1] == ()


def test_the_host_lets_a_robot_play_on_and_ends_that(tables: Tables) -> None:
    """In the lobby for a free seat, in the middle of a game for somebody who left; everybody is told."""
    app = app_of(tables)
    host = host_of(app)
    table = tables.open("code777", 3, game("code777").Options(), "en").id
    page = host.get(f"/t/{table}").text
    assert "Robot plays" in page and 'value="sharp"' in page
    for strength in STRENGTHS:
        answer = host.post(f"/t/{table}/absent", {"seat": 2, "on": True, "robot": strength})
        assert answer.status_code == 200
        assert tables.table_state(table).chairs[2].robot == strength
    assert "A robot plays here: sharp." in host.get(f"/t/{table}").text
    assert host.post(f"/t/{table}/absent", {"seat": 2, "on": True, "robot": "best"}).status_code == 400
    host.post(f"/t/{table}/absent", {"seat": 2, "on": False})
    chair = tables.table_state(table).chairs[2]
    assert (chair.absent, chair.robot) == (False, "")
    assert Browser(app).post(f"/t/{table}/absent", {"seat": 1, "on": True, "robot": "good"}).status_code in (400, 403)


def test_a_log_of_before_reads_as_it_did() -> None:
    """And one without a robot is written as it was."""
    assert decode(b'{"act":"stood","seat":1,"absent":true}') == AutoplaySet(1, True)
    assert msgspec.json.encode(AutoplaySet(1, True)) == b'{"act":"stood","seat":1,"absent":true}'
