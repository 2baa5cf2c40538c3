"""The race for a number in Allo: what a sharp robot makes of dialling, asking and leaving it alone."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest

from referee import simulation
from referee.allo import moves as m
from referee.allo import robot
from referee.allo.game import GAME
from referee.allo.strategy import race, tactics
from referee.allo.strategy.pursuit import Pursuit, public
from referee.mind import Minds

ONE, TWO, THREE, FOUR = (1, 1, 1, 1), (1, 1, 1, 2), (1, 1, 1, 3), (1, 1, 2, 2)


def test_a_number_that_is_certain_is_dialled() -> None:
    assert race.race(ONE, 0, 1, 1).dial == 1
    assert race.race(TWO, 1, 1, 1).dial == 1


@pytest.mark.parametrize("hunters", [1, 2])
def test_whoever_asks_when_two_are_left_gives_it_to_the_next(hunters: int) -> None:
    """So one dials, and of two right half of the time; an only hunter can take his time."""
    now = race.race(TWO, 0, hunters, 1)
    assert now.dial > 0.5 > now.leave > now.ask
    assert race.race(TWO, 0, hunters, 3).ask > 0.9


@pytest.mark.parametrize("sizes", list(product((1, 3, 5), (1, 2), (2, 4), (4, 7))))
def test_chances_are_chances(sizes: race.Sizes) -> None:
    """And the more hunt beside one, the less is left; the more one is ahead, the more."""
    alone, crowded, ahead = (race.race(sizes, 0, *each) for each in ((1, 1), (2, 1), (1, 3)))
    assert all(0 <= chance <= 1 for each in (alone, crowded, ahead) for chance in each)
    assert max(crowded) < max(alone) < max(ahead)
    assert alone.dial >= 1 / prod(sizes)


@pytest.mark.parametrize("sizes", [(1, 1, 1, 2), (2, 1, 1, 1), (7, 2, 3, 4), (3, 1, 1, 1), (1, 1, 3, 3)])
def test_an_answer_leaves_less_and_its_chances_make_one(sizes: race.Sizes) -> None:
    found = list(race.answers(sizes))
    assert sum(chance for chance, _ in found) == pytest.approx(1)
    assert all(prod(left) < prod(sizes) and min(left) >= 1 for _, left in found)


def test_a_name_takes_as_many_questions_as_one_by_one() -> None:
    """By counting on: of three, one is asked; then it is that one, or two are left."""
    assert [race.name_calls(n) for n in (1, 2)] == [0, 1]
    for n in range(3, 9):
        assert race.name_calls(n) == pytest.approx(1 + (n - 1) / n * race.name_calls(n - 1))


def test_it_dials_what_can_be_and_knows_what_all_have_heard() -> None:
    """In real games: every number a sharp one says was possible for its seat, and what is public never leaves out the truth."""
    for number in range(3):
        seats = 3 + number % 2
        turns, _ = simulation.play(
            GAME, robot, m.Options(), seats, simulation.seed_of("race", number), ("sharp",) * seats
        )  # type: ignore[arg-type]
        state, minds = GAME.start(), Minds(GAME, dict.fromkeys(range(seats), "sharp"))
        dialled = 0
        for turn in turns:
            if isinstance(turn.move, m.Guess):
                assert isinstance(turn.actor, int)
                known = tactics.known(GAME.view(state, turn.actor), minds[turn.actor])
                assert turn.move.number in set(known.numbers(turn.move.to))
                dialled += 1
            for event in turn.events:
                state = GAME.evolve(state, event)
                minds.hear(state, event)
        view = GAME.view(state, 0)
        hunt = Pursuit(view, tactics.known(view, minds[0]))
        assert dialled and all(min(public(view, seat).values()) >= 1 for seat in range(seats))
        assert all(hunt.numbers(rival) >= 1 for rival in hunt.known.rivals)
