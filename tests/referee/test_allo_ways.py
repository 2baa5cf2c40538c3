"""Distances, moves and cheapest ways of Allo... la France against networkx; strips of cable against counting them all."""

from __future__ import annotations

from itertools import product

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.allo.france import FRANCE
from referee.allo.maps import Map, check, near
from referee.allo.strips import ALL, left, make, minus, total
from referee.allo.ways import costs, distances, ends, first_bare, pair, way


def graph(of: Map) -> nx.Graph:
    found = nx.Graph()
    found.add_nodes_from(of.codes)
    found.add_edges_from((link.a, link.b) for link in of.links)
    return found


@st.composite
def countries(draw: st.DrawFn) -> Map:
    """Any connected map on four columns: a tree and some links more, to the left, upwards, or aslant, where none cross."""
    n = draw(st.integers(8, 16))
    back = {i: [i - 1] * (i % 4 > 0) + [i - 4] * (i > 3) + [i - 5] * (i % 4 > 0 and i > 3) for i in range(1, n)}
    links = {(draw(st.sampled_from(before)), i) for i, before in back.items()}
    links |= draw(st.sets(st.sampled_from([(a, i) for i, before in back.items() for a in before])))
    cities = [{"name": f"City {i}", "code": f"{10 + i}", "x": i % 4, "y": i // 4} for i in range(n)]
    return check({"name": "Any", "cities": cities, "links": [(f"City {a}", f"City {b}", 2) for a, b in sorted(links)]})


@st.composite
def networks(draw: st.DrawFn) -> tuple[Map, frozenset[tuple[str, str]], tuple[str, ...], str, str]:
    """A country with some cables, some towers and two cities."""
    of = draw(st.one_of(st.just(FRANCE), countries()))
    links = [pair(link.a, link.b) for link in of.links]
    cables = frozenset(draw(st.sets(st.sampled_from(links))))
    towers = tuple(draw(st.lists(st.sampled_from(of.codes), unique=True, max_size=4)))
    start, goal = draw(st.lists(st.sampled_from(of.codes), unique=True, min_size=2, max_size=2))
    return of, cables, towers, start, goal


@given(st.one_of(st.just(FRANCE), countries()))
def test_distances_on_the_board(of: Map) -> None:
    expected = dict(nx.all_pairs_shortest_path_length(graph(of)))
    assert {code: distances(of, code) for code in of.codes} == expected


@given(networks())
def test_the_cheapest_way_over_cables_and_towers(
    network: tuple[Map, frozenset[tuple[str, str]], tuple[str, ...], str, str],
) -> None:
    """As long as networkx finds it, whole, and each hop a cable or between two towers."""
    of, cables, towers, start, goal = network
    live = nx.Graph()
    live.add_nodes_from(of.codes)
    live.add_edges_from(cables)
    live.add_edges_from((a, b) for a in towers for b in towers if a < b)
    found = way(of, cables, towers, start, goal)
    assert (found is not None) == nx.has_path(live, start, goal)
    assert costs(of, cables, towers, goal) == nx.single_source_shortest_path_length(live, goal)
    if found is not None:
        assert len(found) == nx.shortest_path_length(live, start, goal)
        assert [start, *(hop.b for hop in found)] == [*(hop.a for hop in found), goal]
        for hop in found:
            assert {hop.a, hop.b} <= set(towers) if hop.tower else pair(hop.a, hop.b) in cables


@given(networks())
def test_a_bare_link_on_the_shortest_way(
    network: tuple[Map, frozenset[tuple[str, str]], tuple[str, ...], str, str],
) -> None:
    """The way is as short as any over links and towers; among these it has as few bare links as can be."""
    of, cables, towers, start, goal = network
    every = nx.Graph()
    for link in of.links:
        every.add_edge(link.a, link.b, weight=1000 + (pair(link.a, link.b) not in cables))
    every.add_edges_from(((a, b) for a in towers for b in towers if a < b), weight=1000)
    shortest = way(of, cables, towers, start, goal, bare=True)
    assert shortest is not None
    bare = [(h.a, h.b) for h in shortest if not h.tower and pair(h.a, h.b) not in cables]
    assert 1000 * len(shortest) + len(bare) == nx.shortest_path_length(every, start, goal, weight="weight")
    assert first_bare(of, cables, towers, start, goal) == (bare[0] if bare else None)


def walks(of: Map, start: str, links: int) -> set[str]:
    """Where walks without turning straight back end: on the graph of directed links they are plain walks."""
    lines = nx.line_graph(graph(of).to_directed())
    lines.remove_edges_from([(one, other) for one, other in lines.edges if one == other[::-1]])
    edge = {one for one in lines.nodes if one[0] == start}
    for _ in range(links - 1):
        edge = {other for one in edge for other in lines.successors(one)}
    return {b for _, b in edge}


@settings(max_examples=30)
@given(st.one_of(st.just(FRANCE), countries()), st.integers(1, 6), st.data())
def test_where_a_move_ends(of: Map, links: int, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(of.codes))
    assert set(ends(of, start, links)) == walks(of, start, links)


def test_a_move_may_come_round_to_where_it_began_but_never_turns_back() -> None:
    """Dijon, Lyon, Besançon are a triangle."""
    dijon, lyon = "80", "78"
    assert dijon in ends(FRANCE, dijon, 3)
    assert dijon not in ends(FRANCE, dijon, 2)
    assert lyon in ends(FRANCE, dijon, 2), "by way of Besançon"
    assert set(ends(FRANCE, dijon, 1)) == set(near(FRANCE)[dijon])


supplies = st.tuples(st.integers(0, 5), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3))


@given(supplies, st.integers(1, 20))
def test_strips_that_make_a_length(supply: tuple[int, int, int, int], length: int) -> None:
    """Some are found if and only if some exist, and they are there and as long as that."""
    exists = any(a + 2 * b + 3 * c + 4 * d == length for a, b, c, d in product(*(range(n + 1) for n in supply)))
    found = make(supply, length)
    assert (found is not None) == exists
    if found:
        assert all(used <= there for used, there in zip(found, supply, strict=True))
        assert sum(count * sections for sections, count in enumerate(found, 1)) == length


@pytest.mark.parametrize(
    ("supply", "length", "expected"),
    [
        (ALL, 7, (0, 0, 1, 1)),
        ((0, 0, 2, 1), 6, (0, 0, 2, 0)),  # not the longest first
        ((0, 3, 0, 0), 5, None),
        ((1, 3, 0, 0), 5, (1, 2, 0, 0)),
        ((24, 0, 0, 0), 25, None),
    ],
)
def test_how_a_length_is_made(supply: tuple[int, int, int, int], length: int, expected: object) -> None:
    assert make(supply, length) == expected


def test_what_is_left() -> None:
    assert left([]) == ALL == (24, 11, 8, 8)
    assert left([(1, 2, 3, 4), (1, 0, 0, 0)]) == (22, 9, 5, 4)
    assert minus(total([(1, 2, 3, 4), (4, 3, 2, 1)]), (1, 1, 1, 1)) == (4, 4, 4, 4)
