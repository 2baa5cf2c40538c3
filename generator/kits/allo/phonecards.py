"""Phone cards of Allo... la France: a scale of units, and a band with a window that slides on it."""

from __future__ import annotations

from generator import furniture
from generator.component import Component
from generator.drawing import Face, Pen
from generator.fonts import BOLD, SANS, SERIF, cap, fitted, fitting, wrap
from generator.kits.tents import badge
from generator.paper import Area
from generator.shapes import handset
from generator.studio import Studio
from referee.allo.pieces import MOST_UNITS

SCALE = 8.0  # height of the scale, at the upper edge
PLAY = 0.6  # that much the band is longer than the card is high, so that it slides


def phonecards(studio: Studio) -> Component:
    """A card and its slider for each player."""
    texts = studio.shelf.phonecards
    fronts = tuple(pair(studio, seat, name) for seat, name in enumerate(studio.seats))
    return Component("phonecards", texts.title, texts.advice, fronts, cuts=1)


def pair(studio: Studio, seat: int, name: str) -> Face:
    """The card, and below it the flat band."""
    size = studio.shelf.sizes.phone
    around = 2 * (size.height + PLAY) + size.tab
    pen = Pen()
    card(pen, studio, seat, name)
    band(pen, studio, seat, size.height, around)
    pen.put(*furniture.outlines([(0, size.height, max(size.width, around), size.height)], studio.tone))
    return pen.face(studio.shown(f"phonecard.{seat + 1}"), max(size.width, around), size.height + size.band, 0.2)


def card(pen: Pen, studio: Studio, seat: int, name: str) -> None:
    """The scale, then whose card it is and what changes it."""
    size, tone, texts = studio.shelf.sizes.phone, studio.tone, studio.shelf.phonecards
    hue = studio.shelf.hue(seat)
    w, h = size.width, size.height
    left = (w - (MOST_UNITS + 1) * size.pitch) / 2
    for unit in range(MOST_UNITS + 1):
        x = left + unit * size.pitch
        pen.rect(x, 0, size.pitch, SCALE, fill="#ffffff", stroke=tone.soft, width=0.2)
        pen.text(x + size.pitch / 2, SCALE / 2 + cap(BOLD, 13) / 2, str(unit), BOLD, 13, tone.ink, "middle")
    body = Area(2, SCALE + 1.5, w - 4, h - SCALE - 3.5)
    pen.rect(body.x, body.y, body.width, body.height, 2.4, **tone.area(hue.hex, 0.6))
    on = tone.on(hue.hex)
    pen.path(handset(body.x + 11, body.y + 11, 7), fill=on)
    badge(pen, hue, body.x + 11, body.y + body.height - 9, 3, tone, on_colour=True)
    x, room = body.x + 23, body.width - 27
    string, pt = fitting(name or studio.shelf.name, SERIF, 17, room)
    pen.text(x, body.y + 9.4, string, SERIF, pt, on)
    pen.line(x, body.y + 12.4, body.x + body.width - 4, body.y + 12.4, on, 0.3)
    for i, line in enumerate((texts.gain, texts.pay, texts.radio)):
        pen.text(x, body.y + 19 + i * 5.2, *fitted(line, SANS, 10.5, room), on)


def band(pen: Pen, studio: Studio, seat: int, top: float, around: float) -> None:
    """Front, back and a tab: the window is in the fold between them, so that scissors reach it."""
    size, tone, texts = studio.shelf.sizes.phone, studio.tone, studio.shelf.phonecards
    hue = studio.shelf.hue(seat)
    side, h = size.height + PLAY, size.band
    middle = top + h / 2
    pen.rect(0, top, 2 * side, h, fill=tone.tint(hue.hex, 0.25))
    pen.put(*furniture.hatched(Area(2 * side, top, size.tab, h), tone.soft))
    furniture.label(pen, 2 * side + size.tab / 2, middle, texts.glue, tone.ink)
    badge(pen, hue, side * 0.42, middle, 3, tone)
    for x in (side, 2 * side):
        pen.put(furniture.fold(x, top, x, top + h, tone))
    window = Area(side - SCALE, middle - size.pitch / 2, 2 * SCALE, size.pitch)
    pen.rect(window.x, window.y, window.width, window.height, fill="#ffffff", stroke=tone.ink, width=0.3)
    pen.put(*furniture.hatched(window, tone.soft))
    furniture.label(pen, side, middle, texts.window, tone.ink)
    rows = wrap(texts.slider, SANS, 7.5, side - SCALE - 5)
    for i, row in enumerate(rows):
        pen.text(side + SCALE + 2.5, middle + 1 + (i - (len(rows) - 1) / 2) * 3.3, row, SANS, 7.5, tone.ink)
