"""Parts of wood as a drawing for a laser: the lines are where its beam must go, half a beam beside the edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.drawing.pen import Point
from generator.layout.paper import Paper
from generator.press.cut_files.layers import CutDrawing, Layer
from generator.press.cut_files.lines import Outline, turn_of
from generator.press.laser.stand import Part

WIDEST = 290.0  # mm: what small lasers take
APART = 4.0  # between parts, and around them


def laser_drawing(found: Sequence[Part], kerf: float, title: str, about: str) -> CutDrawing:
    """The parts side by side, slots before outlines."""
    placed = list(laid(found))
    right = max(x + part.box[2] - part.box[0] for part, x, _ in placed)
    low = max(y + part.box[3] - part.box[1] for part, _, y in placed)
    lines = [closed(moved(ring, part, x, y)) for part, x, y in placed for ring in beam(part, kerf)]
    paper = Paper("wood", round(right + APART, 1), round(low + APART, 1))
    return CutDrawing(paper, title, (Layer("CUT", "#ff0000", sorted(lines, key=turn_of)),), (), about)


def laid(found: Iterable[Part]) -> Iterator[tuple[Part, float, float]]:
    """Where each part lies: in rows."""
    x = y = APART
    row = 0.0
    for part in found:
        left, top, right, low = part.box
        if x > APART and x + right - left + APART > WIDEST:
            x, y, row = APART, y + row + APART, 0.0
        yield part, x, y
        x, row = x + right - left + APART, max(row, low - top)


def moved(ring: Iterable[Point], part: Part, x: float, y: float) -> list[Point]:
    """A ring of a part whose upper left corner lies there."""
    left, top, *_ = part.box
    return [(px - left + x, py - top + y) for px, py in ring]


def closed(points: Sequence[Point]) -> Outline:
    """Corners as an outline."""
    return Outline(tuple(zip(points, (*points[1:], points[0]), strict=True)))


def beam(part: Part, kerf: float) -> Iterator[tuple[Point, ...]]:
    """The way of the beam: within the slots, around the outline."""
    yield from (grown(slot, -kerf / 2) for slot in part.slots)
    yield grown(part.outline, kerf / 2)


def grown(ring: Sequence[Point], by: float) -> tuple[Point, ...]:
    """A ring with every edge moved outwards by so much, or inwards if it is less than nothing."""
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))
    out = by if area > 0 else -by
    lines = []
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        u, v = x2 - x1, y2 - y1
        long = (u * u + v * v) ** 0.5
        u, v = u / long, v / long
        lines.append((x1 + v * out, y1 - u * out, u, v))
    return tuple(crossing(lines[i - 1], lines[i]) for i in range(len(lines)))


def crossing(one: tuple[float, ...], other: tuple[float, ...]) -> Point:
    """Where two lines cross, each told by a point and a direction."""
    x1, y1, u1, v1 = one
    x2, y2, u2, v2 = other
    along = ((x2 - x1) * v2 - (y2 - y1) * u2) / (u1 * v2 - v1 * u2)
    return x1 + along * u1, y1 + along * v1
