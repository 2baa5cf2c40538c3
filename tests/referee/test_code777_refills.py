"""Refills dealt ahead: distributed as the referee deals them, in whatever order racks are declared, and enough of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.chance import Chance
from referee.code777 import refills, refills_before
from referee.code777.game import GAME
from referee.code777.moves import Declare, Enter, Options, Refilled, Reshuffled
from referee.code777.pieces import PLAYERS, TILES, Tile, racks
from referee.code777.refills import PutAside
from referee.code777.rules import open_racks_replaced
from referee.code777.state import State
from referee.game import replay

players = st.integers(PLAYERS[0], PLAYERS[-1])
seeds = st.integers(0, 10_000).map(lambda n: sha256(str(n).encode()).digest())
said = st.lists(st.tuples(st.integers(0, 4), st.booleans()), max_size=40)


def dealt(seats: int, seed: bytes, **options: Any) -> State:
    return replay(GAME, GAME.deal(Options(pieces="paper", **options), seats, Chance(seed, 0)))


class Rigged:
    """Chance that shuffles as it is told."""

    def __init__(self, orders: list[tuple[Tile, ...]]) -> None:
        self.orders = orders

    def shuffled(self, tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        order = self.orders.pop(0)
        assert sorted(order) == sorted(tiles), "the same tiles are shuffled in"
        return order


def digits_of(state: State, seat: int, right: bool) -> Any:
    true = tuple(tile.digit for tile in state.racks[seat])
    return true if right else (true[0] % 7 + 1, *true[1:])


@given(players, seeds, said)
def test_the_referee_would_deal_the_very_same(seats: int, seed: bytes, happens: list[tuple[int, bool]]) -> None:
    """Proves that the distribution is that of the rules: the names of tiles are shuffled where the referee shuffles tiles,
    the same ones, as often. A referee whose dice fall as those of the slips deals what the slips say, in any order."""
    drawn, orders = with_stocks(dealt(seats, seed, target=3), Chance(seed, 1))
    state, aside, number = dealt(seats, seed, target=3), [], 0
    for seat, right in happens:
        if seat >= seats or GAME.outcome(state) or number + 2 > len(drawn):
            continue
        decided = decided_as(state, seat, right, drawn, orders, aside, number)
        for event in decided:
            if isinstance(event, Refilled):
                aside.append(state.racks[event.rack])
                assert event.tiles == read(drawn[number], aside)
                number += 1
            state = GAME.evolve(state, event)


def with_stocks(state: State, chance: Chance) -> tuple[list[Any], dict[int, tuple[Any, ...]]]:
    """What the slips draw, and the stock after each shuffle by the number of the refill that it follows."""
    orders: list[tuple[Any, ...]] = []

    class Watched:
        def shuffled(self, names: Sequence[Any]) -> tuple[Any, ...]:
            orders.append(chance.shuffled(names))
            return orders[-1]

    drawn = refills.plan(state, Watched())  # type: ignore[arg-type]
    return drawn, dict(zip(refills.rounds(state), orders, strict=True))


def read(three: Sequence[Any], aside: list[Any]) -> tuple[Tile, ...]:
    """What a slip says, with the sheet of tiles put aside."""
    return tuple(aside[each.refill][each.place] if isinstance(each, PutAside) else each for each in three)


def decided_as(
    state: State, seat: int, right: bool, drawn: Any, orders: Any, aside: list[Any], number: int
) -> list[Any]:
    """What a declaration leads to if the referee's dice fall as those of the slips."""
    replaced = [seat, *open_racks_replaced(state, right)]
    ahead, names = list(aside), []
    for i, rack in enumerate(replaced):
        ahead.append(state.racks[rack])
        if number + i + 1 in orders:
            names.append(read(orders[number + i + 1], ahead))
    return GAME.decide(state, seat, Declare(digits_of(state, seat, right)), Rigged(names))  # type: ignore[arg-type]


