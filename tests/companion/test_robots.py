"""Robots on seats: they move by themselves, one at a time and after a moment to think, and know what their own seat witnessed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask
from support.companion.rig import Browser, app_of, host_of, robot_call, seated, tables_in

from companion.server.launch import robot_table
from companion.service.minds.memory import SeatMemories, SeatMemory
from companion.service.minds.robots import SLACK
from companion.service.moves import MoveRequest
from companion.service.tables import Tables
from companion.storage.history import game_in_log
from companion.storage.tokens import token
from companion.table import seating
from companion.table.acts import AutoplaySet, MoveMade, decode
from companion.table.faces import ROBOTS
from companion.table.state import PACE
from companion.web import rendering
from referee import record
from referee.chance import Chance, pledge
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


def stranger_to(app: Flask, table: str) -> Browser:
    """Somebody who looks on: his page lets him send, and he is not the host."""
    browser = Browser(app)
    browser.get(f"/t/{table}")
    assert browser.csrf
    return browser


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
        watch.now += PACE
        for _ in range(3):
            tables.expire_clocks()
        assert len(moves(tables, table)) == made
    assert [act.alone for act in moves(tables, table)] == [False, True, True]


def test_what_just_happened_lies_over_a_phone_no_longer_than_a_robot_waits(tables: Tables) -> None:
    """Whatever a robot does comes after people had time to read what was before"""
    (shown,) = re.findall(r"const MOMENT = .*: (\d+);", Path("companion/static/app.js").read_text("utf-8"))
    assert 1000 * (tables.table_state(begun(tables, "code777", 3)).pace - SLACK) >= int(shown)


def test_they_wait_while_the_game_is_paused_or_nobody_is_there(tables: Tables, watch: Watch) -> None:
    table = begun(tables, "code777", 2)
    own_move(tables, table, 1)

    def later() -> int:
        for _ in range(3):
            watch.now += PACE
            tables.expire_clocks()
        return len(moves(tables, table))

    tables.pause(table, True)
    assert later() == 1
    tables.pause(table, False)
    tables.absent(table, 0, True)
    assert later() == 1
    tables.absent(table, 0, False)
    assert later() > 1


def test_the_next_deal_waits_for_people(tables: Tables, watch: Watch) -> None:
    """After a call the cards lie open: no robot sweeps them away before anybody has looked."""
    table = begun(tables, "inkognito", 3, target=5)
    for number in range(600):
        if tables.table_state(table).state.stage == "verdict":
            break
        own_move(tables, table, number)
        watch.now += PACE
        tables.expire_clocks()
    assert tables.table_state(table).state.stage == "verdict"
    made = len(moves(tables, table))
    for _ in range(20):
        watch.now += PACE
        tables.expire_clocks()
    assert len(moves(tables, table)) == made
    assert own_move(tables, table, 0), "a person deals"
    assert tables.table_state(table).state.stage != "verdict"


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
        watch.now += PACE
        tables.expire_clocks()
    assert tables.table_state(table).phase != "playing"
    found = record.verify(tables.record(table, 1))
    assert found.outcome and found.setup.robots == (None, *["good"] * (found.setup.seats - 1))
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
        watch.now += PACE
        tables.expire_clocks()
    assert handed
    for view, offers, _, mind in handed:
        assert view.observer in (1, 2, 3) and offers
        assert view.racks[view.observer].tiles is None
        assert mind.reasoner.me == view.observer and mind.reasoner.racks[view.observer][-1] == ()


def test_a_robot_takes_nobodys_place_without_a_second_tap(tables: Tables) -> None:
    """Before a game and in it: who sits there loses something; a seat that is free, nobody."""
    app = app_of(tables)
    host = host_of(app)
    table, _ = seated(app, tables, "code777", 3)

    def asked() -> list[bool]:
        forms = re.findall(r'<form class="robots" data-post.*?</form>', host.get(f"/t/{table}").text)
        return ["data-sure" in form for form in forms]

    tables.free(table, 2)
    assert asked() == [True, True, False]
    tables.take(tables.code(tables.table_state(table), 2), 2, "Zoë", 2, "")
    tables.begin(table)
    assert asked() == [True] * 3
    tables.free(table, 2)
    assert asked() == [True, True, False]


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
    assert '<option value="sharp" selected>' in host.get(f"/t/{table}").text
    assert "robot, sharp" in Browser(app).get(f"/t/{table}").text
    assert host.post(f"/t/{table}/absent", {"seat": 2, "on": True, "robot": "best"}).status_code == 400
    host.post(f"/t/{table}/absent", {"seat": 2, "on": False})
    chair = tables.table_state(table).chairs[2]
    assert (chair.absent, chair.robot) == (False, "")
    refused = stranger_to(app, table).post(f"/t/{table}/absent", {"seat": 1, "on": True, "robot": "good"})
    assert refused.status_code == 403 and not tables.table_state(table).chairs[1].absent


def test_robots_take_all_free_seats_at_once(tables: Tables) -> None:
    """Nobody who sits is asked to go, a seat that was left empty stays so, and in a game nobody is replaced like that."""
    app = app_of(tables)
    host = host_of(app)
    table = tables.open("code777", 5, game("code777").Options(), "en").id
    tables.take(tables.code(tables.table_state(table), 0), 0, "Anne", 0, "")
    tables.absent(table, 3, True)
    assert "Robots on all free seats" in host.get(f"/t/{table}").text
    assert host.post(f"/t/{table}/robots", {"robot": "best"}).status_code == 400
    assert stranger_to(app, table).post(f"/t/{table}/robots", {"robot": "good"}).status_code == 403
    assert not any(chair.robot for chair in tables.table_state(table).chairs)
    assert host.post(f"/t/{table}/robots", {"robot": "sharp"}).status_code == 200
    chairs = tables.table_state(table).chairs
    assert [chair.robot for chair in chairs] == ["", "sharp", "sharp", "", "sharp"]
    assert [chair.absent for chair in chairs] == [False, True, True, True, True]
    assert len({chair.name for chair in chairs}) == 5
    assert "Robots on all free seats" not in host.get(f"/t/{table}").text
    before = tables.table_state(table).version
    assert host.post(f"/t/{table}/robots", {"robot": "easy"}).status_code == 200
    assert tables.table_state(table).version == before
    tables.begin(table)
    tables.free(table, 0)
    assert host.post(f"/t/{table}/robots", {"robot": "good"}).status_code == 400
    assert not tables.table_state(table).chairs[0].absent


def test_robots_take_no_seat_while_a_deal_waits_for_chance(tables: Tables) -> None:
    """The cards are as good as dealt: whoever releases a seat meanwhile finds it as he left it."""
    table = robot_table(tables, "code777", 2).id
    device = tables.take(tables.code(tables.table_state(table), 0), 0, "Anne", 0, "")[1]
    host = host_of(app_of(tables))
    committed = tables.fairness.commitment(tables.table_state(table))
    tables.pledge(table, 0, pledge(committed, bytes(16)).hex(), committed, device)
    tables.begin(table)
    tables.free(table, 0)
    before = tables.table_state(table)
    assert before.dealing and before.phase != "playing" and not before.chairs[0].taken
    assert host.post(f"/t/{table}/robots", {"robot": "good"}).status_code == 400
    after = tables.table_state(table)
    assert after.dealing and after.chairs == before.chairs


def test_a_log_of_before_reads_as_it_did() -> None:
    """And one without a robot is written as it was."""
    assert decode(b'{"act":"stood","seat":1,"absent":true}') == AutoplaySet(1, True)
    assert msgspec.json.encode(AutoplaySet(1, True)) == b'{"act":"stood","seat":1,"absent":true}'


def test_records_of_games_that_versions_before_dealt_stay_as_they_were(tables: Tables) -> None:
    """Their final seals were shown: robots are told of in games dealt since, as they were when the game ended."""
    table = begun(tables, "code777", 2)
    tables.absent(table, 0, True, "sharp")
    tables.absent(table, 2, False)
    tables.abandon(table)
    acts = tables.store.acts(table)
    (setup, *_), before = (
        game_in_log(table, acts, 1),
        [  # type: ignore[misc]
            (version, data.replace(b',"tells_robots":true', b"")) for version, data in acts
        ],
    )
    assert setup.robots == ("sharp", "good", None) and setup.format == 4
    assert before != acts
    (old, *_) = game_in_log(table, before, 1)  # type: ignore[misc]
    assert (old.robots, old.format) == ((), 2)


def seat_page(tables: Tables, table: str) -> str:
    """What the host sees."""
    return host_of(app_of(tables)).get(f"/t/{table}").text


def test_each_has_a_name_and_a_face_of_its_own(tables: Tables) -> None:
    """In the lobby, on phones and in the record; never a name that could be mistaken for somebody's."""
    table = robot_table(tables, "code777", 4).id
    first = tables.table_state(table).chairs[1].name
    assert first in ROBOTS
    tables.free(table, 1)
    tables.absent(table, 1, False)
    assert tables.table_state(table).chairs[1].name == ""
    tables.take(tables.code(tables.table_state(table), 0), 0, first.upper(), 0, "")
    tables.absent(table, 1, True, "sharp")
    names = [chair.name for chair in tables.table_state(table).chairs]
    assert len({*names}) == 5 and {*names[1:]} <= {*ROBOTS} - {first}
    assert len({chair.colour for chair in tables.table_state(table).chairs}) == 5
    page = seat_page(tables, table)
    assert all(f"faces.svg#{name}" in page for name in names[1:])
    tables.begin(table)
    tables.abandon(table)
    assert record.verify(tables.record(table, 1)).setup.names == tuple(names)
    svg, kind = rendering.asset_contents("faces.svg")
    assert kind == "image/svg+xml" and all(f'id="{name}"'.encode() in svg for name in ROBOTS)


