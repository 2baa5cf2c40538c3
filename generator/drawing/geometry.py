"""Rectangles and matrices: millimetres, y downwards."""

from __future__ import annotations

from msgspec import Struct

Matrix = tuple[float, float, float, float, float, float]  # x' = ax + cy + e, y' = bx + dy + f
Segment = tuple[float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


class Area(Struct, frozen=True):
    """A rectangle on a page."""

    x: float
    y: float
    width: float
    height: float

    def inset(self, dx: float, dy: float) -> Area:
        """The same, smaller by dx on the left and right and by dy above and below."""
        return Area(self.x + dx, self.y + dy, self.width - 2 * dx, self.height - 2 * dy)


def after(second: Matrix, first: Matrix) -> Matrix:
    """First the one, then the other."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = second
    return (
        p * a + r * b, q * a + s * b, p * c + r * d, q * c + s * d, p * e + r * f + t, q * e + s * f + u,
    )  # fmt: skip


def shift(x: float, y: float) -> Matrix:
    """A shift."""
    return (1, 0, 0, 1, x, y)


def bounding_box(matrix: Matrix, width: float, height: float) -> Area:
    """Where a piece of that size lies once it is placed."""
    a, b, c, d, e, f = matrix
    xs = sorted((e, a * width + c * height + e))
    ys = sorted((f, b * width + d * height + f))
    return Area(xs[0], ys[0], xs[1] - xs[0], ys[1] - ys[0])
