"""Puzzles of Fully on paper: three rows of colours, and a table of digits and phrases."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, SANS, cap
from generator.drawing.pen import Pen
from generator.kits.common.kit_context import KitContext
from generator.kits.common.marked_colour import MarkedColour, colour_mark
from generator.kits.common.puzzle_art import Drawn, PuzzleArt, cross_table
from referee.fully.pieces import DIGITS, Colour, Phrase, Place
from referee.puzzles import Puzzle
from templates.pages.fully.puzzle_words import phrase, seat

BOX, SMALL_BOX = 10.0, 8.0
NARROW = 140.0  # a page: there the table to think on needs what is saved
NAME = 24.0


def picture(context: KitContext, puzzle: Puzzle, room: float) -> Drawn:
    """The rows that are known, and an empty one."""
    pen, palette = Pen(), context.palette
    known, size = puzzle.shown, BOX if room >= NARROW else SMALL_BOX
    for i, place in enumerate(Place):
        pen.text(NAME + (i + 0.5) * (size + 1), 3.4, place.value, BOLD, 9, palette.ink, "middle")
    for j, (number, row) in enumerate(((0, known.north), (1, known.east), (2, known.south), (3, ()))):
        y = 5 + j * (size + 1)
        pen.text(0, y + size / 2 + cap(SANS, 10) / 2, seat(number), SANS, 10, palette.ink)
        for i in range(len(Place)):
            x = NAME + i * (size + 1)
            pen.rect(x, y, size, size, 1, stroke=palette.ink, width=0.25)
            if row:
                pawn(pen, context, row[i], x, y, size)
    return Drawn(pen.items, 5 + 4 * (size + 1))


def pawn(pen: Pen, context: KitContext, colour: Colour, x: float, y: float, size: float) -> None:
    """A colour: its square, its shape, its letter."""
    hue: MarkedColour = context.spec.colours.of(colour)
    pen.rect(x + 0.6, y + 0.6, size - 1.2, size - 1.2, 0.8, **context.palette.area(hue.hex, 0.4))
    pen.put(
        colour_mark(hue, x + 0.34 * size, y + size / 2, 0.2 * size, context.palette, on_colour=context.palette.floods)
    )
    on = context.palette.on(hue.hex)
    pen.text(x + 0.72 * size, y + size / 2 + cap(BOLD, size) / 2, hue.letter, BOLD, size, on, "middle")


def worksheet(context: KitContext, puzzle: Puzzle, room: float, high: float) -> Drawn:
    """Every phrase with every digit."""
    return cross_table(
        [phrase(each.value) for each in Phrase], [str(digit) for digit in DIGITS], room, high, context.palette, head=44
    )


ART = PuzzleArt(picture, worksheet)
