"""The outline of a country as a smooth line through its corners."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from generator.drawing.pen import Op, Point

BEND = 6.0  # the smaller, the rounder


def smooth(corners: Sequence[Point]) -> tuple[Op, ...]:
    """A closed curve through all corners: its direction at each is that from the corner before to the one after."""
    count = len(corners)
    ops: list[Op] = [("M", corners[0])]
    for i in range(count):
        before, a, b, after = (corners[(i + n) % count] for n in (-1, 0, 1, 2))
        first = a[0] + (b[0] - before[0]) / BEND, a[1] + (b[1] - before[1]) / BEND
        second = b[0] - (after[0] - a[0]) / BEND, b[1] - (after[1] - a[1]) / BEND
        ops.append(("C", (*first, *second, *b)))
    return (*ops, ("Z", ()))


def dotted(corners: Sequence[Point], step: float = 2.0) -> list[Point]:
    """Points along the outline, close enough to stand for it."""
    found = []
    for a, b in zip(corners, (*corners[1:], *corners[:1]), strict=True):
        count = max(1, round(dist(a, b) / step))
        found += [(a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count) for i in range(count)]
    return found