def test_one_that_plays_on_leaves_the_name_to_whoever_left(tables: Tables) -> None:
    table = begun(tables, "code777", 2)
    tables.absent(table, 0, True, "good")
    chair = tables.table_state(table).chairs[0]
    assert chair.name == "Anne" and chair.face in ROBOTS and chair.robot == "good"
    page = seat_page(tables, table)
    assert f"{chair.face}</bdi>, a robot, plays for <bdi>Anne" in page and f"{chair.face} plays here, a robot:" in page
    tables.absent(table, 0, False)
    assert (tables.table_state(table).chairs[0].name, tables.table_state(table).chairs[0].face) == ("Anne", "")


def test_robots_make_room_before_a_game_and_not_in_it(tables: Tables) -> None:
    """Whoever comes gets a seat that nobody plays on first, then that of a robot, which goes."""
    table = tables.open("code777", 3, game("code777").Options(), "en").id
    tables.absent(table, 0, True, "good")
    code = tables.code(tables.table_state(table), None)
    app = app_of(tables)
    for expected in (1, 2, 0):
        phone = Browser(app)
        phone.get(f"/join/{code}")
        answer = phone.post(f"/join/{code}", {"seat": -1, "name": f"P{expected}", "colour": 0}).json
        assert answer == {"go": f"/t/{table}/seat/{expected}"}
    chair = tables.table_state(table).chairs[0]
    assert (chair.name, chair.absent, chair.robot, chair.face) == ("P0", False, "", "")
    assert len({chair.colour for chair in tables.table_state(table).chairs}) == 3
    tables.begin(table)
    tables.absent(table, 0, True, "good")
    assert not seating.free_for(tables.table_state(table), 0)


