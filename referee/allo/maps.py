"""The map: cities with their codes and places, and the links between them with the cable they take.

A map is data. `check` makes one from a file's content and says in one sentence what is wrong where; a `Map` that exists
is sound, however it came about.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import dist
from typing import Annotated, Any

from msgspec import Meta, Struct

from referee.board_flaws import BoardFlaw, shaped

KEY = "cities"  # stands in every file of a map, and in no board of another game
OUTLINED = True  # NAME.outline.toml beside it is drawn behind it
FEWEST_CITIES = 8  # fewer, and four players get in each other's way
MOST_SECTIONS = 20  # of one link
CLOSEST = (
    1 / 25
)  # of the longer side of the map: nearer than that, two cities print as one, or a track runs into a city

Code = Annotated[str, Meta(pattern=r"^[0-9][0-9]\Z")]
Place = Annotated[float, Meta(ge=0, le=1_000_000)]
Text = Annotated[str, Meta(min_length=1, max_length=40)]
Spot = tuple[float, float]


class City(Struct, frozen=True, forbid_unknown_fields=True):
    """A city. Its place is counted from the top left, in any unit."""

    name: Text
    code: Code
    x: Place
    y: Place


class Link(Struct, frozen=True):
    """A way between two cities, given by their codes, and the sections of cable it takes."""

    a: Code
    b: Code
    sections: Annotated[int, Meta(ge=1, le=MOST_SECTIONS)]


class Map(Struct, frozen=True, cache_hash=True):
    """A country."""

    name: Text
    cities: tuple[City, ...]
    links: tuple[Link, ...]

    def __post_init__(self) -> None:
        look_through(self.cities, self.links)

    def city(self, code: str) -> City:
        """The city with that code."""
        return next(city for city in self.cities if city.code == code)

    def called(self, code: str) -> str:
        """The name of the city with that code; the code itself if there is none."""
        return next((city.name for city in self.cities if city.code == code), code)

    @property
    def codes(self) -> tuple[str, ...]:
        """Of all cities, in the order of the file."""
        return tuple(near(self))


@lru_cache(maxsize=64)  # every view has the map, and whoever reads one would look through it again
def look_through(cities: tuple[City, ...], links: tuple[Link, ...]) -> None:
    """Nothing, if a map can be played on; else its first flaw is raised, as often as it is asked for."""
    for flaw in flaws(cities, links):
        raise flaw


@lru_cache(maxsize=64)
def near(of: Map) -> dict[str, dict[str, int]]:
    """Of each city, in the order of the file, the cities one link away with the sections between them."""
    found = neighbours(of.links)
    return {city.code: found[city.code] for city in of.cities}


def neighbours(links: tuple[Link, ...]) -> dict[str, dict[str, int]]:
    """The links, from either end."""
    found: dict[str, dict[str, int]] = {}
    for link in links:
        found.setdefault(link.a, {})[link.b] = link.sections
        found.setdefault(link.b, {})[link.a] = link.sections
    return found


def flaws(cities: tuple[City, ...], links: tuple[Link, ...]) -> Iterator[BoardFlaw]:
    """What is wrong with a map that has the right form. Each takes for granted that nothing before it was."""
    if len(cities) < FEWEST_CITIES:
        yield BoardFlaw(
            "cities", "expected at least {least} cities, got {count}", least=FEWEST_CITIES, count=len(cities)
        )
    yield from doubles(cities)
    yield from collisions(cities)
    yield from tangles(cities, links)
    yield from overlaps(cities, links)
    apart = unconnected(cities, links)
    if apart:
        yield BoardFlaw(
            "links",
            "expected every city to be connected with {start}; {apart}: no way there",
            start=cities[0].name,
            apart=", ".join(apart),
        )


def doubles(cities: tuple[City, ...]) -> Iterator[BoardFlaw]:
    """Names and codes that are given twice."""
    for i, city in enumerate(cities):
        for j, other in enumerate(cities[:i]):
            if other.name == city.name:
                yield BoardFlaw(
                    f"cities[{i}].name",
                    "expected each name once, {name} is also cities[{other}]",
                    name=city.name,
                    other=j,
                )
            if other.code == city.code:
                yield BoardFlaw(
                    f"cities[{i}].code",
                    "expected each code once, {other} also has {code}",
                    other=other.name,
                    code=city.code,
                )


def collisions(cities: tuple[City, ...]) -> Iterator[BoardFlaw]:
    """Cities that would be printed one upon the other."""
    least = longer_side(cities) * CLOSEST
    for (_, one), (j, other) in combinations(enumerate(cities), 2):
        if dist((one.x, one.y), (other.x, other.y)) < least or (one.x, one.y) == (other.x, other.y):
            yield BoardFlaw(
                f"cities[{j}]", "expected a place of its own, {city} lies upon {other}", city=other.name, other=one.name
            )


def longer_side(cities: tuple[City, ...]) -> float:
    """Of the map."""
    xs, ys = [city.x for city in cities], [city.y for city in cities]
    return max(max(xs, default=0) - min(xs, default=0), max(ys, default=0) - min(ys, default=0))


def overlaps(cities: tuple[City, ...], links: tuple[Link, ...]) -> Iterator[BoardFlaw]:
    """Links that run through a third city, and links that cross: nobody could tell what is connected, and where they meet
    only one of two cables would have room."""
    spots = {city.code: (city.x, city.y) for city in cities}
    names = {city.code: city.name for city in cities}
    least = longer_side(cities) * CLOSEST

    def called(link: Link) -> str:
        return f"{names[link.a]}–{names[link.b]}"

    for i, link in enumerate(links):
        a, b = spots[link.a], spots[link.b]
        for city in cities:
            if city.code not in (link.a, link.b) and off(spots[city.code], a, b) < least:
                yield BoardFlaw(
                    f"links[{i}]",
                    "expected {link} to keep clear of other cities, it runs into {city}",
                    link=called(link),
                    city=city.name,
                )
        for j, other in enumerate(links[:i]):
            if not {link.a, link.b} & {other.a, other.b} and cross(a, b, spots[other.a], spots[other.b]):
                yield BoardFlaw(
                    f"links[{i}]",
                    "expected links that do not cross, {link} crosses {other}, links[{place}]",
                    link=called(link),
                    other=called(other),
                    place=j,
                )


def off(point: Spot, a: Spot, b: Spot) -> float:
    """How far a point is from the line between two others."""
    along = (b[0] - a[0], b[1] - a[1])
    share = ((point[0] - a[0]) * along[0] + (point[1] - a[1]) * along[1]) / (along[0] ** 2 + along[1] ** 2)
    share = min(1.0, max(0.0, share))
    return dist(point, (a[0] + share * along[0], a[1] + share * along[1]))


def cross(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Do the lines from a to b and from c to d cross?"""

    def turn(p: Spot, q: Spot, r: Spot) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def tangles(cities: tuple[City, ...], links: tuple[Link, ...]) -> Iterator[BoardFlaw]:
    """Links to nowhere, to where they begin, and links that are given twice."""
    names = {city.code: city.name for city in cities}
    seen: dict[frozenset[str], int] = {}
    for i, link in enumerate(links):
        for end in (link.a, link.b):
            if end not in names:
                yield BoardFlaw(f"links[{i}]", "expected cities of this map, there is no {city}", city=end)
        if link.a == link.b:
            yield BoardFlaw(f"links[{i}]", "expected two cities, got {city} twice", city=names.get(link.a, link.a))
        ends = frozenset((link.a, link.b))
        if ends in seen:
            between = f"{names.get(link.a, link.a)}–{names.get(link.b, link.b)}"
            yield BoardFlaw(
                f"links[{i}]", "expected each link once, {link} is also links[{other}]", link=between, other=seen[ends]
            )
        seen.setdefault(ends, i)


