"""The supply of cable: strips of one to four sections, and whether those that are left can make a length."""

from __future__ import annotations

from collections.abc import Iterable

from referee.allo.pieces import STRIPS

Strips = tuple[int, int, int, int]  # how many of one, two, three and four sections
ALL: Strips = (STRIPS[1], STRIPS[2], STRIPS[3], STRIPS[4])


def left(used: Iterable[Strips]) -> Strips:
    """The strips that are in no link."""
    return minus(ALL, total(used))


def total(many: Iterable[Strips]) -> Strips:
    """All of them together."""
    one = two = three = four = 0
    for strips in many:
        one, two, three, four = one + strips[0], two + strips[1], three + strips[2], four + strips[3]
    return one, two, three, four


def minus(some: Strips, others: Strips) -> Strips:
    """Without the others."""
    return some[0] - others[0], some[1] - others[1], some[2] - others[2], some[3] - others[3]


def make(supply: Strips, length: int) -> Strips | None:
    """Strips that together have exactly that length, long ones first since short ones fit anywhere; none if there are
    none."""
    for four in range(min(supply[3], length // 4), -1, -1):
        for three in range(min(supply[2], (length - 4 * four) // 3), -1, -1):
            rest = length - 4 * four - 3 * three
            two = min(supply[1], rest // 2)
            if rest - 2 * two <= supply[0]:
                return rest - 2 * two, two, three, four
    return None
