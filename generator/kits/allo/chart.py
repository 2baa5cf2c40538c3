"""The map on paper: where each city and each track lies. Pure arithmetic in millimetres.

A track has exactly as many cells as its link takes sections of cable, all of one length: the longest that every link has
room for. Strips of cable are cut to that length.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import dist, floor
from pathlib import Path

from msgspec import Struct

from generator.drawing.geometry import Area
from generator.drawing.pen import Point
from generator.order.maps import BoardMap
from referee.allo.maps import Link, off
from templates.errors import FileError

STEP = 0.25  # lengths of sections are multiples of it
LONGEST = 11.0  # a row of 17 goes on every paper
RADIUS, BREADTH, SHORTEST = 4.6, 6.0, 6.0  # of cities, across tracks and of sections, on a large board
WHITE = 1.0  # between two tracks, if it can be
ROUND = 14.0  # white between cities and the edge, where no outline gives it


class Track(Struct, frozen=True):
    """The cells between two cities."""

    link: Link
    start: Point  # in the middle of its first edge
    along: Point  # of length 1
    section: float
    breadth: float

    def corners(self, first: int, last: int) -> list[Point]:
        """Of the cells from one to before another."""
        (x, y), (u, v), half = self.start, self.along, self.breadth / 2
        a, b = first * self.section, last * self.section
        ends = ((a, -half), (b, -half), (b, half), (a, half))
        return [(x + u * d - v * s, y + v * d + u * s) for d, s in ends]

    @property
    def ends(self) -> tuple[Point, Point]:
        """The middles of its first and last edge."""
        (x, y), (u, v), length = self.start, self.along, self.section * self.link.sections
        return (x, y), (x + u * length, y + v * length)

    def cells(self) -> list[list[Point]]:
        """The corners of each cell."""
        return [self.corners(i, i + 1) for i in range(self.link.sections)]

    def dots(self, step: float = 2.0) -> list[Point]:
        """Points along its middle, close enough to stand for it."""
        (x, y), (u, v), length = self.start, self.along, self.section * self.link.sections
        count = max(2, round(length / step))
        return [(x + u * length * i / count, y + v * length * i / count) for i in range(count + 1)]


class Chart(Struct, frozen=True):
    """A country on a piece of paper."""

    places: dict[str, Point]  # code -> where
    outline: tuple[Point, ...]
    tracks: tuple[Track, ...]
    radius: float
    section: float
    breadth: float


@lru_cache(maxsize=16)
def chart(country: BoardMap, area: Area, size: float = 1.0) -> Chart:
    """The country as large as it can be in an area; `size` is that of cities, tracks and least sections."""
    places, outline = laid(country, area, ROUND * size)
    radius = RADIUS * size
    lengths = [(dist(places[link.a], places[link.b]) - 2 * radius) / link.sections for link in country.map.links]
    section = min(LONGEST * size, floor(min(lengths) / STEP + 1e-9) * STEP)
    if section < floor(SHORTEST * size / STEP) * STEP:
        i = lengths.index(min(lengths))
        link = country.map.links[i]
        most = int(lengths[i] * link.sections / (SHORTEST * size))
        a, b = country.map.city(link.a).name, country.map.city(link.b).name
        if not most:
            raise FileError(
                Path(country.source),
                f"links[{i}]",
                "expected {a} and {b} farther apart, got {sections}: no room on the board",
                a=a,
                b=b,
                sections=link.sections,
            )
        raise FileError(
            Path(country.source),
            f"links[{i}]",
            "expected at most {most} sections between {a} and {b}, got {sections}: no room on the board",
            most=most,
            a=a,
            b=b,
            sections=link.sections,
        )
    breadth = min(BREADTH * size, section)
    tracks = spread(country.map.links, places, radius, section, breadth)
    for (i, one), (j, other) in combinations(enumerate(tracks), 2):
        if near(one, other) > WHITE:
            a, b = ("–".join(map(country.map.called, (track.link.a, track.link.b))) for track in (one, other))
            raise FileError(
                Path(country.source),
                f"links[{j}]",
                "expected room between {a} and {b}, links[{place}]: their cells overlap",
                a=a,
                b=b,
                place=i,
            )
    return Chart(places, outline, tracks, radius, section, breadth)


def laid(country: BoardMap, area: Area, round_: float) -> tuple[dict[str, Point], tuple[Point, ...]]:
    """Cities and outline in an area, as large as they can be, in its middle."""
    cities = [(city.x, city.y) for city in country.map.cities]
    xs, ys = zip(*cities, *country.outline, strict=True)
    inner = area if country.outline else area.inset(round_, round_)
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    scale = min(inner.width / wide if wide else 1e9, inner.height / high if high else 1e9)
    left = inner.x + (inner.width - wide * scale) / 2 - min(xs) * scale
    top = inner.y + (inner.height - high * scale) / 2 - min(ys) * scale

    def at(x: float, y: float) -> Point:
        return round(left + x * scale, 3), round(top + y * scale, 3)

    places = {city.code: at(city.x, city.y) for city in country.map.cities}
    return places, tuple(at(*corner) for corner in country.outline)


def spread(
    links: Sequence[Link], places: dict[str, Point], radius: float, section: float, breadth: float
) -> tuple[Track, ...]:
    """A track for each link, in its middle, or nearer to one of its cities if others would be too close there."""

    def at(link: Link, share: float) -> Track:
        return track(link, places[link.a], places[link.b], radius, section, breadth, share)

    found = [at(link, 0.5) for link in links]
    beside = [[j for j, other in enumerate(links) if j != i and {link.a, link.b} & {other.a, other.b}]
              for i, link in enumerate(links)]  # fmt: skip
    for _ in range(3):
        for i, link in enumerate(links):
            tries = [at(link, share) for share in (0.5, 0.4, 0.6, 0.25, 0.75, 0.1, 0.9, 0, 1)]
            if any(near(found[i], found[j]) for j in beside[i]):
                found[i] = min(tries, key=lambda each: sum(near(each, found[j]) for j in beside[i]))
    return tuple(found)


def near(one: Track, other: Track) -> float:
    """How much two tracks are too close to each other: none if there is white between them."""
    gap = min(
        *(off(end, *other.ends) for end in one.ends),
        *(off(end, *one.ends) for end in other.ends),
    )
    return max(0.0, one.breadth + WHITE - gap)


def track(link: Link, a: Point, b: Point, radius: float, section: float, breadth: float, share: float = 0.5) -> Track:
    """Straight between two cities; `share` is how much of the room to spare lies before it."""
    length = dist(a, b)
    along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
    before = radius + (length - 2 * radius - link.sections * section) * share
    return Track(link, (a[0] + along[0] * before, a[1] + along[1] * before), along, section, breadth)
