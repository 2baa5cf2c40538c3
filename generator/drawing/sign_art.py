"""The art of road signs: plates and what is painted on them, after the public standards of the 1950s.

Every sign fills a circle of radius 1 around 0, 0. Letters and figures are drawn, not set: so a sign is the same in every
room and in every size.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, dist, pi, sin

from msgspec.structs import replace

from generator.drawing.palette import WHITE
from generator.drawing.pen import Op, Path, Point, ellipse, polygon, rectangle

RED, BLUE, GREEN, BROWN, CREAM, DARK = "#c3272b", "#1d4f91", "#1d7a46", "#8a6a4a", "#fbf3d5", "#1d1d1b"

Art = tuple[Path, ...]


def rounded(points: Sequence[Point], radius: float) -> tuple[Op, ...]:
    """A closed path with round corners."""
    ops: list[Op] = []
    for before, corner, after in zip((points[-1], *points), points, (*points[1:], points[0]), strict=False):
        start, end = (towards(corner, other, radius) for other in (before, after))
        ops += [("L" if ops else "M", start), ("C", (*towards(start, corner, radius * 0.6), *towards(end, corner, radius * 0.6), *end))]  # fmt: skip
    return (*ops, ("Z", ()))


def towards(a: Point, b: Point, length: float) -> Point:
    """The point so far from a on the way to b."""
    share = length / dist(a, b)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def line(*points: float, width: float, colour: str = DARK) -> Path:
    """Straight strokes through points."""
    pairs = list(zip(points[::2], points[1::2], strict=True))
    return Path((("M", pairs[0]), *(("L", p) for p in pairs[1:])), stroke=colour, width=width)


def curve(start: Point, *bends: tuple[float, ...], width: float, colour: str = DARK) -> Path:
    """A stroke that bends: three points a bend."""
    return Path((("M", start), *(("C", bend) for bend in bends)), stroke=colour, width=width)


def filled(points: Sequence[Point], colour: str = DARK) -> Path:
    """A shape with straight edges."""
    return Path(polygon(points), fill=colour)


def ring(*art: Path, field: str = WHITE) -> Art:
    """A prohibition: a round sign circled in red."""
    return (Path(ellipse(0, 0, 1), fill=RED), Path(ellipse(0, 0, 0.77), fill=field), *art)


def barred(*art: Path, over: int = 1) -> Art:
    """The same, crossed out: from the upper left, or from the upper right."""
    d = 0.83 * cos(pi / 4)
    slash = line(-d * over, -d, d * over, d, width=0.15, colour=RED)
    return ring(
        *art, replace(slash, stroke=WHITE, width=0.25), slash, Path(ellipse(0, 0, 0.885), stroke=RED, width=0.23)
    )


def triangle(*art: Path) -> Art:
    """A danger: point upwards, edged in red."""
    outer, inner = ((0, -1.06), (1.08, 0.84), (-1.08, 0.84)), ((0, -0.62), (0.72, 0.64), (-0.72, 0.64))
    return (Path(rounded(outer, 0.2), fill=RED), Path(rounded(inner, 0.08), fill=CREAM), *art)


def square(*art: Path, white: bool = True) -> Art:
    """Something useful: a blue plate, with a white field for the picture."""
    plate = Path(rectangle(-0.92, -0.92, 1.84, 1.84, 0.16), fill=BLUE)
    field = Path(rectangle(-0.66, -0.66, 1.32, 1.32, 0.06), fill=WHITE)
    return (plate, *([field] * white), *art)


def disc(*art: Path) -> Art:
    """An order: a blue disc."""
    return (Path(ellipse(0, 0, 1), fill=BLUE), Path(ellipse(0, 0, 0.9), stroke=WHITE, width=0.06), *art)


def head(tip: Point, way: Point, size: float, colour: str) -> Path:
    """The head of an arrow."""
    (x, y), (u, v) = tip, way
    back = x - u * size, y - v * size
    return filled((tip, (back[0] - v * size * 0.72, back[1] + u * size * 0.72), (back[0] + v * size * 0.72, back[1] - u * size * 0.72)), colour)  # fmt: skip


def behind(x: float, y: float, s: float, colour: str, pane: str) -> Art:
    """A car seen from behind, s wide."""
    roof = rounded(((x - 0.4 * s, y), (x - 0.28 * s, y - 0.42 * s), (x + 0.28 * s, y - 0.42 * s), (x + 0.4 * s, y)), 0.08 * s)  # fmt: skip
    wheels = rectangle(x - 0.44 * s, y + 0.2 * s, 0.2 * s, 0.24 * s) + rectangle(
        x + 0.24 * s, y + 0.2 * s, 0.2 * s, 0.24 * s
    )
    glass = polygon(((x - 0.26 * s, y - 0.06 * s), (x - 0.2 * s, y - 0.32 * s), (x + 0.2 * s, y - 0.32 * s), (x + 0.26 * s, y - 0.06 * s)))  # fmt: skip
    body = rectangle(x - 0.5 * s, y - 0.06 * s, s, 0.38 * s, 0.1 * s)
    return (Path(roof, fill=colour), Path(wheels, fill=colour), Path(body, fill=colour), Path(glass, fill=pane))


def bend() -> Art:
    """A road that turns away."""
    way = curve((-0.14, 0.56), (-0.14, 0.1, -0.16, 0.14, 0.06, -0.02), (0.2, -0.12, 0.2, -0.16, 0.2, -0.3), width=0.19)
    return triangle(way)


def slippery() -> Art:
    """A car that skids."""
    tracks = [curve((x, 0.6), (x + 0.2, 0.5, x - 0.16, 0.42, x + 0.06, 0.28), width=0.075) for x in (-0.24, 0.16)]
    return triangle(*behind(0.02, 0.05, 0.5, DARK, CREAM), *tracks)


def crossing() -> Art:
    """Two roads that meet on the level."""
    return triangle(line(-0.3, -0.08, 0.3, 0.52, width=0.19), line(0.3, -0.08, -0.3, 0.52, width=0.19))


def no_entry() -> Art:
    """Nobody drives in here."""
    return (Path(ellipse(0, 0, 1), fill=RED), Path(rectangle(-0.7, -0.17, 1.4, 0.34), fill=WHITE))


def parking() -> Art:
    """The letter P."""
    stem = Path(rectangle(-0.36, -0.6, 0.24, 1.2), fill=WHITE)
    bowl = (("M", (-0.14, -0.49)), ("L", (0.08, -0.49)), ("C", (0.42, -0.49, 0.42, 0.07, 0.08, 0.07)), ("L", (-0.14, 0.07)))  # fmt: skip
    return square(stem, Path(bowl, stroke=WHITE, width=0.22), white=False)


def firstaid() -> Art:
    """A cross stands for help. The red one is not ours to use."""
    arms = rectangle(-0.15, -0.48, 0.3, 0.96) + rectangle(-0.48, -0.15, 0.96, 0.3)
    return square(Path(arms, fill=GREEN))


def petrol() -> Art:
    """A pump with its globe and hose."""
    body = rectangle(-0.34, -0.2, 0.46, 0.66) + rectangle(-0.42, 0.42, 0.62, 0.12) + ellipse(-0.11, -0.38, 0.17)
    dial = Path(rectangle(-0.25, -0.11, 0.28, 0.2), fill=WHITE)
    hose = curve((0.12, 0.22), (0.3, 0.22, 0.2, 0.5, 0.34, 0.46), (0.44, 0.42, 0.4, 0.1, 0.38, -0.12), width=0.08)
    nozzle = line(0.4, -0.08, 0.24, -0.3, width=0.1)
    return square(Path(body, fill=DARK), dial, hose, nozzle)


def garage() -> Art:
    """A spanner, open at both ends."""
    jaw = ((-0.12, 0.5), (-0.12, 0.1), (-0.3, -0.02), (-0.34, -0.26), (-0.2, -0.5), (-0.2, -0.22), (0, -0.14))
    end = [*jaw, *((-x, y) for x, y in reversed(jaw[:-1]))]

    def at(x: float, y: float, flip: int) -> Point:
        u, v = flip * x * 0.86, flip * (y * 0.86 - 0.26)
        return (u - v) * cos(pi / 4), (u + v) * sin(pi / 4)

    return square(*(filled([at(x, y, flip) for x, y in end]) for flip in (1, -1)))


def hotel() -> Art:
    """A bed for the night."""
    frame = rectangle(-0.54, -0.36, 0.12, 0.78) + rectangle(-0.54, 0.12, 1.08, 0.14) + rectangle(0.42, 0.12, 0.12, 0.3)
    pillow = ellipse(-0.24, -0.04, 0.13)
    quilt = (("M", (-0.06, 0.1)), ("L", (-0.06, -0.02)), ("C", (-0.06, -0.12, 0.02, -0.14, 0.1, -0.14)),
             ("L", (0.36, -0.14)), ("C", (0.5, -0.14, 0.54, -0.04, 0.54, 0.1)), ("Z", ()))  # fmt: skip
    return square(Path(frame, fill=DARK), Path(pillow, fill=DARK), Path(quilt, fill=DARK))


def kepi(colour: str, band: str) -> Art:
    """The cap of a gendarme: a drum with a grenade, a band, a peak."""
    drum = (("M", (-0.54, 0.16)), ("L", (-0.5, -0.36)), ("C", (-0.3, -0.56, 0.3, -0.56, 0.5, -0.36)), ("L", (0.54, 0.16)),
            ("C", (0.3, 0.06, -0.3, 0.06, -0.54, 0.16)), ("Z", ()))  # fmt: skip
    strip = (("M", (-0.54, 0.2)), ("C", (-0.3, 0.09, 0.3, 0.09, 0.54, 0.2)))
    peak = (("M", (-0.56, 0.24)), ("C", (-0.3, 0.13, 0.3, 0.13, 0.56, 0.24)), ("C", (0.66, 0.36, 0.6, 0.52, 0.46, 0.5)),
            ("C", (0.24, 0.4, -0.24, 0.4, -0.46, 0.5)), ("C", (-0.6, 0.52, -0.66, 0.36, -0.56, 0.24)), ("Z", ()))  # fmt: skip
    flame = ((0, -0.42), (0.07, -0.26), (0.15, -0.34), (0.1, -0.16), (-0.1, -0.16), (-0.15, -0.34), (-0.07, -0.26))
    return (
        Path(drum, fill=colour), Path(peak, fill=colour), Path(strip, stroke=band, width=0.05),
        filled(flame, band), Path(ellipse(0, -0.1, 0.11), fill=band),
    )  # fmt: skip


def gendarmerie() -> Art:
    """Where the policeman comes from."""
    return square(*kepi(WHITE, BLUE), white=False)


def order(way: str) -> Art:
    """Go on this way."""
    if way == "ahead":
        return disc(line(0, 0.6, 0, -0.2, width=0.22, colour=WHITE), head((0, -0.66), (0, -1), 0.5, WHITE))
    side = 1 if way == "right" else -1
    stem = line(-side * 0.3, 0.56, -side * 0.3, -0.1, side * 0.14, -0.1, width=0.22, colour=WHITE)
    return disc(stem, head((side * 0.62, -0.1), (side, 0), 0.5, WHITE))


DANGERS: dict[str, Callable[[], Art]] = {"bend": bend, "slippery": slippery, "crossing": crossing}
USEFUL: dict[str, Callable[[], Art]] = {
    "parking": parking, "firstaid": firstaid, "petrol": petrol, "garage": garage, "hotel": hotel, "gendarmerie": gendarmerie,
}  # fmt: skip
ORDERS = ("left", "right", "ahead")
