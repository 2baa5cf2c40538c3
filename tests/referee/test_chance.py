"""Chance: fair, and the same for everybody who has the seed."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.chance import Chance, commitment

SEED = bytes(range(32))


def test_the_same_seed_and_move_give_the_same_dice_for_ever() -> None:
    """Pinned: a record written today must verify in ten years."""
    assert Chance(SEED, 0).shuffled(range(10)) == Chance(SEED, 0).shuffled(range(10))
    assert [Chance(SEED, 7).below(1000) for _ in range(2)] == [Chance(SEED, 7).below(1000)] * 2
    assert Chance(SEED, 0).shuffled(range(10)) == PINNED
    assert commitment(SEED) == PINNED_COMMITMENT


PINNED = (5, 3, 7, 8, 6, 1, 2, 4, 9, 0)
PINNED_COMMITMENT = "8b278d0a931b2eacf63db21de59fa1bcb69d9188de2b3b01acd4aa14593e7850"


def test_moves_and_seeds_have_dice_of_their_own() -> None:
    shuffles = {Chance(seed, move).shuffled(range(20)) for seed in (SEED, bytes(32)) for move in range(50)}
    assert len(shuffles) == 100
    assert commitment(SEED) != commitment(bytes(32))


@given(st.integers(1, 10**6), st.integers(0, 2**63))
def test_numbers_stay_below(n: int, move: int) -> None:
    chance = Chance(SEED, move)
    assert all(0 <= chance.below(n) < n for _ in range(5))


@given(st.lists(st.integers()), st.integers(0, 1000))
def test_a_shuffle_loses_and_adds_nothing(items: list[int], move: int) -> None:
    assert Counter(Chance(SEED, move).shuffled(items)) == Counter(items)


@pytest.mark.parametrize("n", [2, 3, 5, 28, 200, 257])
def test_every_number_is_as_likely(n: int) -> None:
    """Chi square, far out: a modulo without rejection would fail for 200."""
    chance = Chance(SEED, n)
    draws = 400 * n
    counts = Counter(chance.below(n) for _ in range(draws))
    square = sum((counts[i] - 400) ** 2 / 400 for i in range(n))
    assert square < n + 6 * (2 * n) ** 0.5