def unconnected(cities: tuple[City, ...], links: tuple[Link, ...]) -> list[str]:
    """The names of the cities that cannot be reached from the first one."""
    if not cities:
        return []
    ways = neighbours(links)
    reached, edge = {cities[0].code}, [cities[0].code]
    while edge:
        for code in ways.get(edge.pop(), {}):
            if code not in reached:
                reached.add(code)
                edge.append(code)
    return [city.name for city in cities if city.code not in reached]


class Draft(Struct, frozen=True, forbid_unknown_fields=True):
    """A map as a file says it: links name their cities."""

    name: Text
    cities: tuple[City, ...]
    links: tuple[tuple[str, str, Annotated[int, Meta(ge=1, le=MOST_SECTIONS)]], ...]


def check(data: Any) -> Map:
    """The map that a file's content describes; raises BoardFlaw with the key and what was expected there."""
    try:
        draft = shaped(data, Draft, "map")
    except BoardFlaw as mistake:
        if "regex" in mistake.expected:
            raise BoardFlaw(mistake.key, "expected a code of two digits between quotes") from None
        raise
    for flaw in doubles(draft.cities):
        raise flaw
    codes = {city.name: city.code for city in draft.cities}
    for i, (a, b, _) in enumerate(draft.links):
        for end in (a, b):
            if end not in codes:
                raise BoardFlaw(f"links[{i}]", "expected cities of this map, there is no {city}", city=end)
    return Map(draft.name, draft.cities, tuple(Link(codes[a], codes[b], n) for a, b, n in draft.links))


def texts(of: Map) -> Iterator[tuple[str, str]]:
    """All that is printed from it, each with its key."""
    yield "name", of.name
    for i, city in enumerate(of.cities):
        yield f"cities[{i}].name", city.name
