"""The scale behind the first page: what it shows is what --back-offset wants."""

from __future__ import annotations

import pytest

from generator.drawing.palette import InkPalette
from generator.drawing.pen import Path
from generator.kits.code777.spec import KitSpec
from generator.kits.common.kit_context import KitContext
from generator.order.request import requests
from generator.press.alignment import cross, scale, spot
from templates.loader import kit

PAPERS = ["a4", "letter", "297x210mm"]


def context(**options: str) -> KitContext:
    (order,) = requests(["code777"], **options)
    return KitContext(order, InkPalette(), {}, kit("code777", KitSpec))


def zero(made: KitContext) -> tuple[float, float]:
    """Where the zero of the scale is on its page: the middle of its longest row of ticks."""
    paths = [item for item in scale(made).items if isinstance(item, Path)]
    xs = [op[1][0] for path in paths for op in path.ops]
    ys = [op[1][1] for path in paths for op in path.ops]
    area = made.order.paper.area
    return area.x + (min(xs) + max(xs)) / 2, area.y + (min(ys) + max(ys)) / 2


def seen_from_behind(point: tuple[float, float], made: KitContext) -> tuple[float, float]:
    """A point of the front, through the paper, once the printer has turned the sheet over."""
    paper, (x, y) = made.order.paper, point
    over_long = made.order.sides == "long-edge"
    sideways = over_long == (paper.height >= paper.width)
    return (paper.width - x, y) if sideways else (x, paper.height - y)


@pytest.mark.parametrize("sides", ["long-edge", "short-edge"])
@pytest.mark.parametrize("paper", PAPERS)
def test_a_true_printer_reads_zero(paper: str, sides: str) -> None:
    made = context(paper_=paper, sides=sides)
    assert zero(made) == pytest.approx(seen_from_behind(spot(made), made))


@pytest.mark.parametrize("sides", ["long-edge", "short-edge"])
@pytest.mark.parametrize("paper", PAPERS)
def test_what_is_read_is_what_to_give(paper: str, sides: str) -> None:
    """A printer that lays backs 2 mm left and 1.5 mm low reads +2, −1.5; given those, it reads zero."""
    error = (-2.0, 1.5)
    made = context(paper_=paper, sides=sides)
    shines = seen_from_behind(spot(made), made)
    printed = tuple(z + e for z, e in zip(zero(made), error, strict=True))
    read = tuple(s - p for s, p in zip(shines, printed, strict=True))
    assert read == pytest.approx((2.0, -1.5))
    mended = context(paper_=paper, sides=sides, back_offset=f"{read[0]:.1f},{read[1]:.1f}")
    printed = tuple(z + e for z, e in zip(zero(mended), error, strict=True))
    assert printed == pytest.approx(shines)


def test_the_cross_is_drawn_where_the_scale_expects_it() -> None:
    made = context(sides="long-edge")
    area, (x, y) = made.order.paper.area, spot(made)
    horizontal = next(item for item in cross(made) if isinstance(item, Path))
    (x1, y1), (x2, y2) = (op[1] for op in horizontal.ops)
    assert ((x1 + x2) / 2 + area.x, (y1 + y2) / 2 + area.y) == pytest.approx((x, y))
