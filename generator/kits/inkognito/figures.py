"""Figures in the rules of Inkognito: who there is, what a true card looks like, when two meet."""

from __future__ import annotations

from generator.drawing import Face, Pen
from generator.fonts import BOLD, ITALIC, SANS, SERIF, cap, fitted, width
from generator.kits.inkognito.art import LINE, Palette, hung
from generator.kits.inkognito.cards import arch
from generator.kits.inkognito.frames import jagged, mark
from generator.kits.inkognito.places import PLACES
from generator.kits.inkognito.portraits import PORTRAITS
from generator.paper import Area
from generator.studio import Studio
from referee.inkognito.pieces import ALLIES, Colour, Identity, Place

WIDE = 84.0


def agents(studio: Studio) -> Face:
    """The four in the order of the number, those who are allies under one bracket."""
    tone, shelf = studio.tone, studio.shelf
    palette = Palette(tone, shelf.accent)
    pen = Pen()
    step, wide = WIDE / len(Identity), 17.6
    high = wide * 1.2
    for i, identity in enumerate(Identity):
        x = i * step + step / 2
        window = Area(x - wide / 2, 0.4, wide, high)
        pen.path(arch(window.x, window.y, wide, high), fill=palette.ground)
        pen.put(*hung(PORTRAITS[identity], window, palette))
        pen.path(arch(window.x, window.y, wide, high), stroke=tone.ink, width=LINE)
        pen.text(x, high + 5.2, identity.value, SERIF, 13, tone.line(shelf.accent), "middle")
        pen.text(x, high + 9.2, *fitted(shelf.identities.of(identity).short, SANS, 9, step - 1), tone.ink, "middle")
    order = [*Identity]
    y = high + 11
    for first in (0, 2):
        assert ALLIES[order[first]] is order[first + 1]
        left, right = first * step + step / 2, (first + 1) * step + step / 2
        bracket = ((left, y), (left, y + 1.8), (right, y + 1.8), (right, y))
        pen.path((("M", bracket[0]), *(("L", p) for p in bracket[1:])), None, tone.ink, 0.3)
        pen.text(
            (left + right) / 2, y + 5.6, *fitted(shelf.figures.allies, ITALIC, 8.5, 2 * step - 2), tone.ink, "middle"
        )
    return pen.face(studio.shown("figure.agents"), WIDE, y + 7)


def truth(studio: Studio) -> Face:
    """A coloured card and a true one, small."""
    tone, texts = studio.tone, studio.shelf.figures
    pen = Pen()
    w, h, inset = 15.4, 21.0, 1.7
    for x, colour, words in ((WIDE * 0.27, Colour.BLUE, texts.coloured), (WIDE * 0.73, Colour.BLACK, texts.true)):
        hue = studio.shelf.colours.of(colour)
        left = x - w / 2
        pen.rect(left, 0.4, w, h, 1.2, **tone.area(hue.hex, 0.4))
        panel = Area(left + inset, 0.4 + inset, w - 2 * inset, h - 2 * inset)
        if colour is Colour.BLACK:
            edge = None if tone.floods else tone.line(hue.hex)
            grown = panel.inset(-0.7, -0.7)
            pen.path(jagged(grown, 1.5, 2.0), fill="#ffffff", stroke=edge, width=0.3)
        else:
            pen.rect(panel.x, panel.y, panel.width, panel.height, 1, fill="#ffffff")
        pen.put(mark(hue, x, 0.4 + h * 0.31, 2.1, tone))
        pen.text(x, 0.4 + h * 0.72, "52", SERIF, 17, tone.ink, "middle")
        pen.text(x, h + 4.8, *fitted(words, ITALIC, 9, WIDE / 2 - 1), tone.ink, "middle")
    return pen.face(studio.shown("figure.truth"), WIDE, h + 6.4)


def meeting(studio: Studio) -> Face:
    """A round: five cards at three places, and what comes of it at each."""
    tone, shelf, texts = studio.tone, studio.shelf, studio.shelf.figures
    pen = Pen()
    rows = (
        (Place.RIALTO, (Colour.BLUE, Colour.GREEN), texts.meeting, True),
        (Place.SAN_MARCO, (Colour.YELLOW, Colour.BLACK), texts.favour, True),
        (Place.SALUTE, (Colour.PINK,), texts.alone, False),
    )
    high, gap = 10.0, 1.4
    for j, (place, colours, words, happens) in enumerate(rows):
        y = 0.4 + j * (high + gap)
        palette = Palette(tone, shelf.accent)
        pen.rect(0.3, y, high / 0.96, high, fill=palette.ground)
        pen.put(*hung(PLACES[place], Area(0.3, y, high / 0.96, high), palette))
        pen.rect(0.3, y, high / 0.96, high, stroke=tone.ink, width=LINE)
        middle = y + high / 2
        for i, colour in enumerate(colours):
            hue = shelf.colours.of(colour)
            x = 17.4 + i * 11
            pen.put(mark(hue, x, middle, 2.4, tone))
            pen.text(x + 3, middle + cap(BOLD, 9.5) / 2, hue.letter, BOLD, 9.5, tone.ink)
        font = BOLD if happens else SANS
        string, font, pt = fitted(words, font, 10, WIDE - 41)
        pen.text(41, middle + cap(font, pt) / 2, string, font, pt, tone.ink)
        if happens:
            end = 41 + width(string, font, pt)
            pen.line(41, middle + 2.6, end, middle + 2.6, tone.line(shelf.accent), 0.4)
    return pen.face(studio.shown("figure.meeting"), WIDE, 0.8 + 3 * high + 2 * gap)
