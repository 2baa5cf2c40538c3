"""How many pieces fit and where they lie: arithmetic alone, no PDF.

Hypothesis draws whole hundredths of a millimetre, so that the tests can count in integers without rounding.
"""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from generator.drawing.geometry import Area
from generator.errors import BadValue, DoesNotFit, Unknown
from generator.layout.paper import PAPERS, SAFE, Grid, Paper, crop_marks, cut_lines, fit, paper

HAIR = 0.002  # mm: less than any printer or eye can tell


def hundredths(least: float, most: float) -> st.SearchStrategy[int]:
    return st.integers(round(least * 100), round(most * 100))


class Case(tuple):
    """Area, piece, gutter and halo, all in hundredths of a millimetre."""

    def grid(self) -> Grid:
        x, y, across, down, width, height, gutter, halo = (n / 100 for n in self)
        return fit(width, height, Area(x, y, across, down), gutter=gutter, halo=halo, piece="card", paper="sheet")


cases = st.tuples(
    hundredths(0, 20), hundredths(0, 20), hundredths(100, 450), hundredths(100, 450),
    hundredths(15, 300), hundredths(15, 300), hundredths(0, 12), hundredths(0, 6),
).map(Case)  # fmt: skip


def most(room: int, length: int, gutter: int, halo: int) -> int:
    """Counts by laying one piece after the other."""
    n, used = 0, 2 * halo
    while used + length <= room:
        n, used = n + 1, used + length + gutter
    return n


def expected(case: Case) -> tuple[tuple[int, int], tuple[int, int]]:
    """Columns and rows upright, then turned."""
    _, _, across, down, width, height, gutter, halo = case
    return (
        (most(across, width, gutter, halo), most(down, height, gutter, halo)),
        (most(across, height, gutter, halo), most(down, width, gutter, halo)),
    )


def laid(case: Case) -> Grid:
    """The grid of a case in which something fits."""
    assume(any(columns * rows for columns, rows in expected(case)))
    return case.grid()


@given(cases)
@example(Case((500, 500, 10000, 10000, 9590, 9590, 0, 205)))  # fits to the hair, with a halo between two tenths
def test_every_piece_lies_inside_the_area_with_its_halo(case: Case) -> None:
    grid = laid(case)
    x, y, across, down, *_, halo = (n / 100 for n in case)
    for box in grid.boxes(grid.capacity):
        assert box.x - halo >= x - HAIR
        assert box.y - halo >= y - HAIR
        assert box.x + box.width + halo <= x + across + HAIR
        assert box.y + box.height + halo <= y + down + HAIR


@given(cases)
def test_pieces_never_overlap_and_keep_the_gutter(case: Case) -> None:
    grid = laid(case)
    boxes = list(grid.boxes(min(grid.capacity, 30)))
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            beside = max(a.x - (b.x + b.width), b.x - (a.x + a.width))
            below = max(a.y - (b.y + b.height), b.y - (a.y + a.height))
            assert max(beside, below) >= grid.gutter - HAIR


@given(cases)
def test_as_many_as_can_fit_turned_only_when_strictly_more_do(case: Case) -> None:
    grid = laid(case)
    upright, lying = expected(case)
    turned = lying[0] * lying[1] > upright[0] * upright[1]
    assert grid.turned == turned
    assert (grid.columns, grid.rows) == (lying if turned else upright)
    assert grid.capacity == max(upright[0] * upright[1], lying[0] * lying[1])


@given(cases)
def test_one_more_row_or_column_would_leave_the_area(case: Case) -> None:
    grid = laid(case)
    _, _, across, down, *_, halo = (n / 100 for n in case)
    wide, high = grid.cell
    assert (grid.columns + 1) * wide + grid.columns * grid.gutter + 2 * halo > across + HAIR
    assert (grid.rows + 1) * high + grid.rows * grid.gutter + 2 * halo > down + HAIR


@given(cases)
def test_centred_to_a_tenth_of_a_millimetre(case: Case) -> None:
    grid = laid(case)
    x, y, across, down, *_ = (n / 100 for n in case)
    first, *_, last = [*grid.boxes(1), *grid.boxes(grid.capacity)]
    left, right = first.x - x, x + across - (last.x + last.width)
    top, low = first.y - y, y + down - (last.y + last.height)
    assert abs(left - right) <= 0.2 + HAIR  # a tenth off the middle
    assert abs(top - low) <= 0.2 + HAIR


@given(cases, st.data())
def test_a_partly_filled_page_keeps_the_places_of_the_full_one(case: Case, data: st.DataObject) -> None:
    grid = laid(case)
    count = data.draw(st.integers(0, grid.capacity))
    assert list(grid.boxes(count)) == list(grid.boxes(grid.capacity))[:count]


@given(cases)
def test_pieces_go_left_to_right_then_down_in_their_own_size(case: Case) -> None:
    grid = laid(case)
    boxes = list(grid.boxes(grid.capacity))
    assert boxes == sorted(boxes, key=lambda b: (round(b.y, 2), b.x))
    assert sorted(grid.cell) == sorted((grid.width, grid.height))
    assert {(round(b.width, 3), round(b.height, 3)) for b in boxes} == {grid.cell}


@given(cases, st.data())
def test_cuts_are_the_different_straight_lines_along_edges(case: Case, data: st.DataObject) -> None:
    grid = laid(case)
    count = data.draw(st.integers(1, grid.capacity))
    boxes = list(grid.boxes(count))
    upright = {round(x, 3) for b in boxes for x in (b.x, b.x + b.width)}
    level = {round(y, 3) for b in boxes for y in (b.y, b.y + b.height)}
    assert grid.cuts(count) == len(upright) + len(level)
    assert grid.cuts(0) == 0


