"""A clue sheet of Inkognito, filled in, with the story of how it came about: a card to keep beside the folder."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, MM, SANS, cap, wrap
from generator.drawing.geometry import Area
from generator.drawing.palette import WHITE
from generator.drawing.pen import Face, Pen
from generator.kits.common.kit_context import KitContext
from generator.kits.inkognito.grid import (
    COUNTS,
    GIVEN,
    HEAD,
    LABEL,
    MEETINGS,
    NUMBER,
    ROWS,
    SHOWN,
    SURE_GIVEN,
    SURE_SHOWN,
    Marks,
    Settled,
    block,
    number,
)
from generator.layout import decoration
from generator.layout.component import Component
from referee.inkognito.pieces import Colour, Fragment, Identity

EDGE = 4.0
LEFT = 118.0  # the sheet; the story stands at its right
GAP = 4.0
LABELS = 17.0

# What the six steps of the shelf's example tell. You are Zsa Zsa and hold 29.
RIVAL: Marks = {
    (1, Identity.X): (SHOWN,), (1, Fragment.TWENTY_NINE): (SHOWN,),
    (1, Identity.ZSAZSA): (GIVEN,), (1, Fragment.FIFTY_TWO): (GIVEN,),
    (2, Fragment.NOUGHT): (SURE_SHOWN,), (2, Identity.ZSAZSA): (SURE_GIVEN,),
}  # fmt: skip
OTHER: Marks = {
    (1, Identity.FIDDLEBOTTOM): (SHOWN,), (1, Fragment.NOUGHT): (SHOWN,),
    (1, Identity.BUBBLE): (GIVEN,), (1, Fragment.TWENTY_NINE): (GIVEN,),
}  # fmt: skip
RIVAL_SETTLED: Settled = {Identity.X: True, Fragment.NOUGHT: True, Fragment.TWENTY_NINE: False}
OTHER_SETTLED: Settled = {Identity.FIDDLEBOTTOM: True, Fragment.NOUGHT: False, Fragment.TWENTY_NINE: False}


def example(context: KitContext) -> Component:
    """The same card for everybody."""
    texts = context.spec.example
    return Component("example", texts.title, texts.advice, (card(context),) * context.count["example"], pad=True)


def card(context: KitContext) -> Face:
    """Left: number and two blocks with what was written. Right: why, step by step."""
    spec, palette, texts = context.spec, context.palette, context.spec.example
    w, h = spec.sizes.example
    hand = palette.line(spec.colours.blue.hex)  # a pen
    pen = Pen()
    decoration.banner(pen, Area(EDGE, EDGE, w - 2 * EDGE, 10), texts.heading, spec.accent, palette)
    top = EDGE + 14
    written = {
        Identity.FIDDLEBOTTOM: ("", texts.other),
        Identity.BUBBLE: ("", texts.third),
        Identity.ZSAZSA: (Fragment.TWENTY_NINE.value, texts.me),
        Identity.X: (Fragment.NOUGHT.value, texts.rival),
    }
    number(pen, context, Area(EDGE, top, LEFT, sum(NUMBER)), LABELS, written, hand)
    step = (LEFT - LABELS) / len(Identity)
    for place, column, row in ((1, 2, 1), (4, 3, 1), (6, 1, 2)):
        x, y = EDGE + LABELS + column * step + 3.4, top + NUMBER[0] + (0 if row == 1 else NUMBER[1]) + 4.2
        call(pen, context, x, y, place)
    y = top + sum(NUMBER) + 3.4
    wide = (LEFT - GAP) / 2
    areas = [Area(EDGE + i * (wide + GAP), y, wide, h - EDGE - y) for i in range(2)]
    green, pink = spec.colours.of(Colour.GREEN), spec.colours.of(Colour.PINK)
    block(pen, context, areas[0], green, texts.rival, RIVAL, RIVAL_SETTLED, hand)
    block(pen, context, areas[1], pink, texts.other, OTHER, OTHER_SETTLED, hand)
    for area, place, meeting, card_ in (
        (areas[0], 2, 1, Identity.BUBBLE), (areas[0], 3, 1, Fragment.NOUGHT), (areas[0], 4, 2, Fragment.FIFTY_TWO),
        (areas[1], 5, 1, Fragment.ELEVEN),
    ):  # fmt: skip
        call(pen, context, *cell(area, meeting, card_), place)
    story(pen, context, Area(EDGE + LEFT + 5, top - 1, w - 2 * EDGE - LEFT - 5, h - EDGE - top + 1))
    return pen.face(context.shown("example"), w, h)


def cell(area: Area, meeting: int, card_: Identity | Fragment) -> tuple[float, float]:
    """The middle of a cell of a block."""
    row = (area.height - HEAD - COUNTS) / len(ROWS)
    column = (area.width - LABEL) / MEETINGS
    x = area.x + LABEL + (meeting - 0.5) * column
    return x, area.y + HEAD + COUNTS + (ROWS.index(card_) + 0.5) * row


def call(pen: Pen, context: KitContext, x: float, y: float, place: int) -> None:
    """A number in a disc, that leads from the drawing to its step. Solid in every ink: a ring would be a mark."""
    pen.circle(x, y, 1.9, fill=context.palette.line(context.spec.accent))
    pen.text(x, y + cap(BOLD, 8) / 2, str(place), BOLD, 8, WHITE, "middle")


def story(pen: Pen, context: KitContext, area: Area) -> None:
    """The steps, in the largest size that leaves air between them."""
    steps, palette = context.spec.example.steps, context.palette
    for pt in (10.0, 9.6, 9.2, 8.8, 8.4, 8.0, 7.6):
        lead = pt * 1.25 * MM
        rows = [wrap(step, SANS, pt, area.width - 6.4) for step in steps]
        gap = (area.height - sum(map(len, rows)) * lead) / len(rows)
        if gap >= 1.8:
            break
    y, gap = area.y, min(gap, 5.0)
    for place, lines in enumerate(rows, 1):
        call(pen, context, area.x + 2, y + pt * 0.72 * MM, place)
        for i, line in enumerate(lines):
            pen.text(area.x + 6.4, y + pt * MM + i * lead, line, SANS, pt, palette.ink)
        y += len(lines) * lead + gap
