"""Where pages draw the board of Rallye-Code: roads through the middles of tiles, signs, and cars beside each other."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest
from msgspec import Struct

from referee.rallye.board.france import FRANCE
from referee.rallye.moves import Options
from templates.i18n import LANGUAGES
from templates.pages.rallye import board_map as b
from templates.shelves import SHELF

BOARD = Options().board
CHAIRS = ("Ann", "Bob", "Cid")


class Car(Struct, frozen=True):
    """A car on a cross-road."""

    at: str
    heading: int


def test_the_sign_of_each_square() -> None:
    found = {b.sign_of(square) for square in BOARD.squares}
    assert {"", "garage", "hotel", "petrol", "noentry", "crossing", "bend", "no-speed"} <= found
    assert b.sign_of(BOARD.square("1")) == ""
    managed = next(square for square in BOARD.main if square.manages)
    assert b.sign_of(managed) == managed.manages
    assert b.square_of_till(BOARD, managed.manages or "") == managed.number


def test_squares_of_cross_roads_have_a_letter() -> None:
    crossing = {square.number for road in BOARD.roads for square in road.squares}
    assert {square.number for square in BOARD.squares if b.is_cross_road(square.number)} == crossing


def test_roads_run_through_the_middles_of_their_tiles() -> None:
    x, y = BOARD.square("1").at
    main = b.main_road(BOARD)
    assert main.startswith(f"M{40 * x + 20} {40 * y + 20}L")
    assert main.endswith("Z")
    assert main.count("L") == len(BOARD.main) - 1
    road = BOARD.roads[0]
    ends = [BOARD.square(mouth.square).number for mouth in road.mouths]
    assert b.cross_road(BOARD, road) == b.line(BOARD, [ends[0], *(s.number for s in road.squares), ends[1]])


def test_tips_point_the_way_that_is_driven() -> None:
    assert b.tip((1, 1), (2, 1)) == "M83.0 60.0L77.0 55.0 77.0 65.0Z"
    assert b.tip((1, 1), (1, 2)) == "M60.0 83.0L55.0 77.0 65.0 77.0Z"
    assert b.tips(BOARD).count("Z") == len(BOARD.main)
    assert b.tip(BOARD.main[-1].at, BOARD.main[0].at) in b.tips(BOARD)
    assert all(b.tip(one.at, other.at) in b.tips(BOARD) for one, other in pairwise(BOARD.main))


def test_signs_for_those_who_come_out_stand_at_the_right_of_their_way() -> None:
    found = b.rejoins(BOARD, True)
    assert [sign for sign, _, _ in found] == [mouth.sign for road in BOARD.roads for mouth in road.mouths]
    assert {sign for sign, _, _ in b.rejoins(BOARD, False)} == {"right"}
    assert "left" in {sign for sign, _, _ in found}
    for (_, x, y), (mouth, last) in zip(
        found,
        [(m, r.squares[i].at) for r in BOARD.roads for m, i in zip(r.mouths, (0, -1), strict=True)],
        strict=True,
    ):
        (u, v), (s, t) = BOARD.square(mouth.square).at, last
        ahead, aside = (u - s, v - t), (x + 6 - 20 * (u + s + 1), y + 6 - 20 * (v + t + 1))
        assert ahead[0] * aside[1] - ahead[1] * aside[0] == 20  # half a tile to the right


def test_a_crossing_is_one_tile_with_two_numbers() -> None:
    seconds = [square.number for square, second in b.tiles(BOARD) if second]
    assert len(seconds) == len(BOARD.crossings)
    one, other = BOARD.crossings[0]
    both = b.squares_at(BOARD, BOARD.square(one).at)
    assert {square.number for square in both} == {one, other}
    assert len(b.squares_at(BOARD, BOARD.square("1").at)) == 1


def test_where_cars_stand() -> None:
    """One is drawn whole, others as tags; who is off the board is not drawn."""
    found = b.placed_cars(BOARD, ("1", "15", "1", "", "16", "1"), CHAIRS)
    assert [(c.car, c.chair, c.which, c.alone) for c in found] == [
        (0, "Ann", 1, False),
        (1, "Bob", 1, True),
        (2, "Cid", 1, False),
        (4, "Bob", 2, True),
        (5, "Cid", 2, False),
    ]
    left, top = b.corner(BOARD.square("15").at)
    assert (found[1].x, found[1].y, found[1].size) == (left + 20, top + 28.5, 1.1)
    assert b.occupied(BOARD, ("1", "15", "1", "")) == [BOARD.square("1").at, BOARD.square("15").at]
    assert b.cars_at("1", ("1", "15", "1", "", "16", "1"), CHAIRS) == (("Ann", 1), ("Cid", 1), ("Cid", 2))


@pytest.mark.parametrize("count", range(2, 7))
def test_tags_on_a_tile_keep_clear_of_each_other(count: int) -> None:
    spots = [b.spot(number, count) for number in range(count)]
    assert max(Counter(spots).values()) == 1
    for (x, y, size), (u, v, _) in ((one, other) for one in spots for other in spots if one < other):
        assert abs(x - u) >= 10.4 * size or abs(y - v) >= 12 * size
    assert all(x - 5.2 * size + 3 >= 5 and x + 5.2 * size <= 40 for x, y, size in spots)
    assert all(y - 6 * size >= 10 and y + 6 * size <= 40 for x, y, size in spots)


def test_long_names_of_towns_are_set_narrower_and_never_stretched() -> None:
    """Marseille is 21.7 wide in our type, Saint-Brieuc 29.8; a square has room for 33."""
    assert b.town_width("Grenoble") is None
    assert b.town_width("Marseille") == 22.5
    assert b.town_width("Saint-Brieuc") == 30
    assert b.town_width("Villefranche-sur-Saône") == 33


def test_two_letters_and_a_number_stay_inside_a_tag() -> None:
    """Its frame is 10.4 wide and its line 1.4."""
    assert b.letters_width("A") is None
    assert b.letters_width("Mo") == 8
    assert b.letters_width("Mo2") == 8.4


def test_where_a_car_on_a_cross_road_drives() -> None:
    road = BOARD.roads[0]
    number = road.squares[1].number
    assert b.heading(Car(number, 1), BOARD) == road.mouths[1].square
    assert b.heading(Car(number, -1), BOARD) == road.mouths[0].square
    assert b.heading(Car("1", 1), BOARD) is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_guide_says_why_numbers_jump(lang: str) -> None:
    """What follows Paris, which numbers there are not, and that gérances have low ones of their own: as the board has them."""
    ring = [square.number for square in FRANCE.squares if square.number.isdecimal()]
    low = sorted(int(square.number) for square in FRANCE.squares if square.manages)
    lacking = [number for number in range(1, int(ring[1])) if str(number) not in ring]
    guide = (SHELF / "guides" / lang / "rallye.md").read_text("utf-8")
    (told,) = (line for line in guide.splitlines() if f"**{ring[1]}**" in line)
    assert [int(each) for each in re.findall(r"\d+", told)][:4] == [lacking[0], lacking[-1], low[0], low[-1]]
