"""Tariff cards of Rallye-Code: what everything costs in the edition that is played."""

from __future__ import annotations

from generator import furniture
from generator.amounts import filled
from generator.component import Component
from generator.drawing import Face, Pen
from generator.fonts import BOLD, MM, SANS, SERIF, cap, fitted, width, wrap
from generator.paper import Area
from generator.signs import sign
from generator.studio import Studio

SIGN = 3.7  # radius of a sign
INDENT = 20.0  # what signs take


def tariff(studio: Studio) -> Component:
    """Cards that are all alike."""
    texts = studio.shelf.tariff
    return Component("tariff", texts.title, texts.advice, (card(studio),) * studio.count["tariff"])


def card(studio: Studio) -> Face:
    """A banner, then the rows, as large as they can be."""
    (w, h), tone, texts = studio.shelf.sizes.tariff, studio.tone, studio.shelf.tariff
    accent = studio.shelf.accent
    pen = Pen()
    pen.rect(1.6, 1.6, w - 3.2, h - 3.2, 1.5, stroke=tone.line(accent), width=0.5)
    letter = texts.edition.format(letter=studio.order.edition.upper())
    furniture.banner(pen, Area(3, 3, w - 6, 11), f"{studio.shelf.name}, {letter}", accent, tone)
    area = Area(4, 15.4, w - 8, h - 18.4)
    pt = 9.6
    while pt > 7 and table(Pen(), studio, area, pt) > area.y + area.height:
        pt = max(7.0, pt - 0.2)
    table(pen, studio, area, pt)
    return pen.face(studio.shown("tariff"), w, h)


def table(pen: Pen, studio: Studio, area: Area, pt: float) -> float:
    """Draws all rows in type of that size; gives where they end."""
    tone, known = studio.tone, studio.shelf.terms(studio.order.edition)
    accent, lead = tone.line(studio.shelf.accent), pt * 1.17 * MM
    y, right = area.y, area.x + area.width
    for n, row in enumerate(studio.shelf.tariff.rows):
        if n:
            pen.line(area.x, y + 0.5, right, y + 0.5, tone.soft, 0.2)
            y += 1.0
        top = y
        lines = []
        for each in row.lines:
            said, amount = each.said, known[each.figure] if each.figure else filled(each.pays, known)
            lines.append(
                (wrap(filled(said, known), SANS, pt, area.width - INDENT - width(amount, BOLD, pt) - 2), amount)
            )
        height = max((1 + sum(len(said) for said, _ in lines)) * lead + 0.6, 2 * SIGN + 1)
        x = area.x + (INDENT - 2) / 2 - (len(row.figure) - 1) * (SIGN + 0.5)
        for name in row.figure:
            pen.put(*sign(name, x, top + height / 2, SIGN, tone))
            x += 2 * SIGN + 1
        base = y + cap(BOLD, pt) + 1.1
        pen.text(area.x + INDENT, base, *fitted(row.head, SERIF, pt * 1.06, area.width - INDENT), accent)
        for said, amount in lines:
            for line in said:
                base += lead
                pen.text(area.x + INDENT, base, line, SANS, pt, tone.ink)
            pen.text(right, base, amount, BOLD, pt, tone.ink, "end")
        y = top + height
    return y
