"""The policeman's badge: a tent with the cap of a gendarme for the others, and his duties for him."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, MM, SANS, SERIF, fitted, wrap
from generator.drawing.geometry import Area
from generator.drawing.palette import WHITE
from generator.drawing.pen import Pen
from generator.drawing.road_signs import scaled
from generator.drawing.sign_art import BLUE, kepi
from generator.kits.common.kit_context import KitContext
from generator.kits.common.tents import Side, tent
from generator.layout import decoration
from generator.layout.component import Component
from generator.order.amounts import with_amounts


def badge(context: KitContext) -> Component:
    """There is one policeman."""
    texts = context.spec.badge
    face = tent(context, "badge", BLUE, context.spec.sizes.badge, texts.glue, shield(context), duties(context))
    return Component("badge", texts.title, texts.advice, (face,))


def plate(pen: Pen, context: KitContext, w: float, h: float) -> str:
    """The ground of both sides; gives the colour of what stands on it."""
    palette = context.palette
    on = palette.on(BLUE)
    if not palette.floods:
        pen.rect(1.4, 1.4, w - 2.8, h - 2.8, 2, **palette.area(BLUE, 0.8))
    inner = Area(3, 3, w - 6, h - 6)
    pen.rect(inner.x, inner.y, inner.width, inner.height, 1, stroke=on, width=0.4)
    pen.put(*decoration.pad_corners(inner, 7, on, palette))
    return on


def shield(context: KitContext) -> Side:
    """What the others see."""
    texts, palette = context.spec.badge, context.palette

    def art(pen: Pen, w: float, h: float) -> None:
        on = plate(pen, context, w, h)
        cap_, band = (WHITE, BLUE) if palette.floods else (on, WHITE)
        pen.put(*scaled(kepi(cap_, band), w / 2, h * 0.34, 17, palette))
        pen.text(w / 2, h * 0.76, *fitted(texts.office, SERIF, 26, w - 20), on, "middle")
        pen.text(w / 2, h * 0.88, *fitted(texts.house, SANS, 11, w - 20), on, "middle")

    return art


def duties(context: KitContext) -> Side:
    """What he sees himself."""
    texts, palette = context.spec.badge, context.palette
    known = context.spec.terms(context.order.edition)

    def art(pen: Pen, w: float, h: float) -> None:
        on = plate(pen, context, w, h)
        pen.text(w / 2, 10.6, *fitted(texts.duties, SERIF, 13, w - 24), on, "middle")
        pt, room = 8.8, w - 19
        while True:
            rows = [wrap(with_amounts(text, known), SANS, pt, room) for text in texts.list]
            lead = pt * 1.16 * MM
            if sum(map(len, rows)) * lead + 0.4 * len(rows) <= h - 17.4 or pt <= 7:
                break
            pt = max(7.0, pt - 0.2)
        y = 11.6 + lead
        for lines in rows:
            pen.text(7, y, "–", BOLD, pt, on)
            for line in lines:
                pen.text(10, y, line, SANS, pt, on)
                y += lead
            y += 0.4

    del palette
    return art
