"""Crop marks: they touch no piece, and whichever cut comes first, every other edge keeps one."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from generator.drawing.geometry import Area, Segment
from generator.layout.component import FRONT_BLEED, GUTTER
from generator.layout.paper import PAPERS, TICK, crop_marks, fit

EXACT = 1e-6
CASE = 0.3  # half the width of the white case around a mark

lengths = st.floats(30, 100)
gutters = st.integers(int(TICK * 10) + 1, 120).map(lambda n: n / 10)  # marks need white to stand in


class Line(NamedTuple):
    """A straight line: does it stand, where, and from where to where along itself."""

    stands: bool
    where: float
    first: float
    last: float


def edges(b: Area) -> list[Line]:
    """The four edges of a piece."""
    right, low = b.x + b.width, b.y + b.height
    return [
        Line(True, b.x, b.y, low), Line(True, right, b.y, low), Line(False, b.y, b.x, right), Line(False, low, b.x, right),
    ]  # fmt: skip


def lines(segments: list[Segment]) -> list[Line]:
    """Marks as lines."""
    return [
        Line(True, x1, *sorted((y1, y2))) if x1 == x2 else Line(False, y1, *sorted((x1, x2)))
        for x1, y1, x2, y2 in segments
    ]


def ends(edge: Line, marks: list[Line]) -> tuple[list[Line], list[Line]]:
    """The marks that lengthen an edge, before its first end and beyond its last."""
    inline = [m for m in marks if m.stands == edge.stands and abs(m.where - edge.where) < EXACT]
    return (
        [m for m in inline if edge.first - TICK - EXACT <= m.first and m.last < edge.first],
        [m for m in inline if edge.last < m.first and m.last <= edge.last + TICK + EXACT],
    )


def laid(width: float, height: float, gutter: float, count: int = 9) -> tuple[list[Area], list[Line]]:
    """Pieces in a grid, and their marks."""
    area = PAPERS["a4"].area
    grid = fit(width, height, area, gutter=gutter, halo=max(TICK, FRONT_BLEED), piece="card", paper="a4")
    boxes = list(grid.boxes(min(grid.capacity, count)))
    return boxes, lines(crop_marks(boxes))


@given(lengths, lengths, gutters)
def test_crop_marks_touch_no_piece_not_even_their_white_case(width: float, height: float, gutter: float) -> None:
    boxes, marks = laid(width, height, gutter)
    for m in marks:
        thick, long = (m.where - CASE, m.where + CASE), (m.first, m.last)
        (left, right), (top, low) = (thick, long) if m.stands else (long, thick)
        assert not any(left < b.x + b.width and right > b.x and top < b.y + b.height and low > b.y for b in boxes)


@given(lengths, lengths, gutters)
def test_crop_marks_reach_no_farther_than_the_halo_that_imposition_leaves_them(
    width: float, height: float, gutter: float
) -> None:
    boxes, marks = laid(width, height, gutter)
    room = PAPERS["a4"].area
    for m in marks:
        (across, along) = (room.x, room.y) if m.stands else (room.y, room.x)
        (breadth, length) = (room.width, room.height) if m.stands else (room.height, room.width)
        assert across <= m.where <= across + breadth
        assert along - EXACT <= m.first
        assert m.last <= along + length + EXACT
    assert len(marks) == 8 * len(boxes)


@given(lengths, lengths, gutters)
def test_each_edge_has_a_mark_at_both_ends(width: float, height: float, gutter: float) -> None:
    boxes, marks = laid(width, height, gutter)
    for b in boxes:
        for edge in edges(b):
            before, beyond = ends(edge, marks)
            assert before
            assert beyond


def orphans(boxes: list[Area], marks: list[Line]) -> list[tuple[Line, Line]]:
    """Every (cut, edge) where a first cut through the whole sheet leaves that edge without a mark on its paper."""
    known = {
        (i, edge): [*ends(edge, marks)[0], *ends(edge, marks)[1]] for i, b in enumerate(boxes) for edge in edges(b)
    }
    found = []
    for cut in {edge for _, edge in known}:
        for (i, edge), own in known.items():
            b = boxes[i]
            if edge.stands == cut.stands and abs(edge.where - cut.where) < EXACT:
                continue  # this edge is cut
            far = b.x + b.width if cut.stands else b.y + b.height
            before = far <= cut.where + EXACT  # the piece lies on this side of the cut

            def survives(m: Line, cut: Line = cut, before: bool = before) -> bool:
                least, most = (m.where, m.where) if m.stands == cut.stands else (m.first, m.last)
                return most <= cut.where if before else least >= cut.where

            if not any(map(survives, own)):
                found.append((cut, edge))
    return found


@given(lengths, lengths)
def test_whichever_cut_comes_first_every_other_edge_keeps_a_mark(width: float, height: float) -> None:
    boxes, marks = laid(width, height, GUTTER, 6)
    assert orphans(boxes, marks) == []


def test_marks_of_neighbours_do_not_run_into_each_other() -> None:
    """Each has half of the gutter, and reaches past the bleed of its own piece: a mark on colour alone is not seen."""
    assert 2 * TICK <= GUTTER
    assert TICK >= FRONT_BLEED


def test_marks_at_one_end_alone_would_not_survive() -> None:
    """Proves the test above: with marks at the upper left corners only, one cut takes them all."""
    boxes, marks = laid(60, 85, GUTTER, 4)
    single = [m for m in marks if any(m in ends(edge, marks)[0] for b in boxes for edge in edges(b))]
    assert single
    assert orphans(boxes, single)
