"""How colours and places look in Fully, everywhere: a colour is a swatch with shape and letter, a place a boxed letter."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, SERIF, cap, pt_for_cap
from generator.drawing.palette import WHITE, InkPalette
from generator.drawing.pen import Face, Pen
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.kits.common.marked_colour import MarkedColour, colour_mark
from generator.layout.component import Component
from referee.fully.pieces import PAWNS_OF_A_COLOUR, Colour, Place

MARGIN = 1.2  # white around the colour of a pawn: pawns touch on the sheet, and no cut is perfect


def pawn_names(context: KitContext) -> PieceNames:
    """By their colours."""
    own = tuple((context.spec.colours.of(colour).name,) for colour in Colour for _ in range(PAWNS_OF_A_COLOUR))
    return own * (context.count["pawns"] // len(own))


def pawns(context: KitContext) -> Component:
    """All 200: ten of a colour in a row, five rows for a player, everything edge to edge."""
    spec, texts = context.spec, context.spec.pawns
    faces = {c: pawn(context.shown(f"pawn.{c}"), spec.colours.of(c), spec.sizes.pawn, context.palette) for c in Colour}
    own = tuple(faces[colour] for colour in Colour for _ in range(PAWNS_OF_A_COLOUR))
    sets = context.count["pawns"] // len(own)
    whole = (PAWNS_OF_A_COLOUR, len(Colour))
    return Component("pawns", texts.title, texts.advice, own * sets, block=whole, names=pawn_names(context))


def pawn(shown: str, hue: MarkedColour, size: tuple[float, float], palette: InkPalette) -> Face:
    """Shape above letter."""
    w, h = size
    pen = Pen()
    upright(pen, hue, MARGIN, MARGIN, w - 2 * MARGIN, h - 2 * MARGIN, palette)
    return pen.face(shown, w, h)


def upright(pen: Pen, hue: MarkedColour, x: float, y: float, w: float, h: float, palette: InkPalette) -> None:
    """A swatch with the shape above the letter: a pawn, at any size."""
    pen.rect(x, y, w, h, 0.13 * h, **palette.area(hue.hex, 0.045 * h))
    pen.put(colour_mark(hue, x + w / 2, y + 0.285 * h, 0.195 * h, palette, palette.floods))
    pen.text(x + w / 2, y + 0.9 * h, hue.letter, BOLD, pt_for_cap(BOLD, 0.36 * h), palette.on(hue.hex), "middle")


def swatch(pen: Pen, hue: MarkedColour, x: float, y: float, w: float, h: float, palette: InkPalette) -> None:
    """A swatch with the shape beside the letter, for lists and tables."""
    pen.rect(x, y, w, h, 0.16 * h, **palette.area(hue.hex, 0.3))
    pen.put(colour_mark(hue, x + 0.29 * w, y + h / 2, min(0.21 * w, 0.34 * h), palette, palette.floods))
    pt = pt_for_cap(BOLD, 0.56 * h)
    pen.text(x + 0.7 * w, y + h / 2 + cap(BOLD, pt) / 2, hue.letter, BOLD, pt, palette.on(hue.hex), "middle")


def boxed(pen: Pen, place: Place, x: float, y: float, side: float, palette: InkPalette) -> None:
    """A place: its letter in a box, centred on x, y."""
    pen.rect(x - side / 2, y - side / 2, side, side, fill=WHITE, stroke=palette.ink, width=0.055 * side)
    pt = pt_for_cap(SERIF, 0.56 * side)
    pen.text(x, y + cap(SERIF, pt) / 2, place.value, SERIF, pt, palette.ink, "middle")
