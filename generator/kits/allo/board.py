"""The board of Allo... la France: the country with its cities and tracks, the deck, and a reminder of the turn."""

from __future__ import annotations

from functools import cache

from generator import furniture
from generator.component import Component
from generator.country import Country, country
from generator.drawing import Face, Pen
from generator.fonts import BOLD, MM, cap, width
from generator.kits.allo.chart import Chart, chart
from generator.kits.allo.labels import labels
from generator.kits.allo.panel import panel
from generator.kits.boards import BORDER, laid_out, share, size
from generator.kits.coast import dotted, smooth
from generator.order import Order
from generator.paper import Area
from generator.studio import Studio
from referee.allo import maps
from referee.allo.maps import Map
from templates import SHELF

FRANCE = SHELF / "kits" / "allo" / "france.toml"
PANEL = 104.0  # at the left: name, deck, reminder; on a large board


def land(order: Order) -> Country:
    """The country that is printed."""
    return order.country or france()


@cache
def france() -> Country:
    """The usual one."""
    return country(maps, FRANCE)


def charted(studio: Studio) -> Chart:
    """The map of the board: what the cables must fit."""
    (w, h), k = size(studio), share(studio)
    edge = BORDER + 5 * k
    area = Area(PANEL * k + 2 * edge, edge, w - PANEL * k - 3 * edge, h - 2 * edge)
    return chart(land(studio.order), area, k)


def board(studio: Studio) -> Component:
    """The board on one sheet, or on tiles."""
    return laid_out(studio, drawn(studio))


def drawn(studio: Studio) -> Face:
    """The whole board."""
    (w, h), k, tone = size(studio), share(studio), studio.tone
    accent = studio.shelf.accent
    found, country_ = charted(studio), land(studio.order)
    pen = Pen()
    frame = Area(BORDER, BORDER, w - 2 * BORDER, h - 2 * BORDER)
    pen.rect(
        frame.x, frame.y, frame.width, frame.height, fill=tone.tint(accent, 0.16), stroke=tone.line(accent), width=0.6
    )
    if found.outline:
        coast = smooth(found.outline)
        if tone.floods:
            pen.path(coast, stroke=tone.tint(accent, 0.32), width=3.2 * k)
        pen.path(coast, fill="#ffffff", stroke=tone.line(accent), width=0.6)
    network(pen, studio, found)
    named(pen, studio, found, country_.map, max(9.0, 13.0 * k), frame.inset(1.5, 1.5))
    panel(pen, studio, Area(frame.x + 4 * k, frame.y + 4 * k, PANEL * k, frame.height - 8 * k), k, found)
    pen.put(*furniture.pad_corners(frame, 9 * k, tone.line(accent), tone))
    return pen.face(studio.shown("board"), w, h)


def network(pen: Pen, studio: Studio, found: Chart) -> None:
    """Tracks, cell by cell, and cities with their codes."""
    tone, accent = studio.tone, studio.shelf.accent
    for each in found.tracks:
        a, b = found.places[each.link.a], found.places[each.link.b]
        pen.line(*a, *b, tone.line(accent), 0.9)
    for each in found.tracks:
        for cell in each.cells():
            pen.polygon(cell, fill="#ffffff", stroke=tone.ink, width=0.25)
            (x1, y1), (x2, y2) = middle(cell[0], cell[3]), middle(cell[1], cell[2])
            pen.line(x1, y1, x2, y2, tone.soft, 0.3, (0.9, 0.9))
    pt = 13.0 * found.radius / 4.6
    for code, (x, y) in found.places.items():
        pen.circle(x, y, found.radius, fill="#ffffff", stroke=tone.line(accent), width=0.5)
        pen.circle(x, y, found.radius - 0.7, **tone.area(accent, 0.3))
        pen.text(x, y + cap(BOLD, pt) / 2, code, BOLD, pt, tone.on(accent), "middle")


def middle(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """Between two points."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def named(pen: Pen, studio: Studio, found: Chart, map_: Map, pt: float, area: Area) -> None:
    """The name of each city beside it."""
    sizes = {city.code: (width(city.name, BOLD, pt) + 1, pt * MM * 0.95) for city in map_.cities}
    dots = [dot for each in found.tracks for dot in each.dots()]
    ends = [(found.places[each.link.a], found.places[each.link.b]) for each in found.tracks]
    wires = [dot for pair in ends for dot in dotted(pair)]
    boxes = labels(found.places, sizes, found.radius, dots, found.breadth / 2, area, [*dotted(found.outline), *wires])
    for city in map_.cities:
        box = boxes[city.code]
        base = box.y + box.height / 2 + cap(BOLD, pt) / 2
        pen.text(box.x + box.width / 2, base, city.name, BOLD, pt, studio.tone.ink, "middle")
