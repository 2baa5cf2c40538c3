"""The board of Allo... la France: the country with its cities and tracks, the deck, and a reminder of the turn."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from generator.drawing.fonts import BOLD, MM, cap, width
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen, Text
from generator.kits.allo.chart import Chart, chart
from generator.kits.allo.labels import labels
from generator.kits.allo.panel import panel
from generator.kits.allo.scenery import edge, ground, places, rivers
from generator.kits.common.boards import BORDER, laid_out, share, size
from generator.kits.common.coastline import dotted
from generator.kits.common.kit_context import KitContext
from generator.layout import decoration
from generator.layout.component import Component
from generator.layout.tiling import WHOLE
from generator.order.maps import BoardMap, board_map
from generator.order.request import PrintRequest
from referee.allo import maps
from templates.loader import SHELF

FRANCE = SHELF / "kits" / "allo" / "france.toml"
CLEAR_OF_CITY = 1.0  # mm between a joint and a city
PANEL = 104.0  # at the left: name, deck, reminder; on a large board


def land(order: PrintRequest) -> BoardMap:
    """The country that is printed."""
    return order.country or france()


@cache
def france() -> BoardMap:
    """The usual one."""
    return board_map(maps, FRANCE)


def charted(context: KitContext) -> Chart:
    """The map of the board: what the cables must fit."""
    (w, h), k = size(context), share(context)
    edge = BORDER + 5 * k
    area = Area(PANEL * k + 2 * edge, edge, w - PANEL * k - 3 * edge, h - 2 * edge)
    return chart(land(context.order), area, k)


def board(context: KitContext) -> Component:
    """The board on one sheet, or on tiles."""
    whole = drawn(context)
    return laid_out(context, whole, spared(context, whole))


def spared(context: KitContext, whole: Face) -> list[tuple[Area, int]]:
    """What no joint of tiles runs through: a city, whatever else it costs; and as little type as can be."""
    found = charted(context)
    round_ = found.radius + CLEAR_OF_CITY
    cities = [(Area(x - round_, y - round_, 2 * round_, 2 * round_), WHOLE) for x, y in found.places.values()]
    return cities + [(lying(item), 1) for item in whole.items if isinstance(item, Text) and not item.turn]


def lying(text: Text) -> Area:
    """Where a line of type lies."""
    wide, high = width(text.string, text.font, text.pt), text.pt * MM
    left = text.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * wide
    return Area(left, text.y - 0.8 * high, wide, high)


def drawn(context: KitContext) -> Face:
    """The whole board."""
    (w, h), k, palette = size(context), share(context), context.palette
    accent = context.spec.accent
    found, country_ = charted(context), land(context.order)
    pen = Pen()
    frame = Area(BORDER, BORDER, w - 2 * BORDER, h - 2 * BORDER)
    ground(pen, context, found, country_, frame, k)
    network(pen, context, found)
    named(pen, context, found, country_, max(9.0, 13.0 * k), frame.inset(1.5, 1.5))
    edge(pen, context, (w, h), frame)
    panel(pen, context, Area(frame.x + 4 * k, frame.y + 4 * k, PANEL * k, frame.height - 8 * k), k, found)
    pen.put(*decoration.pad_corners(frame, 9 * k, palette.line(accent), palette))
    return pen.face(context.shown("board"), w, h)


def network(pen: Pen, context: KitContext, found: Chart) -> None:
    """Tracks, cell by cell, and cities with their codes."""
    palette, accent = context.palette, context.spec.accent
    for each in found.tracks:
        a, b = found.places[each.link.a], found.places[each.link.b]
        pen.line(*a, *b, palette.line(accent), 0.9)
    for each in found.tracks:
        for cell in each.cells():
            pen.polygon(cell, fill="#ffffff", stroke=palette.ink, width=0.25)
            (x1, y1), (x2, y2) = middle(cell[0], cell[3]), middle(cell[1], cell[2])
            pen.line(x1, y1, x2, y2, palette.soft, 0.3, (0.9, 0.9))
    pt = 13.0 * found.radius / 4.6
    for code, (x, y) in found.places.items():
        pen.circle(x, y, found.radius, fill="#ffffff", stroke=palette.line(accent), width=0.5)
        pen.circle(x, y, found.radius - 0.7, **palette.area(accent, 0.3))
        pen.text(x, y + cap(BOLD, pt) / 2, code, BOLD, pt, palette.on(accent), "middle")


def filled(area: Area, step: float = 2.0) -> list[tuple[float, float]]:
    """Points all over an area, close enough to stand for it."""
    across, down = max(1, round(area.width / step)), max(1, round(area.height / step))
    return [
        (area.x + area.width * i / across, area.y + area.height * j / down)
        for i in range(across + 1)
        for j in range(down + 1)
    ]


def middle(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """Between two points."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def named(pen: Pen, context: KitContext, found: Chart, country: BoardMap, pt: float, area: Area) -> None:
    """The name of each city beside it, clear of the sights."""
    map_ = country.map
    sizes = {city.code: (width(city.name, BOLD, pt) + 1, pt * MM * 0.95) for city in map_.cities}
    dots = [dot for each in found.tracks for dot in each.dots()]
    dots += [dot for _, place in places(found, country) for dot in filled(place)]
    ends = [(found.places[each.link.a], found.places[each.link.b]) for each in found.tracks]
    legs = [leg for course in rivers(found, country) for leg in pairwise(course)]
    thin = [*dotted(found.outline), *(dot for pair in (*ends, *legs) for dot in dotted(pair))]
    boxes = labels(found.places, sizes, found.radius, dots, found.breadth / 2, area, thin)
    for city in map_.cities:
        box = boxes[city.code]
        base = box.y + box.height / 2 + cap(BOLD, pt) / 2
        pen.text(box.x + box.width / 2, base, city.name, BOLD, pt, context.palette.ink, "middle")
