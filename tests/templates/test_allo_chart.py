"""Where pages draw the map of Allo... la France: everything in sight, nothing upon anything else."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from msgspec.structs import replace

from referee.allo.france import FRANCE
from referee.allo.maps import City, Link, Map, check
from referee.allo.ways import Hop
from templates import loader
from templates.pages.allo import chart as c

ISLANDS = check(loader.parsed_toml(loader.SHELF / "kits" / "allo" / "islands.toml"))
MAPS = pytest.mark.parametrize("of", [FRANCE, ISLANDS], ids=lambda of: of.name)


def country(*spots: tuple[float, float], name: str = "Town") -> Map:
    """Cities in a chain, one after the other."""
    cities = tuple(City(f"{name} {i}", f"{i:02}", x, y) for i, (x, y) in enumerate(spots))
    return Map("Somewhere", cities, tuple(Link(f"{i:02}", f"{i + 1:02}", i + 1) for i in range(len(spots) - 1)))


STAIRS = country(*((10 * i, 20 * i) for i in range(8)))


@MAPS
def test_all_is_within_the_picture(of: Map) -> None:
    drawn = c.chart(of)
    assert list(drawn.places) == [city.code for city in of.cities]
    for place in drawn.places.values():
        assert 10 < place.x < c.WIDTH - 10
        assert 10 < place.y < drawn.height - 10
        for left, right, _, bottom in c.name_boxes(place):
            assert left > -4
            assert right < c.WIDTH + 4
            assert bottom < drawn.height + 4


@MAPS
def test_the_scale_is_one_for_both_directions(of: Map) -> None:
    drawn = c.chart(of).places
    scales = {
        round(
            dist((drawn[a.code].x, drawn[a.code].y), (drawn[b.code].x, drawn[b.code].y)) / dist((a.x, a.y), (b.x, b.y)),
            2,
        )
        for a, b in combinations(of.cities[:6], 2)
    }
    assert max(scales) - min(scales) < 0.03 * max(scales)
    xs, ys = [p.x for p in drawn.values()], [p.y for p in drawn.values()]
    assert max(xs) - min(xs) == pytest.approx(c.DRAWN_WIDE, abs=0.2) or max(ys) - min(ys) == pytest.approx(
        c.DRAWN_TALL, abs=0.2
    )
    assert min(xs) + max(xs) == pytest.approx(c.WIDTH, abs=0.3)  # in the middle


def test_a_map_of_one_column_has_a_scale_too() -> None:
    drawn = c.chart(country(*((5, 10 * i) for i in range(8)))).places
    assert {place.x for place in drawn.values()} == {172.0}
    assert drawn["07"].y - drawn["00"].y == 420


def test_a_name_stands_below_and_wraps() -> None:
    place = c.chart(STAIRS).places["03"]
    assert place.side == "middle"
    assert place.name_x == place.x
    assert [row.text for row in place.rows] == ["Town 3"]
    assert place.rows[0].y == round(place.y + 18, 1)
    long = c.chart(country(*((10 * i, 20 * i) for i in range(8)), name="Saint-Jean-sur-Mer")).places["03"]
    assert [row.text for row in long.rows] == ["Saint-Jean-", "sur-Mer 3"]
    assert long.rows[1].y == round(long.rows[0].y + c.ROW, 1)


def test_a_name_near_the_edge_moves_towards_the_middle() -> None:
    wide = country(*((40 * i, 20 * i) for i in range(8)), name="Constantine")
    first, last = c.chart(wide).places["00"], c.chart(wide).places["07"]
    assert first.name_x > first.x
    assert last.name_x < last.x


def test_names_of_neighbours_stand_on_either_side() -> None:
    """If there is room; their last row is as high as the city."""
    pair = country((0, 0), (100, 0), (100, 100), (0, 100), (0, 200), (48, 200), (56, 201), (100, 200))
    left, right = c.chart(pair).places["05"], c.chart(pair).places["06"]
    assert (left.side, right.side) == ("end", "start")
    assert left.name_x == round(left.x - c.BESIDE, 1)
    assert right.name_x == round(right.x + c.BESIDE, 1)
    assert left.rows[-1].y == round(left.y + 3.5, 1)
    assert c.chart(pair).places["00"].side == "middle"


@MAPS
def test_no_length_is_hidden(of: Map) -> None:
    """By a city or a name; each stands beside its own link."""
    drawn = c.chart(of)
    names = [box for place in drawn.places.values() for box in c.name_boxes(place)]
    assert [length.sections for length in drawn.lengths] == [link.sections for link in of.links]
    for length, link in zip(drawn.lengths, of.links, strict=True):
        at = length.x, length.y - 3
        a, b = drawn.places[link.a], drawn.places[link.b]
        assert all(dist(at, (p.x, p.y)) > 12.3 for p in drawn.places.values())
        assert not any(left < at[0] < right and top < at[1] < bottom for left, right, top, bottom in names)
        assert dist(at, (a.x, a.y)) + dist(at, (b.x, b.y)) < dist((a.x, a.y), (b.x, b.y)) + 6


def test_a_length_makes_way_for_names_cities_and_tokens() -> None:
    spots = {"00": (0.0, 0.0), "01": (100.0, 0.0)}
    link = Link("00", "01", 4)
    assert c.length(link, spots, [], []) == c.Length(50.0, 3.0, 4)
    assert c.length(link, spots, [(48, 52, -5, 5)], []) == c.Length(42.0, 3.0, 4)
    assert c.length(link, spots | {"02": (50.0, 0.0)}, [], []).x == 34.0  # past the city
    assert c.length(link, spots, [(-9, 109, -5, 1)], []) == c.Length(50.0, 9.0, 4)  # beside it
    assert c.length(link, spots, [(-9, 109, -50, 50)], []) == c.Length(50.0, 3.0, 4)  # no room anywhere


def test_where_there_is_no_other_room_a_length_hides_below_a_token() -> None:
    spots = {"00": (0.0, 0.0), "01": (100.0, 0.0)}
    assert c.length(Link("00", "01", 4), spots, [], [(-50, 150, -50, 50)]) == c.Length(50.0, 3.0, 4)
    assert c.length(Link("00", "01", 4), spots, [], [(40, 60, -50, 50)]).x == 34.0


@MAPS
def test_no_token_and_no_tower_hides_a_name(of: Map) -> None:
    """Nor each other, nor another city, nor leaves the picture, wherever somebody stands; no length touches a name."""
    drawn = c.chart(of)
    names = [box for place in drawn.places.values() for box in c.name_boxes(place)]
    for place in drawn.places.values():
        box = c.token_box(place.token_x, place.token_y)
        assert box[0] >= 0
        assert box[1] <= c.WIDTH
        assert box[2] >= 0
        assert sum(c.shared(box, name) for name in names) == 0, place.rows
        assert dist((place.token_x, place.token_y), (place.x, place.y)) < 27
        assert all(box[0] > p.x or box[1] < p.x or box[2] > p.y or box[3] < p.y for p in drawn.places.values())
        left, right, top, bottom = c.TOWER
        ((x, y),) = c.towers(of, [place.code])
        tower = x + left, x + right, y + top, y + bottom
        assert tower[0] >= 0
        assert tower[1] <= c.WIDTH
        assert tower[2] >= 0
        assert sum(c.shared(tower, name) for name in (*names, box)) == 0, place.rows
        assert dist((x + 9, y + 18), (place.x, place.y)) < 27
    for length in drawn.lengths:
        digit = length.x - 3, length.x + 3, length.y - 7, length.y
        assert all(c.shared(digit, name) == 0 for name in names), length


def test_lines_between_cities() -> None:
    (_, x, y), (_, u, v) = c.placed(STAIRS, ["02", "03"])
    assert c.placed(STAIRS, ["02"], 4, -22) == [("02", round(x + 4, 1), round(y - 22, 1))]
    assert c.stretch(STAIRS, "02", "03") == f"M{x} {y}L{u} {v}"
    assert c.stretches(STAIRS, [("02", "03"), ("03", "02")]) == f"M{x} {y}L{u} {v}M{u} {v}L{x} {y}"
    assert c.links_path(STAIRS).count("M") == len(STAIRS.links)


def test_a_way_lies_beside_its_link_on_the_same_side_from_whichever_end() -> None:
    there, back = (c.beside(STAIRS, Hop(a, b, False), 3.4) for a, b in (("02", "03"), ("03", "02")))
    assert there == back
    assert c.beside(STAIRS, Hop("02", "03", False), 0) == c.stretch(STAIRS, "02", "03")
    (_, x, y), _ = c.placed(STAIRS, ["02", "03"])
    a, b = map(float, there[1:].split("L")[0].split())
    assert dist((a, b), (x, y)) == pytest.approx(3.4, abs=0.1)


def test_france_is_drawn_as_it_always_was() -> None:
    drawn = c.chart(FRANCE)
    assert drawn.height == 374
    cities = {code: replace(drawn.places[code], token_x=0, token_y=0) for code in ("22", "81", "80")}
    assert cities["22"] == c.Place("22", 150.1, 62.1, 65.5, "middle", 150.1, (c.Row("Amiens", 80.1),))
    assert cities["81"] == c.Place("81", 260.5, 176.0, 179.4, "start", 271.5, (c.Row("Besançon", 179.5),))
    assert cities["80"] == c.Place("80", 231.4, 172.5, 175.9, "end", 220.4, (c.Row("Dijon", 176.0),))


@pytest.mark.parametrize(
    ("x", "letters", "side"), [(77, 8, "end"), (76.9, 8, "middle"), (267, 8, "start"), (267.1, 8, "middle")]
)
def test_a_name_without_room_at_the_side_stands_below(x: float, letters: int, side: str) -> None:
    other = x + 30 if x < 172 else x - 30
    place = c.place("00", {"00": (x, 50.0), "01": (other, 50.0)}, ["x" * letters])
    assert place.side == side


def test_the_picture_is_as_high_as_the_lowest_name_needs() -> None:
    """And no lower than one row does."""
    low = [(10 * i, 20 * i) for i in range(8)]
    assert c.chart(country(*low)).height == 420 + c.FOOT
    assert c.chart(country(*low, name="Saint-Jean-de-la-Rivière-sur-Mer")).height == 420 + 43 + 4 * c.ROW
