"""The robot of Code 777: what it does for a player who is absent."""

from __future__ import annotations

import pytest
from support.referee.code777_table import RACKS, Table, paper, true_digits

from referee.chance import Chance
from referee.code777 import moves as m
from referee.code777 import robot
from referee.code777.game import GAME
from referee.code777.knowledge.reasoner import glance
from referee.game import TABLE, Actor


def stand_in(table: Table, seat: int) -> tuple[Actor, m.Move] | None:
    return robot.stand_in(GAME.view(table.state, seat), GAME.moves(table.state, seat), Chance(table.seed, 99))


@pytest.mark.parametrize("answers", ["referee", "announced"])
def test_it_draws_and_tells_the_truth_and_never_declares(answers: str) -> None:
    """Also when it is certain: points are for those who are there."""
    table = Table(3, seed=1, answers=answers, target=5)
    for _ in range(120):
        (seat,) = GAME.awaited(table.state)
        assert all(stand_in(table, other) is None for other in range(3) if other != seat)
        done = stand_in(table, seat)
        assert done is not None
        table.play(*done)
    assert not any(isinstance(event, m.Declared) for event in table.events)
    assert glance(GAME.view(table.state, 0)).solved(), "it could have"


def test_with_a_paper_deck_it_is_passed_over() -> None:
    table = paper()
    assert stand_in(table, 0) == (TABLE, m.Skip())
    table.play(*stand_in(table, 0))  # type: ignore[misc]
    assert GAME.awaited(table.state) == (1,)


def test_what_it_had_asked_before_it_left_it_answers_itself() -> None:
    table = paper(answers="announced")
    (asked,) = table.play(0, m.Ask(7))
    assert stand_in(table, 0) == (0, m.Announce(asked.answer))


def test_it_enters_no_racks() -> None:
    """Nobody is there to look at them; the host can."""
    table = Table(3, pieces="paper", racks="paper")
    assert [stand_in(table, seat) for seat in range(3)] == [None] * 3
    assert GAME.awaited(table.state) == (0, 1, 2)


def test_who_is_awaited_for_what() -> None:
    """The neighbour for a player's rack, anybody for an open one; the asker once he sees all racks again."""
    table = Table(4, pieces="paper", racks="paper", answers="announced")
    for rack in (0, 1, 3):
        table.play((rack - 1) % 4, m.Enter(rack, RACKS[rack]))
    assert GAME.awaited(table.state) == (1,)
    table.play(1, m.Enter(2, RACKS[2]))
    assert GAME.awaited(table.state) == (0,)
    table.play(0, m.Ask(3))
    table.play(2, m.Declare((1, 1, 1)))
    assert GAME.awaited(table.state) == (1,)
    table.play(1, m.Enter(2, RACKS[2]))
    assert GAME.awaited(table.state) == (0,)
    table.play(0, m.Declare((1, 1, 1)))
    assert GAME.awaited(table.state) == (0, 3), "his own rack he does not see anyway"
    table.play(0, m.Announce(table.state.lines[-1].answer))
    assert GAME.awaited(table.state) == (3,)
    three = paper(3)
    three.play(0, m.Declare(true_digits(three.state, 0)))
    assert GAME.awaited(three.state) == (0, 1, 2), "the open rack was replaced too"
