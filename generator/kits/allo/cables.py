"""Cables of Allo... la France: strips of one to four sections, packed into rows that are cut apart first."""

from __future__ import annotations

from generator.drawing.pen import Pen
from generator.kits.allo.board import charted
from generator.kits.common.kit_context import KitContext
from generator.layout.component import FRONT_BLEED, Component
from referee.allo.pieces import SECTIONS, STRIPS

ROWS = 6  # 102 sections make six rows of 17


def packed(strips: dict[int, int], rows: int) -> list[list[int]]:
    """The strips in so many rows of one length: long ones first, each where it fits."""
    room = -(-sum(length * count for length, count in strips.items()) // rows)
    found: list[list[int]] = [[] for _ in range(rows)]
    for length in sorted(strips, reverse=True):
        for _ in range(strips[length]):
            next(row for row in found if sum(row) + length <= room).append(length)
    return found


def cables(context: KitContext) -> Component:
    """One block that holds them all."""
    texts, chart = context.spec.cables, charted(context)
    rows = packed(STRIPS, ROWS)
    length = chart.section
    w, h = SECTIONS / ROWS * length, ROWS * chart.breadth
    pen = Pen()
    if context.palette.floods:
        b = FRONT_BLEED
        pen.rect(-b, -b, w + 2 * b, h + 2 * b, fill=context.spec.accent)
    for j, row in enumerate(rows):
        at = 0
        for strip in row:
            cable(pen, context, at * length, j * chart.breadth, strip, length, chart.breadth)
            at += strip
    face = pen.face(context.shown("cables"), w, h, FRONT_BLEED if context.palette.floods else 0.2)
    advice = texts.advice.format(length=f"{length:g}")
    count = sum(map(len, rows))
    return Component("cables", texts.title, advice, (face,), each=count, cuts=ROWS - 1 + count - ROWS)


def cable(pen: Pen, context: KitContext, x: float, y: float, sections: int, length: float, breadth: float) -> None:
    """A strip: a wire with a joint in the middle of each section, and a line where the next one begins."""
    palette, accent = context.palette, context.spec.accent
    w = sections * length
    middle = y + breadth / 2
    pen.rect(x, y, w, breadth, **palette.area(accent, 0.25))
    on = palette.on(accent)
    pen.line(x + 0.8, middle, x + w - 0.8, middle, on, breadth * 0.14)
    for i in range(sections):
        pen.circle(x + (i + 0.5) * length, middle, breadth * 0.22, fill=on)
        if i:
            pen.line(x + i * length, y + 0.6, x + i * length, y + breadth - 0.6, on, 0.2, (0.7, 0.5))
    pen.rect(x, y, w, breadth, stroke="#ffffff" if palette.floods else palette.ink, width=0.2, line="cut")
