"""The robot of Allo... la France: it wants to win, never cheats, and lets games end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from referee import simulation
from referee.allo import events as e
from referee.allo import moves as m
from referee.allo import robot
from referee.allo.game import GAME
from referee.allo.pieces import Part
from referee.allo.strategy import tactics
from referee.chance import Chance
from referee.game import TABLE, Offer

SEED = bytes(32)


@pytest.mark.parametrize("pieces", ["phone", "paper"])
@pytest.mark.parametrize("seats", [3, 4])
def test_games_end_soon_enough(seats: int, pieces: str) -> None:
    """Neither at once nor after hours, and everybody wins sometimes."""
    winners: Counter[int] = Counter()
    for number in range(25):
        if number >= 10 and len(winners) == seats:
            break
        turns, outcome = simulation.play(
            GAME, robot, m.Options(pieces=pieces), seats, simulation.seed_of("ends", number)
        )  # type: ignore[arg-type]
        calls = sum(isinstance(event, e.Asked) for turn in turns for event in turn.events)
        assert 5 <= calls <= 60
        assert len(turns) <= 300
        winners.update(outcome.winners)
    assert set(winners) == set(range(seats))


def test_all_that_can_happen_happens_to_robots() -> None:
    """In a few games every event comes up but those that people alone bring about."""
    awaited = {"drawn", "blocked", "moved", "moved.jump", "laid", "lifted", "asked", "asked.free", "guessed", "shown"}
    awaited |= {"guessed.owes", "guessed.right", "looked", "built", "gained", "kept", "passed"}
    for number in range(60):
        turns, _ = simulation.play(GAME, robot, m.Options(), 4, simulation.seed_of("all", number))  # type: ignore[arg-type]
        awaited -= set(simulation.fired(turns))
        if not awaited:
            break
    assert awaited == set()


def test_it_believes_what_was_true() -> None:
    """At any time, the number that somebody has is among those it takes for possible."""
    turns, _ = simulation.play(GAME, robot, m.Options(), 4, simulation.seed_of("true", 1))  # type: ignore[arg-type]
    state = GAME.start()
    for turn in turns[:-1]:
        for event in turn.events:
            state = GAME.evolve(state, event)
        for seat in range(4):
            for rival, parts in tactics.beliefs(tactics.known(GAME.view(state, seat))).items():
                assert all(state.numbers[rival].part(part) in parts[part] for part in Part)


def test_it_says_a_number_only_if_no_other_is_left_or_the_game_has_lasted() -> None:
    for number in range(20):
        turns, _ = simulation.play(GAME, robot, m.Options(), 3, simulation.seed_of("sure", number))  # type: ignore[arg-type]
        state = GAME.start()
        for turn in turns:
            if isinstance(turn.move, m.Guess):
                view = GAME.view(state, turn.actor)  # type: ignore[arg-type]
                left = list(tactics.known(view).numbers(turn.move.to))
                assert turn.move.number in left
                assert len(left) <= 1 + state.turns // robot.BOLDER
            for event in turn.events:
                state = GAME.evolve(state, event)


def test_it_plays_the_same_from_the_json_of_its_view() -> None:
    """A phone gives it no more than that."""
    turns, _ = simulation.play(GAME, robot, m.Options(), 3, simulation.seed_of("json", 1))  # type: ignore[arg-type]
    state = GAME.start()
    for number, turn in enumerate(turns):
        if isinstance(turn.actor, int):
            view, offers = GAME.view(state, turn.actor), GAME.moves(state, turn.actor)
            read: Any = msgspec.json.decode(msgspec.json.encode(view), type=GAME.View)
            assert read == view
            offered = msgspec.json.decode(msgspec.json.encode(offers), type=list[Offer])
            dice = [Chance(SEED, number) for _ in range(2)]
            here, there = robot.choose(view, offers, dice[0]), robot.choose(read, offered, dice[1])
            assert msgspec.json.encode(here) == msgspec.json.encode(there)
        for event in turn.events:
            state = GAME.evolve(state, event)


def test_for_an_absent_player_his_turn_is_passed_over() -> None:
    (dealt,) = GAME.deal(m.Options(), 3, Chance(SEED, 0))
    state = GAME.evolve(GAME.start(), dealt)
    for seat in range(3):
        found = robot.stand_in(GAME.view(state, seat), GAME.moves(state, seat), Chance(SEED, 1))
        assert found == ((TABLE, m.Skip(seat)) if seat == state.turn else None)


def test_for_an_absent_player_a_plate_is_shown() -> None:
    (dealt,) = GAME.deal(m.Options(pieces="paper"), 3, Chance(SEED, 0))
    state = GAME.evolve(GAME.start(), dealt)
    assert robot.stand_in(GAME.view(state, 0), GAME.moves(state, 0), Chance(SEED, 1)) is None
    wrong = replace(state.numbers[1], job=state.numbers[0].job).dialled
    for event in GAME.decide(state, 0, m.Guess(1, wrong), Chance(SEED, 1)):
        state = GAME.evolve(state, event)
    found = robot.stand_in(GAME.view(state, 0), GAME.moves(state, 0), Chance(SEED, 1))
    assert found == (0, m.Show(Part.CITY))
