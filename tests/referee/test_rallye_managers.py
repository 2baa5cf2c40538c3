"""Gérances: won, dues claimed in time or lapsed, collected, bought, refused by duel."""

from __future__ import annotations

from typing import Any

import pytest
from support.referee.rallye_table import PAIRS, Table, back, refused

from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.board.france import FRANCE
from referee.rallye.board.squares import layout
from referee.rallye.game import GAME
from referee.rallye.pieces import Till
from referee.rallye.road.cars import Due

SQUARES = layout(FRANCE).managed
every_till = pytest.mark.parametrize("till", Till)


def managers(table: Table) -> dict[str, int | None]:
    return {desk.till.value: desk.manager for desk in table.state.desks}


@every_till
def test_the_first_to_stop_there_is_manager_and_takes_the_till(till: Till) -> None:
    table = Table()
    table.manage(till, None, 4_000)
    table.drive(2, 3, back(SQUARES[till], 3))
    assert [(won.till, won.seat, won.beside) for won in table.of(e.Won)] == [(till, 2, False)]
    assert table.paid[:1] == [(till.value, 2, 4_000, "takeover")]
    assert managers(table)[till.value] == 2


@every_till
@pytest.mark.parametrize("side", [-1, 1])
def test_beside_it_only_once_some_gerance_is_given(till: Till, side: int) -> None:
    """Before the first one is given the square itself is needed."""
    at = back(SQUARES[till], -side)
    table = Table()
    table.drive(2, 3, back(at, 3))
    assert table.of(e.Won) == []
    other = next(each for each in Till if each != till)
    table.manage(other, 3)
    table.drive(1, 3, back(at, 3))
    assert [(won.till, won.seat, won.beside) for won in table.of(e.Won)] == [(till, 1, True)]
    table.drive(0, 3, back(at, 3))
    assert table.of(e.Won) == [], "it has a manager"


@every_till
def test_two_squares_away_wins_nothing(till: Till) -> None:
    table = Table()
    table.manage(next(each for each in Till if each != till), 3)
    for at in (back(SQUARES[till], 2), back(SQUARES[till], -2)):
        table.drive(2, 4, back(at, 4))
        assert table.of(e.Won) == []


def test_passing_wins_nothing() -> None:
    table = Table()
    table.drive(0, 6, back("4", 3))
    assert table.of(e.Won) == []


@every_till
def test_a_manager_collects_when_he_passes_or_stops(till: Till) -> None:
    for points in (3, 4, 5):
        table = Table()
        table.manage(till, 1, 2_500)
        table.drive(1, points, back(SQUARES[till], 4))
        assert ((till.value, 1, 2_500, "collect") in table.paid) is (points >= 4)
    table.manage(till, 1, 2_500)
    table.drive(2, 6, back(SQUARES[till], 4))
    assert table.state.desk(till).content >= 2_500, "nobody else does"


def owing(seats: int = 4, **options: Any) -> Table:
    """Car 1 has just stopped at a garage, which seat 2 manages."""
    table = Table(seats, **options)
    table.manage(Till.GARAGE, 2)
    table.drive(1, 2, back("14", 2))
    return table


def test_a_manager_must_ask_before_the_next_player_has_rolled() -> None:
    table = owing()
    assert table.paid == []
    (owed,) = table.of(e.Owed)
    assert (owed.seat, owed.of.till, owed.of.amount, owed.of.why) == (1, "garage", 1_000, "garage")
    offers = [offer for offer in GAME.moves(table.state, 2) if offer.kind == "demand"]
    assert [offer.settled for offer in offers] == [{"due": owed.due}]
    assert refused(table, 3, m.Demand(owed.due)) == "not your till"
    assert refused(table, 1, m.Demand(owed.due)) == "not your till"
    assert refused(table, 2, m.Demand(7)) == "no such due"
    table.play(2, m.Demand(owed.due))
    assert table.paid == [(1, "garage", 1_000, "garage")], "into the till, not into his purse"
    assert refused(table, 2, m.Demand(owed.due)) == "lapsed"


def test_or_it_lapses() -> None:
    table = owing()
    number = table.of(e.Owed)[0].due
    table.roll(2)
    assert [event.due for event in table.of(e.Lapsed)] == [number]
    assert table.state.dues == ()
    assert refused(table, 2, m.Demand(number)) == "lapsed"
    assert table.state.purses[1] == 50_000


def test_automatic_claims() -> None:
    table = owing(claims="automatic")
    assert table.paid == [(1, "garage", 1_000, "garage")]
    assert table.of(e.Owed) == []


def test_nobody_manages_it() -> None:
    """Into the till at once, under the policeman's eye."""
    table = Table()
    table.drive(1, 2, back("14", 2))
    assert table.paid == [(1, "garage", 1_000, "garage")]


def test_a_manager_pays_into_his_own_till() -> None:
    table = Table()
    table.manage(Till.GARAGE, 1)
    table.drive(1, 2, back("14", 2))
    assert table.paid == [(1, "garage", 1_000, "garage")]