@given(cases)
def test_cut_lines_hold_every_edge_and_none_twice(case: Case) -> None:
    grid = laid(case)
    boxes = list(grid.boxes(min(grid.capacity, 40)))
    lines = [tuple(round(v, 2) for v in line) for line in cut_lines(boxes)]
    assert len(lines) == len(set(lines))
    assert not {(c, d, a, b) for a, b, c, d in lines} & set(lines)
    for b in boxes:
        right, low = b.x + b.width, b.y + b.height
        edges = (b.x, b.y, right, b.y), (b.x, low, right, low), (b.x, b.y, b.x, low), (right, b.y, right, low)
        assert all(tuple(round(v, 2) for v in edge) in lines for edge in edges)


@given(cases, hundredths(0.01, 100), st.booleans())
def test_what_is_too_large_is_refused_with_size_and_paper(case: Case, more: int, wide: bool) -> None:
    x, y, across, down, width, height, gutter, halo = case
    longest = max(across, down) - 2 * halo + more
    case = Case((x, y, across, down, *((longest, height) if wide else (width, longest)), gutter, halo))
    with pytest.raises(DoesNotFit) as refusal:
        case.grid()
    width, height = case[4] / 100, case[5] / 100
    assert f"{width:g} × {height:g} mm" in str(refusal.value)
    assert "card" in str(refusal.value)
    assert "sheet" in str(refusal.value)


def test_a_halo_larger_than_the_paper_leaves_no_negative_room() -> None:
    with pytest.raises(DoesNotFit) as refusal:
        fit(10, 10, Area(0, 0, 20, 100), gutter=0, halo=15, piece="card", paper="sheet")
    assert refusal.value.room == (0, 70)


@pytest.mark.parametrize("known", PAPERS.values(), ids=PAPERS)
def test_pieces_and_footer_share_the_paper_inside_the_safe_margin(known: Paper) -> None:
    area, footer = known.area, known.footer
    assert area.x == area.y == footer.x == SAFE == 5
    assert area.y + area.height == pytest.approx(footer.y)
    assert footer.y + footer.height == pytest.approx(known.height - SAFE)
    assert area.width == footer.width == known.width - 2 * SAFE


@pytest.mark.parametrize(
    ("text", "name", "size"),
    [
        ("a4", "a4", (210, 297)),
        (" A4 ", "a4", (210, 297)),
        ("Letter", "letter", (215.9, 279.4)),
        ("a3", "a3", (297, 420)),
        ("LEGAL", "legal", (215.9, 355.6)),
        ("210x297mm", "210x297mm", (210, 297)),
        ("297x210", "297x210mm", (297, 210)),
        ("210 × 297 mm", "210x297mm", (210, 297)),
        ("148.5X210.25MM", "148.5x210.2mm", (148.5, 210.2)),
        ("8.5x11in", "215.9x279.4mm", (215.9, 279.4)),
        ("140x1300mm", "140x1300mm", (140, 1300)),
    ],
)
def test_paper_is_read_as_people_write_it(text: str, name: str, size: tuple[float, float]) -> None:
    found = paper(text)
    assert (found.name, (found.width, found.height)) == (name, size)


@pytest.mark.parametrize(
    "text", ["", "a44", "x", "210", "210x", "x297mm", "-210x297", "1.2.3x297", ".x.", "210x297cm", "1e3x200", "A4x2"]
)
def test_garbage_is_no_paper_and_never_becomes_one(text: str) -> None:
    with pytest.raises(Unknown) as refusal:
        paper(text)
    assert f"“{text}”" in str(refusal.value)
    assert "a4, letter (8.5x11in), a3, a2, legal (8.5x14in), a5, a1, a0, WxHmm, WxHin" in str(refusal.value)


@pytest.mark.parametrize("text", ["139.9x297mm", "210x139mm", "1300.1x200mm", "0x0", "9" * 400 + "x200"])
def test_paper_too_small_or_too_large_is_refused_with_the_bounds(text: str) -> None:
    with pytest.raises(BadValue) as refusal:
        paper(text)
    assert "--paper" in str(refusal.value)
    assert "140 × 140 to 1300 × 1300 mm" in str(refusal.value)


def test_whole_blocks_if_one_fits() -> None:
    """Ten columns and five rows at a time, centred; a smaller sheet takes what it can."""
    room = Area(0, 0, 200, 270)
    grid = fit(19, 19, room, gutter=0, halo=3, piece="pawns", paper="A4", block=(10, 5))
    assert (grid.columns, grid.rows) == (10, 10)
    assert (grid.x, grid.y) == (5, 40)
    loose = fit(19, 19, room, gutter=0, halo=3, piece="pawns", paper="A4")
    assert (loose.columns, loose.rows) == (10, 13)
    small = fit(19, 19, Area(0, 0, 100, 80), gutter=0, halo=3, piece="pawns", paper="A7", block=(10, 5))
    assert (small.columns, small.rows) == (4, 3)


def test_marks_of_pieces_that_touch_are_drawn_once_and_lie_on_their_edges() -> None:
    grid = fit(20, 20, Area(0, 0, 100, 100), gutter=0, halo=3, piece="pawns", paper="x", block=(2, 2))
    boxes = list(grid.boxes(grid.capacity))
    segments = crop_marks(boxes)
    assert len(segments) == len(set(segments)) < 8 * len(boxes)
    edges = {b.x for b in boxes} | {b.x + b.width for b in boxes}
    heights = {b.y for b in boxes} | {b.y + b.height for b in boxes}
    assert all((x1 == x2 and x1 in edges) or (y1 == y2 and y1 in heights) for x1, y1, x2, y2 in segments)
