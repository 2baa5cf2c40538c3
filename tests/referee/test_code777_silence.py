"""Silence in Code 777: among those who declare as soon as they can, it never rules out the truth, and tells more than answers."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins
from support.referee.naive_code777_silence import would_have_spoken
from support.referee.naive_code777_worlds import Rack

from referee import simulation
from referee.code777.game import GAME
from referee.code777.knowledge import worlds
from referee.code777.knowledge.reasoner import RackReasoner
from referee.code777.knowledge.silence import SilenceReasoner, begin
from referee.knowledge import bits
from referee.mind import Minds, Strength
from referee.registry import robot

FEW = 12  # racks that are left: of more, the plain reckoning takes long


def reasoners(seats: int, state: Any, seen: Any) -> tuple[RackReasoner, RackReasoner]:
    """Of seat 0 after the deal: without silence, and with that of all others."""
    first, second = (begin(GAME.view(state, 0), seen, frank) for frank in ((), range(1, seats)))
    assert isinstance(first, RackReasoner) and isinstance(second, SilenceReasoner)
    return first, second


def followed(seats: int, number: int) -> tuple[int, int]:
    """Worlds left after each answer of a game, added up: without silence and with it."""
    strengths: tuple[Strength, ...] = ("good",) * seats
    seed = simulation.seed_of("silence", number)
    turns, _ = simulation.play(GAME, robot("code777"), GAME.Options(), seats, seed, strengths)
    state, known, without, with_it = GAME.start(), None, 0, 0
    for turn in turns:
        for event in turn.events:
            state = GAME.evolve(state, event)
            seen = GAME.witness(state, event, 0)
            if known is None:
                known = reasoners(seats, state, seen)
                continue
            known = known[0].after(seen), known[1].after(seen)
            first, second = known
            assert second.left & ~first.left == 0
            if type(event).__name__ == "Answered":
                truth = worlds.RACKS.index(tuple(sorted(state.racks[0])))
                assert second.left >> truth & 1, "the truth is among the worlds"
                assert second.solutions <= first.solutions
                without, with_it = without + first.worlds, with_it + second.worlds
    return without, with_it


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_silence_tells_and_never_lies_among_those_who_speak(seats: int) -> None:
    found = [followed(seats, number) for number in range(4)]
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
                _, known = reasoners(3, state, GAME.witness(state, event, 0))
                his = GAME.knowledge.begin(GAME.view(state, 1), GAME.witness(state, event, 1))  # type: ignore[union-attr]
                continue
            known, his = known.after(GAME.witness(state, event, 0)), his.after(GAME.witness(state, event, 1))
            assert isinstance(known, SilenceReasoner)
            mine = state.racks[0]
            if len(mine) == 3 and type(event).__name__ == "Answered":
                imagined = known.others[worlds.RACKS.index(tuple(sorted(mine)))][0]
                assert (imagined.me, imagined.left) == (1, his.left)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("seats", "number"), [(3, 6), (4, 4)])
def test_a_plain_second_reckoning_agrees(seats: int, number: int) -> None:
    """Until one has new tiles: the racks that are left are those with which, by all that each saw, nobody would have spoken."""
    seed = simulation.seed_of("silence", number)
    turns, _ = simulation.play(GAME, robot("code777"), GAME.Options(), seats, seed, ("good",) * seats)
    state, seen, view, known, told_more = GAME.start(), [], {}, None, 0
    for event in (event for turn in turns for event in turn.events):
        state = GAME.evolve(state, event)
        witnessed = GAME.witness(state, event, 0)
        seen.append(to_builtins(witnessed))
        if known is None:
            known, view = reasoners(seats, state, witnessed), to_builtins(GAME.view(state, 0))
            continue
        known = known[0].after(witnessed), known[1].after(witnessed)
        first, second = known
        if first.era:
            break
        if type(event).__name__ == "Answered" and first.worlds <= FEW:
            possible = plain_racks(first.left)
            left = [r for r in possible if not any(would_have_spoken(view, seen, 0, r, i) for i in range(1, seats))]
            assert plain_racks(second.left) == left
            told_more += left != possible
    assert told_more


def plain_racks(left: int) -> list[Rack]:
    """Racks as the plain reckoning has them."""
    return [tuple((tile.digit, tile.colour.value) for tile in worlds.RACKS[i]) for i in bits(left)]


def test_only_the_sharp_listen_to_silence_and_only_to_that_of_those_who_remember() -> None:
    """An easy one may be silent because it forgets; a good one is the measure of what is certain."""
    state = GAME.evolve(GAME.start(), dealt := GAME.deal(GAME.Options(), 4, simulation.Chance(bytes(32), 0))[0])
    minds = Minds(GAME, {0: "sharp", 1: "easy", 2: "good", 3: "sharp"})
    minds.hear(state, dealt)
    assert {seat: heeded(minds, seat) for seat in range(4)} == {0: {2, 3}, 1: set(), 2: set(), 3: {0, 2}}


def heeded(minds: Minds, seat: int) -> set[int]:
    """Whose silence tells that robot something."""
    known = minds[seat].reasoner
    return {each.me for some in known.others.values() for each in some} if isinstance(known, SilenceReasoner) else set()
