"""Tiles of Code 777: full size, in miniature, and as the triangle of all 28."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, SANS, SERIF, cap, pt_for_cap
from generator.drawing.geometry import shift
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face, FaceStamp, Pen
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.kits.common.marked_colour import MarkedColour, colour_mark
from generator.layout import decoration
from generator.layout.component import FRONT_BLEED, Component
from referee.code777.pieces import TILES, TRIANGLE, Colour, Tile


def tile(shown: str, digit: int, hue: MarkedColour, size: tuple[float, float], palette: InkPalette) -> Face:
    """A tile. Its lower quarter hides in the rack, so all that matters stands above."""
    width, height = size
    pen = Pen()
    on = palette.on(hue.hex)
    if palette.floods:
        b = FRONT_BLEED
        pen.rect(-b, -b, width + 2 * b, height + 2 * b, fill=hue.hex)
    else:
        pen.rect(1.2, 1.2, width - 2.4, height - 2.4, 2.4, **palette.area(hue.hex, 0.8))
    pen.put(colour_mark(hue, 6.6, 6.8, 3.9, palette, on_colour=palette.floods))
    pen.text(width - 6.2, 6.8 + cap(BOLD, 17) / 2, hue.letter, BOLD, 17, on, "middle")
    pt = pt_for_cap(SERIF, 18.5)
    pen.text(width / 2, 30.4, str(digit), SERIF, pt, on, "middle")
    pen.line(5, 34.2, width - 5, 34.2, on, 0.3)
    pen.text(width / 2, 38.8, hue.name, SANS, 9, on, "middle")
    return pen.face(shown, width, height, FRONT_BLEED if palette.floods else 0)


def tile_names(context: KitContext) -> PieceNames:
    """By digit and colour."""
    return tuple((f"{piece.digit} {context.spec.colours.of(piece.colour).name}",) for piece in TILES)


def tiles(context: KitContext) -> Component:
    """All 28."""
    spec, size = context.spec, context.spec.sizes.tile
    faces = {}
    for piece in dict.fromkeys(TILES):
        name = context.shown(f"tile.{piece.digit}.{piece.colour}")
        faces[piece] = tile(name, piece.digit, spec.colours.of(piece.colour), size, context.palette)
    back = decoration.card_back(context.shown("tile.back"), size, spec.accent, "777", context.palette)
    fronts = tuple(faces[piece] for piece in TILES)
    floods = tuple(spec.colours.of(piece.colour).hex for piece in TILES)
    return Component(
        "tiles", spec.tiles.title, spec.tiles.advice, fronts, back, names=tile_names(context), floods=floods
    )


def small(pen: Pen, digit: str, hue: MarkedColour, x: float, y: float, w: float, h: float, palette: InkPalette) -> None:
    """A tile in miniature: colour, shape, letter, and its digit if it has one. Beside them if it is wide, else below."""
    pen.rect(x, y, w, h, 0.9, **palette.area(hue.hex, 0.4))
    on = palette.on(hue.hex)
    wide = w > 0.9 * h
    if not digit:
        shape, letter = (x + w / 2, y + h * 0.34, w * 0.3), (x + w / 2, y + h - 1.4)
    elif wide:
        shape, letter = (x + w * 0.29, y + h * 0.3, h * 0.19), (x + w * 0.29, y + h * 0.86)
        pt = pt_for_cap(SERIF, h * 0.6)
        pen.text(x + w * 0.69, y + h * 0.8, digit, SERIF, pt, on, "middle")
    else:
        shape, letter = (
            (x + w * 0.3, y + h * 0.22, w * 0.21),
            (x + w * 0.74, y + h * 0.22 + cap(BOLD, 7.5) / 2),
        )
        pen.text(x + w / 2, y + h - 1.3, digit, SERIF, pt_for_cap(SERIF, h * 0.47), on, "middle")
    pen.put(colour_mark(hue, *shape, palette, palette.floods))
    pen.text(*letter, hue.letter, BOLD, 7.5 if digit else 9, on, "middle")


def cell(pen: Pen, piece: Tile, hue: MarkedColour, x: float, y: float, w: float, h: float, palette: InkPalette) -> None:
    """A tile to cross out: shape, digit, letter in a box."""
    pen.rect(x, y, w, h, stroke=palette.soft, width=0.2)
    middle = y + h / 2
    pen.put(colour_mark(hue, x + w * 0.225, middle, min(h * 0.34, w * 0.172), palette))
    pen.text(x + w * 0.552, middle + cap(BOLD, 10) / 2, str(piece.digit), BOLD, 10, palette.ink, "middle")
    pen.text(x + w * 0.82, middle + cap(SANS, 7) / 2, hue.letter, SANS, 7, palette.ink, "middle")


def triangle(context: KitContext, name: str, width: float, row: float, as_cells: bool) -> Face:
    """All 28 tiles: one 1, two 2s … seven 7s. As cells to cross out, or as small tiles to look at."""
    pen = Pen()
    w = width / len(TRIANGLE)
    for i, pieces in enumerate(TRIANGLE):
        left = (width - w * len(pieces)) / 2
        for j, piece in enumerate(pieces):
            hue = context.spec.colours.of(piece.colour)
            if as_cells:
                cell(pen, piece, hue, left + j * w, i * row, w, row, context.palette)
            else:
                small(
                    pen,
                    str(piece.digit),
                    hue,
                    left + j * w + 0.4,
                    i * row + 0.4,
                    w - 0.8,
                    row - 0.8,
                    context.palette,
                )
    return pen.face(context.shown(name), width, row * len(TRIANGLE), bleed=0.3)  # room for the outermost lines


def legend(context: KitContext, pen: Pen, x: float, y: float, w: float, row: float, columns: int) -> None:
    """Shape, letter and name of each colour."""
    for i, colour in enumerate(Colour):
        hue = context.spec.colours.of(colour)
        down, across = divmod(i, columns)
        left, middle = x + across * w, y + (down + 0.5) * row
        pen.put(colour_mark(hue, left + 2.2, middle, 1.8, context.palette))
        pen.text(left + 5.4, middle + cap(BOLD, 8.5) / 2, hue.letter, BOLD, 8.5, context.palette.ink)
        pen.text(left + 8.6, middle + cap(SANS, 8.5) / 2, hue.name, SANS, 8.5, context.palette.ink)


def stamped(face: Face, x: float, y: float) -> FaceStamp:
    """A face at a place."""
    return FaceStamp(face.name, shift(x, y))
