"""Stands of Allo... la France: a prism with a pocket for the four plates of a number."""

from __future__ import annotations

from generator import furniture
from generator.component import Component
from generator.drawing import Face, Pen
from generator.fonts import BOLD, SERIF, cap, fitted, fitting
from generator.kits import prism
from generator.kits.allo.shelf import GLUED
from generator.kits.tents import badge
from generator.paper import Area
from generator.shapes import handset
from generator.studio import Studio
from referee.allo.pieces import Part


def stands(studio: Studio) -> Component:
    """One for each player."""
    texts = studio.shelf.stands
    fronts = tuple(stand(studio, seat, name) for seat, name in enumerate(studio.seats))
    names = tuple(studio.names(seat, studio.shelf.hue(seat).name) for seat in range(len(fronts)))
    return Component("stands", texts.title, texts.advice, fronts, names=names)


def pocket(studio: Studio) -> prism.Pocket:
    """The four plates."""
    return prism.Pocket(studio.shelf.sizes.plate, len(Part), GLUED)


def stand(studio: Studio, seat: int, name: str) -> Face:
    """The flat strip."""
    size, tone, hue = studio.shelf.sizes.stand, studio.tone, studio.shelf.hue(seat)
    wide = studio.shelf.sizes.plate[0]

    def lip(pen: Pen, area: Area) -> None:
        if not tone.floods:
            pen.rect(0.8, area.y + 0.8, area.width - 1.6, area.height - 1.6, 0.8, **tone.area(hue.hex, 0.4))
        for part, x in zip(Part, pocket(studio).places(area.width), strict=True):
            string, pt = fitting(studio.shelf.parts[part], BOLD, 11, wide - 1)
            base = area.y + area.height / 2 + cap(BOLD, pt) / 2
            pen.text(x + wide / 2, base, string, BOLD, pt, tone.on(hue.hex), "middle")

    back = facing(studio, seat, name, size.width, size.back)
    flood = hue.hex if tone.floods else None
    return prism.strip(studio, f"stand.{seat + 1}", size, studio.shelf.stands, pocket(studio), back, lip, flood)


def facing(studio: Studio, seat: int, name: str, w: float, h: float) -> Pen:
    """What the others see: the colour, its mark and letter, and the name."""
    tone, hue = studio.tone, studio.shelf.hue(seat)
    on = tone.on(hue.hex)
    pen = Pen()
    if not tone.floods:
        pen.rect(1.2, 1.2, w - 2.4, h - 2.4, 2, **tone.area(hue.hex, 0.7))
    inner = Area(3, 3, w - 6, h - 6)
    pen.rect(inner.x, inner.y, inner.width, inner.height, stroke=on, width=0.3)
    pen.put(*furniture.pad_corners(inner, 7, on, tone))
    pen.path(handset(w / 2, h * (0.34 if name else 0.5), 9), fill=on)
    for x in (w * 0.17, w * 0.83):
        badge(pen, hue, x, h / 2, 4.2, tone, on_colour=True)
    if name:
        pen.text(w / 2, h * 0.8, *fitted(name, SERIF, 22, w * 0.5), on, "middle")
    return pen


def profile(studio: Studio) -> Face:
    """A finished stand from the side, for the rules."""
    size, texts = studio.shelf.sizes, studio.shelf.stands
    plate = studio.shelf.plates.title, size.plate[1]
    return prism.profile(studio, "stand.profile", size.stand, plate, (texts.others, texts.owner), 0.78)
