"""Who begins, and whose turn it is with which car."""

from __future__ import annotations

import pytest
from support.referee.rallye_table import Loaded, Table, money

from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.game import GAME
from referee.rallye.pieces import PURSE, cars


def test_the_highest_first_roll_is_policeman_and_begins() -> None:
    (dealt,) = GAME.deal(m.Options(), 4, Loaded(1, 2, 6, 5, 3, 3, 4, 4))  # type: ignore[arg-type]
    assert dealt.policeman == 1
    assert dealt.rolls == (((0, (1, 2)), (1, (6, 5)), (2, (3, 3)), (3, (4, 4))),)
    state = GAME.evolve(GAME.start(), dealt)
    assert state.turn == state.car == state.policeman == 1
    assert {car.at for car in state.cars} == {"1"}
    assert GAME.awaited(state) == (1,)


def test_a_tie_is_rolled_again_by_those_who_tied() -> None:
    (dealt,) = GAME.deal(m.Options(), 3, Loaded(6, 5, 1, 2, 5, 6, 2, 2, 1, 3, 1, 1, 3, 3))  # type: ignore[arg-type]
    assert [[seat for seat, _ in rolls] for rolls in dealt.rolls] == [[0, 1, 2], [0, 2], [0, 2]]
    assert dealt.policeman == 2


@pytest.mark.parametrize(("seats", "purse"), [(2, 100_000), (3, 100_000), (4, 50_000), (5, 50_000), (6, 50_000)])
def test_fifty_thousand_a_car(seats: int, purse: int) -> None:
    state = Table(seats).state
    assert state.purses == (purse,) * seats
    assert money(state) == PURSE * cars(seats)


def test_clockwise() -> None:
    table = Table(5)
    for seat in (0, 1, 2, 3, 4, 0, 1):
        assert table.state.turn == seat
        assert GAME.awaited(table.state) == (seat,)
        table.drive(seat, 2, "53")


@pytest.mark.parametrize("seats", [2, 3])
def test_two_cars_of_one_player_move_alternately(seats: int) -> None:
    table, moved = Table(seats), []
    for _ in range(4 * seats):
        table.put(table.state.car, "53")
        table.roll(2)
        moved.append(table.of(e.Drove)[0].car)
    assert moved == [*range(2 * seats), *range(2 * seats)]
    assert [table.state.owner(car) for car in moved[: 2 * seats]] == [*range(seats), *range(seats)]


def test_a_parked_car_misses_the_turn_that_would_be_its_own() -> None:
    """The other car of that player drives when its turn comes."""
    table = Table(2)
    table.put(2, "53", parked=True)
    order = []
    for _ in range(5):
        table.put(table.state.car, "53", parked=table.state.cars[table.state.car].parked)
        table.roll(2)
        order.append((table.of(e.Drove)[0].car, [event.car for event in table.of(e.Missed)]))
    assert order == [(0, []), (1, [2]), (3, []), (0, []), (1, [])]


def test_everybody_else_parked() -> None:
    table = Table(3)
    for car in range(1, 6):
        table.put(car, "53", parked=True)
    table.drive(0, 2, "53")
    assert [event.car for event in table.of(e.Missed)] == [1, 2, 3, 4, 5]
    assert (table.state.turn, table.state.car) == (0, 0)
