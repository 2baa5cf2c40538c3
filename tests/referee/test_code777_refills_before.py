"""Refills as versions before dealt them ahead: words of slips printed then still tell what those say."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.chance import Chance
from referee.code777 import refills_before as refills
from referee.code777.game import GAME
from referee.code777.moves import Options
from referee.code777.pieces import PLAYERS, TILES, racks
from referee.code777.state import State
from referee.game import replay

players = st.integers(PLAYERS[0], PLAYERS[-1])
seeds = st.integers(0, 10_000).map(lambda n: sha256(str(n).encode()).digest())


def dealt(seats: int, seed: bytes) -> State:
    return replay(GAME, GAME.deal(Options(pieces="paper"), seats, Chance(seed, 0)))


@given(players, seeds)
def test_the_shares_are_the_box_and_each_rack_keeps_to_its_own(seats: int, seed: bytes) -> None:
    state = dealt(seats, seed)
    shares = refills.shares(state, Chance(seed, 1))
    assert sorted(tile for share in shares for tile in share) == sorted(TILES)
    assert {len(share) for share in shares} <= ({7} if racks(seats) == 4 else {5, 6})
    for rack, events in enumerate(refills.refills(state, Chance(seed, 1))):
        for event in events:
            assert event.rack == rack and len(event.tiles) == 3
            assert not Counter(event.tiles) - Counter(shares[rack])


@pytest.mark.parametrize(("seats", "last"), [(2, "3 5 7"), (3, "1 6 6"), (4, "4 7 7"), (5, "6 7 7")])
def test_a_word_of_then_tells_the_same_refills(seats: int, last: str) -> None:
    seed = sha256(b"sousmain word\x000123456789ABCDEF").digest()
    *_, events = refills.refills(dealt(seats, seed), Chance(seed, 1))[:seats]
    assert " ".join(sorted(str(tile.digit) for tile in events[-1].tiles)) == last
