"""How colours and places look in Fully, everywhere: a colour is a swatch with shape and letter, a place a boxed letter."""

from __future__ import annotations

from generator.component import Component
from generator.drawing import Face, Pen
from generator.fonts import BOLD, SERIF, cap, pt_for_cap
from generator.kits.hue import Hue, mark
from generator.studio import Studio
from generator.tone import WHITE, Tone
from referee.fully.pieces import PAWNS_OF_A_COLOUR, Colour, Place

MARGIN = 1.2  # white around the colour of a pawn: pawns touch on the sheet, and no cut is perfect


def pawns(studio: Studio) -> Component:
    """All 200: ten of a colour in a row, five rows for a player, everything edge to edge."""
    shelf, texts = studio.shelf, studio.shelf.pawns
    faces = {c: pawn(studio.shown(f"pawn.{c}"), shelf.colours.of(c), shelf.sizes.pawn, studio.tone) for c in Colour}
    own = tuple(faces[colour] for colour in Colour for _ in range(PAWNS_OF_A_COLOUR))
    sets = studio.count["pawns"] // len(own)
    names = tuple((shelf.colours.of(colour).name,) for colour in Colour for _ in range(PAWNS_OF_A_COLOUR))
    whole = (PAWNS_OF_A_COLOUR, len(Colour))
    return Component("pawns", texts.title, texts.advice, own * sets, block=whole, names=names * sets)


def pawn(shown: str, hue: Hue, size: tuple[float, float], tone: Tone) -> Face:
    """Shape above letter."""
    w, h = size
    pen = Pen()
    upright(pen, hue, MARGIN, MARGIN, w - 2 * MARGIN, h - 2 * MARGIN, tone)
    return pen.face(shown, w, h)


def upright(pen: Pen, hue: Hue, x: float, y: float, w: float, h: float, tone: Tone) -> None:
    """A swatch with the shape above the letter: a pawn, at any size."""
    pen.rect(x, y, w, h, 0.13 * h, **tone.area(hue.hex, 0.045 * h))
    pen.put(mark(hue, x + w / 2, y + 0.285 * h, 0.195 * h, tone, tone.floods))
    pen.text(x + w / 2, y + 0.9 * h, hue.letter, BOLD, pt_for_cap(BOLD, 0.36 * h), tone.on(hue.hex), "middle")


def swatch(pen: Pen, hue: Hue, x: float, y: float, w: float, h: float, tone: Tone) -> None:
    """A swatch with the shape beside the letter, for lists and tables."""
    pen.rect(x, y, w, h, 0.16 * h, **tone.area(hue.hex, 0.3))
    pen.put(mark(hue, x + 0.29 * w, y + h / 2, min(0.21 * w, 0.34 * h), tone, tone.floods))
    pt = pt_for_cap(BOLD, 0.56 * h)
    pen.text(x + 0.7 * w, y + h / 2 + cap(BOLD, pt) / 2, hue.letter, BOLD, pt, tone.on(hue.hex), "middle")


def boxed(pen: Pen, place: Place, x: float, y: float, side: float, tone: Tone) -> None:
    """A place: its letter in a box, centred on x, y."""
    pen.rect(x - side / 2, y - side / 2, side, side, fill=WHITE, stroke=tone.ink, width=0.055 * side)
    pt = pt_for_cap(SERIF, 0.56 * side)
    pen.text(x, y + cap(SERIF, pt) / 2, place.value, SERIF, pt, tone.ink, "middle")
