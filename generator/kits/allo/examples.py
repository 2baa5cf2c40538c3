"""Figures for the rules of Allo... la France: a number on its plates, and a call across the country."""

from __future__ import annotations

from msgspec.structs import replace

from generator.drawing.fonts import BOLD, SANS, SERIF, cap, fitting, pt_for_cap, width
from generator.drawing.pen import Face, Path, Pen
from generator.drawing.shapes import mast
from generator.kits.allo.board import france
from generator.kits.allo.cables import cable
from generator.kits.allo.events import card
from generator.kits.common.kit_context import KitContext
from referee.allo.pieces import DECK, First, Job, Part, Special, Surname

WIDTH = 84.0
NUMBER = ("67", Surname.DUVAL, First.LOUIS, Job.FLORIST)  # as the rules tell it, on the usual map
CALL = ("78", "80", "40", "99")


def number(context: KitContext) -> Face:
    """Four plates in a row, and the number they make."""
    palette, accent, spec = context.palette, context.spec.accent, context.spec
    pen = Pen()
    w, h, gap = 18.6, 22.0, 3.2
    for i, (part, code) in enumerate(zip(Part, NUMBER, strict=True)):
        x = i * (w + gap)
        pen.rect(x, 0, w, h, 1, stroke=palette.line(accent), width=0.3)
        pen.rect(x, 0, w, 4.6, **palette.area(accent, 0.3))
        string, pt = fitting(spec.parts[part], BOLD, 8, w - 1)
        pen.text(x + w / 2, 2.3 + cap(BOLD, pt) / 2, string, BOLD, pt, palette.on(accent), "middle")
        pen.text(x + w / 2, 13, str(code), SERIF, pt_for_cap(SERIF, 6), palette.ink, "middle")
        said = city(code) if part == Part.CITY else spec.word(part, code)[-1]
        string, pt = fitting(said, BOLD, 8.5, w - 1)
        pen.text(x + w / 2, 18.6, string, BOLD, pt, palette.ink, "middle")
        if i:
            pen.circle(x - gap / 2, 12.4, 0.6, fill=palette.ink)
    return pen.face(context.shown("example.number"), WIDTH, h + 0.3, 0.3)


def sight(context: KitContext) -> Face:
    """Plates of three players: one's own can be read, of the others only the colour of their stands."""
    palette, accent = context.palette, context.spec.accent
    pen = Pen()
    w, h, gap = 8.6, 9.6, 1.2
    wide = 4 * w + 3 * gap
    places = ((0.4, 0.4), (WIDTH - wide - 0.4, 0.4), ((WIDTH - wide) / 2, h + 7.4))
    for seat, (x, y) in enumerate(places):
        own = seat == len(places) - 1
        hue = context.spec.hue(seat)
        for i, code in enumerate(NUMBER):
            left = x + i * (w + gap)
            pen.rect(
                left,
                y,
                w,
                h,
                0.8,
                fill="#ffffff" if own else palette.tint(accent, 0.14),
                stroke=palette.line(accent),
                width=0.3,
            )
            said, pt = (str(code), pt_for_cap(SERIF, 4)) if own else ("?", pt_for_cap(SERIF, 5))
            pen.text(
                left + w / 2,
                y + h / 2 + cap(SERIF, pt) / 2,
                said,
                SERIF,
                pt,
                palette.ink if own else palette.line(accent),
                "middle",
            )
        pen.rect(x - 0.2, y + h + 0.5, wide + 0.4, 3.4, 0.8, **palette.area(hue.hex, 0.3))
        pen.text(x + wide / 2, y + h + 2.2 + cap(BOLD, 7.5) / 2, hue.letter, BOLD, 7.5, palette.on(hue.hex), "middle")
    return pen.face(context.shown("example.sight"), WIDTH, places[-1][1] + h + 4.4, 0.3)


def shown(context: KitContext) -> Face:
    """An event card that has everything: a move, a call, and secret information."""
    event = next(each for each in DECK if each.call and each.special == Special.SECRET)
    return replace(card(context, event), name=context.shown("example.card"))


def example(context: KitContext) -> Face:
    """A call by cable, by radio, and by cable again: three hops, three units."""
    palette, accent = context.palette, context.spec.accent
    pen = Pen()
    spots = [(6.0, 14.0), (29.0, 14.0), (55.0, 14.0), (78.0, 14.0)]
    radius, breadth = 3.6, 4.0
    for a, b in ((0, 1), (2, 3)):
        (x1, y), (x2, _) = spots[a], spots[b]
        pen.line(x1, y, x2, y, palette.line(accent), 0.6)
        cable(pen, context, (x1 + x2) / 2 - 6.6, y - breadth / 2, 3, 4.4, breadth)
    (x1, y), (x2, _) = spots[1], spots[2]
    arc = (("M", (x1 + 3, y - 8)), ("C", (x1 + 9, y - 14, x2 - 9, y - 14, x2 - 3, y - 8)))
    pen.put(Path(arc, stroke=palette.line(accent), width=0.5, dash=(1.2, 1)))
    for x in (x1, x2):
        pen.path(mast(x, y - 8, 4), **palette.badge(accent))
    for (x, y), code in zip(spots, CALL, strict=True):
        pen.circle(x, y, radius, **palette.area(accent, 0.3))
        pen.text(x, y + cap(BOLD, 10) / 2, code, BOLD, 10, palette.on(accent), "middle")
        name = city(code)
        shift = max(0.0, width(name, SANS, 8.5) / 2 - min(x, WIDTH - x))
        pen.text(x + (shift if x < WIDTH / 2 else -shift), y + 8, name, SANS, 8.5, palette.ink, "middle")
    for x in ((spots[0][0] + spots[1][0]) / 2, WIDTH / 2, (spots[2][0] + spots[3][0]) / 2):
        pen.text(x, 26.6, "1", SERIF, 12, palette.line(accent), "middle")
    return pen.face(context.shown("example.call"), WIDTH, 28, 0.3)


def city(code: str) -> str:
    """The name of a city of the usual map."""
    return str(france().map.city(code).name)
