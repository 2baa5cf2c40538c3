"""The nine phrases of a team, each with a box for its digit: empty on the sheet, filled in an example."""

from __future__ import annotations

from collections.abc import Mapping

from generator.drawing.fonts import BOLD, ITALIC, LEAST_PT, SANS, cap, fitted, pt_for_cap, width
from generator.drawing.geometry import Area
from generator.drawing.palette import WHITE
from generator.drawing.pen import Pen
from generator.kits.common.kit_context import KitContext
from referee.fully.pieces import ANSWERS, QUESTIONS, STATEMENTS, Phrase, Team

COLUMNS = (ANSWERS, STATEMENTS, QUESTIONS)


def phrasebook(pen: Pen, context: KitContext, of: Team, area: Area) -> None:
    """The block of the own code on a sheet, with its heading."""
    texts, palette = context.spec.sheets, context.palette
    heading(pen, context, area, texts.code, texts.code_hint)
    pen.text(area.x + area.width, area.y + 3.6, texts.signal, ITALIC, 9, palette.ink, "end")
    phrases(pen, context, of, Area(area.x, area.y + 5.6, area.width, area.height - 5.6), {}, 12)


def heading(pen: Pen, context: KitContext, area: Area, title: str, hint: str = "") -> None:
    """The title of a block on a sheet, and beside it what to do there."""
    palette = context.palette
    pen.text(area.x, area.y + 3.6, title, BOLD, 11, palette.line(context.spec.accent))
    if hint:
        x = width(title, BOLD, 11) + 3
        pen.text(area.x + x, area.y + 3.6, *fitted(hint, ITALIC, 9, area.width - x), palette.ink)


def phrases(
    pen: Pen, context: KitContext, of: Team, area: Area, digits: Mapping[Phrase, int], pt: float, gap: float = 2.0
) -> None:
    """Answers, statements and questions, a column each. Questions are the longest and get the most room."""
    palette = context.palette
    row = area.height / 3
    box = min(row - 1.4, 8.0)
    broad = box * 1.25
    texts = [[context.spec.phrase(phrase, of) for phrase in column] for column in COLUMNS]
    third = area.width / len(COLUMNS)
    while True:  # columns stay apart, whatever the language
        needs = [max(width(text, SANS, pt) for text in column) + broad + gap for column in texts]
        if sum(needs) + gap * (len(needs) - 1) <= area.width or pt <= LEAST_PT:
            break
        pt = max(LEAST_PT, pt - 0.2)
    spare = (area.width - sum(needs)) / (len(needs) - 1)
    steps = [third] * len(needs) if max(needs) + gap <= third else [need + spare for need in needs]
    x = area.x
    for column, words, step in zip(COLUMNS, texts, steps, strict=True):
        for i, (phrase, text) in enumerate(zip(column, words, strict=True)):
            middle = area.y + (i + 0.5) * row
            pen.rect(x, middle - box / 2, broad, box, 0.8, fill=WHITE, stroke=palette.ink, width=0.3)
            if phrase in digits:
                size = pt_for_cap(BOLD, box * 0.6)
                digit = str(digits[phrase])
                pen.text(x + broad / 2, middle + cap(BOLD, size) / 2, digit, BOLD, size, palette.ink, "middle")
            pen.text(x + broad + gap, middle + cap(SANS, pt) / 2, text, SANS, pt, palette.ink)
        x += step
