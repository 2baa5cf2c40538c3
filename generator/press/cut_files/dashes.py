"""Lines as machines take them: curves as short straight ones, folds as dashes where they are perforated."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, hypot, sqrt

from generator.drawing.pen import Point
from generator.press.cut_files.lines import Edge, Outline

FINE = 0.01  # mm: how far a straight line may be from its curve
DASH, GAP = 1.5, 1.0  # mm: cut and left, along a perforation


def flattened(outline: Outline) -> list[Point]:
    """The corners of an outline, curves as short lines; the first one again at its end if it is closed."""
    found = [outline.edges[0][0]]
    for edge in outline.edges:
        found += points_of(edge)
    return found


def points_of(edge: Edge) -> list[Point]:
    """All points of an edge but the first."""
    if len(edge) == 2:
        return [edge[1]]
    a, b, c, d = edge
    bend = max(
        hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1]), hypot(b[0] - 2 * c[0] + d[0], b[1] - 2 * c[1] + d[1])
    )
    parts = max(1, ceil(sqrt(0.75 * bend / FINE)))  # the usual bound of a cubic's distance from its chords
    return [curve_point(edge, i / parts) for i in range(1, parts + 1)]


def curve_point(edge: Edge, t: float) -> Point:
    """Where a curve is at that share of its way."""
    a, b, c, d = edge
    s = 1 - t
    x, y = (s**3 * a[i] + 3 * s * s * t * b[i] + 3 * s * t * t * c[i] + t**3 * d[i] for i in (0, 1))
    return x, y


def dashes(outline: Outline) -> Iterator[Outline]:
    """A straight fold as cuts with bridges between them: both ends are bridges, so that edges do not tear."""
    for edge in outline.edges:
        (x1, y1), (x2, y2) = edge[0], edge[-1]
        long = hypot(x2 - x1, y2 - y1)
        count = max(1, int((long - GAP) / (DASH + GAP)))
        step = (long - GAP) / count  # stretched a little, so that they come out even
        for i in range(count):
            start, stop = (GAP + i * step) / long, (GAP + i * step + step - GAP) / long
            ends = tuple((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share) for share in (start, stop))
            yield Outline((ends,))
