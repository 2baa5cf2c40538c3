"""Ways on the map: how far it is, where a move can end, and the cheapest way for a call over cables and towers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush

from msgspec import Struct

from referee.allo.maps import Map, near

Pair = tuple[str, str]  # two cities that a link joins, the smaller code first


class Hop(Struct, frozen=True):
    """One step of a call, for one unit: a cable, or from tower to tower."""

    a: str
    b: str
    tower: bool = False


def pair(a: str, b: str) -> Pair:
    """A link is the same from either end."""
    return (a, b) if a < b else (b, a)


@lru_cache(maxsize=4096)
def distances(of: Map, start: str) -> dict[str, int]:
    """How many links every city is away on the board, whether cabled or not."""
    found, edge = {start: 0}, [start]
    for code in edge:
        for other in near(of)[code]:
            if other not in found:
                found[other] = found[code] + 1
                edge.append(other)
    return found


def distance(of: Map, a: str, b: str) -> int:
    """How many links one city is away from another on the board."""
    return distances(of, a)[b]


@lru_cache(maxsize=4096)
def ends(of: Map, start: str, links: int) -> tuple[str, ...]:
    """Where a move of exactly so many links can end that never turns straight back; it may come round to its start."""
    edge = {(start, "")}
    for _ in range(links):
        edge = {(there, here) for here, before in edge for there in near(of)[here] if there != before}
    found = {here for here, _ in edge}
    return tuple(code for code in of.codes if code in found)


@lru_cache(maxsize=20_000)  # the same question comes from every phone
def way(
    of: Map, cables: frozenset[Pair], towers: tuple[str, ...], start: str, goal: str, bare: bool = False
) -> tuple[Hop, ...] | None:
    """The cheapest way over cables and towers, if there is one; with `bare`, also over links without a cable, as few of
    them as the shortest way can have."""
    edge: list[tuple[int, int, int, str]] = [(0, 0, 0, start)]
    came: dict[str, Hop] = {}
    best = {start: (0, 0)}
    while edge:
        hops, without, _, here = heappop(edge)
        if here == goal:
            return tuple(traced(came, start, goal))
        if (hops, without) > best[here]:
            continue
        for there, tower, laid in steps(of, cables, towers, here):
            cost = (hops + 1, without + (not laid))
            if (laid or bare) and cost < best.get(there, (hops + 2, 0)):
                best[there], came[there] = cost, Hop(here, there, tower)
                heappush(edge, (*cost, len(came), there))
    return None


def steps(of: Map, cables: frozenset[Pair], towers: tuple[str, ...], here: str) -> Iterator[tuple[str, bool, bool]]:
    """Where one comes from a city: there, by tower, and whether a call comes through."""
    for there in near(of)[here]:
        yield there, False, pair(here, there) in cables
    if here in towers:
        yield from ((there, True, True) for there in towers if there != here)


@lru_cache(maxsize=4096)
def costs(of: Map, cables: frozenset[Pair], towers: tuple[str, ...], goal: str) -> dict[str, int]:
    """From every city that a call comes through from: the units it takes to call there."""
    found, edge = {goal: 0}, [goal]
    for here in edge:
        for there, _, laid in steps(of, cables, towers, here):
            if laid and there not in found:
                found[there] = found[here] + 1
                edge.append(there)
    return found


def traced(came: dict[str, Hop], start: str, goal: str) -> list[Hop]:
    """The hops from the start to the goal."""
    found: list[Hop] = []
    while goal != start:
        found.insert(0, came[goal])
        goal = came[goal].a
    return found


def first_bare(of: Map, cables: frozenset[Pair], towers: tuple[str, ...], start: str, goal: str) -> Pair | None:
    """The first link without a cable on the shortest way there is, if that way has one."""
    shortest = way(of, cables, towers, start, goal, bare=True) or ()
    return next(((h.a, h.b) for h in shortest if not h.tower and pair(h.a, h.b) not in cables), None)
