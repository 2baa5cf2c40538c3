"""Racks of Code 777: a strip of card that folds into a prism with a pocket for three tiles."""

from __future__ import annotations

from math import sqrt

from generator import furniture
from generator.component import Component
from generator.drawing import Face, Pen, placed
from generator.fonts import BOLD, ITALIC, MM, SANS, SERIF, cap, fitting, wrap_even
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
    """The flat strip, from the glue tab at the top to the outside of the lip at the bottom."""
    size, tone, texts = studio.shelf.rack, studio.tone, studio.shelf.racks
    w = size.width
    accent = studio.shelf.accent
    pen = Pen()
    base_top = size.tab
    back_top = base_top + size.base
    front_top = back_top + size.back
    lip_top = front_top + size.front
    outside_top = lip_top + size.lip

    pen.put(*furniture.hatched(Area(0, 0, w, size.tab), tone.soft))
    furniture.label(pen, w / 2, size.tab / 2, texts.glue, tone.ink)
    steps(pen, studio, Area(4, base_top + 2, w - 8, size.base - 3))

    owner = Pen()  # drawn upright, then turned: the back panel stands on its head until it is folded
    inner = Area(3, 3, w - 6, size.back - 6)
    owner.rect(
        inner.x,
        inner.y,
        inner.width,
        inner.height,
        fill=tone.tint(accent),
        stroke=tone.line(accent),
        width=0.3,
    )
    owner.put(*furniture.pad_corners(inner, 9, tone.line(accent), tone))
    lines = wrap_even(warning, SANS, 10, w - 36)
    if name:
        string, pt = fitting(name, SERIF, 24, w - 30)
        owner.text(w / 2, size.back / 2 - 1.5, string, SERIF, pt, tone.line(accent), "middle")
    first = size.back / 2 + (6.5 if name else 1.5 - 2.2 * (len(lines) - 1))
    for i, line in enumerate(lines):
        owner.text(w / 2, first + i * 10 * 1.25 * MM, line, SANS, 10, tone.ink, "middle")
    pen.put(*placed(owner.items, (-1, 0, 0, -1, w, back_top + size.back)))

    tile_w, tile_h = studio.shelf.sizes.tile
    gap = (w - 2 * GLUED - TILES_ON_A_RACK * tile_w) / (TILES_ON_A_RACK + 1)
    for i in range(TILES_ON_A_RACK):
        x = GLUED + gap + i * (tile_w + gap)
        low, high = lip_top - 2, lip_top - tile_h  # open below: no line may be taken for a fold
        frame = ((x, low), (x, high), (x + tile_w, high), (x + tile_w, low))
        pen.path((("M", frame[0]), *(("L", p) for p in frame[1:])), None, tone.soft, 0.15)

    for x in (0.0, w - GLUED):
        pen.put(*furniture.hatched(Area(x, lip_top, GLUED, size.lip), tone.soft))
        furniture.label(pen, x + GLUED / 2, lip_top + size.lip / 2, texts.glue, tone.ink)

    pen.rect(0.8, outside_top + 0.8, w - 1.6, size.lip - 1.6, 0.8, **tone.area(accent, 0.3))  # clear of the fold
    if name:
        string, pt = fitting(name, SERIF, 17, w - 12)
        pen.text(
            w / 2,
            outside_top + size.lip / 2 + cap(SERIF, pt) / 2,
            string,
            SERIF,
            pt,
            tone.on(accent),
            "middle",
        )
    else:
        pen.rect(
            w / 2 - 32,
            outside_top + 1.8,
            64,
            size.lip - 3.6,
            1,
            fill="#ffffff",
            stroke=tone.on(accent),
            width=0.2,
        )

    for y, valley in (
        (base_top, False),
        (back_top, False),
        (front_top, False),
        (lip_top, True),
        (outside_top, False),
    ):
        pen.put(furniture.fold(0, y, w, y, tone, valley))
    return pen.face(studio.shown(f"rack.{number}"), w, size.height)


def steps(pen: Pen, studio: Studio, area: Area) -> None:
    """How to build the rack, on the panel that nobody sees afterwards."""
    pt, lead = 8.0, 8.0 * 1.22 * MM
    y = area.y + lead * 0.8
    for number, step in enumerate(studio.shelf.racks.steps, 1):
        pen.text(area.x, y, f"{number}.", BOLD, pt, studio.tone.line(studio.shelf.accent))
        for line in wrap_even(step, SANS, pt, area.width - 5):
            pen.text(area.x + 5, y, line, SANS, pt, studio.tone.ink)
            y += lead


def profile(studio: Studio) -> Face:
    """A folded rack from the side, for the rules: who sits where, and how the strip runs."""
    size, tone, texts = studio.shelf.rack, studio.tone, studio.shelf.racks
    scale, width, floor = 0.72, 84.0, 37.0
    half = size.base / 2
    rise = sqrt(size.front**2 - half**2)
    along = (-half / size.front, -rise / size.front)  # up the front panel
    out = (rise / size.front, -half / size.front)  # away from it, towards the others

    def at(up: float, away: float) -> tuple[float, float]:
        x, y = half + along[0] * up + out[0] * away, along[1] * up + out[1] * away
        return width / 2 + x * scale, floor + y * scale

    pen = Pen()
    accent = tone.line(studio.shelf.accent)
    ridge, back = at(size.front, 0), (width / 2 - half * scale, floor)
    pen.line(4, floor + 0.6, width - 4, floor + 0.6, tone.soft, 0.3)
    pen.polygon([at(0, 0), ridge, back], fill=tone.tint(studio.shelf.accent), stroke=accent, width=0.6)
    inside = (at(1, -1.2), at(size.tab, -1.2))  # the tab, glued behind the front
    pen.line(*inside[0], *inside[1], accent, 0.6, (0.8, 0.6))
    tile_h = studio.shelf.sizes.tile[1]
    pen.line(*at(0.6, 1.7), *at(tile_h, 1.7), tone.ink, 0.9)
    lip = [at(0, 0), at(0, 3.4), at(size.lip, 3.4), at(size.lip, 4.6), at(0.5, 4.6)]
    pen.path((("M", lip[0]), *(("L", p) for p in lip[1:])), None, accent, 0.6)
    x, y = at(tile_h * 0.8, 3.5)
    pen.text(x + 2, y, texts.tile, ITALIC, 9, tone.ink)
    for x, word, anchor in ((0.0, texts.owner, "start"), (width, texts.others, "end")):
        pen.text(x, floor - 3, word, BOLD, 10, tone.ink, anchor)
    return pen.face(studio.shown("rack.profile"), width, floor + 1.5)
