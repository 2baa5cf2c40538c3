"""Puzzles of Allo... la France on paper: the small map, and the names to cross out."""

from __future__ import annotations

from generator.drawing.fonts import SANS, cap, fitted
from generator.drawing.geometry import Area
from generator.drawing.pen import Pen
from generator.kits.allo.atlas import atlas
from generator.kits.common.kit_context import KitContext
from generator.kits.common.puzzle_art import Drawn, PuzzleArt, row_height
from referee.allo.knowledge.worlds import PARTS
from referee.allo.puzzles.maker import OPTIONS
from referee.puzzles import Puzzle
from templates.pages.allo.puzzle_words import plate

MAP = 104.0  # mm wide at most
SHARE = 0.76  # of a narrow page: names to cross out want room, too


def picture(context: KitContext, puzzle: Puzzle, room: float) -> Drawn:
    """The map."""
    pen, wide = Pen(), min(room * SHARE, MAP)
    atlas(pen, context, Area((room - wide) / 2, 0, wide, wide * 0.95), 7.4)
    return Drawn(pen.items, wide * 0.95 + 1)


def worksheet(context: KitContext, puzzle: Puzzle, room: float, high: float) -> Drawn:
    """The names of each kind, a box before each."""
    pen, palette = Pen(), context.palette
    wide = room / len(PARTS[1:])
    row = row_height(max(len(OPTIONS.values(part)) for part in PARTS[1:]), high)
    if row is None:
        return Drawn([], 0.0)
    for i, part in enumerate(PARTS[1:]):
        for j, value in enumerate(OPTIONS.values(part)):
            x, y = i * wide, j * row
            pen.rect(x, y + 1, row - 2, row - 2, stroke=palette.ink, width=0.25)
            words = f"{value} {plate(part.value, value)}"
            pen.text(x + row, y + row / 2 + cap(SANS, 9) / 2, *fitted(words, SANS, 9, wide - row - 2), palette.ink)
    return Drawn(pen.items, row * max(len(OPTIONS.values(part)) for part in PARTS[1:]))


ART = PuzzleArt(picture, worksheet)
