"""What lies inside the ring of the road: the name of the game, the deck, the mat, and what the signs mean."""

from __future__ import annotations

from generator.drawing.fonts import (
    ITALIC,
    LEAST_PT,
    MM,
    SANS,
    SERIF,
    cap,
    fitted,
    fitting,
    pt_for_cap,
    width,
    wrap_even,
)
from generator.drawing.geometry import Area
from generator.drawing.pen import Pen
from generator.drawing.road_signs import sign
from generator.kits.common.kit_context import KitContext
from generator.kits.rallye.cars import parked
from generator.layout import decoration
from referee.rallye.board.squares import Board
from referee.rallye.pieces import LABELS, PLAYERS, cars
from referee.rallye.road.tariff import A

LEGEND = {  # a text of the legend -> its signs
    "danger": ("bend", "slippery"),
    "ringed": ("no-speed", "no-overtaking"),
    "noentry": ("noentry",),
    "parking": ("parking",),
    "gerance": ("gerance",),
    "services": ("garage", "hotel"),
    "petrol": ("petrol",),
    "crossing": ("crossing",),
    "gendarmerie": ("gendarmerie",),
    "paris": ("paris",),
}


def title(pen: Pen, context: KitContext, area: Area, k: float, board: Board) -> None:
    """The name of the game over a stretch of road, with a car on it."""
    palette, accent, texts = context.palette, context.spec.accent, context.spec.board
    x, room = area.x + area.width / 2, area.width - 10 * k
    string, font, pt = fitted(context.spec.name, SERIF, 78 * k, room)
    base = area.y + area.height * 0.53
    if palette.floods:
        pen.text(x + 0.6 * k, base + 0.6 * k, string, font, pt, palette.tint(accent, 0.35), "middle")
    pen.text(x, base, string, font, pt, palette.line(accent), "middle")
    wide = width(string, font, pt)
    left, low = x - wide / 2, area.y + area.height * 0.92
    road = Area(left, low - 3.2 * k, wide, 4.6 * k)
    pen.rect(road.x, road.y, road.width, road.height, fill=palette.tint("#555555", 0.55), stroke=palette.ink, width=0.3)
    middle = road.y + road.height / 2
    pen.line(road.x + 2 * k, middle, road.x + road.width - 2 * k, middle, "#ffffff" if palette.floods else palette.ink, 0.6 * k, (5 * k, 3.5 * k))  # fmt: skip
    hue = next(iter(context.spec.seats.values())).hex
    half = 18 * k
    parked(pen, hue, palette, left + half + 5 * k, middle + 0.2 * k, half)
    other = list(context.spec.seats.values())[1].hex
    tour, pt = fitting(texts.tour.format(name=board.name), ITALIC, max(9, 21 * k), wide - 4 * half - 22 * k)
    pen.text(x + 1 * k, road.y - 4 * k, tour, ITALIC, pt, palette.ink, "middle")
    parked(pen, other, palette, left + wide - half * 0.9 - 5 * k, middle + 0.2 * k, half * 0.9)


def deck(pen: Pen, context: KitContext, area: Area, k: float, board: Board) -> None:
    """A place for the contravention cards."""
    texts, palette, accent = context.spec.board, context.palette, context.palette.line(context.spec.accent)
    w, h = context.spec.sizes.card[0] + 3, context.spec.sizes.card[1] + 3
    x, y = area.x + area.width / 2, area.y + area.height / 2
    pen.rect(x - w / 2, y - h / 2, w, h, 2, fill="#ffffff", stroke=accent, width=0.5, dash=(2.4, 1.6))
    pen.put(*sign("gendarmerie", x, y - 11, 9, palette))
    pen.text(x, y + 8, *fitted(texts.deck, SERIF, 15, w - 4), accent, "middle")
    pen.text(x, y + 13.4, *fitted(texts.under, ITALIC, 9.4, w - 4), palette.ink, "middle")


def mat(pen: Pen, context: KitContext, area: Area, k: float, board: Board) -> None:
    """Where the policeman's own fines lie: a cloth with a fringe."""
    texts, palette, accent = context.spec.board, context.palette, context.spec.accent
    edge = palette.line(accent)
    note = context.spec.sizes.note
    w, h = min(area.width - 1, note[1] + 14 * k), min(area.height - 6, note[0] + 26 * k)
    cloth = Area(area.x + (area.width - w) / 2, area.y + (area.height - h) / 2, w, h)
    step = w / 24
    for i in range(25):
        for y, way in ((cloth.y, -1), (cloth.y + h, 1)):
            pen.line(cloth.x + i * step, y, cloth.x + i * step, y + way * 2.2, edge, 0.3)
    pen.rect(cloth.x, cloth.y, w, h, **palette.area(accent, 0.5))
    on = palette.on(accent)
    inner = cloth.inset(2, 2)
    pen.rect(inner.x, inner.y, inner.width, inner.height, stroke=on, width=0.3)
    pen.put(*decoration.pad_corners(inner, 6 * k, on, palette))
    x = cloth.x + w / 2
    rows, pt, lead = fitting_rows(texts.fines, SANS, max(8, 10.4 * k), inner.width - 4, inner.height * 0.42)
    head = cloth.y + h * 0.44
    pen.put(*sign("gendarmerie", x, head - 15 * k - 3, 7 * k, palette))
    pen.text(x, head, *fitted(texts.mat, SERIF, max(13, 17 * k), w - 8), on, "middle")
    for i, row in enumerate(rows):
        pen.text(x, head + 1.4 * lead + i * lead, row, SANS, pt, on, "middle")


