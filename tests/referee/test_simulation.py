"""Robots at all seats: every game ends, the same seed gives the same game, and nobody looks at what is not his."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from referee import simulation
from referee.chance import Chance
from referee.code777 import moves as m
from referee.code777.pieces import TILES
from referee.game import Offer, replay
from referee.record import Setup, Turn, verify, write
from referee.registry import GAMES, game, robot

GAME, ROBOT = game("code777"), robot("code777")
PAPER = m.Options(pieces="paper", racks="paper", answers="announced", target=2)


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_ends_for_any_number_and_can_be_verified(slug: str) -> None:
    of = game(slug)
    for seats in of.players:
        seed = simulation.seed_of(slug, seats)
        turns, outcome = simulation.play(of, robot(slug), of.Options(), seats, seed)
        setup = Setup(slug, seats, of.Options(), tuple(map(str, range(seats))), seed)
        assert verify(write(setup, turns, "outcome")).outcome == outcome


def test_the_same_seed_gives_the_same_game_and_another_another() -> None:
    first, again, other = (simulation.play(GAME, ROBOT, m.Options(), 3, simulation.seed_of("x", n)) for n in (1, 1, 2))
    assert first == again
    assert first != other
    assert len({simulation.seed_of(name, n) for name in ("1", "11", "") for n in (1, 11, 111)}) == 9


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_paper_racks_are_set_by_hands_from_what_is_there(seats: int) -> None:
    """Told by the neighbour, three tiles each, never more of a kind than exist on the table and aside."""
    turns, _ = simulation.play(GAME, ROBOT, PAPER, seats, simulation.seed_of("paper", seats))
    state = GAME.start()
    for turn in turns:
        for event in turn.events:
            state = GAME.evolve(state, event)
            there = Counter(tile for rack in state.racks for tile in rack) + Counter(state.aside)
            assert there <= Counter(TILES)
        if isinstance(turn.move, m.Enter):
            assert turn.actor != turn.move.rack
    assert sum(isinstance(turn.move, m.Enter) for turn in turns) >= max(seats, 4)


def test_a_robot_is_shown_its_own_seat_and_nothing_else() -> None:
    """And its dice are not the table's."""
    asked: list[int] = []
    rolled: set[int] = set()

    class Watched:
        def choose(self, view: Any, offers: list[Offer], chance: Chance) -> Any:
            asked.append(view.observer)
            assert isinstance(view, GAME.View)
            assert view.racks[view.observer].tiles is None
            assert offers == GAME.moves(states[-1], view.observer)
            return ROBOT.choose(view, offers, chance)

        def hands(self, state: Any, chance: Chance) -> None:
            states.append(state)
            rolled.add(chance.below(2**256))

        stand_in = staticmethod(ROBOT.stand_in)

    states: list[Any] = []
    seed = simulation.seed_of("watched", 1)
    turns, _ = simulation.play(GAME, Watched(), m.Options(target=1), 4, seed)
    assert set(asked) == {0, 1, 2, 3}
    assert len(rolled) == len(turns) - 1
    assert not rolled & {Chance(seed, number).below(2**256) for number in range(2 * len(turns))}


def test_robots_guess_only_when_one_code_is_left_or_after_long_patience() -> None:
    """Their own answers leave one code at almost every declaration."""
    right = Counter[bool]()
    for number in range(12):
        turns, _ = simulation.play(GAME, ROBOT, m.Options(), 3, simulation.seed_of("patience", number))
        right.update(event.right for turn in turns for event in turn.events if isinstance(event, m.Declared))
    assert right[True] >= 36
    assert right[False] <= right[True] / 10


def test_nobody_moving_is_told_and_not_waited_for() -> None:
    class Asleep:
        choose = stand_in = staticmethod(lambda view, offers, chance: None)
        hands = staticmethod(lambda state, chance: None)

    with pytest.raises(simulation.Stuck, match="code777 with 2 seats"):
        simulation.play(GAME, Asleep(), m.Options(), 2, bytes(32))


def test_what_fired() -> None:
    """The kind of each event, and each field that is true."""
    declared = m.Declared(0, (1, 2, 3), True, ())
    turns = [
        Turn(None, None, (m.Skipped(0), m.Skipped(1))),
        Turn(0, None, (declared, m.Declared(1, (1, 1, 1), False, ()))),
        Turn(0, None, (m.Entered("table", 0, (), 0, corrects=True, right=False),)),
    ]
    assert simulation.fired(turns) == {
        "skipped": 2, "declared": 2, "declared.right": 1, "entered": 1, "entered.corrects": 1,
    }  # fmt: skip
    played, _ = simulation.play(GAME, ROBOT, m.Options(), 2, simulation.seed_of("fired", 0))
    counts = simulation.fired(played)
    assert counts["asked"] == sum(isinstance(turn.move, m.Ask) for turn in played)
    state = replay(GAME, [event for turn in played for event in turn.events])
    assert counts["declared.right"] == sum(state.scores)
