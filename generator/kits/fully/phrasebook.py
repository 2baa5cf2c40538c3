"""The nine phrases of a team, each with a box for its digit: empty on the sheet, filled in an example."""

from __future__ import annotations

from collections.abc import Mapping

from generator.drawing import Pen
from generator.fonts import BOLD, ITALIC, LEAST_PT, SANS, cap, fitted, pt_for_cap, width
from generator.paper import Area
from generator.studio import Studio
from generator.tone import WHITE
from referee.fully.pieces import ANSWERS, QUESTIONS, STATEMENTS, Phrase, Team

COLUMNS = (ANSWERS, STATEMENTS, QUESTIONS)


def phrasebook(pen: Pen, studio: Studio, of: Team, area: Area) -> None:
    """The block of the own code on a sheet, with its heading."""
    texts, tone = studio.shelf.sheets, studio.tone
    heading(pen, studio, area, texts.code, texts.code_hint)
    pen.text(area.x + area.width, area.y + 3.6, texts.signal, ITALIC, 9, tone.ink, "end")
    phrases(pen, studio, of, Area(area.x, area.y + 5.6, area.width, area.height - 5.6), {}, 12)


def heading(pen: Pen, studio: Studio, area: Area, title: str, hint: str = "") -> None:
    """The title of a block on a sheet, and beside it what to do there."""
    tone = studio.tone
    pen.text(area.x, area.y + 3.6, title, BOLD, 11, tone.line(studio.shelf.accent))
    if hint:
        x = width(title, BOLD, 11) + 3
        pen.text(area.x + x, area.y + 3.6, *fitted(hint, ITALIC, 9, area.width - x), tone.ink)


def phrases(
    pen: Pen, studio: Studio, of: Team, area: Area, digits: Mapping[Phrase, int], pt: float, gap: float = 2.0
) -> None:
    """Answers, statements and questions, a column each. Questions are the longest and get the most room."""
    tone = studio.tone
    row = area.height / 3
    box = min(row - 1.4, 8.0)
    broad = box * 1.25
    texts = [[studio.shelf.phrase(phrase, of) for phrase in column] for column in COLUMNS]
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
            pen.rect(x, middle - box / 2, broad, box, 0.8, fill=WHITE, stroke=tone.ink, width=0.3)
            if phrase in digits:
                size = pt_for_cap(BOLD, box * 0.6)
                digit = str(digits[phrase])
                pen.text(x + broad / 2, middle + cap(BOLD, size) / 2, digit, BOLD, size, tone.ink, "middle")
            pen.text(x + broad + gap, middle + cap(SANS, pt) / 2, text, SANS, pt, tone.ink)
        x += step
