"""The art of prohibitions: what stands in a red ring."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi

from msgspec.structs import replace

from generator.drawing.palette import WHITE
from generator.drawing.pen import Path, ellipse, polygon, rectangle
from generator.drawing.sign_art import BLUE, DARK, RED, Art, barred, behind, curve, filled, head, line, ring


def overtaking() -> Art:
    """The red car may not pass the black one."""
    return ring(*behind(-0.3, 0.06, 0.52, RED, WHITE), *behind(0.3, 0.06, 0.52, DARK, WHITE))


def speed() -> Art:
    """Sixty, and no more."""
    six = curve((-0.1, -0.34), (-0.36, -0.3, -0.49, -0.04, -0.49, 0.13), width=0.13)
    return ring(six, Path(ellipse(-0.28, 0.14, 0.21, 0.2), stroke=DARK, width=0.13), Path(ellipse(0.3, 0, 0.2, 0.34), stroke=DARK, width=0.13))  # fmt: skip


def horn() -> Art:
    """No hooting."""
    bell = (("M", (-0.2, -0.06)), ("C", (0.1, -0.06, 0.3, -0.12, 0.46, -0.36)), ("L", (0.46, 0.36)),
            ("C", (0.3, 0.12, 0.1, 0.06, -0.2, 0.06)), ("Z", ()))  # fmt: skip
    return barred(Path(bell, fill=DARK), Path(ellipse(-0.36, 0, 0.2), fill=DARK))


def turn(side: int) -> Art:
    """No turning to that side."""
    stem = line(-side * 0.22, 0.5, -side * 0.22, -0.12, side * 0.2, -0.12, width=0.17)
    return barred(stem, head((side * 0.54, -0.12), (side, 0), 0.36, DARK), over=side)


def uturn() -> Art:
    """No turning round."""
    way = (("M", (0.26, 0.48)), ("L", (0.26, -0.1)), ("C", (0.26, -0.48, -0.26, -0.48, -0.26, -0.1)), ("L", (-0.26, 0.12)))  # fmt: skip
    return barred(Path(way, stroke=DARK, width=0.16), head((-0.26, 0.44), (0, 1), 0.34, DARK))


def lorries() -> Art:
    """No lorries."""
    load = rectangle(-0.54, -0.32, 0.62, 0.46) + polygon(((0.12, -0.16), (0.34, -0.16), (0.54, 0.02), (0.54, 0.2), (0.12, 0.2)))  # fmt: skip
    wheels = [Path(ellipse(x, 0.22, 0.13), fill=DARK, stroke=WHITE, width=0.05) for x in (-0.32, 0.3)]
    return ring(Path(load, fill=DARK), line(-0.54, 0.17, 0.54, 0.17, width=0.1), *wheels)


def cycles() -> Art:
    """No bicycles."""
    wheels = [Path(ellipse(x, 0.14, 0.24), stroke=DARK, width=0.08) for x in (-0.36, 0.36)]
    frame = line(-0.36, 0.14, -0.16, -0.2, 0.2, -0.2, -0.02, 0.14, -0.36, 0.14, width=0.07)
    rest = [line(-0.02, 0.14, -0.2, -0.3, width=0.07), line(-0.32, -0.3, -0.1, -0.3, width=0.08)]
    fork = line(0.36, 0.14, 0.16, -0.36, 0.34, -0.38, width=0.07)
    return ring(*wheels, frame, *rest, fork)


def width() -> Art:
    """Nothing broader than two metres."""
    two = curve(
        (-0.15, -0.16), (-0.13, -0.4, 0.17, -0.4, 0.15, -0.14), (0.13, 0.04, -0.15, 0.16, -0.17, 0.3), width=0.12
    )
    points = (((-0.68, -0.22), (-0.32, 0), (-0.68, 0.22)), ((0.68, -0.22), (0.32, 0), (0.68, 0.22)))
    return ring(*map(filled, points), two, line(-0.22, 0.29, 0.2, 0.29, width=0.12))


def height() -> Art:
    """Nothing higher than three metres."""
    three = curve(
        (-0.15, -0.2), (-0.06, -0.32, 0.16, -0.28, 0.13, -0.11), (0.11, -0.02, 0.04, -0.02, -0.04, -0.02),
        (0.06, -0.02, 0.18, 0.01, 0.17, 0.13), (0.15, 0.3, -0.1, 0.32, -0.18, 0.18), width=0.11,
    )  # fmt: skip
    points = (((-0.22, -0.7), (0, -0.38), (0.22, -0.7)), ((-0.22, 0.7), (0, 0.38), (0.22, 0.7)))
    return ring(*map(filled, points), three)


def weight() -> Art:
    """Nothing heavier than five tonnes."""
    five = Path(
        (("M", (-0.08, -0.32)), ("L", (-0.36, -0.32)), ("L", (-0.39, -0.05)), ("C", (-0.2, -0.16, 0.0, -0.08, 0.0, 0.12)),
         ("C", (0.0, 0.34, -0.3, 0.38, -0.44, 0.22))), stroke=DARK, width=0.12,
    )  # fmt: skip
    tonne = curve((0.28, -0.22), (0.28, -0.1, 0.28, 0.1, 0.28, 0.18), (0.28, 0.3, 0.34, 0.32, 0.46, 0.3), width=0.12)
    return ring(five, tonne, line(0.14, -0.06, 0.46, -0.06, width=0.1))


def customs() -> Art:
    """Halt: the barrier of the customs."""
    stripes = [Path(rectangle(x, -0.13, 0.2, 0.26), fill=RED) for x in (-0.6, -0.2, 0.2)]
    post = Path(rectangle(0.5, -0.3, 0.14, 0.62), fill=DARK)
    return ring(Path(rectangle(-0.66, -0.13, 1.2, 0.26), fill=WHITE, stroke=DARK, width=0.05), *stripes, post)


def standing() -> Art:
    """No parking: a blue field, crossed out."""
    d = 0.83 * cos(pi / 4)
    slash = line(-d, -d, d, d, width=0.17, colour=RED)
    edges = (replace(slash, stroke=WHITE, width=0.27), Path(ellipse(0, 0, 0.8), stroke=WHITE, width=0.06))
    return (*ring(*edges, slash, field=BLUE), Path(ellipse(0, 0, 0.91), stroke=RED, width=0.18))


RINGED: dict[str, Callable[[], Art]] = {
    "closed": ring, "speed": speed, "overtaking": overtaking, "horn": horn, "left": lambda: turn(-1), "right": lambda: turn(1),
    "uturn": uturn, "standing": standing, "weight": weight, "width": width, "height": height, "lorries": lorries,
    "cycles": cycles, "customs": customs,
}  # fmt: skip
