"""Puzzles of Code 777 on paper: three racks, and the note sheet of the kit."""

from __future__ import annotations

from generator.drawing.fonts import BOLD
from generator.drawing.geometry import shift
from generator.drawing.pen import Face, FaceStamp, Pen
from generator.kits.code777.reference import notes
from generator.kits.code777.tiles import tiles
from generator.kits.common.kit_context import KitContext
from generator.kits.common.puzzle_art import Drawn, PuzzleArt, cross_table
from referee.code777.questions import DIGITS
from referee.puzzles import Puzzle
from templates.pages.code777.puzzle_words import PEOPLE

SMALL = 0.5  # of a tile
GAP = 1.5


def picture(context: KitContext, puzzle: Puzzle, room: float) -> Drawn:
    """The racks that you see, side by side."""
    pen = Pen()
    width, height = (side * SMALL for side in context.spec.sizes.tile)
    each = room / len(puzzle.shown)
    for place, rack in enumerate(puzzle.shown):
        x = place * each
        pen.text(x, 4, PEOPLE[place], BOLD, 11, context.palette.line(context.spec.accent))
        for i, tile in enumerate(rack):
            at = x + i * (width + GAP)
            pen.put(FaceStamp(context.shown(f"tile.{tile.digit}.{tile.colour}"), (SMALL, 0, 0, SMALL, at, 6)))
            pen.rect(at, 6, width, height, stroke=context.palette.ink, width=0.2)
    return Drawn(pen.items, 6 + height + 1)


def worksheet(context: KitContext, puzzle: Puzzle, room: float) -> Drawn:
    """The note sheet, where there is room for it; else how many of each digit."""
    sheet = notes(context).fronts[0]
    if sheet.width > room:
        return cross_table(["0", "1", "2", "3"], [str(digit) for digit in DIGITS], room, context.palette, head=10)
    return Drawn([FaceStamp(sheet.name, shift((room - sheet.width) / 2, 0))], sheet.height)


def faces(context: KitContext) -> tuple[Face, ...]:
    """Tiles without what lies beyond their edges, and the sheet."""
    sheet = notes(context)
    small = (Face(face.name, face.width, face.height, face.items) for face in tiles(context).fronts)
    return (*dict.fromkeys(small), sheet.fronts[0], *sheet.parts)


ART = PuzzleArt(picture, worksheet, faces)
