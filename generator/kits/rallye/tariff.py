"""Tariff cards of Rallye-Code: what everything costs in the edition that is played."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, MM, SANS, SERIF, cap, fitted, width, wrap
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen
from generator.drawing.road_signs import sign
from generator.kits.common.kit_context import KitContext
from generator.layout import decoration
from generator.layout.component import Component
from generator.order.amounts import with_amounts

SIGN = 3.7  # radius of a sign
INDENT = 20.0  # what signs take


def tariff(context: KitContext) -> Component:
    """Cards that are all alike."""
    texts = context.spec.tariff
    return Component("tariff", texts.title, texts.advice, (card(context),) * context.count["tariff"], read=True)


def card(context: KitContext) -> Face:
    """A banner, then the rows, as large as they can be."""
    (w, h), palette, texts = context.spec.sizes.tariff, context.palette, context.spec.tariff
    accent = context.spec.accent
    pen = Pen()
    pen.rect(1.6, 1.6, w - 3.2, h - 3.2, 1.5, stroke=palette.line(accent), width=0.5)
    letter = texts.edition.format(letter=context.order.edition.upper())
    decoration.banner(pen, Area(3, 3, w - 6, 11), f"{context.spec.name}, {letter}", accent, palette)
    area = Area(4, 15.4, w - 8, h - 18.4)
    pt = 9.6
    while pt > 7 and table(Pen(), context, area, pt) > area.y + area.height:
        pt = max(7.0, pt - 0.2)
    table(pen, context, area, pt)
    return pen.face(context.shown("tariff"), w, h)


def table(pen: Pen, context: KitContext, area: Area, pt: float) -> float:
    """Draws all rows in type of that size; gives where they end."""
    palette, known = context.palette, context.spec.terms(context.order.edition)
    accent, lead = palette.line(context.spec.accent), pt * 1.17 * MM
    y, right = area.y, area.x + area.width
    for n, row in enumerate(context.spec.tariff.rows):
        if n:
            pen.line(area.x, y + 0.5, right, y + 0.5, palette.soft, 0.2)
            y += 1.0
        top = y
        lines = []
        for each in row.lines:
            said, amount = each.said, known[each.figure] if each.figure else with_amounts(each.pays, known)
            lines.append(
                (wrap(with_amounts(said, known), SANS, pt, area.width - INDENT - width(amount, BOLD, pt) - 2), amount)
            )
        height = max((1 + sum(len(said) for said, _ in lines)) * lead + 0.6, 2 * SIGN + 1)
        x = area.x + (INDENT - 2) / 2 - (len(row.figure) - 1) * (SIGN + 0.5)
        for name in row.figure:
            pen.put(*sign(name, x, top + height / 2, SIGN, palette))
            x += 2 * SIGN + 1
        base = y + cap(BOLD, pt) + 1.1
        pen.text(area.x + INDENT, base, *fitted(row.head, SERIF, pt * 1.06, area.width - INDENT), accent)
        for said, amount in lines:
            for line in said:
                base += lead
                pen.text(area.x + INDENT, base, line, SANS, pt, palette.ink)
            pen.text(right, base, amount, BOLD, pt, palette.ink, "end")
        y = top + height
    return y
