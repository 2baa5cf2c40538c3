"""What is in the box of Code 777, counted from the rule sheet."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from referee.code777 import pieces
from referee.code777.pieces import PLAYERS, TILES, TRIANGLE, USUAL, Colour, Tile, box, dummies, racks

ON_THE_SHEET = {
    (1, "green"): 1,
    (2, "yellow"): 2,
    (3, "black"): 3,
    (4, "brown"): 4,
    (5, "red"): 4,
    (5, "black"): 1,
    (6, "green"): 3,
    (6, "pink"): 3,
    (7, "pink"): 1,
    (7, "yellow"): 2,
    (7, "blue"): 4,
}


def test_28_tiles():
    """One 1, two 2s … seven 7s; as many as seven colours four times."""
    assert len(TILES) == 1 + 2 + 3 + 4 + 5 + 6 + 7 == 7 * 4 == 28
    assert Counter(tile.digit for tile in TILES) == {digit: digit for digit in range(1, 8)}
    assert Counter(tile.colour for tile in TILES) == dict.fromkeys(Colour, 4)
    assert len(Colour) == 7


def test_the_distribution():
    """Tile by tile as the sheet lists them."""
    assert sum(ON_THE_SHEET.values()) == 28
    assert Counter((tile.digit, tile.colour.value) for tile in TILES) == ON_THE_SHEET


def test_the_fives_sixes_and_sevens():
    """The digits that come in several colours: 4 + 1, 3 + 3, 1 + 2 + 4."""
    of = {digit: [tile.colour for tile in TILES if tile.digit == digit] for digit in (5, 6, 7)}
    assert of[5] == 4 * [Colour.RED] + 1 * [Colour.BLACK]
    assert of[6] == 3 * [Colour.GREEN] + 3 * [Colour.PINK]
    assert of[7] == 1 * [Colour.PINK] + 2 * [Colour.YELLOW] + 4 * [Colour.BLUE]


def test_three_tiles_exist_once():
    """Green 1, black 5, pink 7: those of question 11."""
    single = {tile for tile, count in Counter(TILES).items() if count == 1}
    assert single == {Tile(1, Colour.GREEN), Tile(5, Colour.BLACK), Tile(7, Colour.PINK)}


def test_the_triangle():
    """Row d holds the d tiles with digit d, like ones beside each other; all rows together are the box."""
    assert [len(row) for row in TRIANGLE] == [1, 2, 3, 4, 5, 6, 7]
    for digit, row in enumerate(TRIANGLE, 1):
        assert {tile.digit for tile in row} == {digit}
        changes = sum(one != other for one, other in pairwise(row))
        assert changes == len(set(row)) - 1
    assert tuple(tile for row in TRIANGLE for tile in row) == TILES


def test_tiles_that_look_alike_are_alike():
    """A tile is its digit and colour; it cannot be changed."""
    assert Tile(4, Colour.BROWN) == Tile(4, Colour.BROWN)
    assert len({Tile(4, Colour.BROWN), Tile(4, Colour.BROWN), Tile(4, Colour.RED)}) == 2
    with pytest.raises(AttributeError):
        TILES[0].digit = 7


def test_who_can_play():
    """Two to four by the sheet, five by a later edition; the old box was for four."""
    assert list(PLAYERS) == [2, 3, 4, 5]
    assert USUAL == 4


@pytest.mark.parametrize(("players", "standing", "nobodys"), [(2, 4, 2), (3, 4, 1), (4, 4, 0), (5, 5, 0)])
def test_racks(players, standing, nobodys):
    """Three players see one more rack, two players two more: a fourth always stands. Five have five."""
    assert racks(players) == standing == players + nobodys
    assert dummies(players) == nobodys
    assert box(players)["racks"] == standing


@pytest.mark.parametrize("players", PLAYERS)
def test_the_box(players):
    """28 tiles and 23 questions whoever plays; a list and a diagram each; enough note sheets; rules once."""
    found = box(players)
    assert list(found) == ["tiles", "questions", "racks", "notes", "list", "diagram", "rules"]
    assert (found["tiles"], found["questions"], found["rules"]) == (28, 11 + 12, 1)
    assert found["list"] == found["diagram"] == players
    assert found["notes"] >= players
    assert found["racks"] * pieces.TILES_ON_A_RACK <= found["tiles"]


def test_the_old_box():
    """Four racks, four lists, four diagrams: as the sheet lists them."""
    old = box(4)
    assert [old[name] for name in ("racks", "list", "diagram")] == [4, 4, 4]
