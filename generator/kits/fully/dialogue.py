"""The dialogues of Fully on paper: a line for each round, four columns for each of the four speakers."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, ITALIC, SANS, cap, fitted, width
from generator.drawing.geometry import Area
from generator.drawing.pen import Pen
from generator.kits.common.kit_context import KitContext
from generator.kits.fully.phrasebook import heading
from referee.fully.pieces import MOST_ROUNDS, Seat, Team, team

NUMBER = 7.4  # width of the column with the number of the round
TITLE, SPEAKER, HEADS = 5.6, 6.0, 4.6  # heights above the first round
COLUMNS = 4  # colour, place, digit, reply


def dialogue(pen: Pen, context: KitContext, of: Team, area: Area) -> None:
    """Twenty rounds. A ring waits for a colour, a box for a place, so that the two are never confused."""
    texts, palette = context.spec.sheets, context.palette
    accent = palette.line(context.spec.accent)
    heading(pen, context, area, texts.dialogue)
    key(pen, context, area.x + width(texts.dialogue, BOLD, 11) + 3, area.y + 3.6, area)
    top = area.y + TITLE + SPEAKER + HEADS
    low = area.y + area.height
    row = (low - top) / MOST_ROUNDS
    cell = (area.width - NUMBER) / (COLUMNS * len(Seat))
    for number in range(1, MOST_ROUNDS + 1):
        y = top + (number - 1) * row
        if number % 2 == 0:
            pen.rect(area.x, y, area.width, row, fill=palette.tint(context.spec.accent, 0.05))
        pen.text(area.x + NUMBER / 2, y + row / 2 + cap(BOLD, 10) / 2, str(number), BOLD, 10, accent, "middle")
        for i in range(len(Seat)):
            x = area.x + NUMBER + i * COLUMNS * cell
            pen.circle(x + cell / 2, y + row / 2, row * 0.41, stroke=palette.soft, width=0.2)
            side = row * 0.76
            pen.rect(x + 1.5 * cell - side / 2, y + (row - side) / 2, side, side, stroke=palette.soft, width=0.2)
    for number in range(MOST_ROUNDS + 1):
        fifth = number % 5 == 0
        y = top + number * row
        pen.line(area.x, y, area.x + area.width, y, accent if fifth else palette.soft, 0.3 if fifth else 0.2)
    pen.line(area.x, top, area.x, low, palette.soft, 0.2)
    for i, seat in enumerate(Seat):
        x = area.x + NUMBER + i * COLUMNS * cell
        speaker(pen, context, Area(x, area.y + TITLE, COLUMNS * cell, SPEAKER), seat, own=team(seat) is of)
        for j, letter in enumerate(texts.heads):
            pen.text(x + (j + 0.5) * cell, top - 1.1, letter, BOLD, 9, palette.ink, "middle")
            if j:
                pen.line(x + j * cell, top, x + j * cell, low, palette.soft, 0.2)
        pen.line(x, area.y + TITLE, x, low, accent, 0.4)
    right = area.x + area.width
    pen.line(right, area.y + TITLE, right, low, accent, 0.4)


def speaker(pen: Pen, context: KitContext, area: Area, seat: Seat, own: bool) -> None:
    """Who speaks in these four columns; the own team on a ground."""
    palette = context.palette
    accent = palette.line(context.spec.accent)
    if own:
        pen.rect(area.x, area.y, area.width, area.height, **palette.area(context.spec.accent, 0.3))
    else:
        pen.rect(area.x, area.y, area.width, area.height, stroke=accent, width=0.3)
    colour = palette.on(context.spec.accent) if own else palette.ink
    name = context.spec.seats.of(seat).name
    base = area.y + area.height / 2 + cap(BOLD, 11) / 2
    font = BOLD if own else SANS  # to be told apart in black alone
    pen.text(area.x + area.width / 2, base, *fitted(name, font, 11, area.width - 3), colour, "middle")


def key(pen: Pen, context: KitContext, x: float, y: float, area: Area) -> None:
    """What the letters over the columns stand for."""
    texts = context.spec.sheets
    for letter, meaning in zip(texts.heads, texts.meanings, strict=True):
        pen.text(x, y, letter, BOLD, 9, context.palette.ink)
        x += width(letter, BOLD, 9) + 1
        room = max(10.0, area.x + area.width - x)
        string, font, pt = fitted(meaning, ITALIC, 9, room)
        pen.text(x, y, string, font, pt, context.palette.ink)
        x += width(string, font, pt) + 3.2
