"""Puzzles of Code 777 on paper: three racks, and the note sheet of the kit."""

from __future__ import annotations

from generator.drawing.fonts import BOLD
from generator.drawing.geometry import shift
from generator.drawing.pen import Face, FaceStamp, Pen, placed
from generator.kits.code777.reference import notes
from generator.kits.code777.tiles import tiles
from generator.kits.common.kit_context import KitContext
from generator.kits.common.puzzle_art import Drawn, PuzzleArt, cross_table
from referee.code777.questions import DIGITS
from referee.puzzles import Puzzle
from templates.pages.code777.puzzle_words import PEOPLE

SMALL = 0.5  # of a tile, at most
GAP, APART = 1.5, 5.0  # between tiles, and between racks
TABLE_GAP = 8.0


def picture(context: KitContext, puzzle: Puzzle, room: float) -> Drawn:
    """The racks that you see, side by side."""
    pen, many = Pen(), len(puzzle.shown[0])
    each = room / len(puzzle.shown)
    size = min(SMALL, ((each - APART) / many - GAP) / context.spec.sizes.tile[0])
    width, height = (side * size for side in context.spec.sizes.tile)
    for place, rack in enumerate(puzzle.shown):
        x = place * each
        pen.text(x, 4, PEOPLE[place], BOLD, 11, context.palette.line(context.spec.accent))
        for i, tile in enumerate(rack):
            at = x + i * (width + GAP)
            pen.put(FaceStamp(context.shown(f"tile.{tile.digit}.{tile.colour}"), (size, 0, 0, size, at, 6)))
            pen.rect(at, 6, width, height, stroke=context.palette.ink, width=0.2)
    return Drawn(pen.items, 6 + height + 1)


def worksheet(context: KitContext, puzzle: Puzzle, room: float, high: float) -> Drawn:
    """The note sheet, where there is room for it; else its triangle with how many of each digit, or that alone."""
    sheet = notes(context)
    page, tiles_ = sheet.fronts[0], sheet.parts[0]
    if page.width <= room and page.height <= high:
        return Drawn([FaceStamp(page.name, shift((room - page.width) / 2, 0))], page.height)
    left = tiles_.width + TABLE_GAP if tiles_.height <= high else 0.0
    digits = [str(digit) for digit in DIGITS]
    table = cross_table(["0", "1", "2", "3"], digits, room - left, high, context.palette, head=10)
    if not left:
        return table
    items = [FaceStamp(tiles_.name, shift(0, 0)), *placed(table.items, shift(left, 0))]
    return Drawn(items, max(tiles_.height, table.height))


def faces(context: KitContext) -> tuple[Face, ...]:
    """Tiles without what lies beyond their edges, and the sheet."""
    sheet = notes(context)
    small = (Face(face.name, face.width, face.height, face.items) for face in tiles(context).fronts)
    return (*dict.fromkeys(small), sheet.fronts[0], *sheet.parts)


ART = PuzzleArt(picture, worksheet, faces)
