"""Figures in the rules of Inkognito: who there is, what a true card looks like, when two meet."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, ITALIC, SANS, SERIF, cap, fitted, width
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen
from generator.kits.common.kit_context import KitContext
from generator.kits.inkognito.art import LINE, PictureInks, hung
from generator.kits.inkognito.cards import arch
from generator.kits.inkognito.frames import jagged, mark
from generator.kits.inkognito.places import PLACES
from generator.kits.inkognito.portraits import PORTRAITS
from referee.inkognito.pieces import ALLIES, Colour, Identity, Place

WIDE = 84.0


def agents(context: KitContext) -> Face:
    """The four in the order of the number, those who are allies under one bracket."""
    palette, spec = context.palette, context.spec
    inks = PictureInks(palette, spec.accent)
    pen = Pen()
    step, wide = WIDE / len(Identity), 17.6
    high = wide * 1.2
    for i, identity in enumerate(Identity):
        x = i * step + step / 2
        window = Area(x - wide / 2, 0.4, wide, high)
        pen.path(arch(window.x, window.y, wide, high), fill=inks.ground)
        pen.put(*hung(PORTRAITS[identity], window, inks))
        pen.path(arch(window.x, window.y, wide, high), stroke=palette.ink, width=LINE)
        pen.text(x, high + 5.2, identity.value, SERIF, 13, palette.line(spec.accent), "middle")
        pen.text(x, high + 9.2, *fitted(spec.identities.of(identity).short, SANS, 9, step - 1), palette.ink, "middle")
    order = [*Identity]
    y = high + 11
    for first in (0, 2):
        assert ALLIES[order[first]] is order[first + 1]
        left, right = first * step + step / 2, (first + 1) * step + step / 2
        bracket = ((left, y), (left, y + 1.8), (right, y + 1.8), (right, y))
        pen.path((("M", bracket[0]), *(("L", p) for p in bracket[1:])), None, palette.ink, 0.3)
        pen.text(
            (left + right) / 2, y + 5.6, *fitted(spec.figures.allies, ITALIC, 8.5, 2 * step - 2), palette.ink, "middle"
        )
    return pen.face(context.shown("figure.agents"), WIDE, y + 7)


def truth(context: KitContext) -> Face:
    """A coloured card and a true one, small."""
    palette, texts = context.palette, context.spec.figures
    pen = Pen()
    w, h, inset = 15.4, 21.0, 1.7
    for x, colour, words in ((WIDE * 0.27, Colour.BLUE, texts.coloured), (WIDE * 0.73, Colour.BLACK, texts.true)):
        hue = context.spec.colours.of(colour)
        left = x - w / 2
        pen.rect(left, 0.4, w, h, 1.2, **palette.area(hue.hex, 0.4))
        panel = Area(left + inset, 0.4 + inset, w - 2 * inset, h - 2 * inset)
        if colour is Colour.BLACK:
            edge = None if palette.floods else palette.line(hue.hex)
            grown = panel.inset(-0.7, -0.7)
            pen.path(jagged(grown, 1.5, 2.0), fill="#ffffff", stroke=edge, width=0.3)
        else:
            pen.rect(panel.x, panel.y, panel.width, panel.height, 1, fill="#ffffff")
        pen.put(mark(hue, x, 0.4 + h * 0.31, 2.1, palette))
        pen.text(x, 0.4 + h * 0.72, "52", SERIF, 17, palette.ink, "middle")
        pen.text(x, h + 4.8, *fitted(words, ITALIC, 9, WIDE / 2 - 1), palette.ink, "middle")
    return pen.face(context.shown("figure.truth"), WIDE, h + 6.4)


def meeting(context: KitContext) -> Face:
    """A round: five cards at three places, and what comes of it at each."""
    palette, spec, texts = context.palette, context.spec, context.spec.figures
    pen = Pen()
    rows = (
        (Place.RIALTO, (Colour.BLUE, Colour.GREEN), texts.meeting, True),
        (Place.SAN_MARCO, (Colour.YELLOW, Colour.BLACK), texts.favour, True),
        (Place.SALUTE, (Colour.PINK,), texts.alone, False),
    )
    high, gap = 10.0, 1.4
    for j, (place, colours, words, happens) in enumerate(rows):
        y = 0.4 + j * (high + gap)
        inks = PictureInks(palette, spec.accent)
        pen.rect(0.3, y, high / 0.96, high, fill=inks.ground)
        pen.put(*hung(PLACES[place], Area(0.3, y, high / 0.96, high), inks))
        pen.rect(0.3, y, high / 0.96, high, stroke=palette.ink, width=LINE)
        middle = y + high / 2
        for i, colour in enumerate(colours):
            hue = spec.colours.of(colour)
            x = 17.4 + i * 11
            pen.put(mark(hue, x, middle, 2.4, palette))
            pen.text(x + 3, middle + cap(BOLD, 9.5) / 2, hue.letter, BOLD, 9.5, palette.ink)
        font = BOLD if happens else SANS
        string, font, pt = fitted(words, font, 10, WIDE - 41)
        pen.text(41, middle + cap(font, pt) / 2, string, font, pt, palette.ink)
        if happens:
            end = 41 + width(string, font, pt)
            pen.line(41, middle + 2.6, end, middle + 2.6, palette.line(spec.accent), 0.4)
    return pen.face(context.shown("figure.meeting"), WIDE, 0.8 + 3 * high + 2 * gap)
