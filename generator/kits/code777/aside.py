"""The sheet of tiles put aside, for an evening with slips: refills name what came back by its place on it."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, MM, SANS, SERIF, cap, fitted, wrap
from generator.drawing.pen import Pen
from generator.kits.code777.slips import PLACES
from generator.kits.common.dealer import Dealer
from generator.kits.common.kit_context import KitContext
from generator.layout.component import Component
from referee.code777 import refills
from templates.i18n import say

NUMBER, RACK = 16.0, 40.0  # widths of the first two columns
HEAD = 7.0
TALLEST = 10.5  # a row, where there is room
TELLS = 9.5  # points


def aside(context: KitContext, dealer: Dealer) -> Component:
    """A line for each refill: whose rack was put aside for it, and its three tiles. Lines that went back are set apart."""
    palette, area = context.palette, context.order.paper.area
    accent = palette.line(context.spec.accent)
    rounds = dealer.ahead(lambda state, _: list(refills.rounds(state)))
    (count,) = dealer.ahead(lambda state, _: [refills.count(state)])
    pen = Pen()
    title = say("Tiles put aside")
    pen.text(0, 7, title, SERIF, 17, accent)
    told = say(
        "For everybody. When a rack is replaced, write its three tiles in the next line, in the order of the slip that "
        "told them. “sheet: 4b” on a refill is the tile that stands there in line 4 under b: do not say it aloud."
    )
    y = 12.0
    for line in wrap(told, SANS, TELLS, area.width):
        pen.text(0, y + TELLS * MM, line, SANS, TELLS, palette.ink)
        y += TELLS * 1.25 * MM
    top = y + 4 + HEAD
    row = min(TALLEST, (area.height - top - 1) / count)
    each = (area.width - NUMBER - RACK) / len(PLACES)
    edges = [0.0, NUMBER, NUMBER + RACK, *(NUMBER + RACK + (i + 1) * each for i in range(len(PLACES)))]
    heads = (say("Refill"), say("Rack of"), *PLACES)
    for left, right, text in zip(edges[:-1], edges[1:], heads, strict=True):
        pen.text((left + right) / 2, top - 1.6, *fitted(text, BOLD, 10, right - left - 1), palette.ink, "middle")
    for number in range(1, count + 1):
        low = top + number * row
        pen.text(NUMBER / 2, low - row / 2 + cap(BOLD, 11) / 2, str(number), BOLD, 11, accent, "middle")
        shuffled = number in rounds and number < count
        pen.line(0, low, area.width, low, accent if shuffled else palette.soft, 0.8 if shuffled else 0.2)
    for x in edges:
        pen.line(x, top, x, top + count * row, palette.soft, 0.2)
    pen.line(0, top, area.width, top, palette.soft, 0.2)
    face = pen.face(context.shown("evening.aside"), area.width, area.height - 1)
    return Component("aside", title, "", (face,), whole=True, plain=True)
