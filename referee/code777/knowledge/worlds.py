"""Every rack that 28 tiles can make, as bits of a number: which of them give an answer, and which the tiles seen leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from referee.code777.pieces import TILES, TILES_ON_A_RACK, Tile
from referee.code777.questions import Answer, Contest, Rack, Racks, on, question, verdict

Digits = tuple[int, ...]
MANY = Counter(TILES)
KINDS: tuple[Tile, ...] = tuple(sorted(MANY))
RACKS: tuple[Rack, ...] = tuple(
    rack for rack in combinations_with_replacement(KINDS, TILES_ON_A_RACK) if Counter(rack) <= MANY
)
ALL = (1 << len(RACKS)) - 1


def where(test: Callable[[Rack], bool]) -> int:
    """The racks that pass a test."""
    return sum(1 << i for i, rack in enumerate(RACKS) if test(rack))


def digits_of(rack: Rack) -> Digits:
    """What its owner would have to declare."""
    return tuple(sorted(tile.digit for tile in rack))


DIGITS: tuple[Digits, ...] = tuple(map(digits_of, RACKS))
CODES: dict[Digits, int] = {}  # the racks with these digits
for _place, _digits in enumerate(DIGITS):
    CODES[_digits] = CODES.get(_digits, 0) | 1 << _place


@cache
def with_at_least(kind: Tile, count: int) -> int:
    """The racks with so many tiles of a kind."""
    return where(lambda rack: rack.count(kind) >= count)


@cache
def with_digit(digit: int, count: int) -> int:
    """The racks with exactly so many tiles of a digit."""
    return where(lambda rack: sum(tile.digit == digit for tile in rack) == count)


def excluded(seen: Iterable[Tile]) -> int:
    """The racks that cannot be while these tiles are elsewhere at the same time."""
    found = 0
    for kind, count in Counter(seen).items():
        found |= with_at_least(kind, max(0, MANY[kind] - count) + 1)
    return found


def agreeing(number: int, answer: Answer, others: Racks) -> int:
    """The racks that give that answer together with the others that the asker saw."""
    asked = question(number)
    if isinstance(asked, Contest):
        return leading(number, answer, asked.lead(others))
    if asked.adds_up:
        return adding(number, int(answer) - asked.answer(others))
    return counting(number, answer, tuple(sorted(on(others))))


@cache
def adding(number: int, more: int) -> int:
    """The racks that bring so many more."""
    return where(lambda rack: question(number).answer((rack,)) == more)


@cache
def leading(number: int, answer: Answer, lead: int) -> int:
    """The racks that turn that lead into that answer."""
    asked = question(number)
    assert isinstance(asked, Contest)
    return where(lambda rack: verdict(lead + asked.lead((rack,))) == answer)


@lru_cache(maxsize=20_000)
def counting(number: int, answer: Answer, tiles: Rack) -> int:
    """The racks that give that answer beside these tiles."""
    return where(lambda rack: question(number).answer((tiles, rack)) == answer)