def test_two_dues_of_two_managers() -> None:
    """A bad accident: garage and first aid, each asks for himself."""
    table = Table(edition="b")
    table.manage(Till.GARAGE, 2)
    table.manage(Till.FIRSTAID, 3)
    table.drive(1, 11, back("55", 11))
    first, second = table.of(e.Owed)
    assert refused(table, 2, m.Demand(second.due)) == "not your till"
    table.play(3, m.Demand(second.due))
    assert table.paid == [(1, "firstaid", 11_000, "aid")]
    table.play(2, m.Demand(first.due))
    assert table.paid == [(1, "garage", 5_500, "crash")]


def sale(points: int = 6, price: int = 3_000, **options: Any) -> Table:
    """Seat 0 stops at the petrol gérance of seat 2, whose till holds 4,500."""
    table = Table(**options)
    table.manage(Till.PETROL, 2, 4_500)
    table.drive(0, points, back("4", points))
    assert table.of(e.Offered)[0].price == price
    return table


def test_who_stops_there_must_buy_and_the_game_waits_for_the_owner() -> None:
    table = sale()
    assert GAME.awaited(table.state) == (2,)
    assert refused(table, 1, m.Roll()) == "sale first"
    assert refused(table, 0, m.Answer(True)) == "not your gérance"
    assert [offer.kind for offer in GAME.moves(table.state, 0) if offer.kind in ("roll", "answer")] == []
    table.play(2, m.Answer(True))
    assert table.paid == [(0, 2, 3_000, "sale"), ("petrol", 0, 4_500, "takeover")]
    assert managers(table)["petrol"] == 0
    assert table.state.turn == 1
    assert refused(table, 2, m.Answer(True)) == "nothing for sale"


DUELS = [(owner, buyer) for owner in (2, 6, 7, 12) for buyer in (2, 6, 7, 12)]


@pytest.mark.parametrize(("owner", "buyer"), DUELS)
def test_a_refused_sale_is_a_duel(owner: int, buyer: int) -> None:
    """The owner first; he keeps it only with the higher roll, and nobody pays. Otherwise gérance and till pass for nothing."""
    table = sale()
    table.play(2, m.Answer(False))
    assert table.of(e.Answered)[0].refused
    assert refused(table, 0, m.Roll()) == "not your roll"
    assert GAME.awaited(table.state) == (2,)
    table.play(2, m.Roll(), *PAIRS[owner])
    assert GAME.awaited(table.state) == (0,)
    assert refused(table, 2, m.Roll()) == "not your roll"
    table.play(0, m.Roll(), *PAIRS[buyer])
    keeps = owner > buyer
    assert table.of(e.Threw)[0].kept is keeps
    assert table.of(e.Threw)[0].lost is not keeps
    assert table.paid == ([] if keeps else [("petrol", 0, 4_500, "takeover")])
    assert managers(table)["petrol"] == (2 if keeps else 0)
    assert table.state.turn == 1


def test_who_cannot_pay_does_not_buy() -> None:
    """Nothing happens, not even a duel."""
    table = Table()
    table.manage(Till.PETROL, 2, 4_500)
    table.purse(0, 2_500)
    table.drive(0, 6, back("4", 6))
    assert not table.of(e.Offered)[0].able
    assert table.state.sale is None
    assert managers(table)["petrol"] == 2
    assert table.state.turn == 1


def test_who_can_no_longer_pay_when_the_owner_answers_does_not_buy() -> None:
    """A due was asked for meanwhile."""
    table = Table()
    table.manage(Till.PETROL, 2, 4_500)
    table.purse(0, 5_500)
    table.drive(0, 6, back("4", 6), tank=True)
    table.play(2, m.Demand(table.of(e.Owed)[0].due))
    assert table.state.sale
    table.play(2, m.Answer(True))
    assert table.paid == []
    assert not table.of(e.Answered)[0].sold
    assert managers(table)["petrol"] == 2
    assert table.state.turn == 1


def test_his_own_gerance_is_not_for_sale_to_himself() -> None:
    table = Table(seats=3)
    table.manage(Till.PETROL, 0, 500)
    table.drive(3, 6, back("4", 6))
    assert table.of(e.Offered) == []


def test_stops_and_claims_go_on_during_a_sale() -> None:
    """Only rolls wait."""
    table = Table()
    table.manage(Till.PETROL, 2, 0)
    table.put(3, "48")
    table.drive(0, 6, back("4", 6))
    assert table.state.sale
    table.play(0, m.Stop(0, "overtaking"))
    assert table.paid == [(0, "mat", 1_500, "own_fine")]
    assert table.state.sale
    assert GAME.awaited(table.state) == (2,)


def test_the_owner_is_out_before_he_answers() -> None:
    """A due that he still owed ruins him: nothing is for sale any more, and the turn goes on."""
    table = Table()
    table.manage(Till.PETROL, 2, 0)
    table.manage(Till.GARAGE, 1)
    table.purse(2, 500)
    table.drive(0, 6, back("4", 6))
    table.state = GAME.evolve(table.state, e.Owed(0, 2, 2, Due(Till.GARAGE, 1_000, "garage")))
    table.play(1, m.Demand(0))
    assert [event.seat for event in table.of(e.Out)] == [2]
    assert table.state.sale is None
    assert managers(table)["petrol"] is None
    assert table.state.turn == 1
