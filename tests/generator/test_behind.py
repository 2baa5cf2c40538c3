"""Backs behind fronts, from first principles: points on a sheet of paper that is turned over or folded."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.drawing.geometry import Matrix, bounding_box
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face, FaceStamp
from generator.errors import DoesNotFit
from generator.layout.component import BACK_BLEED, GUTTER
from generator.layout.imposition import folded_unit
from generator.layout.paper import Grid, Paper, behind, fit, footer_goes_up

PORTRAIT, LANDSCAPE = Paper("portrait", 210, 297), Paper("landscape", 297, 210)
EXACT = 1e-6

papers = st.tuples(st.integers(1400, 5000), st.integers(1400, 5000)).map(lambda s: Paper("any", s[0] / 10, s[1] / 10))
lengths = st.integers(150, 1300).map(lambda n: n / 10)
edges = st.sampled_from(["long-edge", "short-edge"])
turns = pytest.mark.parametrize("edge", ["long-edge", "short-edge"])
both = pytest.mark.parametrize("sheet", [PORTRAIT, LANDSCAPE], ids=["portrait", "landscape"])


def at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Where a point of a piece lands on the page."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def through(sheet: Paper, edge: str, x: float, y: float) -> tuple[float, float]:
    """A needle stuck through a point of the back page: where it comes out on the front page.

    The printer turns the sheet over one of its edges and prints the back upright. Over an edge that stands, left
    becomes right; over an edge that lies, top becomes bottom. Which of them is long depends on the sheet.
    """
    stands = (edge == "long-edge") if sheet.height > sheet.width else (edge == "short-edge")
    return (sheet.width - x, y) if stands else (x, sheet.height - y)


def grid_on(sheet: Paper, width: float, height: float) -> Grid:
    try:
        return fit(width, height, sheet.area, gutter=GUTTER, halo=BACK_BLEED, piece="card", paper=sheet.name)
    except DoesNotFit:
        assume(False)
        raise


@given(papers, lengths, lengths, edges, st.data())
def test_a_needle_through_a_back_hits_the_same_place_of_its_front(
    sheet: Paper, width: float, height: float, edge: str, data: st.DataObject
) -> None:
    """A card held upright and turned like the page of a book shows its back upright: right is left, up stays up."""
    assume(sheet.width != sheet.height)
    grid = grid_on(sheet, width, height)
    front = grid.place(data.draw(st.integers(0, grid.capacity - 1)))
    back = behind(front, width, sheet, edge, (0, 0))  # type: ignore[arg-type]
    for u, v in ((0, 0), (width, 0), (0, height), (width / 3, height / 5)):
        assert through(sheet, edge, *at(back, width - u, v)) == pytest.approx(at(front, u, v), abs=EXACT)


@turns
@both
@pytest.mark.parametrize("size", [(30, 42), (60, 85), (42, 30)], ids=str)
def test_the_rectangles_of_back_and_front_are_one_hole_in_the_sheet(
    sheet: Paper, edge: str, size: tuple[float, float]
) -> None:
    grid = grid_on(sheet, *size)
    for front in map(grid.place, range(grid.capacity)):
        back = bounding_box(behind(front, size[0], sheet, edge, (0, 0)), *size)  # type: ignore[arg-type]
        corners = [
            through(sheet, edge, x, y) for x in (back.x, back.x + back.width) for y in (back.y, back.y + back.height)
        ]
        hole = bounding_box(front, *size)
        assert (min(x for x, _ in corners), min(y for _, y in corners)) == pytest.approx((hole.x, hole.y))
        assert (max(x for x, _ in corners), max(y for _, y in corners)) == pytest.approx(
            (hole.x + hole.width, hole.y + hole.height)
        )


def test_both_edges_and_both_kinds_of_sheet_meet_turned_and_upright_grids() -> None:
    """The test above would be worth less if no piece lay on its side."""
    kinds = {grid_on(sheet, *size).turned for sheet in (PORTRAIT, LANDSCAPE) for size in ((30, 42), (60, 85), (42, 30))}
    assert kinds == {True, False}


@given(papers, edges, st.floats(-10, 10), st.floats(-10, 10))
def test_the_back_offset_moves_a_back_by_exactly_that(sheet: Paper, edge: str, x: float, y: float) -> None:
    front = grid_on(sheet, 30, 42).place(0)
    plain = behind(front, 30, sheet, edge, (0, 0))  # type: ignore[arg-type]
    moved = behind(front, 30, sheet, edge, (x, y))  # type: ignore[arg-type]
    assert moved[:4] == plain[:4]
    assert (moved[4] - plain[4], moved[5] - plain[5]) == pytest.approx((x, y), abs=EXACT)


@turns
@both
def test_the_footer_of_a_back_lies_behind_that_of_the_front(sheet: Paper, edge: str) -> None:
    """Else the pieces of one side would lie under the footer of the other."""
    _, y = through(sheet, edge, 0, sheet.footer.y)
    assert footer_goes_up(sheet, edge) == (y < sheet.height / 2)  # type: ignore[arg-type]
    assert not footer_goes_up(sheet, "single")
    assert not footer_goes_up(sheet, "fold")


@pytest.mark.parametrize("beside", [True, False])
def test_a_folded_unit_brings_the_back_behind_the_front(beside: bool) -> None:
    """Fold the back's half away from you: each point of it must lie behind the right one of the front."""
    width, height = 30.0, 42.0
    front, back = (Face(name, width, height, (), (2, 2, 2, 2)) for name in ("front", "back"))
    whole, *halves = folded_unit(front, back, beside, InkPalette(), 2)
    stamps = {i.face.partition(".")[0]: i for i in whole.items if isinstance(i, FaceStamp)}
    assert {half.name for half in halves} == {stamp.face for stamp in stamps.values()}
    for u, v in ((0, 0), (width, 0), (0, height), (7, 11)):
        x, y = at(stamps["back"].matrix, width - u, v)
        x, y = (2 * width - x, y) if beside else (x, 2 * height - y)  # folded over the middle
        assert (x, y) == pytest.approx(at(stamps["front"].matrix, u, v))


@pytest.mark.parametrize("beside", [True, False])
def test_no_bleed_crosses_the_fold(beside: bool) -> None:
    """Colour of the front beyond the fold would show on the back."""
    front, back = (Face(name, 30, 42, (), (2, 2, 2, 2)) for name in ("front", "back"))
    whole, *halves = folded_unit(front, back, beside, InkPalette(), 2)
    fold = 30 if beside else 42
    for half in halves:
        (stamp,) = (i for i in whole.items if isinstance(i, FaceStamp) and i.face == half.name)
        left, top, right, low = half.bleed
        near, far = at(stamp.matrix, -left, -top), at(stamp.matrix, 30 + right, 42 + low)
        low_end, high_end = sorted((near[not beside], far[not beside]))
        assert high_end <= fold + EXACT or low_end >= fold - EXACT
        assert sorted(half.bleed) == [0, 2, 2, 2]
