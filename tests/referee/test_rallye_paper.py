"""With the kit on the table: the phone is told where a car stood and what it rolled, and says what is due."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from support.referee.rallye_table import PAIRS, Table, back, refused

from referee import simulation
from referee.chance import Chance
from referee.game import TABLE, Actor
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye import robot
from referee.rallye.board.france import FRANCE
from referee.rallye.board.squares import Kind
from referee.rallye.game import GAME
from referee.rallye.pieces import Till
from referee.rallye.road.cars import Hold

GARAGE = next(square.number for square in FRANCE.main if square.kind == Kind.GARAGE)
both = pytest.mark.parametrize("edition", ["a", "b"])


def paper(seats: int = 4, **options: Any) -> Table:
    return Table(seats, pieces="paper", **options)


def enter(table: Table, car: int, square: str, points: int, by: Actor | None = None, **more: Any) -> e.Entered:
    table.play(car % table.state.seats if by is None else by, m.Enter(car, square, PAIRS[points], **more))
    (found,) = table.of(e.Entered)
    assert not found.drive.offences
    return found


def test_nobody_has_money_here_and_nobody_is_waited_for() -> None:
    table = paper()
    assert table.state.purses == ()
    assert GAME.awaited(table.state) == ()
    assert GAME.outcome(table.state) is None
    assert {offer.kind for offer in GAME.moves(table.state, 0)} == {"enter", "manage"}
    assert {offer.kind for offer in GAME.moves(table.state, TABLE)} == {"enter", "manage", "time"}
    for move in (m.Roll(), m.Claim(0, "sign"), m.Demand(0), m.Answer(True)):
        assert refused(table, 0, move) == "on the table"


@both
def test_what_is_due_and_why(edition: str) -> None:
    table = paper(edition=edition)
    found = enter(table, 0, back("16", 4), 4)
    assert [(due.till, due.amount, due.why) for due in found.drive.dues] == [
        ("hotel", 1_000 if edition == "a" else 2_000, "hotel")
    ]
    assert table.state.cars[0].at == "16"
    stays = enter(table, 0, "16", 10)
    assert stays.drive.stays
    assert [due.why for due in stays.drive.dues] == ["hotel_again"]
    assert enter(table, 0, "16", 5).drive.freed, "what holds a car is remembered"


def test_nobodys_turn_is_kept() -> None:
    table = paper()
    for car in (2, 2, 0, 3):
        enter(table, car, "53", 2)
    assert [car.at for car in table.state.cars] == ["55", "1", "55", "55"]


def test_an_offence_is_told_to_nobody_until_somebody_cries_out() -> None:
    """The phone is judge, not policeman: nothing of it is in an entry, and whoever did nothing can be stopped as well."""
    table = paper()
    enter(table, 1, back("17", 2), 2)
    found = enter(table, 0, "16", 2)
    assert {event.reason for event in table.of(e.Noted)} == {"sign", "overtaking"}
    offers = [offer for offer in GAME.moves(table.state, 3) if offer.kind == "stop"]
    assert {(offer.settled["car"], offer.choices) for offer in offers} == {(i, ("sign", "overtaking")) for i in (0, 1)}
    for observer in (0, 1, TABLE):
        assert GAME.witness(table.state, found, observer) == found
        assert all(GAME.witness(table.state, event, observer) is None for event in table.of(e.Noted))
        view = msgspec.to_builtins(GAME.view(table.state, observer))
        assert not [entry for entry in view["entries"] if entry and "offences" in entry["drive"]]
        assert "noted" not in {event["kind"] for event in view["news"]}


def test_a_stop_is_judged_and_only_once() -> None:
    table = paper()
    enter(table, 1, back("17", 2), 2)
    assert refused(table, 2, m.Stop(0, "sign")) == "has not moved"
    enter(table, 0, "16", 2)
    assert refused(table, TABLE, m.Stop(0, "sign")) == "players only"
    assert refused(table, 2, m.Stop(4, "sign")) == "no such car"
    (judged,) = table.play(2, m.Stop(0, "overtaking"))
    assert (judged.by, judged.car, judged.groundless, judged.card) == (2, 0, False, None)
    assert refused(table, 3, m.Stop(0, "overtaking")) == "judged"
    (judged,) = table.play(3, m.Stop(1, "overtaking"))
    assert judged.groundless
    assert GAME.view(table.state, 1).cars[0].judged == ("overtaking",)
    assert [offer.choices for offer in GAME.moves(table.state, 1) if offer.id.endswith(".0")] == [("sign",)]


def test_nobody_cries_at_his_own_car() -> None:
    """He would close the question for the others."""
    table = paper(seats=2)
    enter(table, 0, "16", 2)
    enter(table, 2, "16", 2)
    for car in (0, 2):
        assert refused(table, 0, m.Stop(car, "sign")) == "own offence"
    assert [offer for offer in GAME.moves(table.state, 0) if offer.kind == "stop"] == []
    assert {offer.settled["car"] for offer in GAME.moves(table.state, 1) if offer.kind == "stop"} == {0, 2}
    (judged,) = table.play(1, m.Stop(2, "sign"))
    assert not judged.groundless


def test_another_entry_has_offences_of_its_own() -> None:
    table = paper()
    enter(table, 0, "16", 2)
    enter(table, 0, "16", 4, again=True)
    (judged,) = table.play(1, m.Stop(0, "sign"))
    assert judged.groundless, "the ringed sign was a slip"
    enter(table, 0, "16", 2)
    (judged,) = table.play(1, m.Stop(0, "sign"))
    assert not judged.groundless
    table.play(TABLE, m.Time())
    assert refused(table, 1, m.Stop(0, "overtaking")) == "time is up"


def test_the_same_entered_again_keeps_what_was_judged() -> None:
    """Or the same offence would be paid for twice; another way is another move."""
    table = paper()
    enter(table, 0, "16", 2)
    table.play(1, m.Stop(0, "sign"))
    enter(table, 2, "53", 2)
    enter(table, 0, "16", 2, again=True, side=True)
    assert not table.of(e.Noted)
    assert refused(table, 2, m.Stop(0, "sign")) == "judged"
    assert GAME.view(table.state, 1).cars[0].judged == ("sign",)
    table.play(1, m.Stop(0, "overtaking"))
    enter(table, 0, "16", 4, again=True)
    enter(table, 0, "16", 2, again=True)
    assert GAME.view(table.state, 1).cars[0].judged == ()
    (judged,) = table.play(2, m.Stop(0, "sign"))
    assert not judged.groundless
    enter(table, 0, "16", 2)
    assert GAME.view(table.state, 1).cars[0].judged == (), "not put right, but driven once more"


def test_the_wrong_side_of_the_road_is_told() -> None:
    assert enter(paper(), 2, "53", 2, side=True).side


def test_a_collision_with_a_car_as_it_was_last_entered() -> None:
    table = paper()
    enter(table, 1, "A1", 2, heading=1)
    found = enter(table, 0, "60", 4)
    assert found.drive.hits and found.drive.hits.car == 1
    assert table.state.cars[1].hold.hit == 0
    stays = enter(table, 1, "A3", 9)
    assert stays.indemnity == (0, 500)
    assert enter(table, 1, "A3", 7).indemnity is None


def test_on_a_cross_road_one_says_which_way_if_nobody_knows() -> None:
    table = paper()
    assert refused(table, 0, m.Enter(0, "A4", (1, 1))) == "which way"
    assert refused(table, 0, m.Enter(0, "A4", (1, 1), 0)) == "which way"
    assert enter(table, 0, "A4", 2, heading=-1).drive.at == "A2"
    assert enter(table, 0, "A2", 4).drive.at == "54"
    assert enter(table, 0, "53", 2, heading=1).drive.at == "55", "the main road has one way only"


def test_somewhere_else_than_it_was_left_nothing_holds_it() -> None:
    table = paper()
    enter(table, 0, back("16", 4), 4)
    assert not enter(table, 0, "53", 12).drive.stays
    found = enter(table, 0, "49", 3)
    assert [due.why for due in found.drive.dues] == ["petrol"], "but at a pump it has to pay"


@both
@pytest.mark.parametrize(("square", "why"), [("53", ""), ("16", "hotel"), (GARAGE, "garage")])
def test_at_a_garage_or_a_hotel_it_is_held_also_if_nobody_told_that_it_arrived(
    edition: str, square: str, why: str
) -> None:
    table = paper(edition=edition)
    found = enter(table, 0, square, 9)
    assert found.drive.stays is bool(why)
    assert [due.why for due in found.drive.dues if due.why.endswith("again")] == ([f"{why}_again"] if why else [])


@pytest.mark.parametrize("heading", [-1, 0, 1])
def test_a_heading_means_nothing_on_the_main_road_and_frees_nobody(heading: Any) -> None:
    table = paper()
    enter(table, 0, back("16", 4), 4)
    assert enter(table, 0, "16", 12, heading=heading).drive.stays
    enter(table, 1, "A1", 2, heading=1)
    enter(table, 2, "60", 4)
    assert table.state.cars[1].hold.hit == 2
    table.put(1, "53", hold=Hold(hit=2))
    assert enter(table, 1, "53", 9, heading=heading).drive.stays


def test_gerances_are_won_and_for_sale() -> None:
    """What happens to them on the table can be told."""
    table = paper()
    assert enter(table, 1, back("4", 6), 6).arrival.wins == ((Till.PETROL, False),)
    found = enter(table, 0, back("4", 6), 6)
    assert found.arrival.sale == (Till.PETROL, 1, 3_000)
    table.play(3, m.Manage(Till.PETROL, 0))
    assert table.state.desk(Till.PETROL).manager == 0
    assert enter(table, 0, back("4", 3), 6).arrival.collects == (Till.PETROL,)
    assert enter(table, 2, back("5", 4), 3).arrival.wins == ((Till.HOTEL, True),), "beside it: one is given"
    table.play(TABLE, m.Manage(Till.PETROL, None))
    assert table.state.desk(Till.PETROL).manager is None
    assert refused(table, 0, m.Manage(Till.PETROL, 5)) == "no such seat"


def test_paris_the_office_and_the_mat() -> None:
    table = paper()
    assert enter(table, 0, back("1", 5), 5).arrival.paris
    assert not enter(table, 0, back("1", 5), 6).arrival.paris
    found = enter(table, 1, back("43", 5), 5)
    assert found.arrival.badge and found.arrival.mat
    found = enter(table, 1, back("43", 5), 6)
    assert found.arrival.mat and not found.arrival.badge


def test_a_wrong_entry_is_put_right_by_entering_again() -> None:
    """As if the first had not been: the car, whom it hit, what it won."""
    table = paper()
    assert refused(table, 0, m.Enter(0, "1", (1, 1), again=True)) == "nothing to put right"
    enter(table, 1, "A1", 2, heading=1)
    enter(table, 0, "60", 4)
    assert table.state.cars[1].hold.hit == 0
    found = enter(table, 0, "60", 2, again=True)
    assert found.again
    assert table.state.cars[0].at == "62"
    assert table.state.cars[1].hold == Hold()
    enter(table, 2, back("4", 6), 6)
    enter(table, 2, back("4", 6), 7, again=True)
    assert table.state.desk(Till.PETROL).manager is None
    assert not table.state.given
    enter(table, 3, back("16", 4), 4)
    enter(table, 3, "16", 4)
    assert enter(table, 3, "16", 12, again=True).drive.stays, "the hold is there again"


def test_everybody_for_himself_and_the_host_for_anybody() -> None:
    table = paper(seats=3)
    assert refused(table, 1, m.Enter(0, "1", (1, 2))) == "not your car"
    assert enter(table, 3, "53", 2, by=0).car == 3
    assert enter(table, 4, "53", 2, by=TABLE).by == TABLE
    assert refused(table, 0, m.Enter(8, "1", (1, 2))) == "no such car"
    assert refused(table, 0, m.Enter(0, "72", (1, 2))) == "no such square"
    assert refused(table, 0, m.Enter(0, "53", (0, 2))) == "no such dice"
    assert refused(table, TABLE, m.TakeBack()) == "nothing to take back"
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode('{"kind":"enter","car":0,"square":"../1","dice":[1,2]}', type=m.Move)


def test_a_parked_car_that_is_entered_has_missed_its_turn() -> None:
    table = paper()
    enter(table, 0, back("22", 3), 3)
    assert table.state.cars[0].parked
    enter(table, 0, "22", 3)
    assert not table.state.cars[0].parked


def test_when_the_time_is_up_everybody_counts() -> None:
    table = paper(seats=3)
    assert refused(table, 0, m.Count(500)) == "not yet"
    assert GAME.limit(table.state) == 60
    table.play(TABLE, m.Time())
    assert GAME.outcome(table.state) is None
    assert GAME.awaited(table.state) == (0, 1, 2)
    assert refused(table, TABLE, m.Time()) == "time is up"
    assert refused(table, 0, m.Enter(0, "1", (1, 2))) == "time is up"
    assert refused(table, TABLE, m.Count(500)) == "no such seat"
    table.play(0, m.Count(41_000))
    table.play(0, m.Count(40_000))
    table.play(1, m.Count(60_000))
    assert GAME.awaited(table.state) == (2,)
    assert refused(table, TABLE, m.Skip(1)) == "not waiting"
    table.play(TABLE, m.Skip(2))
    outcome = GAME.outcome(table.state)
    assert outcome and (outcome.reason, outcome.winners, outcome.scores) == ("time", (1,), (40_000, 60_000, 0))
    for bad in (250, -500):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(f'{{"kind":"count","amount":{bad}}}', type=m.Move)


def test_the_host_counts_for_anybody_and_puts_right_also_in_the_end() -> None:
    table = paper(seats=3)
    assert refused(table, TABLE, m.Count(500, 0)) == "not yet"
    table.play(TABLE, m.Time())
    assert refused(table, 0, m.Count(500, 1)) == "table only"
    assert refused(table, TABLE, m.Count(500, 3)) == "no such seat"
    table.play(0, m.Count(40_000, 0))
    table.play(1, m.Count(60_000))
    table.play(TABLE, m.Count(50_000, 2))
    assert GAME.outcome(table.state).winners == (1,)  # type: ignore[union-attr]
    assert refused(table, 0, m.Count(90_000)) == "over"
    assert refused(table, TABLE, m.Skip(0)) == "over"
    assert refused(table, TABLE, m.Enter(0, "1", (1, 2))) == "over"
    assert GAME.moves(table.state, 0) == []
    assert [(o.kind, o.settled) for o in GAME.moves(table.state, TABLE)] == [("count", {"seat": i}) for i in range(3)]
    table.play(TABLE, m.Count(70_000, 0))
    assert GAME.outcome(table.state).winners == (0,)  # type: ignore[union-attr]
    assert GAME.outcome(table.state).scores == (70_000, 60_000, 50_000)  # type: ignore[union-attr]


def test_nobody_stands_in_for_a_purse_that_lies_on_the_table() -> None:
    """An absent player has not got nothing the moment the time is up: the host counts it, or says so."""
    table = paper(seats=3)
    table.play(TABLE, m.Time())
    view, offers = GAME.view(table.state, 2), GAME.moves(table.state, 2)
    assert view.awaited == (0, 1, 2)
    assert robot.stand_in(view, offers, Chance(bytes(32), 0)) is None
    assert {offer.kind for offer in GAME.moves(table.state, TABLE)} == {"skip", "count"}


@both
@pytest.mark.parametrize("seats", [2, 4])
def test_a_whole_evening(edition: str, seats: int) -> None:
    options = m.Options(pieces="paper", edition=edition)  # type: ignore[arg-type]
    turns, outcome = simulation.play(GAME, robot, options, seats, simulation.seed_of("paper", seats))
    assert outcome.reason == "time"
    fired = simulation.fired(turns)
    assert fired["entered"] > 100
    assert fired["entered.again"] and fired["entered.side"] and fired["managed"]
    assert fired["noted"] and fired["judged"]
    assert fired["counted"] == seats
