"""Drawings as values: what is placed elsewhere, what the listing shows, what never reaches paper."""

from __future__ import annotations

import pytest
from support.rasters import drawn, ink_box

from generator.drawing.fonts import SANS, SERIF
from generator.drawing.geometry import IDENTITY, Area, Matrix, after, bounding_box, shift
from generator.drawing.pen import Face, FaceStamp, Path, Pen, Text, ellipse, listing, placed, rectangle
from generator.layout.paper import Paper
from generator.press.pdf_writer import pdf_matrix

SQUARE = Paper("square", 100, 100)
HALF_TURN = (-1, 0, 0, -1, 100, 100)


def test_type_under_seven_points_never_reaches_paper() -> None:
    with pytest.raises(ValueError, match=r"6\.9 pt is too small to read: “hidden”"):
        drawn(SQUARE, [Text(10, 10, "hidden", SANS, 6.9, "#000000")])
    assert ink_box(drawn(SQUARE, [Text(10, 10, "seen", SANS, 7, "#000000")]))


def test_type_under_seven_points_is_found_within_a_face_too() -> None:
    face = Face("face", 10, 10, (Text(1, 5, "hidden", SANS, 5, "#000000"),))
    with pytest.raises(ValueError, match="too small"):
        drawn(SQUARE, [FaceStamp("face", IDENTITY)], [face])


@pytest.mark.parametrize(
    ("matrix", "expected"),
    [
        (shift(10, 20), (100 + 10, 200 + 20, 100 + 60, 200 + 40)),  # 1 mm and 2 mm from the corner, 5 × 2 mm
        ((0, -1, 1, 0, 30, 60), (320, 540, 340, 590)),  # turned to the left: what was right is up
        ((-1, 0, 0, -1, 60, 60), (540, 560, 590, 580)),
    ],
)
def test_a_stamped_face_lies_where_its_matrix_says(matrix: tuple, expected: tuple) -> None:
    face = Face("face", 20, 8, (Path(rectangle(1, 2, 5, 2), fill="#000000"),))
    assert ink_box(drawn(SQUARE, [FaceStamp("face", matrix)], [face])) == pytest.approx(expected, abs=1)
    assert pdf_matrix(IDENTITY, 100, 100)[:4] == (1, 0, 0, 1)


def test_a_face_is_cut_off_beyond_its_bleed() -> None:
    face = Face("face", 20, 20, (Path(rectangle(-9, -9, 38, 38), fill="#000000"),), (1, 2, 3, 4))
    assert ink_box(drawn(SQUARE, [FaceStamp("face", shift(40, 40))], [face])) == pytest.approx(
        (390, 380, 630, 640), abs=1
    )
    cropped = face.cropped(2)
    assert cropped.bleed == (1, 2, 0, 4)
    assert cropped.name != face.name


@pytest.mark.parametrize(
    ("anchor", "left", "right"), [("start", 500, None), ("end", None, 500), ("middle", None, None)]
)
def test_type_hangs_by_its_anchor(anchor: str, left: int | None, right: int | None) -> None:
    found = ink_box(drawn(SQUARE, [Text(50, 50, "HHHH", SERIF, 20, "#000000", anchor)]))
    assert found
    if left is None and right is None:
        assert (found[0] + found[2]) / 2 == pytest.approx(500, abs=3)
    assert left is None or found[0] == pytest.approx(left, abs=5)
    assert right is None or found[2] == pytest.approx(right, abs=5)
    assert found[3] == pytest.approx(500, abs=2)


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_a_drawing_on_its_head_is_the_drawing_turned_by_half(anchor: str) -> None:
    items = [Text(30, 40, "Fög", SERIF, 24, "#000000", anchor), Path(ellipse(60, 20, 5, 3), fill="#000000")]
    straight = drawn(SQUARE, items)
    turned = drawn(SQUARE, placed(items, HALF_TURN))
    assert ink_box(turned.rotate(180)) == pytest.approx(ink_box(straight), abs=1)
    back, forth = Face("", 1, 1, tuple(items)), Face("", 1, 1, tuple(placed(placed(items, HALF_TURN), HALF_TURN)))
    assert listing(back) == listing(forth)


@pytest.mark.parametrize(
    ("matrix", "turn", "where"),
    [
        ((1, 0, 0, 1, 5, 6), 0, (7, 9)),
        ((0, 1, -1, 0, 5, 6), 90, (2, 8)),
        ((-1, 0, 0, -1, 5, 6), 180, (3, 3)),
        ((0, -1, 1, 0, 5, 6), 270, (8, 4)),
    ],
)
def test_type_turns_with_its_drawing(matrix: Matrix, turn: int, where: tuple[float, float]) -> None:
    """By quarters, clockwise: the side of a box reads up, the back of a rack stands on its head."""
    (moved,) = placed([Text(2, 3, "x", SANS, 10, "#000000")], matrix)
    assert isinstance(moved, Text)
    assert (moved.turn, (moved.x, moved.y)) == (turn, where)
    (again,) = placed([moved], matrix)
    assert isinstance(again, Text)
    assert again.turn == 2 * turn % 360


def test_first_the_one_then_the_other() -> None:
    turn = (0, 1, -1, 0, 0, 0)
    assert bounding_box(after(shift(10, 0), turn), 4, 2) == Area(8, 0, 2, 4)
    assert bounding_box(after(turn, shift(10, 0)), 4, 2) == Area(-2, 10, 2, 4)


def test_empty_type_is_not_drawn() -> None:
    pen = Pen()
    pen.text(0, 0, "", SANS, 10, "#000000")
    assert pen.items == []


def test_the_listing_shows_every_kind_of_item() -> None:
    pen = Pen()
    pen.rect(0, 0, 2, 1.005, fill="#ff0000", stroke="#000000", width=0.3, dash=(1, 2))
    pen.text(1, -0.001, "a “b”", SANS, 10, "#000000", "end", turn=180)
    pen.put(FaceStamp("other", shift(3, 4)))
    assert listing(pen.face("mine", 20, 30, bleed=2)) == (
        "face mine 20 30 bleed 2 2 2 2\n"
        "  path fill #ff0000 stroke #000000/0.3 dash 1 2 M0 0 L2 0 L2 1 L0 1 Z\n"
        "  text 1 0 end turn 180 sans 10 #000000 “a “b””\n"
        "  stamp other 1 0 0 1 3 4\n"
    )


@pytest.mark.parametrize("radius", [0, 2])
def test_a_rectangle_is_as_large_as_said(radius: float) -> None:
    found = ink_box(drawn(SQUARE, [Path(rectangle(10, 20, 30, 40, radius), fill="#000000")]))
    assert found == pytest.approx((100, 200, 400, 600), abs=1)
