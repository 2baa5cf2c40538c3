"""The fine curves of banknotes, each as one path."""

from __future__ import annotations

from math import cos, pi, sin

from generator.drawing.pen import Op, Point


def through(points: list[Point], closed: bool) -> list[Op]:
    """A smooth line through points."""
    count = len(points)
    ops: list[Op] = [("M", points[0])]
    for i in range(count if closed else count - 1):
        before = points[i - 1] if i or closed else points[0]
        a, b = points[i], points[(i + 1) % count]
        after = points[(i + 2) % count] if closed or i + 2 < count else b
        ops.append(
            ("C", (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6, b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6, *b))
        )  # fmt: skip
    return ops


def rosette(
    x: float, y: float, r: float, petals: int, depth: float, turns: int = 3, flat: float = 1.0
) -> tuple[Op, ...]:
    """Petals around a middle, drawn several times, each a little turned; `flat` makes it lower than wide."""
    ops: list[Op] = []
    steps = petals * 4
    for n in range(turns):
        shift = 2 * pi * n / (petals * turns)
        points = []
        for i in range(steps):
            a = 2 * pi * i / steps
            reach = r * (1 - depth / 2 + depth / 2 * cos(petals * (a + shift)))
            points.append((x + reach * cos(a), y + flat * reach * sin(a)))
        ops += through(points, True)
    return tuple(ops)


def waves(x: float, y: float, w: float, h: float, count: int, lines: int = 3) -> tuple[Op, ...]:
    """Waves along a band, crossing each other."""
    ops: list[Op] = []
    steps = count * 4
    for n in range(lines):
        shift = 2 * pi * n / lines
        ops += through(
            [(x + w * i / steps, y + h / 2 + h / 2 * sin(2 * pi * i / 4 + shift)) for i in range(steps + 1)], False
        )
    return tuple(ops)


def lattice(x: float, y: float, w: float, h: float, step: float) -> tuple[Op, ...]:
    """A lattice of slanted lines."""
    ops: list[Op] = []
    count = int((w + h) / step)
    for i in range(1, count + 1):
        d = i * step
        a = (x + min(d, w), y + max(0.0, d - w))
        b = (x + max(0.0, d - h), y + min(d, h))
        ops += [("M", a), ("L", b), ("M", (2 * x + w - a[0], a[1])), ("L", (2 * x + w - b[0], b[1]))]
    return tuple(ops)


def rays(x: float, y: float, near: float, far: float, count: int, flat: float = 1.0) -> tuple[Op, ...]:
    """Rays from a middle."""
    ops: list[Op] = []
    for i in range(count):
        u, v = cos(2 * pi * i / count), sin(2 * pi * i / count) * flat
        ops += [("M", (x + near * u, y + near * v)), ("L", (x + far * u, y + far * v))]
    return tuple(ops)
