"""Cables of Allo... la France: strips of one to four sections, in rows that are folded along, then cut apart.

A single section is no larger than a fingernail, and flat on the board nobody gets hold of it. So each strip has a wall that
stands up from the board, to take it by, with the number of its sections.
"""

from __future__ import annotations

from itertools import accumulate

from generator.drawing.fonts import BOLD, cap
from generator.drawing.pen import Pen
from generator.kits.allo.board import charted
from generator.kits.common.kit_context import KitContext
from generator.layout import decoration
from generator.layout.component import FRONT_BLEED, Component

# The 51 strips. Rows of one length, and as few lines through them as can be: nine, where all rows lie in one stack.
ROWS = (
    *((1, 1, 1, 1, 1, 1, 2, 2, 3, 4),) * 4,
    (2, 3, 3, 2, 3, 4),
    (2, 4, 4, 3, 4),
)
WALL = 6.0  # high enough for two fingers, too low to hide what is behind it
NUMBER = 8.0  # points


def cables(context: KitContext) -> Component:
    """One block that holds them all."""
    texts, chart = context.spec.cables, charted(context)
    length, high = chart.section, WALL + chart.breadth
    w, h = sum(ROWS[0]) * length, len(ROWS) * high
    palette, pen = context.palette, Pen()
    if palette.floods:
        b = FRONT_BLEED
        pen.rect(-b, -b, w + 2 * b, h + 2 * b, fill=context.spec.accent)
    for j, row in enumerate(ROWS):
        for end, strip in zip(accumulate(row), row, strict=True):
            cable(pen, context, (end - strip) * length, j * high, strip, length, chart.breadth, WALL)
        fold = j * high + WALL
        pen.put(decoration.fold(0, fold, w, fold, palette, True, palette.on(context.spec.accent)))
    face = pen.face(context.shown("cables"), w, h, FRONT_BLEED if palette.floods else 0.2)
    advice = texts.advice.format(length=f"{length:g}")
    count = sum(map(len, ROWS))
    return Component(
        "cables", texts.title, advice, (face,), each=count, cuts=count - 1, stacked=len(ROWS) - 1 + len(lines())
    )


def lines() -> set[int]:
    """Where rows are cut into strips, in sections."""
    return {end for row in ROWS for end in accumulate(row[:-1])}


def cable(
    pen: Pen, context: KitContext, x: float, y: float, sections: int, length: float, breadth: float, wall: float = 0.0
) -> None:
    """A strip: a wire with a joint in the middle of each section, and a line where the next one begins; above it the number of
    them, on a wall of that height, if it has one."""
    palette, accent = context.palette, context.spec.accent
    w, top = sections * length, y + wall
    middle = top + breadth / 2
    pen.rect(x, y, w, wall + breadth, **palette.area(accent, 0.25))
    on = palette.on(accent)
    if wall:
        pen.text(x + w / 2, y + wall / 2 + cap(BOLD, NUMBER) / 2, str(sections), BOLD, NUMBER, on, "middle")
    pen.line(x + 0.8, middle, x + w - 0.8, middle, on, breadth * 0.14)
    for i in range(sections):
        pen.circle(x + (i + 0.5) * length, middle, breadth * 0.22, fill=on)
        if i:
            pen.line(x + i * length, top + 0.6, x + i * length, top + breadth - 0.6, on, 0.2, (0.7, 0.5))
    edge = "#ffffff" if palette.floods else palette.ink
    pen.rect(x, y, w, wall + breadth, stroke=edge, width=0.2, line="cut")