def test_new_guests_find_no_robots(tables: Tables) -> None:
    table = robot_table(tables, "code777", 2).id
    tables.new_guests(table)
    assert [(chair.name, chair.absent, chair.robot) for chair in tables.table_state(table).chairs] == [
        ("", False, "")
    ] * 3


def test_the_host_says_how_long_they_think(tables: Tables, watch: Watch, tmp_path: Path) -> None:
    """From the next move on, in the middle of a game, and after a restart; too little or too much is refused in a sentence."""
    table = begun(tables, "code777", 3)
    host = host_of(app_of(tables))
    for wrong in (0, 31, -1):
        assert host.post(f"/t/{table}/pace", {"seconds": wrong}).status_code == 400
    assert host.post(f"/t/{table}/pace", {"seconds": "slow"}).status_code == 400
    assert stranger_to(app_of(tables), table).post(f"/t/{table}/pace", {"seconds": 5}).status_code == 403
    assert host.post(f"/t/{table}/pace", {"seconds": 5}).status_code == 200
    assert '<option value="5" selected' in seat_page(tables, table)
    own_move(tables, table, 1)
    tables.expire_clocks()
    tables.store.close()
    again = tables_in(tmp_path, clock=watch)
    again.wake()
    for seconds, made in ((0, 1), (4, 1), (1, 2)):
        watch.now += seconds
        again.expire_clocks()
        again.expire_clocks()
        assert len(moves(again, table)) == made, "never sooner because somebody restarted"
    assert again.table_state(table).pace == 5


def test_what_they_know_is_folded_once(tables: Tables, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each event is heard once by each seat, however long the game is; and it is what a fold from the deal gives."""
    table = begun(tables, "code777", 2)
    heard = []
    real = SeatMemory._hear

    def hear(self: SeatMemory, event: Any) -> None:
        heard.append(self.seat)
        real(self, event)

    monkeypatch.setattr(SeatMemory, "_hear", hear)
    for number in range(12):
        own_move(tables, table, number)
        watch.now += PACE
        for _ in range(3):
            tables.expire_clocks()
    table_state = tables.table_state(table)
    events = sum(len(turn.events) for turn in table_state.turns)
    assert 0 < heard.count(1) <= events
    fresh = SeatMemories().of(table_state, 1).reasoner
    assert tables.memories.of(table_state, 1).reasoner == fresh
