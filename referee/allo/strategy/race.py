"""The race for one number of Allo... la France: what it is worth to dial it, to ask about it, or to leave it alone.

Everybody hears every answer, so a question helps whoever may call next. The race is reckoned from how many plates of each part
are left: I act, then each other hunter, if a card and a way let him call. What is assumed of them stands below.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import log2, prod
from typing import NamedTuple

Sizes = tuple[int, int, int, int]  # plates that are left: of the city, then of the three names from the fewest

CALLS = 0.55  # that a hunter can call the one he hunts, in a turn of his
ASKS = 0.6  # that he then asks about this rival and not about another
DARES = 2  # of so many numbers a hunter dials one
ELSEWHERE = 0.04  # that somebody wins with another number, in a round
FEW = 120  # of more numbers the race is not reckoned: who is ahead says nothing yet
STEPS = 12  # until the figures of a round that led nowhere stand still


class Race(NamedTuple):
    """My chance of winning, by what I do about a number now."""

    dial: float
    ask: float
    leave: float


def name_calls(plates: int) -> float:
    """How many questions it takes on average to find a name among so many, one by one."""
    return (plates - 1) * (plates + 2) / (2 * plates) if plates else 0.0


def city_calls(cities: float) -> float:
    """The same for a city, asking how far: by what robots needed."""
    return 0.6 + log2(cities) / 2.4 if cities > 1 else 0.0


def ordered(city: int, *names: int) -> Sizes:
    """Names are alike: the fewest first."""
    a, b, c = sorted(names)
    return city, a, b, c


def answers(sizes: Sizes) -> Iterator[tuple[float, Sizes]]:
    """What the most telling question can leave, each with its chance."""
    city, *names = sizes
    if city > 2 or (city == 2 and min([n for n in names if n > 1], default=3) > 2):
        left = max(1, -(-city // 3))
        yield 1.0, (left, *names)  # type: ignore[misc]
        return
    open_ = [i for i, n in enumerate(names) if n > 1]
    if not open_:
        yield 1.0, (1, *names)  # type: ignore[misc]
        return
    i = open_[0]
    n = names[i]
    yield 1 / n, ordered(city, *names[:i], 1, *names[i + 1 :])
    yield 1 - 1 / n, ordered(city, *names[:i], n - 1, *names[i + 1 :])


@lru_cache(maxsize=20_000)
def race(sizes: Sizes, said: int, hunters: int, behind: int) -> Race:
    """How it stands: so many plates are left of each part, so many whole numbers were dialled in vain, so many others hunt,
    each with so many times as many numbers before him."""
    numbers = prod(sizes) - said
    if numbers <= 1:
        return Race(1.0, 0.0, onward(sizes, said, hunters, behind))
    leave = onward(sizes, said, hunters, behind)
    dial = 1 / numbers + (1 - 1 / numbers) * onward(sizes, said + 1, hunters, behind)
    ask = sum(chance * onward(each, kept(said, sizes, each), hunters, behind) for chance, each in answers(sizes))
    return Race(dial, ask, leave)


def kept(said: int, before: Sizes, after: Sizes) -> int:
    """How many of the numbers that were dialled are still among those left."""
    return min(said * prod(after) // prod(before), prod(after) - 1)


@lru_cache(maxsize=20_000)
def onward(sizes: Sizes, said: int, hunters: int, behind: int) -> float:
    """My chance when I am done and the others come: a round in which nobody can do anything leads back here."""
    numbers = prod(sizes) - said
    best = 1.0 if numbers <= 1 else 0.0
    if numbers > 1:
        dial = 1 / numbers + (1 - 1 / numbers) * onward(sizes, said + 1, hunters, behind)
        ask = sum(chance * onward(each, kept(said, sizes, each), hunters, behind) for chance, each in answers(sizes))
        best = max(dial, ask)
    found = 0.0
    for _ in range(STEPS):
        mine = (1 - ELSEWHERE) * (CALLS * max(best, found) + (1 - CALLS) * found)
        for left in range(hunters):
            mine = CALLS * hunted(sizes, said, left, behind, mine, hunters) + (1 - CALLS) * mine
        found = mine
    return found


def hunted(sizes: Sizes, said: int, left: int, behind: int, mine: float, hunters: int) -> float:
    """My chance when another can call that rival, with so many after him before me; `mine` if he leaves all as it is."""
    numbers = prod(sizes) - said
    if numbers <= 1:
        return mine * (1 - 1 / behind if behind <= DARES else 1)
    if numbers * behind <= DARES:
        return (1 - 1 / (numbers * behind)) * turn(sizes, said + 1, left, behind, hunters)
    asked = sum(chance * turn(each, kept(said, sizes, each), left, behind, hunters) for chance, each in answers(sizes))
    return ASKS * asked + (1 - ASKS) * mine


@lru_cache(maxsize=40_000)
def turn(sizes: Sizes, said: int, left: int, behind: int, hunters: int) -> float:
    """My chance when so many others come before me."""
    if not left:
        now = race(sizes, said, hunters, behind)
        return (1 - ELSEWHERE) * (CALLS * max(now) + (1 - CALLS) * now.leave)
    after = turn(sizes, said, left - 1, behind, hunters)
    return CALLS * hunted(sizes, said, left - 1, behind, after, hunters) + (1 - CALLS) * after
