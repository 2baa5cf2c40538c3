"""Pictures on the map, in few lines: what travellers stop for. Each is drawn in a frame of its own and fitted into its place."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from generator.drawing.geometry import Area
from generator.drawing.pen import Pen, ellipse, polygon, rectangle
from generator.kits.common.brush import (
    DARK,
    GOLD,
    LILAC,
    ROOF,
    SNOW,
    STONE,
    WATER,
    WOOD,
    Brush,
    fir,
    peak,
    poplar,
    tree,
)
from generator.kits.common.kit_context import KitContext


def picture(pen: Pen, context: KitContext, name: str, area: Area) -> None:
    """One of them, standing on the lower edge of an area."""
    size, draw = PICTURES[name]
    draw(Brush(pen, context.palette, area, size))


def alps(b: Brush) -> None:
    """High mountains in the sun, firs and a hut before them."""
    for i in range(12):
        u, v = cos(pi * i / 6), sin(pi * i / 6)
        b.stroke(GOLD, 0.1, (2.0 + 1.15 * u, 2.0 + 1.15 * v), (2.0 + 1.6 * u, 2.0 + 1.6 * v))
    b.shape(ellipse(2.0, 2.0, 0.9), GOLD, 0.45)
    for x, w, h in ((2.2, 4.0, 4.4), (5.6, 5.4, 7.6), (8.2, 3.6, 5.2), (3.6, 3.4, 3.2), (7.2, 3.2, 2.7)):
        peak(b, x, 10.6, w, h)
    b.shape(
        (("M", (0, 13)), ("L", (0, 10.9)), ("C", (3, 9.9, 7, 10.2, 10, 10.7)), ("L", (10, 13)), ("Z", ())), WOOD, 0.3
    )
    for x, low, h in (
        (0.8, 11.6, 1.6),
        (1.7, 12.3, 2.0),
        (2.8, 11.5, 1.5),
        (7.3, 11.4, 1.5),
        (8.3, 12.3, 2.1),
        (9.2, 11.5, 1.6),
        (4.0, 12.7, 1.6),
    ):
        fir(b, x, low, h)
    b.shape(rectangle(5.2, 11.3, 1.3, 0.8), STONE, 0.35)
    b.shape(polygon(((4.95, 11.35), (5.85, 10.6), (6.75, 11.35))), ROOF, 0.65)
    b.solid(rectangle(5.7, 11.6, 0.3, 0.5), DARK)


def ridge(b: Brush) -> None:
    """A long range of lower mountains."""
    for x, w, h in (
        (1.2, 2.4, 1.1),
        (3.0, 3.0, 1.5),
        (5.2, 3.2, 1.7),
        (7.4, 2.8, 1.4),
        (9.4, 3.2, 1.6),
        (11.3, 2.4, 1.1),
    ):
        peak(b, x, 1.8, w, h)


def castle(b: Brush) -> None:
    """A castle of the Loire."""
    for x in (0.7, 9.3):
        poplar(b, x, 7.2, 3.6)
    b.shape(rectangle(2.2, 4.2, 5.6, 3.0), STONE, 0.3)
    b.shape(polygon(((2.0, 4.2), (2.8, 2.8), (7.2, 2.8), (8.0, 4.2))), SNOW, 0.55)
    for x in (2.0, 8.0, 5.0):
        top = 3.4 if x == 5.0 else 3.8
        b.shape(rectangle(x - 0.75, top, 1.5, 7.2 - top), STONE, 0.22)
        b.shape(polygon(((x - 0.95, top), (x, top - 2.6), (x + 0.95, top))), SNOW, 0.65)
        b.stroke(DARK, 0.05, (x, top - 2.6), (x, top - 3.1))
    for x in (3.15, 4.0, 6.0, 6.85):
        b.shape(polygon(((x - 0.34, 3.9), (x, 3.1), (x + 0.34, 3.9))), STONE, 0.3)
        b.solid(rectangle(x - 0.13, 4.7, 0.26, 0.5), SNOW)
        b.solid(rectangle(x - 0.13, 5.8, 0.26, 0.5), SNOW)
    for x in (2.0, 5.0, 8.0):
        b.solid(rectangle(x - 0.13, 4.6, 0.26, 0.5), SNOW)
    b.solid(
        (("M", (4.6, 7.2)), ("L", (4.6, 6.4)), ("C", (4.6, 5.9, 5.4, 5.9, 5.4, 6.4)), ("L", (5.4, 7.2)), ("Z", ())),
        DARK,
    )
    b.shape(
        (("M", (0.2, 7.2)), ("L", (9.8, 7.2)), ("L", (9.8, 7.5)), ("C", (7, 7.9, 3, 7.9, 0.2, 7.5)), ("Z", ())),
        WATER,
        0.45,
    )


def tower(b: Brush) -> None:
    """The tower of Paris."""
    for side in (1, -1):
        leg = [(0.16, 3.4), (0.34, 5.0), (0.62, 6.4), (1.5, 9.0), (0.86, 9.0), (0.3, 7.2), (0.0, 6.9), (0.0, 3.4)]
        b.solid(polygon([(2 + side * u, v) for u, v in leg]), DARK)
        b.solid(polygon([(2 + side * u, v) for u, v in ((0.05, 0.9), (0.16, 3.4), (0, 3.4), (0, 0.9))]), DARK)
    for y, w in ((3.3, 0.34), (5.0, 0.55), (6.5, 0.95)):
        b.solid(rectangle(2 - w, y, 2 * w, 0.22), DARK)
    b.stroke(DARK, 0.07, (2, 0.2), (2, 1.0))
    b.solid(rectangle(0.3, 8.9, 0.95, 0.2), DARK)
    b.solid(rectangle(2.75, 8.9, 0.95, 0.2), DARK)


def boat(b: Brush) -> None:
    """A sailing boat."""
    b.shape(polygon(((2.05, 0.3), (2.05, 3.5), (0.5, 3.5))), ROOF, 0.1)
    b.shape(polygon(((2.25, 0.7), (2.25, 3.5), (3.6, 3.5))), ROOF, 0.45)
    b.stroke(DARK, 0.07, (2.15, 0.2), (2.15, 4.0))
    b.shape((("M", (0.3, 3.9)), ("L", (3.8, 3.9)), ("C", (3.6, 4.6, 3.2, 4.8, 2.8, 4.8)), ("L", (1.2, 4.8)), ("C", (0.8, 4.8, 0.5, 4.5, 0.3, 3.9)), ("Z", ())), DARK, 0.6)  # fmt: skip
    for x in (0.2, 1.5, 2.8):
        b.stroke(WATER, 0.08, (x, 5.2), (x + 0.35, 5.0), (x + 0.7, 5.2))


def lighthouse(b: Brush) -> None:
    """On the last rock before the ocean."""
    b.shape(
        (("M", (0, 6)), ("C", (0.6, 5.0, 1.2, 5.0, 1.6, 5.2)), ("C", (2.4, 4.9, 3.2, 5.2, 3.6, 6)), ("Z", ())),
        STONE,
        0.5,
    )
    b.shape(polygon(((1.3, 5.2), (1.5, 1.7), (2.1, 1.7), (2.3, 5.2))), ROOF, 0.05)
    for y in (2.3, 3.5, 4.6):
        lean = (y - 1.7) * 0.057
        b.solid(polygon(((1.5 - lean, y), (2.1 + lean, y), (2.14 + lean, y + 0.6), (1.46 - lean, y + 0.6))), ROOF)
    b.shape(rectangle(1.45, 1.0, 0.7, 0.7), GOLD, 0.4)
    b.solid(polygon(((1.35, 1.0), (1.8, 0.5), (2.25, 1.0))), ROOF)
    b.stroke(GOLD, 0.08, (1.2, 1.2), (0.1, 0.8))
    b.stroke(GOLD, 0.08, (2.4, 1.2), (3.5, 0.8))


def wood(b: Brush) -> None:
    """A wood of round trees and firs."""
    for x, low, h in ((0.9, 2.4, 1.7), (2.3, 2.2, 2.0), (3.6, 2.5, 1.6), (6.0, 2.3, 1.9), (7.4, 2.5, 1.6)):
        tree(b, x, low, h)
    for x, low, h in ((1.6, 2.6, 1.7), (4.5, 2.4, 2.1), (5.2, 2.6, 1.6), (8.4, 2.4, 2.0)):
        fir(b, x, low, h)


def avenue(b: Brush) -> None:
    """Poplars in a row."""
    for i in range(7):
        poplar(b, 0.6 + i * 1.1, 3.0, 2.6 - 0.12 * (i % 2))


def vines(b: Brush) -> None:
    """A hill with rows of vines, and a house on it."""
    b.shape((("M", (0, 3.6)), ("C", (1.4, 1.6, 4.6, 1.2, 8, 3.6)), ("Z", ())), WOOD, 0.3)
    for i in range(6):
        x = 0.9 + i * 1.15
        for j in range(3):
            y = 3.4 - j * 0.42 - 0.7 * sin(pi * (x / 8)) + 0.1
            b.solid(ellipse(x + 0.3 * j, y, 0.17, 0.13), LILAC)
    b.shape(rectangle(4.9, 1.2, 1.1, 0.8), STONE, 0.2)
    b.shape(polygon(((4.7, 1.2), (5.45, 0.6), (6.2, 1.2))), ROOF, 0.6)
    poplar(b, 6.7, 2.2, 1.9)


def lavender(b: Brush) -> None:
    """Rows of lavender, a farm and a cypress."""
    b.shape((("M", (0, 4)), ("L", (0, 2.6)), ("C", (2.5, 2.0, 6, 2.1, 9, 2.6)), ("L", (9, 4)), ("Z", ())), LILAC, 0.22)
    for i in range(7):
        top, low = 3.2 + i * 0.45, 0.2 + i * 1.45
        b.stroke(LILAC, 0.16, (top, 2.45), (low, 3.95))
    b.shape(rectangle(6.5, 1.5, 1.5, 0.85), GOLD, 0.25)
    b.shape(polygon(((6.3, 1.5), (7.25, 0.95), (8.2, 1.5))), ROOF, 0.55)
    for x in (5.6, 6.05, 8.5):
        poplar(b, x, 2.5, 2.0)


def mill(b: Brush) -> None:
    """A windmill."""
    b.shape(polygon(((1.1, 4.6), (1.4, 2.2), (2.6, 2.2), (2.9, 4.6))), STONE, 0.15)
    b.shape(polygon(((1.2, 2.2), (2.0, 1.2), (2.8, 2.2))), ROOF, 0.6)
    b.solid(rectangle(1.8, 3.8, 0.4, 0.8), DARK)
    for angle in (25, 115, 205, 295):
        u, v = cos(angle * pi / 180), sin(angle * pi / 180)
        at = (2 + u * 0.3, 2 + v * 0.3), (2 + u * 1.8, 2 + v * 1.8)
        b.stroke(DARK, 0.07, (2, 2), at[1])
        b.shape(polygon((at[0], at[1], (at[1][0] - v * 0.4, at[1][1] + u * 0.4), (at[0][0] - v * 0.4, at[0][1] + u * 0.4))), GOLD, 0.2)  # fmt: skip
    tree(b, 3.6, 4.7, 1.2)


def walls(b: Brush) -> None:
    """A walled town."""
    for x, w, top in ((0.4, 1.0, 1.5), (2.6, 1.2, 1.0), (5.2, 1.0, 1.4), (7.4, 1.2, 1.1)):
        b.shape(rectangle(x, top, w, 3.4 - top), STONE, 0.35)
        b.shape(polygon(((x - 0.15, top), (x + w / 2, top - 1.0), (x + w + 0.15, top))), ROOF, 0.55)
    b.shape(rectangle(0.2, 2.4, 8.6, 1.2), STONE, 0.25)
    for i in range(11):
        b.shape(rectangle(0.2 + i * 0.82, 2.1, 0.42, 0.35), STONE, 0.25)
    b.solid(
        (("M", (4.2, 3.6)), ("L", (4.2, 3.1)), ("C", (4.2, 2.7, 4.9, 2.7, 4.9, 3.1)), ("L", (4.9, 3.6)), ("Z", ())),
        DARK,
    )


def volcano(b: Brush) -> None:
    """A round old volcano with a chapel, and a cow that does not care."""
    b.shape((("M", (0, 3.6)), ("C", (1.4, 3.2, 1.8, 1.2, 2.8, 1.1)), ("C", (3.4, 1.3, 3.6, 1.3, 4.2, 1.1)), ("C", (5.2, 1.2, 5.6, 3.2, 7, 3.6)), ("Z", ())), WOOD, 0.35)  # fmt: skip
    b.shape(rectangle(2.6, 0.6, 0.5, 0.6), STONE, 0.15)
    b.shape(polygon(((2.5, 0.6), (2.85, 0.1), (3.2, 0.6))), ROOF, 0.6)
    b.shape(rectangle(4.6, 2.7, 1.3, 0.55, 0.15), DARK, 0.05)
    b.solid(ellipse(5.0, 2.9, 0.2, 0.16), DARK)
    b.shape(rectangle(5.8, 2.5, 0.42, 0.36, 0.1), DARK, 0.05)
    for x in (4.75, 5.0, 5.5, 5.75):
        b.stroke(DARK, 0.08, (x, 3.2), (x, 3.6))


def compass(b: Brush) -> None:
    """Which way is north."""
    for i in range(8):
        reach, half = (2.4, 0.62) if i % 2 == 0 else (1.6, 0.42)
        a = -pi / 2 + i * pi / 4
        tip = (3 + reach * cos(a), 3.6 + reach * sin(a))
        for side, share in ((1, 0.75), (-1, 0.1)):
            s = a + side * pi / 4
            b.shape(polygon((tip, (3 + half * cos(s), 3.6 + half * sin(s)), (3, 3.6))), ROOF, share)
    b.stroke(ROOF, 0.14, (2.72, 0.9), (2.72, 0.2), (3.28, 0.9), (3.28, 0.2))


def cathedral(b: Brush) -> None:
    """Two towers and a rose."""
    for x in (0.5, 2.5):
        b.shape(rectangle(x, 1.6, 1.0, 3.4), STONE, 0.25)
        b.shape(polygon(((x - 0.05, 1.6), (x + 0.5, 0.1), (x + 1.05, 1.6))), SNOW, 0.6)
        b.solid(rectangle(x + 0.36, 2.0, 0.28, 0.8), DARK)
    b.shape(rectangle(1.5, 2.6, 1.0, 2.4), STONE, 0.18)
    b.shape(polygon(((1.5, 2.6), (2.0, 1.8), (2.5, 2.6))), STONE, 0.3)
    b.shape(ellipse(2.0, 3.3, 0.36), LILAC, 0.5)
    b.solid(
        (("M", (1.75, 5)), ("L", (1.75, 4.5)), ("C", (1.75, 4.1, 2.25, 4.1, 2.25, 4.5)), ("L", (2.25, 5)), ("Z", ())),
        DARK,
    )


PICTURES: dict[str, tuple[tuple[float, float], Callable[[Brush], None]]] = {
    "alps": ((10, 13), alps), "ridge": ((12.6, 2), ridge), "castle": ((10, 8), castle), "tower": ((4, 9.2), tower),
    "boat": ((4, 5.4), boat), "lighthouse": ((3.6, 6), lighthouse), "wood": ((9, 2.8), wood), "avenue": ((8, 3), avenue),
    "vines": ((8, 3.7), vines), "lavender": ((9, 4), lavender), "mill": ((4.2, 4.8), mill), "walls": ((9, 3.7), walls),
    "volcano": ((7, 3.7), volcano), "compass": ((6, 6), compass), "cathedral": ((4, 5.1), cathedral),
}  # fmt: skip
