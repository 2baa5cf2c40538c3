"""A printer with faults: what it makes of the pages that it gets, on a sheet of paper that can be turned over."""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple

from PIL import Image, ImageOps
from support.rasters import PER_MM, Picture, ink

from generator.layout.paper import Paper

Point = tuple[float, float]


def turned(point: Point, degrees: float) -> Point:
    """A point turned around nought, clockwise where y goes down."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return c * point[0] - s * point[1], s * point[0] + c * point[1]


class Faulty(NamedTuple):
    """Prints everything at `scale` of its size around the middle, and lays backs moved and turned on the paper."""

    move: Point = (0, 0)  # millimetres on the back as one looks at it
    turn: float = 0  # degrees clockwise
    scale: float = 1

    def front(self, point: Point, paper: Paper) -> Point:
        """Where a point of a front page lands on the front of the paper."""
        x, y = paper.width / 2, paper.height / 2
        return x + self.scale * (point[0] - x), y + self.scale * (point[1] - y)

    def back(self, point: Point, paper: Paper) -> Point:
        """Where a point of a back page lands on the back of the paper."""
        x, y = paper.width / 2, paper.height / 2
        u, v = turned((point[0] - x, point[1] - y), self.turn)
        return x + self.scale * u + self.move[0], y + self.scale * v + self.move[1]

    def read(self, point: Point, paper: Paper) -> Point:
        """The other way: which point of the back page was printed there."""
        x, y = paper.width / 2, paper.height / 2
        u, v = turned((point[0] - self.move[0] - x, point[1] - self.move[1] - y), -self.turn)
        return x + u / self.scale, y + v / self.scale

    def printed(self, picture: Picture, paper: Paper, *, back: bool) -> Picture:
        """The picture of a page as it comes out on paper, in grey: where ink lies is what counts, and three colours take
        three times as long. PIL asks for each pixel of the paper where on the page it is."""
        plain = self if back else Faulty(scale=self.scale)
        e, f = plain.read((0, 0), paper)
        (ax, ay), (bx, by) = plain.read((1, 0), paper), plain.read((0, 1), paper)
        rows = (ax - e, bx - e, e * PER_MM, ay - f, by - f, f * PER_MM)
        kind = Image.Resampling.BILINEAR
        grey = ink(picture).transform(picture.size, Image.Transform.AFFINE, rows, kind, fillcolor=0)
        return ImageOps.invert(grey)


def through(point: Point, paper: Paper, sides: str) -> Point:
    """A point on one side of an upright sheet, as it is seen from the other."""
    return (paper.width - point[0], point[1]) if sides == "long-edge" else (point[0], paper.height - point[1])


def seen_through(picture: Picture, sides: str) -> Picture:
    """One side of an upright sheet, as it is seen from the other."""
    return ImageOps.mirror(picture) if sides == "long-edge" else ImageOps.flip(picture)