def fitting_rows(text: str, font: str, pt: float, room: float, height: float) -> tuple[list[str], float, float]:
    """A text in rows, its size and leading: the largest that fits."""
    while True:
        rows, lead = wrap_even(text, font, pt, room), pt * 1.18 * MM
        if (len(rows) * lead <= height and max(width(row, font, pt) for row in rows) <= room) or pt <= LEAST_PT:
            return rows, pt, lead
        pt = max(LEAST_PT, pt - 0.4)


def drawn(pen: Pen, context: KitContext, name: str, x: float, y: float, r: float) -> None:
    """A sign of the legend; Paris and the gérances look as their squares do."""
    palette = context.palette
    if name == "paris":
        pen.circle(x, y, r, **palette.area(context.spec.accent, 0.4))
        pt = pt_for_cap(SERIF, r * 1.1)
        pen.text(x, y + cap(SERIF, pt) / 2, "1", SERIF, pt, palette.on(context.spec.accent), "middle")
    elif name == "gerance":
        first, last = sorted(LABELS.values())[:: len(LABELS) - 1]
        hue = next(iter(context.spec.gerance.values())).hex
        pen.rect(x - r, y - r, 2 * r, 2 * r, r * 0.2, **palette.area(hue, 0.4))
        pt = pt_for_cap(SERIF, r * 0.7)
        pen.text(x, y + cap(SERIF, pt) / 2, f"{first}–{last}", SERIF, pt, palette.on(hue), "middle")
    else:
        pen.put(*sign(name, x, y, r, palette))


def start(pen: Pen, context: KitContext, area: Area, k: float, board: Board) -> None:
    """Where cars stand in Paris: a grid of six places beside its square, each as large as a car."""
    palette, accent = context.palette, context.palette.line(context.spec.accent)
    size = context.spec.sizes.car
    wide, high = size.width * k, size.base * k
    count = max(map(cars, PLAYERS))
    left, top = area.x + (area.width - count * wide) / 2, area.y + (area.height - high) / 2
    pen.rect(left - 1, top - 1, count * wide + 2, high + 2, 1, fill="#ffffff", stroke=accent, width=0.5)
    for i in range(count):
        x = left + i * wide
        pt = pt_for_cap(SERIF, high * 0.36)
        pen.text(
            x + wide / 2,
            top + high / 2 + cap(SERIF, pt) / 2,
            "1",
            SERIF,
            pt,
            palette.tint(context.spec.accent, 0.4),
            "middle",
        )
        if i:
            pen.line(x, top, x, top + high, accent, 0.3, (1.2, 0.8))
    s = high / 4
    for row in range(4):  # the line that all start from
        for column in range(2):
            if (row + column) % 2 == 0:
                pen.rect(left + count * wide - 2 * s + column * s, top + row * s, s, s, fill=palette.ink)


def legend(pen: Pen, context: KitContext, area: Area, k: float, board: Board) -> None:
    """What to do on each sign."""
    texts, palette, accent = context.spec.board, context.palette, context.palette.line(context.spec.accent)
    pen.rect(area.x, area.y, area.width, area.height, 2 * k, fill="#ffffff", stroke=accent, width=0.4)
    head = 11 * k
    string, font, pt = fitted(texts.legend, SERIF, max(11, 15 * k), area.width - 8)
    pen.text(area.x + area.width / 2, area.y + head * 0.5 + cap(font, pt) / 2, string, font, pt, accent, "middle")
    columns, r = 2, 3.9 * k
    row = (area.height - head - 2 * k) / (len(LEGEND) / columns)
    for i, (key, signs) in enumerate(LEGEND.items()):
        column, line = divmod(i, len(LEGEND) // columns)
        x, y = area.x + 3 * k + column * (area.width / 2 - 1 * k), area.y + head + (line + 0.5) * row
        for name in signs:
            drawn(pen, context, name, x + r, y, r)
            x += 2 * r + 1.2 * k
        end = area.x + area.width * (column + 1) / columns - 2 * k
        said = getattr(texts.signs, key).format(accident=A.accident)
        rows, pt, lead = fitting_rows(said, SANS, max(7.6, 11 * k), end - x - 1.4 * k, row)
        for n, each in enumerate(rows):
            pen.text(x + 1.4 * k, y + cap(SANS, pt) / 2 + (n - (len(rows) - 1) / 2) * lead, each, SANS, pt, palette.ink)
