"""A board on tiles: nothing lost, nothing outside the paper, the same letters at both sides of a joint."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.drawing.geometry import Area
from generator.drawing.pen import FaceStamp, Pen, Text
from generator.errors import DoesNotFit
from generator.layout.paper import PAPERS, TICK, Paper
from generator.layout.print_settings import PrintSettings
from generator.layout.tiling import BAND, OVERLAP, Tiling, cells, corner, fits_one_sheet, letters, sheets, tiling

lengths = st.integers(600, 12000).map(lambda n: n / 10)
papers = st.sampled_from([*PAPERS.values()]) | st.builds(
    Paper, st.just("own"), st.integers(140, 900), st.integers(140, 900)
)


def rooms(plan: Tiling, paper: Paper) -> tuple[float, float]:
    """What a sheet leaves, as the board lies on it."""
    return (paper.area.height, paper.area.width) if plan.turned else (paper.area.width, paper.area.height)


@pytest.mark.parametrize(
    ("size", "paper", "count"),
    [
        ((496, 372), "a4", 4),
        ((496, 372), "letter", 4),
        ((496, 372), "a3", 2),
        ((496, 372), "a2", 1),
        ((372, 279), "a3", 1),
        ((100, 100), "a4", 1),
        ((194, 273), "a4", 1),
        ((195, 273), "a4", 2),
        ((273, 194), "a4", 1),
    ],
)
def test_as_few_sheets_as_can_be(size: tuple[float, float], paper: str, count: int) -> None:
    plan = tiling(size, PAPERS[paper], "Board")
    assert plan.sheets == len(list(plan.tiles())) == count
    assert fits_one_sheet(size, PAPERS[paper]) == (count == 1)


@given(lengths, lengths, papers)
def test_the_parts_make_up_the_board(wide: float, high: float, paper: Paper) -> None:
    """Row by row they touch, without a gap and without meeting."""
    plan = tiling((wide, high), paper, "Board")
    tiles = list(plan.tiles())
    assert sum(t.part.width * t.part.height for t in tiles) == pytest.approx(wide * high, rel=1e-4)
    for tile in tiles:
        assert tile.left == (tile.part.x > 0)
        assert tile.above == (tile.part.y > 0)
        assert tile.right == (tile.part.x + tile.part.width < wide - 0.01)
        assert tile.below == (tile.part.y + tile.part.height < high - 0.01)
        for place in (tile.part.x, tile.part.y):
            assert round(place * 10) == pytest.approx(place * 10), "whole tenths of a millimetre"


@given(lengths, lengths, papers)
def test_a_tile_its_overlap_and_its_marks_stay_on_the_paper(wide: float, high: float, paper: Paper) -> None:
    plan = tiling((wide, high), paper, "Board")
    across, down = rooms(plan, paper)
    for tile in plan.tiles():
        x, y = corner(tile, across, down)
        assert x >= (BAND if tile.left else TICK) - 0.11
        assert y >= (BAND if tile.above else TICK) - 0.11
        assert x + tile.part.width + (OVERLAP if tile.right else TICK) <= across + 0.11
        assert y + tile.part.height + (OVERLAP if tile.below else TICK) <= down + 0.11
        assert x + tile.printed.width <= across + 0.11


@given(lengths, lengths, papers)
def test_each_joint_has_a_letter_of_its_own_on_both_sides(wide: float, high: float, paper: Paper) -> None:
    plan = tiling((wide, high), paper, "Board")
    tiles = {(t.column, t.row): t for t in plan.tiles()}
    used = Counter(letter for tile in tiles.values() for letter in plan.joints(tile).values())
    assert set(used.values()) <= {2}
    for (column, row), tile in tiles.items():
        found = plan.joints(tile)
        assert set(found) == {side for side in ("left", "right", "above", "below") if getattr(tile, side)}
        if tile.right:
            assert found["right"] == plan.joints(tiles[column + 1, row])["left"]
        if tile.below:
            assert found["below"] == plan.joints(tiles[column, row + 1])["above"]


def test_letters_go_on_after_z() -> None:
    assert [letters(n) for n in (0, 25, 26, 27, 51, 52)] == ["A", "Z", "AA", "AB", "AZ", "BA"]


def test_even_parts_where_they_fit_and_nothing_where_there_is_no_room() -> None:
    assert cells(370, 200) == (0, 185, 370)
    assert cells(379, 200) == (0, 187, 379)
    assert cells(379.2, 200) != cells(379, 200)
    assert cells(100, 40) is None
    with pytest.raises(DoesNotFit, match="Board"):
        tiling((300, 300), Paper("tiny", 50, 50), "Board")


@pytest.mark.parametrize("marks", ["crop", "lines", "none"])
@pytest.mark.parametrize("paper", ["a4", "a2"])
def test_the_pages_stamp_the_board_and_letter_the_joints(paper: str, marks: str) -> None:
    pen = Pen()
    pen.rect(0, 0, 496, 372, fill="#cccccc")
    board = pen.face("board", 496, 372)
    settings = PrintSettings(paper=PAPERS[paper], marks=marks)
    plan = tiling((496, 372), settings.paper, "Board")
    pages, parts = sheets(board, plan, settings, "#12606b")
    faces = {face.name: face for face in (*pages, *parts)}
    area: Area = settings.paper.area
    assert [(page.width, page.height) for page in pages] == [(area.width, area.height)] * plan.sheets
    stamped = [i.face for face in faces.values() for i in face.items if isinstance(i, FaceStamp)]
    assert stamped.count("board") == plan.sheets
    assert set(stamped) <= set(faces)
    shown = Counter(i.string for face in faces.values() for i in face.items if isinstance(i, Text))
    assert shown == ({} if paper == "a2" else dict.fromkeys("ABCD", 4)), "twice on either side of each joint"
