"""The policeman's badge: a tent with the cap of a gendarme for the others, and his duties for him."""

from __future__ import annotations

from generator import furniture
from generator.amounts import filled
from generator.component import Component
from generator.drawing import Pen
from generator.fonts import BOLD, MM, SANS, SERIF, fitted, wrap
from generator.kits.tents import Side, tent
from generator.paper import Area
from generator.signart import BLUE, kepi
from generator.signs import scaled
from generator.studio import Studio
from generator.tone import WHITE


def badge(studio: Studio) -> Component:
    """There is one policeman."""
    texts = studio.shelf.badge
    face = tent(studio, "badge", BLUE, studio.shelf.sizes.badge, texts.glue, shield(studio), duties(studio))
    return Component("badge", texts.title, texts.advice, (face,))


def plate(pen: Pen, studio: Studio, w: float, h: float) -> str:
    """The ground of both sides; gives the colour of what stands on it."""
    tone = studio.tone
    on = tone.on(BLUE)
    if not tone.floods:
        pen.rect(1.4, 1.4, w - 2.8, h - 2.8, 2, **tone.area(BLUE, 0.8))
    inner = Area(3, 3, w - 6, h - 6)
    pen.rect(inner.x, inner.y, inner.width, inner.height, 1, stroke=on, width=0.4)
    pen.put(*furniture.pad_corners(inner, 7, on, tone))
    return on


def shield(studio: Studio) -> Side:
    """What the others see."""
    texts, tone = studio.shelf.badge, studio.tone

    def art(pen: Pen, w: float, h: float) -> None:
        on = plate(pen, studio, w, h)
        cap_, band = (WHITE, BLUE) if tone.floods else (on, WHITE)
        pen.put(*scaled(kepi(cap_, band), w / 2, h * 0.34, 17, tone))
        pen.text(w / 2, h * 0.76, *fitted(texts.office, SERIF, 26, w - 20), on, "middle")
        pen.text(w / 2, h * 0.88, *fitted(texts.house, SANS, 11, w - 20), on, "middle")

    return art


def duties(studio: Studio) -> Side:
    """What he sees himself."""
    texts, tone = studio.shelf.badge, studio.tone
    known = studio.shelf.terms(studio.order.edition)

    def art(pen: Pen, w: float, h: float) -> None:
        on = plate(pen, studio, w, h)
        pen.text(w / 2, 10.6, *fitted(texts.duties, SERIF, 13, w - 24), on, "middle")
        pt, room = 8.8, w - 19
        while True:
            rows = [wrap(filled(text, known), SANS, pt, room) for text in texts.list]
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

    del tone
    return art
