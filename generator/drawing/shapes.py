"""Marks: a shape for every colour, so that nobody needs to see the colour. Each fills a circle of radius r."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from generator.drawing.pen import Op, ellipse, points_on_circle, polygon, rectangle

Shape = Callable[[float, float, float], tuple[Op, ...]]


def tree(x: float, y: float, r: float) -> tuple[Op, ...]:
    """A fir: two steps and a foot."""
    half = ((0, -1), (0.52, -0.3), (0.3, -0.3), (0.86, 0.6), (0.2, 0.6), (0.2, 1))
    right = [(x + r * u, y + r * v) for u, v in half]
    left = [(x - r * u, y + r * v) for u, v in reversed(half[1:])]
    return polygon(right + left)


def sun(x: float, y: float, r: float) -> tuple[Op, ...]:
    """A star of nine rays."""
    outer, inner = points_on_circle(x, y, r, 9), points_on_circle(x, y, 0.56 * r, 9, -90 + 20)
    return polygon([p for pair in zip(outer, inner, strict=True) for p in pair])


def block(x: float, y: float, r: float) -> tuple[Op, ...]:
    """A square."""
    return rectangle(x - 0.84 * r, y - 0.84 * r, 1.68 * r, 1.68 * r)


def nut(x: float, y: float, r: float) -> tuple[Op, ...]:
    """A flat hexagon with a round hole."""
    sides = polygon(points_on_circle(x, y, r, 6, 0)[::-1])  # against the hole's direction, so that the hole stays open
    return sides + ellipse(x, y, 0.36 * r)


def heart(x: float, y: float, r: float) -> tuple[Op, ...]:
    """A heart."""

    def at(u: float, v: float) -> tuple[float, float]:
        return x + r * u, y + r * v

    return (
        ("M", at(0, 0.95)),
        ("C", (*at(-0.55, 0.5), *at(-1, 0.15), *at(-1, -0.3))),
        ("C", (*at(-1, -0.95), *at(-0.2, -1.05), *at(0, -0.45))),
        ("C", (*at(0.2, -1.05), *at(1, -0.95), *at(1, -0.3))),
        ("C", (*at(1, 0.15), *at(0.55, 0.5), *at(0, 0.95))),
        ("Z", ()),
    )


def flower(x: float, y: float, r: float) -> tuple[Op, ...]:
    """Five petals in one outline."""
    angles = (2 * pi * i / 60 for i in range(60))
    reach = [(a, r * (0.76 + 0.24 * cos(5 * a))) for a in angles]
    return polygon([(x + d * sin(a), y - d * cos(a)) for a, d in reach])


def drop(x: float, y: float, r: float) -> tuple[Op, ...]:
    """A drop of water."""

    def at(u: float, v: float) -> tuple[float, float]:
        return x + r * u, y + r * v

    return (
        ("M", at(0, -1)),
        ("C", (*at(0.12, -0.55), *at(0.68, -0.1), *at(0.68, 0.34))),
        ("C", (*at(0.68, 0.72), *at(0.38, 1), *at(0, 1))),
        ("C", (*at(-0.38, 1), *at(-0.68, 0.72), *at(-0.68, 0.34))),
        ("C", (*at(-0.68, -0.1), *at(-0.12, -0.55), *at(0, -1))),
        ("Z", ()),
    )


def handset(x: float, y: float, r: float) -> tuple[Op, ...]:
    """The receiver of an old telephone, lying askew."""
    c, d = 0.84 * r * cos(pi / 5), -0.84 * r * sin(pi / 5)

    def at(*points: float) -> tuple[float, ...]:
        pairs = zip(points[::2], points[1::2], strict=True)
        return tuple(n for u, v in pairs for n in (x + c * u - d * v, y + d * u + c * v))

    half = (
        ("C", at(-0.95, -0.66, 0.95, -0.66, 1, 0)), ("L", at(1, 0.5)), ("C", at(1, 0.58, 0.96, 0.62, 0.88, 0.62)),
        ("L", at(0.5, 0.62)), ("C", at(0.42, 0.62, 0.38, 0.58, 0.38, 0.5)), ("L", at(0.38, 0.2)),
        ("C", at(0.38, 0.06, 0.34, 0, 0.28, -0.03)), ("C", at(0.12, -0.1, -0.12, -0.1, -0.28, -0.03)),
        ("C", at(-0.34, 0, -0.38, 0.06, -0.38, 0.2)), ("L", at(-0.38, 0.5)),
        ("C", at(-0.38, 0.58, -0.42, 0.62, -0.5, 0.62)), ("L", at(-0.88, 0.62)),
        ("C", at(-0.96, 0.62, -1, 0.58, -1, 0.5)), ("Z", ()),
    )  # fmt: skip
    return (("M", at(-1, 0)), *half)


def mast(x: float, y: float, r: float) -> tuple[Op, ...]:
    """A radio tower: two legs, a brace, a head, and a wave on either side."""

    def at(u: float, v: float) -> tuple[float, float]:
        return x + r * u, y + r * v

    legs = ((-0.1, -0.32), (0.1, -0.32), (0.5, 1), (0.28, 1), (0.17, 0.58), (-0.17, 0.58), (-0.28, 1), (-0.5, 1))
    found = polygon([at(u, v) for u, v in legs]) + ellipse(*at(0, -0.5), 0.17 * r)
    for side in (1, -1):
        for near, far in ((0.34, 0.46), (0.62, 0.74)):
            turns = [(side * cos(a * pi / 180), sin(a * pi / 180)) for a in range(-42, 43, 12)]
            arc = [at(far * u, far * v - 0.5) for u, v in turns]
            found += polygon(arc + [at(near * u, near * v - 0.5) for u, v in reversed(turns)])
    return found


SHAPES: dict[str, Shape] = {
    "tree": tree, "sun": sun, "block": block, "nut": nut, "heart": heart, "flower": flower, "drop": drop,
}  # fmt: skip

# Pictures that stand for things, not for colours.
ICONS: dict[str, Shape] = {"handset": handset, "mast": mast}


def disc(x: float, y: float, r: float) -> tuple[Op, ...]:
    """A full circle."""
    return ellipse(x, y, 0.92 * r)


def triangle(x: float, y: float, r: float) -> tuple[Op, ...]:
    """Standing on its base."""
    return polygon([(x, y - 0.92 * r), (x + r, y + 0.82 * r), (x - r, y + 0.82 * r)])


def diamond(x: float, y: float, r: float) -> tuple[Op, ...]:
    """A square on its corner."""
    return polygon([(x, y - r), (x + 0.8 * r, y), (x, y + r), (x - 0.8 * r, y)])


def plus(x: float, y: float, r: float) -> tuple[Op, ...]:
    """A cross of four equal arms."""
    a, b = 0.34, 0.95
    half = ((-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a), (a, b), (-a, b), (-a, a), (-b, a), (-b, -a), (-a, -a))
    return polygon([(x + r * u, y + r * v) for u, v in half])


def moon(x: float, y: float, r: float) -> tuple[Op, ...]:
    """A crescent, open to the right."""

    def at(u: float, v: float) -> tuple[float, float]:
        return x + r * u, y + r * v

    return (
        ("M", at(0.55, -0.85)),
        ("C", (*at(-0.5, -1.25), *at(-1.35, -0.4), *at(-0.85, 0.45))),
        ("C", (*at(-0.5, 1.05), *at(0.3, 1.15), *at(0.75, 0.7))),
        ("C", (*at(-0.35, 0.65), *at(-0.6, -0.45), *at(0.55, -0.85))),
        ("Z", ()),
    )


def bolt(x: float, y: float, r: float) -> tuple[Op, ...]:
    """Lightning."""
    zigzag = ((0.25, -1), (-0.7, 0.15), (-0.08, 0.15), (-0.3, 1), (0.7, -0.25), (0.08, -0.25))
    return polygon([(x + r * u, y + r * v) for u, v in zigzag])


def ring(x: float, y: float, r: float) -> tuple[Op, ...]:
    """A circle with a hole, which runs the other way round so that it stays open."""
    hole = points_on_circle(x, y, 0.5 * r, 24)
    return ellipse(x, y, 0.95 * r) + polygon(hole[::-1])


def hourglass(x: float, y: float, r: float) -> tuple[Op, ...]:
    """Two triangles, tip to tip."""
    corners = ((-0.85, -0.92), (0.85, -0.92), (0.16, 0), (0.85, 0.92), (-0.85, 0.92), (-0.16, 0))
    return polygon([(x + r * u, y + r * v) for u, v in corners])


# Marks of players in games whose pieces give them none: unlike those of colours, so that nobody takes a player for a piece.
PEOPLE: dict[str, Shape] = {
    "disc": disc, "triangle": triangle, "diamond": diamond, "plus": plus, "moon": moon, "bolt": bolt, "ring": ring,
    "hourglass": hourglass,
}  # fmt: skip
