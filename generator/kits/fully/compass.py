"""The compass rose of Fully: the seats as they sit, one of them filled."""

from __future__ import annotations

from math import cos, pi, sin

from generator.drawing.fonts import SERIF, cap, pt_for_cap
from generator.drawing.palette import WHITE
from generator.drawing.pen import Item, Pen, Point, printable_width
from generator.kits.common.kit_context import KitContext
from referee.fully.pieces import Seat


def rose(x: float, y: float, r: float, seat: Seat | None, context: KitContext) -> list[Item]:
    """North is up. The ray of the seat, if one is given, is whole; those of the others are half filled."""
    palette = context.palette
    line = palette.line(context.spec.accent)

    def at(reach: float, degrees: float) -> Point:
        return x + r * reach * sin(degrees * pi / 180), y - r * reach * cos(degrees * pi / 180)

    pen = Pen()
    pen.circle(x, y, r * 0.72, fill=WHITE, stroke=line, width=printable_width(0.012 * r))
    pen.circle(x, y, r * 0.66, stroke=line, width=printable_width(0.006 * r))
    for i in range(4):  # the small rays between, below the large ones
        turn = 45.0 + 90 * i
        pen.polygon(
            [at(0.6, turn), at(0.13, turn + 45), (x, y), at(0.13, turn - 45)],
            fill=palette.tint(line, 0.35),
            stroke=line,
            width=printable_width(0.006 * r),
        )
    for i, each in enumerate(Seat):
        turn = 90.0 * i
        tip, right, left = at(0.78, turn), at(0.17, turn + 45), at(0.17, turn - 45)
        pen.polygon([tip, left, (x, y)], fill=line, stroke=line, width=printable_width(0.008 * r))
        pen.polygon(
            [tip, right, (x, y)], fill=line if each is seat else WHITE, stroke=line, width=printable_width(0.008 * r)
        )
        own = each is seat
        high = 0.19 * r if own else 0.15 * r
        mx, my = at(0.93, turn)
        colour = line if own else palette.ink
        pen.text(
            mx,
            my + cap(SERIF, pt_for_cap(SERIF, high)) / 2,
            context.spec.seats.of(each).letter,
            SERIF,
            pt_for_cap(SERIF, high),
            colour,
            "middle",
        )
    return pen.items