def test_shuffles_are_where_the_referee_has_them() -> None:
    for seats in PLAYERS:
        state = dealt(seats, bytes(32), target=5)
        found, number = [], 0
        while number < refills.count(dealt(seats, bytes(32))):
            for event in GAME.decide(state, 0, Declare(digits_of(state, 0, False)), Chance(bytes(32), number)):
                number += isinstance(event, Refilled)
                found += [number] if isinstance(event, Reshuffled) else []
                state = GAME.evolve(state, event)
        assert found == refills.rounds(dealt(seats, bytes(32)))


@given(players, seeds, st.lists(st.integers(0, 4), max_size=60))
def test_whatever_is_refilled_next_no_tile_stands_twice(seats: int, seed: bytes, order: list[int]) -> None:
    state = dealt(seats, seed)
    order = [rack for rack in order if rack < racks(seats)]
    for event in refills.opened(state, refills.plan(state, Chance(seed, 1)), order):
        state = GAME.evolve(state, event)
        assert not Counter(tile for rack in state.racks for tile in rack) - Counter(TILES)


# -- the same distribution, counted ------------------------------------------------------------------------------------

ORDERS: dict[str, Callable[[int, int, Chance], int]] = {  # seats, how many refills, dice -> whose rack is next
    "one after the other": lambda seats, number, dice: number % seats,
    "always the same": lambda seats, number, dice: 0,
    "by chance": lambda seats, number, dice: dice.below(seats),
}
GAMES_, REFILLS = 400, 12


def figures(fillings: list[list[tuple[Tile, ...]]]) -> dict[str, float]:
    """Of all refills: how many bring a tile again that stood there before, all three, the same digits; and how often each
    kind of tile comes."""
    again = every = digits = total = 0
    kinds: Counter[Tile] = Counter()
    for racks_ in fillings:
        for before, now in pairwise(racks_):
            total += 1
            common = Counter(before) & Counter(now)
            again += bool(common)
            every += common.total() == 3
            digits += sorted(t.digit for t in before) == sorted(t.digit for t in now)
            kinds.update(now)
    spread = sum(abs(kinds[tile] / (3 * total) - TILES.count(tile) / len(TILES)) for tile in set(TILES)) / 2
    return {"again": again / total, "all three": every / total, "digits": digits / total, "tiles": spread}


def by_slips(seats: int, order: str, number: int, plan: str = "now") -> list[list[tuple[Tile, ...]]]:
    seed = sha256(f"slips {number}".encode()).digest()
    dice, state = Chance(seed, 2), dealt(seats, seed)
    next_ = [ORDERS[order](seats, n, dice) for n in range(REFILLS)]
    if plan == "now":
        events = list(refills.opened(state, refills.plan(state, Chance(seed, 1)), next_))
    else:
        left = refills_before.refills(state, Chance(seed, 1))
        events = [left[rack].pop(0) for rack in next_ if left[rack]]
    return fillings_of(state, events)


def by_referee(seats: int, order: str, number: int) -> list[list[tuple[Tile, ...]]]:
    seed = sha256(f"referee {number}".encode()).digest()
    dice, state = Chance(seed, 2), dealt(seats, seed)
    for n in range(REFILLS):
        seat = ORDERS[order](seats, n, dice)
        for event in GAME.decide(state, seat, Declare(digits_of(state, seat, False)), Chance(seed, 10 + n)):
            state = GAME.evolve(state, event)
    return [list(filled) for filled in state.fillings]


def fillings_of(state: State, events: list[Refilled]) -> list[list[tuple[Tile, ...]]]:
    for event in events:
        state = GAME.evolve(state, event)
    return [list(filled) for filled in state.fillings]


