"""The scenery of the usual board for pages: what travellers stop for, between the roads."""

from __future__ import annotations

from msgspec.structs import replace

from generator.drawing.geometry import Area
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Path, Pen
from generator.drawing.svg import document, drawing
from generator.kits.rallye.brush import Brush
from generator.kits.rallye.ground import ground
from generator.kits.rallye.pictures import PICTURES
from referee.rallye.board.france import FRANCE
from templates import loader

TILE = 40  # units of a page for a cell of the board


def page_art() -> str:
    """One picture of the whole board, without roads and panels."""
    pen = Pen()
    for each in ground(loader.SHELF / "kits" / "rallye" / "board.scenery.toml").pictures:
        left, top, wide, high = each.at
        if left >= 0 and top >= 0 and left + wide <= FRANCE.columns and top + high <= FRANCE.rows:
            size, draw = PICTURES[each.name]
            draw(Brush(pen, InkPalette(), Area(left * TILE, top * TILE, wide * TILE, high * TILE), size))
    paths = (replace(item, width=item.width * 2) for item in pen.items if isinstance(item, Path))  # lines were of paper
    return document([drawing("scenery", (FRANCE.columns * TILE, FRANCE.rows * TILE), paths)])
