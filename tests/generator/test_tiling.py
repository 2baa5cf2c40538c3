"""A board on tiles: nothing lost, nothing outside the paper, the same letters at both sides of a joint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.drawing.geometry import Area
from generator.drawing.pen import FaceStamp, Pen, Text
from generator.errors import DoesNotFit
from generator.layout import tiling as module
from generator.layout.paper import PAPERS, TICK, Paper
from generator.layout.print_settings import PrintSettings
from generator.layout.tiling import (
    BAND,
    LEAST,
    NARROWER,
    OVERLAP,
    WHOLE,
    Tiling,
    cells,
    corner,
    fits_one_sheet,
    letters,
    sheets,
    tiling,
)

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
    assert_on_the_paper(tiling((wide, high), paper, "Board"), paper)


def assert_on_the_paper(plan: Tiling, paper: Paper) -> None:
    across, down = rooms(plan, paper)
    for tile in plan.tiles():
        x, y = corner(tile, across, down)
        assert x >= (BAND if tile.left else TICK) - 0.11
        assert y >= (BAND if tile.above else TICK) - 0.11
        assert x + tile.part.width + (plan.overlap if tile.right else TICK) <= across + 0.11
        assert y + tile.part.height + (plan.overlap if tile.below else TICK) <= down + 0.11
        assert x + tile.printed.width <= across + 0.11


@given(st.data(), lengths, lengths, papers, st.sampled_from(NARROWER))
def test_what_is_spared_moves_joints_and_nothing_leaves_the_paper(
    data: st.DataObject, wide: float, high: float, paper: Paper, overlap: float
) -> None:
    """Whatever stands where joints would run, and however little is glued: as many sheets, and no tile too small."""
    plain = tiling((wide, high), paper, "Board")
    near = [st.sampled_from(side).flatmap(around) for side in (plain.columns, plain.rows)]
    some = st.tuples(st.builds(Area, *near, st.integers(1, 60), st.integers(1, 60)), st.sampled_from([1, 30, WHOLE]))
    spared = data.draw(st.lists(some, min_size=1, max_size=8))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "NARROWER", (overlap,))
        plan = tiling((wide, high), paper, "Board", spared)
    assert (plan.sheets, plan.overlap) == (plain.sheets, overlap)
    assert_on_the_paper(plan, paper)
    for places, length in ((plan.columns, wide), (plan.rows, high)):
        assert (places[0], places[-1]) == (0, length)
        assert all(after - before >= min(LEAST, length) - 0.11 for before, after in pairwise(places))


def around(place: float) -> st.SearchStrategy[float]:
    """Somewhere near a joint, where it is in the way."""
    return st.integers(-400, 100).map(lambda tenths: place + tenths / 10)


def spoilt(plan: Tiling, spared: Sequence[tuple[Area, int]]) -> int:
    """How often a joint runs through what must stay whole."""
    whole = [area for area, weight in spared if weight == WHOLE]
    across = sum(area.x < place < area.x + area.width for place in plan.columns[1:-1] for area in whole)
    return across + sum(area.y < place < area.y + area.height for place in plan.rows[1:-1] for area in whole)


@pytest.mark.parametrize(("end", "overlap"), [(186.5, 10), (188.5, 8), (190.5, 6), (191.5, 10)])
def test_less_is_glued_where_that_spares_something_and_only_there(end: float, overlap: float) -> None:
    """Two sheets of A4 side by side leave the joint one millimetre, three or five; what none of them spares costs no glue."""
    spared = [(Area(180, 50, end - 180, 20), WHOLE)]
    plan = tiling((378, 273), PAPERS["a4"], "Board", spared)
    assert (plan.sheets, plan.turned, plan.overlap) == (2, False, overlap)
    assert spoilt(plan, spared) == (end > 191)
    assert_on_the_paper(plan, PAPERS["a4"])


@pytest.mark.parametrize(("start", "end", "joints"), [(183.5, 188, (183.5, 368.5)), (366, 371.5, (186.5, 371.5))])
def test_joints_give_way_one_after_the_other_from_either_end(
    start: float, end: float, joints: tuple[float, float]
) -> None:
    """Three sheets side by side: where one joint gives way, the next one goes with it, or the one before."""
    spared = [(Area(start, 50, end - start, 20), WHOLE)]
    plan = tiling((560, 273), PAPERS["a4"], "Board", spared)
    assert (plan.sheets, plan.overlap, spoilt(plan, spared)) == (3, OVERLAP, 0)
    assert plan.columns[1:-1] == joints
    assert_on_the_paper(plan, PAPERS["a4"])


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
