"""Names beside their cities: where each one covers nothing else. Pure arithmetic in millimetres."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from math import cos, inf, pi, sin
from operator import itemgetter

from generator.drawing.geometry import Area
from generator.drawing.pen import Point

Candidate = tuple[float, int, Area]  # how little it is liked, its number, where it is


def labels(
    places: dict[str, Point], sizes: dict[str, tuple[float, float]], radius: float,
    dots: Sequence[Point], half: float, area: Area, lines: Sequence[Point] = (),
) -> dict[str, Area]:  # fmt: skip
    """A place for each name where it covers no city, no track and no other name, or as little of them as can be; `lines` it may
    cross if it must."""
    return dict(_labels(tuple(places.items()), tuple(sizes.items()), radius, tuple(dots), half, area, tuple(lines)))


@lru_cache(maxsize=32)
def _labels(
    places: tuple[tuple[str, Point], ...], sizes: tuple[tuple[str, tuple[float, float]], ...], radius: float,
    dots: tuple[Point, ...], half: float, area: Area, lines: tuple[Point, ...],
) -> tuple[tuple[str, Area], ...]:  # fmt: skip
    found: dict[str, Area] = {}
    costs: dict[str, list[Candidate]] = {}
    spots, dots, lines = dict(places), tuple(sorted(dots)), tuple(sorted(lines))
    for code, (w, h) in sizes:
        x, y = spots[code]
        reach = radius + w + h
        near, thin = within(dots, x, y, reach), within(lines, x, y, reach)
        others = sorted(p for c, p in places if c != code)
        costs[code] = sorted(
            (cost + still(box, near, half, others, radius, area) + covered(box, 0.6, thin), number, box)
            for number, (cost, box) in enumerate(around(x, y, w, h, radius, area))
        )
    for _ in range(3):  # each name in turn takes the best place that the others leave it
        for code, candidates in costs.items():
            found[code] = best(candidates, [box for other, box in found.items() if other != code])
    return tuple(found.items())


def best(candidates: Sequence[Candidate], taken: Sequence[Area]) -> Area:
    """The one of them, best liked first, that is still liked best beside what is taken."""
    least = (inf, 0, candidates[0][2])
    for cost, number, box in candidates:
        if cost > least[0]:
            break  # so are all that follow
        least = min(least, (cost + 40 * sum(meets(box, other) for other in taken), number, box))
    return least[2]


def within(points: Sequence[Point], x: float, y: float, reach: float) -> list[Point]:
    """Those of the sorted points that are nearer than that, across and down."""
    first, last = (bisect_left(points, edge, key=itemgetter(0)) for edge in (x - reach, x + reach))
    return [point for point in points[first:last] if abs(point[1] - y) < reach]


def around(x: float, y: float, w: float, h: float, radius: float, area: Area) -> list[tuple[float, Area]]:
    """Boxes around a city, each with how little it is liked: beside it first, farther away last. What would hang over the edge
    of the area is moved in above or below the city."""

    def reach(v: float) -> float:
        return max(-1.0, min(1.0, 1.7 * v))

    found = []
    for gap in (0.8, 2.4, 4.5):
        for step in range(16):
            u, v = cos(step * pi / 8), sin(step * pi / 8)
            middle = x + u * (radius + gap) + reach(u) * w / 2, y + v * (radius + gap) + reach(v) * h / 2
            left, top = middle[0] - w / 2, middle[1] - h / 2
            if abs(v) == 1:
                left = max(area.x, min(left, area.x + area.width - w))
            found.append((gap / 4 + 0.2 * abs(v), Area(left, top, w, h)))
    return found


def still(box: Area, dots: Sequence[Point], half: float, cities: Sequence[Point], radius: float, area: Area) -> float:
    """What a box covers of things that do not move."""
    cost = 3.0 * covered(box, half + 0.4, dots) + 30.0 * covered(box, radius + 0.4, cities)
    inside = box.x >= area.x and box.y >= area.y
    inside = inside and box.x + box.width <= area.x + area.width and box.y + box.height <= area.y + area.height
    return cost if inside else cost + 1000


def covered(box: Area, more: float, points: Sequence[Point]) -> int:
    """How many of the sorted points lie in a box, or that near to it."""
    left, top, right, low = box.x - more, box.y - more, box.x + box.width + more, box.y + box.height + more
    between = points[bisect_right(points, (left, inf)) : bisect_left(points, (right,))]
    return sum(1 for _, y in between if top < y < low)


def meets(one: Area, other: Area) -> bool:
    """Do two boxes overlap?"""
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height
