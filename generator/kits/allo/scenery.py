"""The country as a poster of the telephone age: sea and waves, the neighbours, relief and rivers, sights beside the cities.

What is drawn lies in NAME.scenery.toml beside the map, in the units of the map. A country without such a file has none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from generator.drawing.geometry import Area
from generator.drawing.pen import Op, Pen, Point
from generator.kits.allo.chart import Chart
from generator.kits.common.boards import BORDER
from generator.kits.common.coastline import BEND, smooth
from generator.kits.common.kit_context import KitContext
from generator.kits.common.pictures import PICTURES, picture
from generator.order.maps import BoardMap, Place
from templates import loader
from templates.errors import Misfit

SEA, LAND, ABROAD = "#3f86a8", "#d9b86a", "#b7a58a"
Spot = tuple[Place, Place]
Span = Annotated[float, Meta(gt=0, le=1e6)]


class Sight(Struct, frozen=True, forbid_unknown_fields=True):
    """A picture by its name, standing on the lower edge of its place: left, top, width, height."""

    name: str
    at: tuple[Place, Place, Span, Span]

    def __post_init__(self) -> None:
        if self.name not in PICTURES:
            raise Misfit(
                "Expected the name of a picture: {known}; got `{found}`", known=", ".join(PICTURES), found=self.name
            )


class Scenery(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    neighbours: tuple[tuple[Spot, ...], ...] = ()  # land beyond the borders
    rivers: tuple[Annotated[tuple[Spot, ...], Meta(min_length=2)], ...] = ()
    sights: tuple[Sight, ...] = ()


@cache
def scenery(file: Path) -> Scenery:
    """What a file says; nothing if there is none."""
    return loader.read_toml(file, Scenery, "") if file.is_file() else Scenery()


def beside(country: BoardMap) -> Scenery:
    """The scenery of a country."""
    return scenery(country.file.with_name(f"{country.file.stem}.scenery.toml"))


def on_paper(found: Chart, country: BoardMap) -> tuple[Callable[[Spot], Point], float]:
    """From the units of a map to millimetres of the chart, and how long a unit is."""
    a, b = country.map.cities[0], max(country.map.cities, key=lambda city: abs(city.x - country.map.cities[0].x))
    (ax, ay), (bx, _) = found.places[a.code], found.places[b.code]
    scale = (bx - ax) / (b.x - a.x)
    return lambda spot: (ax + (spot[0] - a.x) * scale, ay + (spot[1] - a.y) * scale), scale


def places(found: Chart, country: BoardMap) -> list[tuple[str, Area]]:
    """Where each sight stands."""
    at, scale = on_paper(found, country)
    made = []
    for each in beside(country).sights:
        left, top, wide, high = each.at
        x, y = at((left, top))
        made.append((each.name, Area(x, y, wide * scale, high * scale)))
    return made


def rivers(found: Chart, country: BoardMap) -> list[list[Point]]:
    """The course of each river."""
    at, _ = on_paper(found, country)
    return [[at(point) for point in river] for river in beside(country).rivers]


def ground(pen: Pen, context: KitContext, found: Chart, country: BoardMap, frame: Area, k: float) -> None:
    """Sea, neighbours, the country and its rivers. Without a scenery: the country on a tint of the game."""
    palette, accent, drawn = context.palette, context.spec.accent, beside(country)
    if not drawn.sights:
        tint = palette.tint(accent, 0.16)
        pen.rect(frame.x, frame.y, frame.width, frame.height, fill=tint, stroke=palette.line(accent), width=0.6)
        if found.outline:
            coast = smooth(found.outline)
            if palette.floods:
                pen.path(coast, stroke=palette.tint(accent, 0.32), width=3.2 * k)
            pen.path(coast, fill="#ffffff", stroke=palette.line(accent), width=0.6)
        return
    at, _ = on_paper(found, country)
    pen.rect(frame.x, frame.y, frame.width, frame.height, fill=palette.tint(SEA, 0.3))
    waves(pen, context, frame, k)
    coast = smooth(found.outline)
    if palette.floods:
        for wide, share in ((7.0, 0.42), (3.4, 0.55)):  # shallow water along the coast, which neighbours cover
            pen.path(coast, stroke=palette.tint(SEA, share), width=wide * k)
    for corners in drawn.neighbours:
        land = smooth([at(corner) for corner in corners])
        pen.path(land, fill=palette.tint(ABROAD, 0.32), stroke=palette.line(SEA), width=0.3)
    pen.path(coast, fill=palette.tint(LAND, 0.3), stroke=palette.line(accent), width=0.6)
    for course in rivers(found, country):
        pen.path(bent(course), None, palette.tint(SEA, 0.75) if palette.mode != "mono" else palette.soft, 1.1 * k)
    for name, area in places(found, country):
        picture(pen, context, name, area)


def bent(points: Sequence[Point]) -> tuple[Op, ...]:
    """An open curve through points."""
    ops: list[Op] = [("M", points[0])]
    last = len(points) - 1
    for i in range(last):
        before, a, b, after = points[max(0, i - 1)], points[i], points[i + 1], points[min(last, i + 2)]
        first = a[0] + (b[0] - before[0]) / BEND, a[1] + (b[1] - before[1]) / BEND
        second = b[0] - (after[0] - a[0]) / BEND, b[1] - (after[1] - a[1]) / BEND
        ops.append(("C", (*first, *second, *b)))
    return tuple(ops)


def waves(pen: Pen, context: KitContext, frame: Area, k: float) -> None:
    """Rows of small waves, as engravers drew them."""
    colour = context.palette.tint(SEA, 0.55) if context.palette.mode != "mono" else context.palette.soft
    step, wide = 15.0 * k, 2.2 * k
    for row in range(int(frame.height / step)):
        y = frame.y + (row + 0.5) * step
        for column in range(int(frame.width / (2 * step)) + 1):
            x = frame.x + (column + 0.5 * (row % 2)) * 2 * step + 3 * k
            if x + 6 * wide > frame.x + frame.width:
                continue
            ops: list[Op] = [("M", (x, y))]
            for n in range(3):
                left = x + 2 * n * wide
                ops.append(
                    ("C", (left + wide * 0.5, y - wide * 0.7, left + wide * 1.5, y - wide * 0.7, left + 2 * wide, y))
                )
            pen.path(tuple(ops), None, colour, 0.3)


def edge(pen: Pen, context: KitContext, size: tuple[float, float], frame: Area) -> None:
    """White around the board, and a frame like that of an enamel sign."""
    w, h = size
    over = 2.0  # beyond the paper, or a hair of the sea would be seen there
    for x, y, wide, high in (
        (-over, -over, w + 2 * over, BORDER + over), (-over, h - BORDER, w + 2 * over, BORDER + over),
        (-over, 0, BORDER + over, h), (w - BORDER, 0, BORDER + over, h),
    ):  # fmt: skip
        pen.rect(x, y, wide, high, fill="#ffffff")
    line = context.palette.line(context.spec.accent)
    pen.rect(frame.x, frame.y, frame.width, frame.height, stroke=line, width=1.0)
    inner = frame.inset(1.8, 1.8)
    pen.rect(inner.x, inner.y, inner.width, inner.height, stroke=line, width=0.3)
