"""Silence in Code 777: among those who declare as soon as they can, it never rules out the truth, and tells more than answers."""

from __future__ import annotations

import pytest

from referee import simulation
from referee.code777.game import GAME
from referee.code777.knowledge import worlds
from referee.code777.knowledge.silence import SilenceReasoner, begin_with_silence
from referee.registry import robot


def followed(seats: int, number: int) -> tuple[int, int]:
    """Worlds left after each answer of a game, added up: without silence and with it."""
    strengths = ("good",) * seats
    seed = simulation.seed_of("silence", number)
    turns, _ = simulation.play(GAME, robot("code777"), GAME.Options(target=2), seats, seed, strengths)
    state, known, without, with_it = GAME.start(), None, 0, 0
    for turn in turns:
        for event in turn.events:
            state = GAME.evolve(state, event)
            seen = GAME.witness(state, event, 0)
            if known is None:
                known = begin_with_silence(GAME.view(state, 0), seen)
                continue
            known = known.after(seen)
            assert isinstance(known, SilenceReasoner)
            assert known.left & ~known.first.left == 0
            if type(event).__name__ == "Answered":
                truth = worlds.RACKS.index(tuple(sorted(state.racks[0])))
                assert known.left >> truth & 1, "the truth is among the worlds"
                assert known.solutions <= known.first.solutions
                without, with_it = without + known.first.worlds, with_it + known.worlds
    return without, with_it


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_silence_tells_and_never_lies_among_those_who_speak(seats: int) -> None:
    found = [followed(seats, number) for number in range(2)]
    assert sum(with_it for _, with_it in found) < sum(without for without, _ in found)


def test_what_the_others_would_know_is_what_they_know() -> None:
    """In the true world: the reasoner that one gives another is his own."""
    seed = simulation.seed_of("silence", 9)
    turns, _ = simulation.play(GAME, robot("code777"), GAME.Options(target=2), 3, seed, ("good",) * 3)
    state, known, his = GAME.start(), None, None
    for turn in turns:
        for event in turn.events:
            state = GAME.evolve(state, event)
            if known is None or his is None:
                known = begin_with_silence(GAME.view(state, 0), GAME.witness(state, event, 0))
                his = GAME.knowledge.begin(GAME.view(state, 1), GAME.witness(state, event, 1))  # type: ignore[union-attr]
                continue
            known, his = known.after(GAME.witness(state, event, 0)), his.after(GAME.witness(state, event, 1))
            mine = state.racks[0]
            if len(mine) == 3 and type(event).__name__ == "Answered":
                imagined = known.others[worlds.RACKS.index(tuple(sorted(mine)))][0]
                assert (imagined.me, imagined.left) == (1, his.left)  # type: ignore[attr-defined]
