"""Refills dealt ahead: in whatever order racks are declared, what stands on the table is in the box."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.chance import Chance
from referee.code777 import refills
from referee.code777.game import GAME
from referee.code777.moves import Declare, Enter, Options, Refilled
from referee.code777.pieces import PLAYERS, TILES, racks
from referee.code777.rules import open_racks_replaced
from referee.code777.state import State
from referee.game import Refused, replay

players = st.integers(PLAYERS[0], PLAYERS[-1])
seeds = st.integers(0, 10_000).map(lambda n: sha256(str(n).encode()).digest())


def dealt(seats: int, seed: bytes) -> State:
    return replay(GAME, GAME.deal(Options(pieces="paper"), seats, Chance(seed, 0)))


def over(state: State) -> Counter:
    """Tiles that stand on racks more often than they exist."""
    return Counter(tile for rack in state.racks for tile in rack) - Counter(TILES)


@given(players, seeds, st.lists(st.integers(0, 4), max_size=25))
def test_whatever_is_refilled_next_no_tile_stands_twice(seats: int, seed: bytes, order: list[int]) -> None:
    state = dealt(seats, seed)
    left = refills.refills(state, Chance(seed, 1))
    for rack in order:
        if rack < racks(seats) and left[rack]:
            state = GAME.evolve(state, left[rack].pop(0))
            assert not over(state)


def test_refills_from_one_stock_for_all_would_clash() -> None:
    """Proves the test above: three tiles of all 28 for each refill do not do."""
    clashes = 0
    for n in range(50):
        seed = sha256(str(n).encode()).digest()
        state, dice = dealt(4, seed), Chance(seed, 1)
        for rack in (0, 1, 2, 3):
            state = GAME.evolve(state, Refilled(rack, dice.shuffled(TILES)[:3]))
        clashes += bool(over(state))
    assert clashes > 10


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


def test_nobody_has_the_smaller_share_by_seat() -> None:
    """With five racks three have one tile more: chance says which."""
    small: Counter[int] = Counter()
    for n in range(200):
        seed = sha256(str(n).encode()).digest()
        small.update(
            rack for rack, share in enumerate(refills.shares(dealt(5, seed), Chance(seed, 1))) if len(share) == 5
        )
    assert sum(small.values()) == 2 * 200
    assert min(small[rack] for rack in range(5)) > 50


@pytest.mark.parametrize("seats", PLAYERS)
def test_open_racks_never_run_out_before_somebody_has_won(seats: int) -> None:
    """Everybody is right twice, one after the other, in the order that uses up most."""
    state = dealt(seats, bytes(32))
    left = [len(events) for events in refills.refills(state, Chance(bytes(32), 1))]
    assert left[:seats] == [refills.REFILLS] * seats
    for _ in range(2):
        for _ in range(seats):
            for rack in open_racks_replaced(state, True):
                left[rack] -= 1
                state = GAME.evolve(state, Refilled(rack, state.racks[rack]))
    assert left[seats:] == [0] * (racks(seats) - seats)  # enough, and not one too many


@given(players, seeds, st.lists(st.tuples(st.integers(0, 4), st.booleans()), max_size=14))
def test_a_referee_with_paper_racks_takes_every_slip_and_judges_alike(
    seats: int, seed: bytes, said: list[tuple[int, bool]]
) -> None:
    """The slips of a deal are entered as they are opened, by whoever may: never refused, and a true guess is right."""
    slips = dealt(seats, seed)
    left = refills.refills(slips, Chance(seed, 1))
    tiles = list(slips.racks)
    state = replay(GAME, GAME.deal(Options(pieces="paper", racks="paper"), seats, Chance(seed, 0)))

    def entered(state: State) -> State:
        for rack in state.waiting:
            by = (rack - 1) % seats if rack < seats else 0
            for event in GAME.decide(state, by, Enter(rack, tuple(tiles[rack])), Chance(seed, 1)):
                state = GAME.evolve(state, event)
        return state

    state = entered(state)
    for seat, right in said:
        if seat >= seats or not left[seat] or GAME.outcome(state):
            continue
        digits = tuple(tile.digit for tile in tiles[seat])
        guess = digits if right else (digits[0] % 7 + 1, *digits[1:])
        before = state.scores[seat]
        for event in GAME.decide(state, seat, Declare(guess), Chance(seed, 2)):
            state = GAME.evolve(state, event)
            if isinstance(event, Refilled):
                tiles[event.rack] = left[event.rack].pop(0).tiles
        assert state.scores[seat] - before == right
        state = entered(state)
        assert state.racks == tuple(map(tuple, tiles))


def test_a_slip_that_cannot_be_is_refused() -> None:
    """Proves the test above: with a tile that stands elsewhere already, the referee says no."""
    single = next(tile for tile in TILES if TILES.count(tile) == 1)
    state = replay(GAME, GAME.deal(Options(pieces="paper", racks="paper"), 4, Chance(bytes(32), 0)))
    others = [tile for tile in TILES if TILES.count(tile) == 4][:2]
    for event in GAME.decide(state, 0, Enter(1, (single, *others)), Chance(bytes(32), 1)):
        state = GAME.evolve(state, event)
    with pytest.raises(Refused, match="no such tiles"):
        GAME.decide(state, 3, Enter(0, (single, *others)), Chance(bytes(32), 1))
