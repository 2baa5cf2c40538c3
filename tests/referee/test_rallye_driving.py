"""Driving: no-entry signs, cross-roads, collisions and what becomes of both cars."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from support.referee.rallye_table import Table, back

from referee.rallye import events as e
from referee.rallye.board.france import FRANCE
from referee.rallye.board.squares import Kind
from referee.rallye.pieces import Till
from referee.rallye.road.cars import Hold


def hit(table: Table) -> tuple[int, str, str] | None:
    """Which car was run into in the last move, where and how."""
    found = table.of(e.Collided)
    assert len(found) <= 1, "one collision a move"
    return (found[0].hit, found[0].at, found[0].why) if found else None


def test_a_roll_that_ends_at_a_no_entry_sign_leads_down_the_cross_road() -> None:
    table = Table()
    table.drive(0, 5, back("52", 5))
    assert table.of(e.Drove)[0].sent
    assert table.state.cars[0].at == "52"
    table.drive(0, 6)
    assert (table.state.cars[0].at, table.state.cars[0].heading) == ("A6", 1)
    table.drive(0, 5)
    assert table.of(e.Drove)[0].trail == ("A7", "A8", "35", "32", "33")
    assert table.of(e.Drove)[0].rejoins and table.of(e.Drove)[0].left
    assert table.state.cars[0].heading == 0


def test_the_other_edition_turns_right_there() -> None:
    table = Table(edition="b")
    table.drive(0, 5, "A6", 1)
    assert table.of(e.Drove)[0].trail == ("A7", "A8", "35", "36", "37")
    assert table.of(e.Drove)[0].rejoins and not table.of(e.Drove)[0].left


@pytest.mark.parametrize("edition", ["a", "b"])
def test_rejoining_at_a_no_entry_sign_one_waits_until_a_roll_leads_past_it(edition: str) -> None:
    table = Table(edition=edition)
    table.drive(0, 3, "A6", 1)
    assert table.of(e.Drove)[0].waits
    assert table.of(e.Drove)[0].trail == ()
    assert (table.state.cars[0].at, table.state.cars[0].heading) == ("A6", 1)
    assert table.due == {}
    assert table.state.turn == 1
    table.drive(0, 4)
    assert not table.of(e.Drove)[0].waits


def test_who_waits_has_no_accident_and_pays_no_petrol() -> None:
    """On B6, a bend, after a roll of twelve that would end at a mouth; the tank is paid for when the car leaves."""
    table = Table()
    table.drive(0, 6, "B6", 1, tank=True)
    assert table.of(e.Drove)[0].waits
    assert table.due == {}
    assert table.state.cars[0].tank
    table.drive(0, 5)
    assert table.due["petrol"] == 2_500


def test_a_car_that_may_leave_but_has_to_wait_is_free_all_the_same() -> None:
    table = Table()
    table.put(0, "A6", 1, hold=Hold(garage=True, crashed=True))
    table.drive(0, 3)
    assert table.of(e.Drove)[0].freed and table.of(e.Drove)[0].waits
    assert not table.state.cars[0].hold


ONCOMING: dict[str, tuple[list[tuple[str, int]], tuple[str, int, int], Any]] = {
    "overtaking, and one comes": ([("29", 0), ("36", 0)], ("28", 0, 4), (2, "31", "oncoming")),
    "beside the overtaken car": ([("29", 0), ("38", 0)], ("28", 0, 4), (2, "29", "oncoming")),
    "before the overtaken car": ([("31", 0), ("38", 0)], ("28", 0, 4), None),
    "beside the arrival": ([("29", 0), ("35", 0)], ("28", 0, 4), None),
    "the overtaken car at the arrival": ([("32", 0), ("36", 0)], ("28", 0, 4), None),
    "nobody overtaken": ([("66", 0), ("36", 0)], ("28", 0, 4), None),
    "two come: the first": ([("29", 0), ("36", 0)], ("27", 0, 7), (2, "31", "oncoming")),
    "coming back": ([("36", 0), ("29", 0)], ("35", 0, 2), None),  # it turns off at 35
    "homeward": ([("65", 0), ("61", 0)], ("64", 0, 6), (2, "68", "oncoming")),
    "on a cross-road": ([("A2", 1), ("A5", -1)], ("A1", 1, 5), (2, "A5", "oncoming")),
    "on a cross-road, the other way": ([("B5", -1), ("B3", 1)], ("B6", -1, 4), (2, "B3", "oncoming")),
    "on a cross-road, going the same way": ([("A2", 1), ("A5", 1)], ("A1", 1, 5), None),
    "on a cross-road, the overtaken one comes": ([("A2", -1), ("A5", -1)], ("A1", 1, 5), None),
    "on a cross-road, at the arrival": ([("A2", 1), ("A6", -1)], ("A1", 1, 5), None),
}


@pytest.mark.parametrize(("others", "mover", "expected"), ONCOMING.values(), ids=ONCOMING)
def test_oncoming(others: list[tuple[str, int]], mover: tuple[str, int, int], expected: Any) -> None:
    """Car 1 is overtaken or not, car 2 comes or does not."""
    table = Table(seats=4)
    for car, (at, heading) in enumerate(others, 1):
        table.put(car, at, heading)
    start, heading, points = mover
    table.drive(0, points, start, heading)
    assert hit(table) == expected


def test_a_lane_that_is_only_crossed_is_not_driven_along() -> None:
    """Left out of A over 35: a car that stands there is not overtaken, nor does it come."""
    table = Table()
    table.put(1, "35")
    table.put(2, "34")
    table.drive(0, 4, "A8", 1)
    assert table.of(e.Drove)[0].trail == ("35", "32", "33", "34")
    assert hit(table) is None


CROSSING: dict[str, tuple[list[tuple[str, int]], tuple[str, int, int], Any]] = {
    "at the arrival": ([("A3", 1)], ("60", 0, 3), (1, "63", "crossing")),
    "not yet reached": ([("A3", 1)], ("60", 0, 2), None),
    "started from it": ([("A3", 1)], ("63", 0, 2), None),
    "the nearer of two": ([("A2", 1), ("A3", 1)], ("60", 0, 4), (2, "63", "crossing")),
    "as near: the first": ([("A2", 1), ("A4", 1)], ("60", 0, 4), (1, "63", "crossing")),
    "the first crossing": ([("A4", 1), ("A3", 1)], ("62", 0, 5), (2, "63", "crossing")),
    "the second crossing": ([("A5", 1), ("B9", 1)], ("64", 0, 3), (1, "66", "crossing")),
    "a car on one's own road": ([("62", 0), ("64", 0)], ("61", 0, 3), None),
    "a car that only lies beside": ([("B3", 1)], ("60", 0, 4), None),
    "cross-road over cross-road": ([("B4", 1)], ("A5", 1, 3), (1, "A7", "crossing")),
    "the mouth is the main road": ([("35", 0)], ("B3", 1, 2), None),
}


@pytest.mark.parametrize(("others", "mover", "expected"), CROSSING.values(), ids=CROSSING)
def test_crossing(others: list[tuple[str, int]], mover: tuple[str, int, int], expected: Any) -> None:
    table = Table()
    for car, (at, heading) in enumerate(others, 1):
        table.put(car, at, heading)
    start, heading, points = mover
    table.drive(0, points, start, heading)
    assert hit(table) == expected


def test_the_first_collision_on_the_way_counts_and_the_oncoming_one_where_both_are() -> None:
    """30 is a crossing with B and faces 37."""
    table = Table()
    for car, (at, heading) in enumerate([("29", 0), ("37", 0), ("B9", 1)], 1):
        table.put(car, at, heading)
    table.drive(0, 5, "28")
    assert hit(table) == (2, "30", "oncoming")
    table = Table()
    for car, (at, heading) in enumerate([("29", 0), ("36", 0), ("B9", 1)], 1):
        table.put(car, at, heading)
    table.drive(0, 5, "28")
    assert hit(table) == (3, "30", "crossing")


@pytest.mark.parametrize("why", [{"garage": True, "crashed": True}, {"hit": 3}])
def test_a_car_that_an_accident_holds_is_not_hit_again(why: dict[str, Any]) -> None:
    table = Table()
    table.put(1, "A3", 1, hold=Hold(**why))
    table.drive(0, 4, "60")
    assert hit(table) is None
    assert table.state.cars[1].hold == Hold(**why)


@pytest.mark.parametrize("why", [{"garage": True}, {"hotel": True}, {}])
def test_any_other_car_is_and_the_stricter_condition_holds(why: dict[str, Any]) -> None:
    """A hotel guest who is hit gets the indemnity until he rolls below eight; with eight he owes nothing to the hotel."""
    table = Table(edition="a")
    table.put(1, "A3", 1, hold=Hold(**why))
    table.drive(0, 4, "60")
    assert table.state.cars[1].hold == Hold(**why, hit=0)
    table.drive(1, 8)
    assert table.of(e.Drove)[0].stays
    assert table.paid == [(0, 1, 500, "indemnity")]
    table.drive(1, 9)
    expected = {"garage": 1_000, "hotel": 500}
    costs = [(1, till, expected[till], f"{till}_again") for till in why]
    assert sorted(table.paid, key=str) == sorted([(0, 1, 500, "indemnity"), *costs], key=str)
    table.drive(1, 7)
    assert table.of(e.Drove)[0].freed


def test_the_mover_finishes_his_move_and_is_held_there() -> None:
    table = Table()
    table.put(1, "A3", 1)
    table.drive(0, 9, back("63", 4))
    assert table.of(e.Drove)[0].at == back("63", -5) == "68"
    assert table.state.cars[0].hold == Hold(garage=True, firstaid=True, crashed=True)


@pytest.mark.parametrize(("end", "kind"), [("67", "garage"), ("65", "ringed"), ("64", "bend"), ("71", "petrol")])
def test_after_a_collision_the_square_adds_no_hold_and_no_due(end: str, kind: str) -> None:
    """Neither garage, petrol nor bend; but a ringed sign is an offence all the same."""
    table = Table()
    table.put(1, "A3", 1)
    table.drive(0, 11, back(end, 11))
    assert table.state.options.board.square(end).kind == kind
    assert hit(table) == (1, "63", "crossing")
    assert table.due == {"crash": 2_000, "aid": 3_000}
    assert not table.of(e.Drove)[0].accident
    assert not table.state.cars[0].tank
    assert bool(table.of(e.Noted)) is (kind == "ringed")


def test_parking_and_the_hotel_do_not_count_after_a_collision_either() -> None:
    """On a board with such squares behind the crossing."""
    for kind in (Kind.PARKING, Kind.HOTEL):
        main = [replace(square, kind=kind) if square.number == "64" else square for square in FRANCE.main]
        table = Table(map=replace(FRANCE, main=tuple(main)))
        table.put(1, "A3", 1)
        table.drive(0, 4, "60")
        assert hit(table)
        assert set(table.due) == {"crash"}
        assert not table.state.cars[0].parked


def test_paris_and_the_office_count_after_a_collision() -> None:
    """Onto Paris, and onto the Gendarmerie, with a collision on the way."""
    table = Table()
    table.put(1, "A4", 1)
    table.manage(Till.HOTEL, None, 3_000)
    table.drive(0, 9, back("1", 9))
    assert hit(table) == (1, "66", "crossing")
    assert ("hotel", 0, 3_000, "paris") in table.paid
    table = Table()
    table.put(1, "B8", 1)
    table.drive(2, 7, back("43", 7))
    assert hit(table) == (1, "37", "crossing")
    assert table.state.policeman == 2


def test_at_the_tip_a_car_that_was_just_overtaken_does_not_come() -> None:
    """64 and 65 follow each other and face each other."""
    table = Table()
    table.put(1, "64")
    table.drive(0, 6, "62")
    assert hit(table) is None
    table.put(2, "65")
    table.put(1, "63")
    table.drive(0, 3, "62", hold=Hold())
    assert hit(table) == (2, "64", "oncoming"), "one that was not overtaken does"


def test_own_cars_collide_but_nobody_pays_himself() -> None:
    table = Table(seats=3)
    table.put(3, "A3", 1)
    table.drive(0, 4, "60")
    assert hit(table) == (3, "63", "crossing")
    table.drive(3, 12)
    assert table.of(e.Drove)[0].stays
    assert table.paid == []


def test_no_indemnity_from_a_player_who_is_out() -> None:
    table = Table(seats=3)
    table.put(1, "A3", 1)
    table.drive(0, 4, "60")
    table.purse(0, 500)
    table.drive(0, 12)
    assert table.of(e.Out)
    table.drive(1, 12)
    assert table.of(e.Drove)[0].stays
    assert table.paid == []


def test_a_car_of_a_player_who_is_out_is_in_nobodys_way() -> None:
    table = Table(seats=3)
    table.put(0, "A3", 1)
    table.put(3, "A3", 1, hold=Hold(garage=True))
    table.purse(0, 500)
    table.drive(3, 12)
    assert table.of(e.Out)
    assert table.state.cars[0].at == table.state.cars[3].at == ""
    table.drive(1, 4, "60")
    assert hit(table) is None
