"""A veil: a dense pattern that hides what lies behind it when a folded slip is held against the light.

Blots as wide as the strokes of type or wider, so close that between two of them no letter keeps its shape. Light that
shines through shows the pattern, and what is printed behind changes little about it.
"""

from __future__ import annotations

from itertools import groupby

from generator.drawing.geometry import shift
from generator.drawing.pen import Face, FaceStamp, Op, Path, rectangle
from referee.chance import Chance

GRAIN = 0.8  # a blot; the strokes of our largest secrets are half as wide
THICK, THIN = 0.86, 0.74  # how much of the surface is covered: inside, where it lies on the words, and outside
SPARE = 24.0  # so much larger than its window is a veil: else two slips with the same part of it could be compared


def opaque_pattern(name: str, width: float, height: float, share: float, colour: str) -> Face:
    """The whole pattern, to be seen through windows of that size. It is the same for ever: which part of it a slip has,
    is not."""
    dice = Chance(b"sousmain veil\0" + name.encode(), 0)
    columns, rows = (int((length + SPARE) / GRAIN) + 1 for length in (width, height))
    ops: list[Op] = []
    for row in range(rows):
        column = 0
        cells = (dice.below(1000) < share * 1000 for _ in range(columns))
        for dark, run in groupby(cells):
            length = len(list(run))
            if dark:
                ops += rectangle(column * GRAIN, row * GRAIN, length * GRAIN, GRAIN)
            column += length
    return Face(name, columns * GRAIN, rows * GRAIN, (Path(tuple(ops), fill=colour),))


def pattern_window(name: str, width: float, height: float, behind: Face, chance: Chance) -> Face:
    """A part of a veil, as chance has it."""
    x, y = (chance.below(int(SPARE * 100)) / 100 for _ in range(2))
    return Face(name, width, height, (FaceStamp(behind.name, shift(-x, -y)),))
