"""What a robot of Allo... la France makes of what it knows: the plates that each rival can hold, and what a question tells."""

from __future__ import annotations

from math import log2

from referee.allo.knowledge.reasoner import NumberReasoner, glance
from referee.allo.moves import Options
from referee.allo.pieces import Part
from referee.allo.views import View
from referee.allo.ways import distances
from referee.mind import EASY, Mind

Beliefs = dict[int, dict[Part, set[str]]]  # rival -> part -> codes that are possible
FEW = 200  # so few numbers are listed one by one


def known(view: View, mind: Mind = EASY) -> NumberReasoner:
    """All that it knows, from its memory or from the log."""
    reasoner = mind.reasoner or glance(view)
    assert isinstance(reasoner, NumberReasoner)
    return reasoner


def beliefs(of: NumberReasoner) -> Beliefs:
    """The plates that each rival can hold in some world."""
    return {seat: {part: set(of.plates(seat, part)) for part in Part} for seat in of.rivals}


def candidates(of: NumberReasoner, parts: dict[Part, set[str]], seat: int) -> list[str]:
    """The numbers that a rival can have, if they are few."""
    return list(of.numbers(seat)) if numbers(parts) <= FEW else []


def numbers(parts: dict[Part, set[str]]) -> int:
    """How many numbers a rival can have, but for those that were said."""
    found = 1
    for codes in parts.values():
        found *= len(codes)
    return found


def bits(parts: dict[Part, set[str]]) -> float:
    """How much is still to be learnt about a rival."""
    return log2(numbers(parts) or 1)


def worth_of_name(codes: set[str]) -> float:
    """What a yes or no about one of these tells, in bits."""
    n = len(codes)
    return entropy((1, n - 1)) if n > 1 else 0.0


def worth_of_place(options: Options, at: str, codes: set[str]) -> float:
    """What the distance from a city tells, in bits."""
    far = distances(options.map, at)
    counts: dict[int, int] = {}
    for code in codes:
        counts[far[code]] = counts.get(far[code], 0) + 1
    return entropy(tuple(sorted(counts.values())))  # a sum in the same order has the same last digit


def entropy(counts: tuple[int, ...]) -> float:
    """Of an answer that comes in so many ways."""
    total = sum(counts)
    return -sum(n / total * log2(n / total) for n in counts if n) if total else 0.0
