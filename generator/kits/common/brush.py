"""A brush for pictures on the map, and what most pictures have: trees and mountains."""

from __future__ import annotations

from collections.abc import Sequence

from generator.drawing.geometry import Area
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Op, Path, Pen, Point, ellipse, polygon, printable_width, rectangle

WOOD, STONE, SNOW, ROOF, WATER = "#4f7f3f", "#a98356", "#6f87a3", "#9b4a35", "#3f86a8"
LILAC, GOLD, DARK = "#7d5aa0", "#c99a2b", "#55483a"


class Brush:
    """Draws in the units of a picture, somewhere on paper. Shapes are tints with a fine edge, so that roads stand out."""

    def __init__(self, pen: Pen, palette: InkPalette, area: Area, size: tuple[float, float]) -> None:
        self.pen, self.palette = pen, palette
        self.scale = min(area.width / size[0], area.height / size[1])
        self.x = area.x + (area.width - size[0] * self.scale) / 2
        self.y = area.y + area.height - size[1] * self.scale  # it stands on the ground

    def shape(self, ops: Sequence[Op], colour: str, share: float = 0.5) -> None:
        """A tinted shape."""
        made = Path(tuple(ops), self.palette.tint(colour, share), self.palette.line(colour), 0.22)
        self.pen.put(made.moved((self.scale, 0, 0, self.scale, self.x, self.y)))

    def solid(self, ops: Sequence[Op], colour: str) -> None:
        """A small dark shape: windows, doors."""
        made = Path(tuple(ops), self.palette.line(colour))
        self.pen.put(made.moved((self.scale, 0, 0, self.scale, self.x, self.y)))

    def stroke(self, colour: str, width: float, *points: Point) -> None:
        """A line through points."""
        ops = (("M", points[0]), *(("L", point) for point in points[1:]))
        made = Path(ops, None, self.palette.line(colour), printable_width(width * self.scale))
        self.pen.put(made.moved((self.scale, 0, 0, self.scale, self.x, self.y)))


def fir(b: Brush, x: float, low: float, h: float) -> None:
    """A fir, its foot at x."""
    w = h * 0.3
    b.solid(rectangle(x - 0.03 * h, low - 0.16 * h, 0.06 * h, 0.16 * h), DARK)
    b.shape(polygon(((x, low - h), (x + w * 0.6, low - 0.56 * h), (x + w * 0.34, low - 0.56 * h), (x + w, low - 0.13 * h),
                     (x - w, low - 0.13 * h), (x - w * 0.34, low - 0.56 * h), (x - w * 0.6, low - 0.56 * h))), WOOD, 0.7)  # fmt: skip


def tree(b: Brush, x: float, low: float, h: float) -> None:
    """A round tree."""
    b.solid(rectangle(x - 0.035 * h, low - 0.4 * h, 0.07 * h, 0.4 * h), DARK)
    b.shape(ellipse(x, low - 0.66 * h, 0.3 * h, 0.34 * h), WOOD, 0.55)


def poplar(b: Brush, x: float, low: float, h: float) -> None:
    """A tall tree, as along every road of the time."""
    b.solid(rectangle(x - 0.02 * h, low - 0.16 * h, 0.04 * h, 0.16 * h), DARK)
    b.shape(ellipse(x, low - 0.55 * h, 0.12 * h, 0.45 * h), WOOD, 0.55)


def peak(b: Brush, x: float, low: float, w: float, h: float) -> None:
    """A mountain with snow on it."""
    b.shape(polygon(((x - w / 2, low), (x, low - h), (x + w / 2, low))), STONE, 0.55)
    b.shape(polygon(((x, low - h), (x + w * 0.16, low - h * 0.68), (x + w * 0.06, low - h * 0.72), (x, low - h * 0.62),
                     (x - w * 0.07, low - h * 0.72), (x - w * 0.16, low - h * 0.68))), SNOW, 0.06)  # fmt: skip
    b.stroke(STONE, 0.06, (x + w * 0.05, low - h * 0.55), (x + w * 0.16, low - h * 0.28), (x + w * 0.13, low - h * 0.1))