def counted(fill: Callable[..., list[list[tuple[Tile, ...]]]], seats: int, order: str, **how: str) -> dict[str, float]:
    return figures([rack for number in range(GAMES_) for rack in fill(seats, order, number, **how)])


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("seats", [4, 5])
def test_tiles_come_again_as_seldom_as_from_the_bag(seats: int, order: str) -> None:
    """4,800 refills each: within three standard errors of what the referee deals."""
    ours, rules = counted(by_slips, seats, order), counted(by_referee, seats, order)
    for name in ("again", "all three", "digits"):
        error = (max(rules[name], 1 / 4800) / (GAMES_ * REFILLS)) ** 0.5 * 2**0.5
        assert abs(ours[name] - rules[name]) <= 3.5 * error, (name, ours, rules)
    assert abs(ours["tiles"] - rules["tiles"]) < 0.02, (ours, rules)


def test_refills_of_before_came_again() -> None:
    """Proves the test above: it sees what was wrong with racks that had their own tiles."""
    before = counted(by_slips, 4, "one after the other", plan="before")
    assert before["again"] > 0.9
    assert before["all three"] > 0.02
    assert before["digits"] > 0.05


# -- enough of them ----------------------------------------------------------------------------------------------------


@given(players, seeds, said)
def test_nobody_who_is_right_goes_without_a_refill(seats: int, seed: bytes, happens: list[tuple[int, bool]]) -> None:
    """However many guess wrongly: the last ones are kept for those who are right, and suffice until somebody has won."""
    state, used = dealt(seats, seed), 0
    count, kept = refills.count(state), refills.after_right(state)
    out: set[int] = set()
    for seat, right in [(n % seats, False) for n in range(seed[0] % 30)] + happens:
        if seat >= seats or seat in out or GAME.outcome(state):
            continue
        events = GAME.decide(state, seat, Declare(digits_of(state, seat, right)), Chance(seed, used))
        needs = sum(isinstance(event, Refilled) for event in events)
        if not right and used + needs > count - kept:
            out.add(seat)  # wrong, and the rest is for others: no new tiles
            continue
        assert used + needs <= count
        used += needs
        for event in events:
            state = GAME.evolve(state, event)


@pytest.mark.parametrize(("seats", "all_", "kept"), [(2, 16, 8), (3, 24, 12), (4, 24, 8), (5, 30, 10)])
def test_how_many_there_are(seats: int, all_: int, kept: int) -> None:
    state = dealt(seats, bytes(32))
    assert (refills.count(state), refills.after_right(state)) == (all_, kept)
    assert len(refills.plan(state, Chance(bytes(32), 1))) == all_


@given(players, seeds, said)
def test_a_referee_with_paper_racks_takes_every_slip_and_judges_alike(
    seats: int, seed: bytes, happens: list[tuple[int, bool]]
) -> None:
    """The slips of a deal are entered as they are opened, by whoever may: never refused, and a true guess is right."""
    slips = dealt(seats, seed)
    drawn = refills.plan(slips, Chance(seed, 1))
    tiles, aside = list(slips.racks), []
    state = replay(GAME, GAME.deal(Options(pieces="paper", racks="paper"), seats, Chance(seed, 0)))

    def entered(state: State) -> State:
        for rack in state.waiting:
            by = (rack - 1) % seats if rack < seats else 0
            for event in GAME.decide(state, by, Enter(rack, tuple(tiles[rack])), Chance(seed, 1)):  # type: ignore[arg-type]
                state = GAME.evolve(state, event)
        return state

    state = entered(state)
    for seat, right in happens:
        if seat >= seats or len(drawn) < 2 or GAME.outcome(state):
            continue
        before = state.scores[seat]
        for event in GAME.decide(state, seat, Declare(digits_of(state, seat, right)), Chance(seed, 2)):
            state = GAME.evolve(state, event)
            if isinstance(event, Refilled):
                aside.append(tiles[event.rack])
                tiles[event.rack] = read(drawn.pop(0), aside)
        assert state.scores[seat] - before == right
        state = entered(state)
        assert state.racks == tuple(map(tuple, tiles))
