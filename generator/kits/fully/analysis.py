"""Where a player of Fully thinks: the code of the other team, the rows to find, and free room."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, SANS, fitted
from generator.drawing.geometry import Area
from generator.drawing.pen import Pen
from generator.kits.common.kit_context import KitContext
from generator.kits.fully.phrasebook import heading
from generator.kits.fully.tokens import boxed, swatch
from referee.fully.pieces import DIGITS, Colour, Phrase, Place, Team, opponents, other

SWATCH = 9.4  # width of a swatch beside a grid
BOX = 8.0  # height of a box for points
COUNTED = 18.0  # of the block that they are in


def enemy_code(pen: Pen, context: KitContext, of: Team, area: Area) -> None:
    """The nine phrases as the other team says them: a box for the digit, and the digits to strike out."""
    texts, palette = context.spec.sheets, context.palette
    them = other(of)
    heading(pen, context, area, texts.enemy.format(team=context.spec.teams.of(them)))
    pen.text(area.x, area.y + 8.4, *fitted(texts.enemy_hint, SANS, 8.5, area.width), palette.ink)
    top = area.y + 11.2
    row = (area.y + area.height - top) / len(Phrase)
    box = 9.0
    for i, phrase in enumerate(Phrase):
        y = top + i * row
        pen.line(area.x, y, area.x + area.width, y, palette.soft, 0.2)
        pen.rect(area.x, y + (row - box) / 2, box, box, 0.8, stroke=palette.ink, width=0.3)
        x, room = area.x + box + 2.4, area.width - box - 2.4
        pen.text(x, y + row * 0.42, *fitted(context.spec.phrase(phrase, them), BOLD, 11, room), palette.ink)
        step = room / len(DIGITS)
        for j, digit in enumerate(DIGITS):
            pen.text(x + (j + 0.5) * step - 0.6, y + row * 0.82, str(digit), SANS, 9.5, palette.ink, "middle")
    pen.line(area.x, area.y + area.height, area.x + area.width, area.y + area.height, palette.soft, 0.2)


def rows_to_find(pen: Pen, context: KitContext, of: Team, area: Area) -> None:
    """For the partner and both opponents: every colour on every place, to cross out or to ring."""
    texts = context.spec.sheets
    names = [texts.partner, *(context.spec.seats.of(seat).name for seat in opponents(of))]
    gap = 4.5
    wide = (area.width - gap * (len(names) - 1)) / len(names)
    for i, name in enumerate(names):
        grid(pen, context, name, Area(area.x + i * (wide + gap), area.y, wide, area.height))


def grid(pen: Pen, context: KitContext, name: str, area: Area) -> None:
    """Places across, colours down."""
    palette = context.palette
    heading(pen, context, area, name)
    head = 5.6
    cell = (area.width - SWATCH - 1) / len(Place)
    top = area.y + 11.4
    row = (area.y + area.height - top) / len(Colour)
    left = area.x + SWATCH + 1
    for j, place in enumerate(Place):
        boxed(pen, place, left + (j + 0.5) * cell, top - head / 2 - 0.2, 4.8, palette)
    for i, colour in enumerate(Colour):
        swatch(pen, context.spec.colours.of(colour), area.x, top + i * row + 0.4, SWATCH, row - 0.8, palette)
    for i in range(len(Colour) + 1):
        pen.line(left, top + i * row, area.x + area.width, top + i * row, palette.soft, 0.2)
    for j in range(len(Place) + 1):
        pen.line(left + j * cell, top, left + j * cell, area.y + area.height, palette.soft, 0.2)


def thinking(pen: Pen, context: KitContext, of: Team, area: Area) -> None:
    """Free room, and below it boxes for the points of each row and of all of them."""
    palette, texts = context.palette, context.spec.sheets
    heading(pen, context, area, texts.notes)
    pen.rect(area.x, area.y + 5.6, area.width, area.height - 5.6 - COUNTED, 1, stroke=palette.soft, width=0.2)
    low = area.y + area.height
    heading(pen, context, Area(area.x, low - COUNTED + 1.2, area.width, COUNTED), texts.points)
    labels = [texts.partner, *(context.spec.seats.of(seat).name for seat in opponents(of)), texts.altogether]
    gap, more = 1.4, 3.0  # the first has the longest word
    each = (area.width - gap * (len(labels) - 1) - more) / len(labels)
    x = area.x
    for i, label in enumerate(labels):
        wide = each + (0 if i else more)
        pen.text(x + wide / 2, low - BOX - 1, *fitted(label, SANS, 8, wide), palette.ink, "middle")
        pen.rect(x, low - BOX, wide, BOX, 0.8, stroke=palette.ink, width=0.3 if i < len(labels) - 1 else 0.6)
        x += wide + gap
