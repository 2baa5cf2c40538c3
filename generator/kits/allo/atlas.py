"""The country in small: cities with codes and names, links as plain lines with their sections."""

from __future__ import annotations

from math import dist

from generator.drawing.fonts import BOLD, LEAST_PT, MM, SANS, cap, width
from generator.drawing.geometry import Area
from generator.drawing.pen import Pen, Point
from generator.kits.allo.board import land
from generator.kits.allo.chart import laid
from generator.kits.allo.labels import labels
from generator.kits.common.coastline import dotted, smooth
from generator.kits.common.kit_context import KitContext

RADIUS = 2.3
COAST = 12  # of so many points of the coast one counts: a name stands at its city, also where it crosses the coast


def atlas(pen: Pen, context: KitContext, area: Area, pt: float = LEAST_PT) -> None:
    """Draws it in an area."""
    palette, accent = context.palette, context.spec.accent
    country = land(context.order)
    places, outline = laid(country, area.inset(1.5, 1.5), 8)
    if outline:
        pen.path(smooth(outline), fill=palette.tint(accent, 0.06), stroke=palette.soft, width=0.25)
    dots: list[Point] = []
    for link in country.map.links:
        a, b = places[link.a], places[link.b]
        pen.line(*a, *b, palette.line(accent), 0.35)
        count = max(2, int(dist(a, b)))
        dots += [(a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count) for i in range(count + 1)]
    for code, (x, y) in places.items():
        pen.circle(x, y, RADIUS, fill="#ffffff", stroke=palette.line(accent), width=0.35)
        pen.text(x, y + cap(BOLD, pt) / 2, code, BOLD, pt, palette.ink, "middle")
    sizes = {city.code: (width(city.name, SANS, LEAST_PT) + 0.6, LEAST_PT * MM * 0.9) for city in country.map.cities}
    boxes = labels(places, sizes, RADIUS, dots, 0.1, area, dotted(outline)[::COAST])
    for city in country.map.cities:
        box = boxes[city.code]
        base = box.y + box.height / 2 + cap(SANS, LEAST_PT) / 2
        pen.text(box.x + box.width / 2, base, city.name, SANS, LEAST_PT, palette.ink, "middle")
