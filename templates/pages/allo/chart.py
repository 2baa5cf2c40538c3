"""The map as pages draw it: 344 units wide, about a pixel each on a small phone. Every place of it is worked out once."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from math import ceil, dist, inf

from msgspec import Struct
from msgspec.structs import replace

from referee.allo.maps import Link, Map, Spot
from referee.allo.ways import Hop, Pair

WIDTH, MARGIN = 344, 2
DRAWN_WIDE, DRAWN_TALL = 280, 420  # what the cities may take up; names stand around them
LEFT, TOP, FOOT = 32, 30, 58
ROW = 10.5  # from one row of a name to the next
LETTERS = 13  # in a row
WIDEST_LETTER, USUAL_LETTER = 8, 6.2
BESIDE = 11  # from a city to a name at its side
NEIGHBOURS = (42, 12)  # nearer than that, two cities stand side by side
SHARES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73)  # of a link: where its length may stand, the best one first
ASIDE = (0, 6, -6, 9, -9, 11, -11)  # and how far beside it
CITY = 9.5  # radius of one
TOKEN = (14.5, 9.5)  # half of what a token takes up, and from its city to it, the best place first
TOKEN_AT = (
    (-14, -17), (14, -17), (0, -20), (-25, -4), (25, -4), (-25, 6), (25, 6), (0, 20), (-20, -11), (20, -11), (14, 17), (-14, 17),
)  # fmt: skip
CLEAR = 6  # from a length to a name beside it
TOWER = (
    4,
    14,
    0,
    18,
)  # what a tower takes up, from where it is drawn; and from its city to there, the best place first
TOWER_AT = sorted(product(range(-30, 14, 2), range(-34, 12, 2)), key=lambda at: dist(at, (4, -22)))


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
    token_x: float = 0  # where whoever is there stands: beside it, on no name
    token_y: float = 0


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
    middles = [
        digit_box((spots[link.a][0] + spots[link.b][0]) / 2, (spots[link.a][1] + spots[link.b][1]) / 2)
        for link in of.links
    ]
    places = {code: replace(each, **token_spot(each, spots, names, middles)) for code, each in places.items()}
    tokens = [token_box(each.token_x, each.token_y) for each in places.values()]
    lengths = tuple(length(link, spots, names, tokens) for link in of.links)
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
        at, top = x + BESIDE if side == "start" else x - BESIDE, round(y + 14 - ROW * len(rows), 1)
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
        yield left - 1, left + long + 1, row.y - 8, row.y + 3


def token_box(x: float, y: float) -> Box:
    """What a token takes up."""
    wide, high = TOKEN
    return x - wide, x + wide, y - high, y + high


def digit_box(x: float, y: float) -> Box:
    """What a length takes up."""
    return x - 4, x + 4, y - 5, y + 5


def token_spot(of: Place, spots: dict[str, Spot], names: list[Box], lengths: list[Box]) -> dict[str, float]:
    """Where a token stands at a city: over no name, no length and no other city, if there is such a place; else where it hides least."""

    def hidden(at: Spot) -> float:
        box = token_box(of.x + at[0], of.y + at[1])
        cities = ((x - CITY, x + CITY, y - CITY, y + CITY) for code, (x, y) in spots.items() if code != of.code)
        outside = max(0, -box[0], box[1] - WIDTH, 1 - box[2])
        covered = sum(shared(box, other) for other in (*names, *cities))
        return outside * 1000 + covered * 10 + sum(shared(box, other) for other in lengths)  # these can make way

    right, down = min(TOKEN_AT, key=hidden)  # the first of equals
    return {"token_x": round(of.x + right, 1), "token_y": round(of.y + down, 1)}


def shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one[1], other[1]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[2], other[2])
    return max(0.0, wide) * max(0.0, high)


def length(link: Link, spots: dict[str, Spot], names: list[Box], tokens: list[Box]) -> Length:
    """The length of a link: in the middle of it, or as near to it as no name, no city and no token can hide it."""
    (x, y), (u, v) = a, b = spots[link.a], spots[link.b]
    long = dist(a, b)
    tried = (
        (avoided, (x + (u - x) * share - (v - y) * off / long, y + (v - y) * share + (u - x) * off / long))
        for avoided in (tokens, [])  # where there is no other place, it may hide below a token
        for off in ASIDE
        for share in SHARES
    )
    free = (at for avoided, at in tried if is_free(at, spots.values(), names, avoided))
    p, q = next(free, ((x + u) / 2, (y + v) / 2))
    return Length(round(p, 1), round(q + 3, 1), link.sections)


def is_free(at: Spot, spots: Iterable[Spot], names: Iterable[Box], tokens: Iterable[Box]) -> bool:
    """Is there room for a digit: no name near it, no city, no token?"""
    p, q = at
    near_a_name = any(a - CLEAR < p < b + CLEAR and c - 4 < q < d + 4 for a, b, c, d in names)
    below = any(a - 3 < p < b + 3 and c - 4 < q < d + 4 for a, b, c, d in tokens)
    return not near_a_name and not below and all((p - s) ** 2 + (q - t) ** 2 >= 156 for s, t in spots)


def placed(of: Map, codes: Iterable[str], right: float = 0, down: float = 0) -> list[tuple[str, float, float]]:
    """Cities with their places, or with places so far from them."""
    places = chart(of).places
    return [(code, round(places[code].x + right, 1), round(places[code].y + down, 1)) for code in codes]


def tokens(of: Map, codes: Iterable[str]) -> list[Spot]:
    """Where tokens stand at those cities."""
    places = chart(of).places
    return [(places[code].token_x, places[code].token_y) for code in codes]


def towers(of: Map, codes: Iterable[str]) -> list[Spot]:
    """Where towers stand at those cities."""
    return [tower_spot(of, code) for code in codes]


@lru_cache(maxsize=1024)
def tower_spot(of: Map, code: str) -> Spot:
    """Where a tower stands at a city: over no name, no city and nobody who is there, if there is such a place; else where it hides least."""
    places = chart(of).places
    names = [box for each in places.values() for box in name_boxes(each)]
    cities = [(each.x - CITY, each.x + CITY, each.y - CITY, each.y + CITY) for each in places.values()]
    here = places[code]
    whoever = token_box(here.token_x, here.token_y)

    def hidden(at: Spot) -> float:
        left, right, top, bottom = TOWER
        x, y = here.x + at[0], here.y + at[1]
        box = (x + left, x + right, y + top, y + bottom)
        outside = max(0, -box[0], box[1] - WIDTH, -box[2])
        return outside * 1000 + sum(shared(box, other) for other in (*names, *cities)) * 10 + shared(box, whoever)

    right, down = min(TOWER_AT, key=hidden)  # the first of equals
    return round(here.x + right, 1), round(here.y + down, 1)


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
