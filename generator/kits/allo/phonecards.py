"""Phone cards of Allo... la France: a scale of units, and a band with a window that slides on it."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, SANS, SERIF, cap, fitted, fitting, wrap
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen
from generator.drawing.shapes import handset
from generator.kits.allo.stand import seat_names
from generator.kits.common.kit_context import KitContext
from generator.kits.common.tents import badge
from generator.layout import decoration
from generator.layout.component import Component
from referee.allo.pieces import MOST_UNITS

SCALE = 8.0  # height of the scale, at the upper edge
PLAY = 0.6  # that much the band is longer than the card is high, so that it slides


def phonecards(context: KitContext) -> Component:
    """A card and its slider for each player."""
    texts = context.spec.phonecards
    fronts = tuple(pair(context, seat, name) for seat, name in enumerate(context.seats))
    return Component("phonecards", texts.title, texts.advice, fronts, cuts=1, names=seat_names(context))


def pair(context: KitContext, seat: int, name: str) -> Face:
    """The card, and below it the flat band."""
    size = context.spec.sizes.phone
    around = 2 * (size.height + PLAY) + size.tab
    pen = Pen()
    card(pen, context, seat, name)
    band(pen, context, seat, size.height, around)
    pen.put(*decoration.outlines([(0, size.height, max(size.width, around), size.height)], context.palette, "cut"))
    return pen.face(context.shown(f"phonecard.{seat + 1}"), max(size.width, around), size.height + size.band, 0.2)


def card(pen: Pen, context: KitContext, seat: int, name: str) -> None:
    """The scale, then whose card it is and what changes it."""
    size, palette, texts = context.spec.sizes.phone, context.palette, context.spec.phonecards
    hue = context.spec.hue(seat)
    w, h = size.width, size.height
    left = (w - (MOST_UNITS + 1) * size.pitch) / 2
    for unit in range(MOST_UNITS + 1):
        x = left + unit * size.pitch
        pen.rect(x, 0, size.pitch, SCALE, fill="#ffffff", stroke=palette.soft, width=0.2)
        pen.text(x + size.pitch / 2, SCALE / 2 + cap(BOLD, 13) / 2, str(unit), BOLD, 13, palette.ink, "middle")
    body = Area(2, SCALE + 1.5, w - 4, h - SCALE - 3.5)
    pen.rect(body.x, body.y, body.width, body.height, 2.4, **palette.area(hue.hex, 0.6))
    on = palette.on(hue.hex)
    pen.path(handset(body.x + 11, body.y + 11, 7), fill=on)
    badge(pen, hue, body.x + 11, body.y + body.height - 9, 3, palette, on_colour=True)
    x, room = body.x + 23, body.width - 27
    string, pt = fitting(name or context.spec.name, SERIF, 17, room)
    pen.text(x, body.y + 9.4, string, SERIF, pt, on)
    pen.line(x, body.y + 12.4, body.x + body.width - 4, body.y + 12.4, on, 0.3)
    for i, line in enumerate((texts.gain, texts.pay, texts.radio)):
        pen.text(x, body.y + 19 + i * 5.2, *fitted(line, SANS, 10.5, room), on)


def band(pen: Pen, context: KitContext, seat: int, top: float, around: float) -> None:
    """Front, back and a tab: the window is in the fold between them, so that scissors reach it."""
    size, palette, texts = context.spec.sizes.phone, context.palette, context.spec.phonecards
    hue = context.spec.hue(seat)
    side, h = size.height + PLAY, size.band
    middle = top + h / 2
    pen.rect(0, top, 2 * side, h, fill=palette.tint(hue.hex, 0.25))
    pen.put(*decoration.hatched(Area(2 * side, top, size.tab, h), palette.soft))
    decoration.label(pen, 2 * side + size.tab / 2, middle, texts.glue, palette.ink)
    badge(pen, hue, side * 0.42, middle, 3, palette)
    for x in (side, 2 * side):
        pen.put(decoration.fold(x, top, x, top + h, palette))
    window = Area(side - SCALE, middle - size.pitch / 2, 2 * SCALE, size.pitch)
    pen.rect(window.x, window.y, window.width, window.height, fill="#ffffff", stroke=palette.ink, width=0.3, line="cut")
    pen.put(*decoration.hatched(window, palette.soft))
    decoration.label(pen, side, middle, texts.window, palette.ink)
    rows = wrap(texts.slider, SANS, 7.5, side - SCALE - 5)
    for i, row in enumerate(rows):
        pen.text(side + SCALE + 2.5, middle + 1 + (i - (len(rows) - 1) / 2) * 3.3, row, SANS, 7.5, palette.ink)
