"""What a page of puzzles shows beside words: what is seen, and a table to think on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from generator.drawing.fonts import BOLD, SANS, cap, fitted
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face, Item, Pen
from generator.kits.common.kit_context import KitContext
from referee.puzzles import Puzzle

ROW, LEAST_ROW = 7.5, 4.8  # mm: high enough for a cross, and so high at least

HEAD = 6.0  # of a table: the words above it


class Drawn(Struct, frozen=True):
    """A part of a page: how high it is, and faces that it stamps of its own."""

    items: list[Item]
    height: float
    faces: tuple[Face, ...] = ()


class PuzzleArt(Struct, frozen=True):
    """How the puzzles of a game are drawn; `puzzle_art` of its kit gives one as `ART`."""

    picture: Callable[[KitContext, Puzzle, float], Drawn]  # what is seen, as wide as that
    worksheet: Callable[[KitContext, Puzzle, float, float], Drawn]  # where one thinks, so wide and at most so high
    faces: Callable[[KitContext], tuple[Face, ...]] = lambda context: ()  # that several puzzles stamp
    reference: Callable[[KitContext, float], list[Drawn]] = lambda context, room: []  # what all of them need


def nothing(context: KitContext, puzzle: Puzzle, room: float) -> Drawn:
    """No picture."""
    return Drawn([], 0.0)


def row_height(rows: int, high: float) -> float | None:
    """Of a table or list of so many rows, if they are high enough to cross out."""
    return min(ROW, high / rows) if high / rows >= LEAST_ROW else None


def cross_table(
    rows: Sequence[str], columns: Sequence[str], room: float, high: float, palette: InkPalette, head: float = 34.0
) -> Drawn:
    """A table of boxes to cross out: words at the left, words above; nothing where it would be too low."""
    pen, row = Pen(), row_height(len(rows), high - HEAD)
    if row is None:
        return Drawn([], 0.0)
    wide = (room - head) / len(columns)
    for i, word in enumerate(columns):
        pen.text(head + (i + 0.5) * wide, 4.2, *fitted(word, BOLD, 9, wide - 1.5), palette.ink, "middle")
    for j, word in enumerate(rows):
        y = HEAD + j * row
        pen.text(0, y + row / 2 + cap(SANS, 9) / 2, *fitted(word, SANS, 9, head - 2), palette.ink)
        for i in range(len(columns)):
            pen.rect(head + i * wide, y, wide, row, stroke=palette.ink, width=0.2)
    return Drawn(pen.items, HEAD + len(rows) * row)
