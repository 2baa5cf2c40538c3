"""Figures that tell Code 777 at a glance: what one wants to know, and who sees which tiles. Each fits a column of the leaflet."""

from __future__ import annotations

from generator.drawing.fonts import SERIF, cap
from generator.drawing.pen import Face, Pen
from generator.kits.code777.tiles import small
from generator.kits.common.kit_context import KitContext
from referee.code777.pieces import Colour, Tile

WIDTH = 84.0
SIZE = (11.4, 14.6)
GAP = 1.4
OWN = (Tile(2, Colour.YELLOW), Tile(5, Colour.RED), Tile(7, Colour.BLUE))
OTHERS = (
    (Tile(3, Colour.BLACK), Tile(6, Colour.GREEN), Tile(7, Colour.PINK)),
    (Tile(1, Colour.GREEN), Tile(4, Colour.BROWN), Tile(6, Colour.PINK)),
)


def aim(context: KitContext) -> Face:
    """Three tiles that their owner cannot read, and what they turn out to be."""
    pen, (w, h) = Pen(), SIZE
    wide = 3 * w + 2 * GAP
    unseen(pen, context, 0.3, 0.3)
    accent, y = context.palette.line(context.spec.accent), 0.3 + h / 2
    pen.line(wide + 2.6, y, WIDTH - wide - 4.6, y, accent, 0.9)
    tip = WIDTH - wide - 2.4
    pen.polygon([(tip, y), (tip - 3, y - 2), (tip - 3, y + 2)], fill=accent)
    row(pen, context, OWN, WIDTH - wide - 0.3, 0.3)
    return pen.face(context.shown("figure.aim"), WIDTH, h + 0.6)


def sight(context: KitContext) -> Face:
    """Two racks of others, which all but their owners read, and below them one's own."""
    pen, (w, h) = Pen(), SIZE
    wide = 3 * w + 2 * GAP
    for i, tiles in enumerate(OTHERS):
        left = 0.3 if i == 0 else WIDTH - wide - 0.3
        row(pen, context, tiles, left, 0.3)
        rack(pen, context, left, h + 0.6, wide)
    low = h + 7.0
    unseen(pen, context, (WIDTH - wide) / 2, low)
    rack(pen, context, (WIDTH - wide) / 2, low + h + 0.3, wide)
    return pen.face(context.shown("figure.sight"), WIDTH, low + h + 3)


def row(pen: Pen, context: KitContext, tiles: tuple[Tile, ...], x: float, y: float) -> None:
    """Three tiles in small."""
    w, h = SIZE
    for i, tile in enumerate(tiles):
        small(pen, str(tile.digit), context.spec.colours.of(tile.colour), x + i * (w + GAP), y, w, h, context.palette)


def unseen(pen: Pen, context: KitContext, x: float, y: float) -> None:
    """Three tiles from behind, as their owner sees them."""
    palette, (w, h) = context.palette, SIZE
    accent = palette.line(context.spec.accent)
    for i in range(len(OWN)):
        left = x + i * (w + GAP)
        pen.rect(left, y, w, h, 0.9, fill=palette.tint(context.spec.accent, 0.18), stroke=accent, width=0.4)
        pen.text(left + w / 2, y + h / 2 + cap(SERIF, 22) / 2, "?", SERIF, 22, accent, "middle")


def rack(pen: Pen, context: KitContext, x: float, y: float, wide: float) -> None:
    """The strip that tiles stand in."""
    pen.rect(x - 0.2, y, wide + 0.4, 2.2, 0.6, fill=context.palette.line(context.spec.accent))
