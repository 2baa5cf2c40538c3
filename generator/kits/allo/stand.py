"""Stands of Allo... la France: a strip of card that folds into a roof with a pocket for the four plates of a number."""

from __future__ import annotations

from math import sqrt

from generator import furniture
from generator.component import FRONT_BLEED, Component
from generator.drawing import Face, Pen, placed
from generator.fonts import BOLD, ITALIC, MM, SANS, SERIF, cap, fitted, fitting, wrap_even
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
    return Component("stands", texts.title, texts.advice, fronts)


def places(studio: Studio) -> list[float]:
    """The left edges of the four plates on a stand."""
    width, plate = studio.shelf.sizes.stand.width, studio.shelf.sizes.plate[0]
    gap = (width - 2 * GLUED - len(Part) * plate) / (len(Part) + 1)
    return [GLUED + gap + i * (plate + gap) for i in range(len(Part))]


def stand(studio: Studio, seat: int, name: str) -> Face:
    """The flat strip, from the glue tab at the top to the outside of the lip at the bottom."""
    size, tone, texts, hue = studio.shelf.sizes.stand, studio.tone, studio.shelf.stands, studio.shelf.hue(seat)
    w = size.width
    pen = Pen()
    base_top = size.tab
    back_top = base_top + size.base
    front_top = back_top + size.back
    lip_top = front_top + size.front
    outside_top = lip_top + size.lip

    if tone.floods:
        pen.rect(-FRONT_BLEED, back_top, w + 2 * FRONT_BLEED, size.back, fill=hue.hex)
        pen.rect(-FRONT_BLEED, outside_top, w + 2 * FRONT_BLEED, size.lip + FRONT_BLEED, fill=hue.hex)
    pen.put(*furniture.hatched(Area(0, 0, w, size.tab), tone.soft))
    furniture.label(pen, w / 2, size.tab / 2, texts.glue, tone.ink)
    steps(pen, studio, Area(4, base_top + 1.6, w - 8, size.base - 3))

    others = Pen()  # drawn upright, then turned: the back panel stands on its head until it is folded
    facing(others, studio, seat, name, w, size.back)
    pen.put(*placed(others.items, (-1, 0, 0, -1, w, back_top + size.back)))

    plate_w, plate_h = studio.shelf.sizes.plate
    for x in places(studio):
        low, high = lip_top - 2, max(front_top + 1.5, lip_top - plate_h)  # open below: no line to be taken for a fold
        frame = ((x, low), (x, high), (x + plate_w, high), (x + plate_w, low))
        pen.path((("M", frame[0]), *(("L", p) for p in frame[1:])), None, tone.soft, 0.15)

    for x in (0.0, w - GLUED):
        pen.put(*furniture.hatched(Area(x, lip_top, GLUED, size.lip), tone.soft))
    if not tone.floods:
        pen.rect(0.8, outside_top + 0.8, w - 1.6, size.lip - 1.6, 0.8, **tone.area(hue.hex, 0.4))
    for part, x in zip(Part, places(studio), strict=True):
        string, pt = fitting(studio.shelf.parts[part], BOLD, 11, plate_w - 1)
        base = outside_top + size.lip / 2 + cap(BOLD, pt) / 2
        pen.text(x + plate_w / 2, base, string, BOLD, pt, tone.on(hue.hex), "middle")

    for y, valley in (
        (base_top, False), (back_top, False), (front_top, False), (lip_top, True), (outside_top, False),
    ):  # fmt: skip
        pen.put(furniture.fold(0, y, w, y, tone, valley))
    return pen.face(studio.shown(f"stand.{seat + 1}"), w, size.height, FRONT_BLEED if tone.floods else 0)


def facing(pen: Pen, studio: Studio, seat: int, name: str, w: float, h: float) -> None:
    """What the others see: the colour, its mark and letter, and the name."""
    tone, hue = studio.tone, studio.shelf.hue(seat)
    on = tone.on(hue.hex)
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


def steps(pen: Pen, studio: Studio, area: Area) -> None:
    """How to build the stand, on the panel that nobody sees afterwards."""
    pt, lead = 8.0, 8.0 * 1.2 * MM
    y = area.y + lead * 0.8
    for number, step in enumerate(studio.shelf.stands.steps, 1):
        pen.text(area.x, y, f"{number}.", BOLD, pt, studio.tone.line(studio.shelf.accent))
        for line in wrap_even(step, SANS, pt, area.width - 5):
            pen.text(area.x + 5, y, line, SANS, pt, studio.tone.ink)
            y += lead


def profile(studio: Studio) -> Face:
    """A folded stand from the side, for the rules: who sits where, and where the plates are."""
    size, tone, texts = studio.shelf.sizes.stand, studio.tone, studio.shelf.stands
    scale, width, floor = 0.78, 84.0, 33.0
    half = size.base / 2
    rise = sqrt(size.front**2 - half**2)
    along = (-half / size.front, -rise / size.front)  # up the front panel
    out = (rise / size.front, -half / size.front)  # away from it, towards the owner

    def at(up: float, away: float) -> tuple[float, float]:
        x, y = half + along[0] * up + out[0] * away, along[1] * up + out[1] * away
        return width / 2 + x * scale, floor + y * scale

    pen = Pen()
    accent = tone.line(studio.shelf.accent)
    ridge, back = at(size.front, 0), (width / 2 - half * scale, floor)
    pen.line(4, floor + 0.6, width - 4, floor + 0.6, tone.soft, 0.3)
    pen.polygon([at(0, 0), ridge, back], fill=tone.tint(studio.shelf.accent), stroke=accent, width=0.6)
    pen.line(*at(1, -1.2), *at(size.tab, -1.2), accent, 0.6, (0.8, 0.6))  # the tab, glued behind the front
    plate_h = studio.shelf.sizes.plate[1]
    pen.line(*at(0.6, 1.7), *at(plate_h, 1.7), tone.ink, 0.9)
    lip = [at(0, 0), at(0, 3.4), at(size.lip, 3.4), at(size.lip, 4.6), at(0.5, 4.6)]
    pen.path((("M", lip[0]), *(("L", p) for p in lip[1:])), None, accent, 0.6)
    x, y = at(plate_h * 0.8, 3.5)
    pen.text(x + 2, y, studio.shelf.plates.title, ITALIC, 9, tone.ink)
    for x, word, anchor in ((0.0, texts.others, "start"), (width, texts.owner, "end")):
        pen.text(x, floor - 3, word, BOLD, 10, tone.ink, anchor)
    return pen.face(studio.shown("stand.profile"), width, floor + 1.5)
