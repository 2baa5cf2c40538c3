"""Racks of Code 777: a prism with a pocket for three tiles."""

from __future__ import annotations

from generator import furniture
from generator.component import Component
from generator.drawing import Face, Pen
from generator.fonts import MM, SANS, SERIF, cap, fitting, wrap_even
from generator.kits import prism
from generator.kits.code777.shelf import GLUED
from generator.paper import Area
from generator.studio import Studio
from referee.code777.pieces import TILES_ON_A_RACK


def racks(studio: Studio) -> Component:
    """One for each player, then those that belong to nobody."""
    texts = studio.shelf.racks
    wanted = [(name, texts.warning) for name in studio.seats]
    wanted += [(texts.everyone, texts.behind)] * (studio.count["racks"] - len(wanted))
    faces = {words: rack(studio, *words, number) for number, words in enumerate(dict.fromkeys(wanted), 1)}
    own = tuple(studio.names(seat) for seat in range(studio.order.players))
    names = own + ((texts.everyone,),) * (len(wanted) - len(own))
    return Component("racks", texts.title, texts.advice, tuple(faces[words] for words in wanted), names=names)


def rack(studio: Studio, name: str, warning: str, number: int) -> Face:
    """The flat strip."""
    size, tone, accent = studio.shelf.rack, studio.tone, studio.shelf.accent

    def lip(pen: Pen, area: Area) -> None:
        w, middle = area.width, area.y + area.height / 2
        pen.rect(0.8, area.y + 0.8, w - 1.6, area.height - 1.6, 0.8, **tone.area(accent, 0.3))  # clear of the fold
        if name:
            string, pt = fitting(name, SERIF, 17, w - 12)
            pen.text(w / 2, middle + cap(SERIF, pt) / 2, string, SERIF, pt, tone.on(accent), "middle")
        else:
            field = Area(w / 2 - 32, area.y + 1.8, 64, area.height - 3.6)
            pen.rect(field.x, field.y, field.width, field.height, 1, fill="#ffffff", stroke=tone.on(accent), width=0.2)

    pocket = prism.Pocket(studio.shelf.sizes.tile, TILES_ON_A_RACK, GLUED)
    back = owned(studio, name, warning, size.width, size.back)
    return prism.strip(studio, f"rack.{number}", size, studio.shelf.racks, pocket, back, lip)


def owned(studio: Studio, name: str, warning: str, w: float, h: float) -> Pen:
    """What its owner sees: the name, and a warning not to look."""
    tone, accent = studio.tone, studio.shelf.accent
    pen = Pen()
    inner = Area(3, 3, w - 6, h - 6)
    pen.rect(inner.x, inner.y, inner.width, inner.height, fill=tone.tint(accent), stroke=tone.line(accent), width=0.3)
    pen.put(*furniture.pad_corners(inner, 9, tone.line(accent), tone))
    lines = wrap_even(warning, SANS, 10, w - 36)
    if name:
        string, pt = fitting(name, SERIF, 24, w - 30)
        pen.text(w / 2, h / 2 - 1.5, string, SERIF, pt, tone.line(accent), "middle")
    first = h / 2 + (6.5 if name else 1.5 - 2.2 * (len(lines) - 1))
    for i, line in enumerate(lines):
        pen.text(w / 2, first + i * 10 * 1.25 * MM, line, SANS, 10, tone.ink, "middle")
    return pen


def profile(studio: Studio) -> Face:
    """A finished rack from the side, for the rules."""
    texts = studio.shelf.racks
    tile = texts.tile, studio.shelf.sizes.tile[1]
    return prism.profile(studio, "rack.profile", studio.shelf.rack, tile, (texts.owner, texts.others), 0.72)
