"""The map as pages draw it: 344 units wide, about a pixel each on a small phone. Every place of it is worked out once."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from functools import lru_cache
from math import ceil, dist, inf

from msgspec import Struct

from referee.allo.maps import Link, Map, Spot
from referee.allo.ways import Hop, Pair

WIDTH, MARGIN = 344, 2
DRAWN_WIDE, DRAWN_TALL = 280, 420  # what the cities may take up; names stand around them
LEFT, TOP, FOOT = 32, 30, 58
ROW = 9.5  # from one row of a name to the next
LETTERS = 13  # in a row
WIDEST_LETTER, USUAL_LETTER = 8, 6.2
BESIDE = 11  # from a city to a name at its side
NEIGHBOURS = (42, 12)  # nearer than that, two cities stand side by side
SHARES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73)  # of a link: where its length may stand, the best one first
ASIDE = (0, 6, -6, 9, -9)  # and how far beside it
TOKEN = 240  # square of the room that a token takes; where there is no other, its length may hide below one


class Row(Struct, frozen=True):
    """A row of a name."""

    text: str
    y: float


class Place(Struct, frozen=True):
    """A city as it is drawn, with its code in it and its name below or beside it."""

    code: str
    x: float
    y: float
    code_y: float
    side: str  # `middle`, `start` or `end`: which part of the name stands at `name_x`
    name_x: float
    rows: tuple[Row, ...]


class Length(Struct, frozen=True):
    """How long a link is, and where that stands."""

    x: float
    y: float
    sections: int


class Chart(Struct, frozen=True):
    """All that never moves."""

    height: int
    places: dict[str, Place]  # by code, in the order of the map
    lengths: tuple[Length, ...]


Box = tuple[float, float, float, float]  # left, right, top, bottom


@lru_cache(maxsize=64)
def chart(of: Map) -> Chart:
    """Where everything on a map is drawn."""
    xs, ys = [city.x for city in of.cities], [city.y for city in of.cities]
    wide, tall = max(xs) - min(xs), max(ys) - min(ys)
    scale = min(DRAWN_WIDE / wide if wide else inf, DRAWN_TALL / tall if tall else inf)
    left, top = LEFT + (DRAWN_WIDE - wide * scale) / 2 - min(xs) * scale, TOP - min(ys) * scale
    spots = {city.code: (round(city.x * scale + left, 1), round(city.y * scale + top, 1)) for city in of.cities}
    rows = {city.code: name_rows(city.name) for city in of.cities}
    lowest = max((city.y - min(ys)) * scale + 43 + ROW * len(rows[city.code]) for city in of.cities)
    places = {code: place(code, spots, rows[code]) for code in spots}
    names = [box for each in places.values() for box in name_boxes(each)]
    lengths = tuple(length(link, spots, names) for link in of.links)
    return Chart(ceil(max(tall * scale + FOOT, lowest)), places, lengths)


def name_rows(name: str) -> list[str]:
    """A name in as many rows as it takes."""
    return textwrap.wrap(name, LETTERS, expand_tabs=False, replace_whitespace=False)


def place(code: str, spots: dict[str, Spot], rows: list[str]) -> Place:
    """A city: its name below, or less in the middle where the edge is near; of two cities side by side the left one has it on
    its left, the right one on its right, if there is room."""
    x, y = spots[code]
    wide = WIDEST_LETTER * max(map(len, rows))
    side = name_side(code, spots)
    if wide > (x - BESIDE - MARGIN if side == "end" else WIDTH - MARGIN - BESIDE - x):
        side = "middle"
    if side == "middle":
        at, top = sorted((wide / 2 + MARGIN, x, WIDTH - MARGIN - wide / 2))[1], round(y + 18, 1)
    else:
        at, top = x + BESIDE if side == "start" else x - BESIDE, round(y + 13 - ROW * len(rows), 1)
    lines = tuple(Row(text, round(top + ROW * i, 1)) for i, text in enumerate(rows))
    return Place(code, x, y, round(y + 3.4, 1), side, round(at, 1), lines)


def name_side(code: str, spots: dict[str, Spot]) -> str:
    """Where a name would stand best; the last of several neighbours decides."""
    x, y = spots[code]
    wide, tall = NEIGHBOURS
    found = "middle"
    for other, (u, v) in spots.items():
        if other != code and abs(u - x) < wide and abs(v - y) < tall:
            found = "end" if u > x else "start"
    return found


def name_boxes(of: Place) -> Iterable[Box]:
    """What each row of a name takes up, with a little room around it."""
    for row in of.rows:
        long = USUAL_LETTER * len(row.text)
        left = of.name_x - {"start": 0, "middle": long / 2, "end": long}[of.side]
        yield left - 3.5, left + long + 3.5, row.y - 11, row.y + 6


def length(link: Link, spots: dict[str, Spot], names: list[Box]) -> Length:
    """The length of a link: in the middle of it, or as near to it as no name, no city and no token can hide it."""
    (x, y), (u, v) = a, b = spots[link.a], spots[link.b]
    long = dist(a, b)
    tried = (
        (token, (x + (u - x) * share - (v - y) * off / long, y + (v - y) * share + (u - x) * off / long))
        for token in (TOKEN, 0)
        for off in ASIDE
        for share in SHARES
    )
    free = (at for token, at in tried if is_free(at, token, spots.values(), names))
    p, q = next(free, ((x + u) / 2, (y + v) / 2))
    return Length(round(p, 1), round(q + 3, 1), link.sections)


def is_free(at: Spot, token: float, spots: Iterable[Spot], names: Iterable[Box]) -> bool:
    """Is there no name, no city and no token with its badge?"""
    p, q = at
    if any(left < p < right and top < q < bottom for left, right, top, bottom in names):
        return False
    return not any(
        (p - s) ** 2 + (q - t) ** 2 < 156
        or (p - s + 15) ** 2 + (q - t + 15.5) ** 2 < token
        or (p - s + 24) ** 2 + (q - t + 22.5) ** 2 < token / 2.5
        for s, t in spots
    )


def placed(of: Map, codes: Iterable[str], right: float = 0, down: float = 0) -> list[tuple[str, float, float]]:
    """Cities with their places, or with places so far from them."""
    places = chart(of).places
    return [(code, round(places[code].x + right, 1), round(places[code].y + down, 1)) for code in codes]


def stretch(of: Map, a: str, b: str) -> str:
    """The line from one city to another, as a path."""
    (_, x, y), (_, u, v) = placed(of, (a, b))
    return f"M{x} {y}L{u} {v}"


def stretches(of: Map, pairs: Iterable[Pair]) -> str:
    """Several of them, as one path."""
    return "".join(stretch(of, a, b) for a, b in pairs)


def links_path(of: Map) -> str:
    """All links of a map, as one path."""
    return stretches(of, ((link.a, link.b) for link in of.links))


def beside(of: Map, hop: Hop, off: float) -> str:
    """The line of a hop that lies beside the middle of its link, on the same side from whichever end: ways along the same
    link do not cover each other."""
    (_, x, y), (_, u, v) = placed(of, sorted((hop.a, hop.b)))
    long = dist((x, y), (u, v))
    a, b = (y - v) * off / long, (u - x) * off / long
    return f"M{round(x + a, 1)} {round(y + b, 1)}L{round(u + a, 1)} {round(v + b, 1)}"
