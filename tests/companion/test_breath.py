"""Room to breathe in Rallye-Code, through the real tables: nobody rolls before those could speak who may. Nobody waits in here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from support.companion.evening import moved
from support.companion.rally_evening import Wall, evenings
from support.companion.rig import app_of, host_of, seated, tables_in

from companion.errors import OfferClosed
from companion.service.moves import MoveRequest
from companion.service.tables import Tables
from companion.storage.tokens import token
from companion.table import acts
from referee.game import TABLE
from referee.mind import Strength
from referee.rallye.moves import Options
from referee.record import verify


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def tables(tmp_path: Path, wall: Wall) -> Tables:
    return tables_in(tmp_path, clock=wall)


def opened(tables: Tables, seats: int = 3, **options: Any) -> str:
    """A table that has begun."""
    table_state = tables.open("rallye", seats, Options(**{"minutes": 0, "breath": 8, **options}), "en")
    for seat in range(seats):
        tables.take(tables.code(table_state, seat), seat, f"Player {seat + 1}", seat, "")
    tables.begin(table_state.id)
    return table_state.id


def send(tables: Tables, table: str, seat: int, kind: str, **fields: Any) -> None:
    """A move of that kind, and what follows the answer."""
    offer = next(o for o in tables.offers(tables.table_state(table), seat) if o.kind == kind)
    move = {"kind": kind, **offer.settled, **fields}
    tables.play(table, seat, MoveRequest(offer.id, token(), msgspec.Raw(msgspec.json.encode(move))))
    tables.after_move(table)


def roll(tables: Tables, table: str) -> tuple[int, int]:
    """Somebody drives, nothing is for sale, and nobody is owed anything: the policeman, and who is next."""
    for _ in range(120):
        turn = tables.table_state(table).state.turn
        if "roll" not in kinds(tables, table, turn):
            let_go(tables, table)  # and once more: who sells may be owed something after that
            continue
        send(tables, table, turn, "roll")
        state = tables.table_state(table).state
        if (
            state.sale is None
            and not state.dues
            and state.policeman in tables.table_state(table).awaited
            and state.turn != state.policeman
        ):
            return state.policeman, state.turn
    raise AssertionError("nobody drove past the policeman")


def let_go(tables: Tables, table: str) -> None:
    """Whoever is waited for lets it be, or sells."""
    for seat in tables.table_state(table).awaited:
        may = kinds(tables, table, seat)
        if "letgo" in may:
            send(tables, table, seat, "letgo")
        elif "answer" in may:
            send(tables, table, seat, "answer", sell=True)


def kinds(tables: Tables, table: str, seat: int) -> set[str]:
    """What a seat may do."""
    return {offer.kind for offer in tables.offers(tables.table_state(table), seat)}


def last(tables: Tables, table: str) -> acts.MoveMade:
    """The last move in the log."""
    return [act for _, data in tables.store.acts(table) if isinstance(act := acts.decode(data), acts.MoveMade)][-1]


def test_the_table_goes_on_when_the_seconds_are_over_and_not_before(tables: Tables, wall: Wall) -> None:
    """It is a move of the table that is committed, published and in the log like any other."""
    table = opened(tables)
    _, following = roll(tables, table)
    version = tables.table_state(table).version
    for _ in range(7):
        wall.now += 1
        tables.expire_clocks()
    assert tables.to_speak(table) == 1
    assert tables.table_state(table).version == version
    assert "roll" not in kinds(tables, table, following)
    wall.now += 1
    tables.expire_clocks()
    made = last(tables, table)
    assert (made.actor, made.move, made.alone) == (TABLE, {"kind": "proceed"}, True)
    assert tables.to_speak(table) is None
    assert "roll" in kinds(tables, table, following)
    tables.expire_clocks()
    assert tables.table_state(table).version == version + 1, "once is enough"


def test_whoever_taps_a_roll_of_before_is_not_faster(tables: Tables) -> None:
    """Not even with the name of the offer that will come."""
    table = opened(tables)
    _, following = roll(tables, table)
    state = tables.table_state(table).state
    call = MoveRequest(f"1.roll.{state.rolls}.{state.car}", token(), msgspec.Raw(b'{"kind":"roll"}'))
    with pytest.raises(OfferClosed):
        tables.play(table, following, call)


def test_he_ends_it_himself(tables: Tables) -> None:
    table = opened(tables)
    policeman, following = roll(tables, table)
    for seat in tables.table_state(table).awaited:
        send(tables, table, seat, "letgo")
    assert tables.to_speak(table) is None
    assert "roll" in kinds(tables, table, following)
    assert "stop" in kinds(tables, table, policeman)


def test_the_roll_of_a_seat_that_is_away_waits_like_any_other(tables: Tables, wall: Wall) -> None:
    table = opened(tables)
    _, following = roll(tables, table)
    tables.absent(table, following, True)
    tables.after_move(table)
    rolls = tables.table_state(table).state.rolls
    wall.now += 7
    tables.expire_clocks()
    assert tables.table_state(table).state.rolls == rolls
    wall.now += 1
    tables.expire_clocks()
    assert tables.table_state(table).state.rolls == rolls + 1


def test_nothing_waits_for_somebody_who_is_away(tables: Tables) -> None:
    table = opened(tables)
    _, following = roll(tables, table)
    for seat in tables.table_state(table).awaited:
        tables.absent(table, seat, True)
    tables.after_move(table)
    assert tables.to_speak(table) is None
    assert "roll" in kinds(tables, table, following)


def test_a_wait_is_there_after_a_restart_and_begins_anew(tables: Tables, wall: Wall, tmp_path: Path) -> None:
    """Nobody could speak while the laptop was off; the absent do not roll at the start either."""
    table = opened(tables)
    _, following = roll(tables, table)
    tables.absent(table, following, True)
    wall.now += 5
    tables.store.close()
    wall.now += 3600
    again = tables_in(tmp_path, clock=wall)
    again.wake()
    assert again.to_speak(table) == 8
    rolls = again.table_state(table).state.rolls
    wall.now += 7
    again.expire_clocks()
    assert again.table_state(table).state.rolls == rolls
    wall.now += 1
    again.expire_clocks()
    assert again.table_state(table).state.rolls == rolls + 1


def test_a_pause_stops_it(tables: Tables, wall: Wall) -> None:
    table = opened(tables)
    roll(tables, table)
    wall.now += 6
    tables.pause(table, True)
    wall.now += 100
    tables.expire_clocks()
    assert tables.to_speak(table) is None
    tables.pause(table, False)
    assert tables.to_speak(table) == 8


def test_a_clock_that_was_set_back_keeps_nobody_waiting(tables: Tables, wall: Wall) -> None:
    table = opened(tables)
    _, following = roll(tables, table)
    wall.now -= 5000
    tables.expire_clocks()
    assert "roll" in kinds(tables, table, following)


def test_the_record_of_such_a_game_can_be_verified(tables: Tables, wall: Wall) -> None:
    table = opened(tables)
    roll(tables, table)
    wall.now += 8
    tables.expire_clocks()
    tables.abandon(table)
    found = verify(tables.record(table, 1))
    assert [turn.move for turn in found.turns if turn.actor == TABLE][-1].__class__.__name__ == "Proceed"


def test_everybody_sees_it_run(tables: Tables, wall: Wall) -> None:
    """Whose business it is and how long, on every phone and on the table screen; the roll says why it waits."""
    app = app_of(tables)
    table, phones = seated(app, tables, "rallye", 3, Options(minutes=0, breath=8))
    tables.begin(table)
    policeman, following = roll(tables, table)
    wall.now += 2.5
    pages = [phone.get(f"/t/{table}/seat/{seat}").text for seat, phone in enumerate(phones)]
    pages.append(host_of(app).get(f"/t/{table}").text)
    for page in pages:
        assert re.search(r'class="countdown"[^>]*data-left="6">6 s</b>', page)
    told = [re.sub(r"<[^>]*>", "", page) for page in pages]
    state = tables.table_state(table).state
    moved = next(i for i, car in enumerate(state.cars) if car.trail and car.rolled == state.rolls)
    owner, number = state.owner(moved), moved // 3 + 1
    cars = [f"your car {number}" if i == owner else f"car {number} of Player {owner + 1}" for i in range(4)]
    assert f"You can stop {cars[policeman]}" in told[policeman]
    assert all(f"Player {policeman + 1} can stop {cars[i]}" in told[i] for i in range(4) if i != policeman)
    heads = [re.sub(r"<[^>]*>", "", page[page.index('id="status"') :].partition("</p>")[0]) for page in pages]
    assert f"You can stop {cars[policeman]}" in heads[policeman], "what may be said now is heard, too"
    assert "Then you roll." in heads[following], "whose roll it is that waits, at the head of every page"
    assert f"Stop! (until Player {following + 1} rolls)" in heads[policeman], "and what whoever may speak can do"
    assert all(f"Then Player {following + 1} rolls." in heads[i] for i in range(4) if i not in (following, policeman))
    assert not any("Waiting for" in page[page.index('id="bar"') :] for page in pages[:3]), (
        "nobody rolls who may only speak"
    )
    waits = re.search(r"<button[^>]*data-kind=\"roll\"[^>]*>", pages[following])
    assert waits and "disabled" in waits[0] and 'aria-describedby="breath"' in waits[0]
    assert re.search(r'data-kind="letgo"', pages[policeman])
    assert phones[0].get(f"/t/{table}/seat/0/view").json["table"]["breath"]["left"] == 6


def test_nothing_waits_at_a_paper_table(tables: Tables, wall: Wall) -> None:
    """There everybody sits around one board: whatever was asked for, nothing runs, and the table says nothing by itself."""
    table = opened(tables, pieces="paper")
    for number in range(20):
        assert moved(tables, table, number)
        tables.after_move(table)
        assert tables.to_speak(table) is None
    version = tables.table_state(table).version
    wall.now += 60
    tables.expire_clocks()
    assert tables.table_state(table).version == version


@pytest.mark.parametrize(
    ("breath", "robot", "least", "most"), [(0, "", 0.6, 1.0), (8, "", 0.0, 0.02), (8, "good", 0.0, 0.02)]
)
def test_nearly_nothing_is_lost_unseen(breath: int, robot: Strength | Literal[""], least: float, most: float) -> None:
    """People who need up to six seconds to see what happened, beside others who roll at once, and a seat that is away or a
    robot."""
    found = evenings(breath, count=2, rolls=120, robot=robot)
    assert found.stops > 10 and found.dues > 10
    assert least <= found.lost <= most
