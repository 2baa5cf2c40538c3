"""Note sheets of Code 777: room for a pencil, and for what follows from it all."""

from __future__ import annotations

from itertools import pairwise

import pytest
from support.printing import printed

from generator.drawing.pen import Face, Path, Text

LEAST = 6.0  # millimetres, for a hand that writes while others talk


def faces() -> tuple[Face, Face]:
    """A sheet and the triangle that is stamped on it three times."""
    component = printed().run("notes").component
    return component.fronts[0], component.parts[0]


def lines(face: Face) -> list[tuple[float, float, float, float]]:
    return [(*item.ops[0][1], *item.ops[1][1]) for item in face.items if isinstance(item, Path) and len(item.ops) == 2]  # type: ignore[misc]


def test_cells_are_large_enough() -> None:
    sheet, triangle = faces()
    flat = sorted({y for x, y, _, end in lines(sheet) if y == end and x < 6 and y < 160})
    assert len(flat) == 24
    assert min(b - a for a, b in pairwise(flat)) >= LEAST
    upright = sorted({x for x, y, end, _ in lines(sheet) if x == end})
    assert min(b - a for a, b in pairwise(upright)) >= LEAST
    boxes = [
        item
        for item in triangle.items
        if isinstance(item, Path) and item.stroke and item.ops[0][0] == "M" and not item.fill
    ]
    assert len(boxes) == 28
    for box in boxes:
        xs, ys = ([op[1][i] for op in box.ops if op[1]] for i in (0, 1))
        assert max(xs) - min(xs) >= LEAST
        assert max(ys) - min(ys) >= LEAST


def test_there_are_lines_for_conclusions() -> None:
    sheet, _ = faces()
    (caption,) = [item for item in sheet.items if isinstance(item, Text) and item.string.startswith("What follows")]
    below = [y for x, y, end, low in lines(sheet) if y == low > caption.y and end - x > 100]
    assert len(below) >= 3


@pytest.mark.parametrize("number", [8, 9, 10, 11])
def test_questions_about_all_racks_say_that_they_are_about_what_one_sees(number: int) -> None:
    from generator.kits.code777 import KIT
    from templates import i18n, loader

    for lang, words in (("en", ("in view", "see")), ("fr", ("voyez", "visible", "voit", "vue"))):
        with i18n.speaking(lang):
            text = loader.kit("code777", KIT.shape).question[number - 1].text
        assert any(word in text for word in words), text
