"""What lies before each player of Code 777: the note sheet, the list of questions, the diagram of all tiles."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, ITALIC, MM, SANS, SERIF, cap, fitted, fitting, wrap, wrap_even
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen
from generator.kits.code777.tiles import legend, stamped, triangle
from generator.kits.common.kit_context import KitContext
from generator.layout import decoration
from generator.layout.component import Component
from referee.code777.pieces import MOST_POINTS, QUESTIONS, TILES, Colour

EDGE = 4.0
SLOTS = 3  # a question can come up that often on one sheet


def notes(context: KitContext) -> Component:
    """As many note sheets as ordered, shared out evenly among the players."""
    texts = context.spec.notes
    names = context.seats
    part = triangle(context, "triangle.cells", 88, 4.75, as_cells=True)
    sheets = {name: note(context, name, part, number) for number, name in enumerate(dict.fromkeys(names), 1)}
    share, more = divmod(context.count["notes"], len(names))
    order = [i for i in range(len(names)) for _ in range(share + (i < more))]
    fronts, called = tuple(sheets[names[i]] for i in order), tuple(context.names(i) for i in order)
    return Component(
        "notes", texts.title, texts.advice, fronts, parts=(part,), pair=True, names=called, plain=True, pad=True
    )


def note(context: KitContext, name: str, part: Face, number: int) -> Face:
    """Left: a line for each of the 23 questions. Right: three triangles of the 28 tiles."""
    texts, palette = context.spec.notes, context.palette
    w, h = context.spec.sizes.note
    accent = palette.line(context.spec.accent)
    pen = Pen()
    pen.text(EDGE, EDGE + 4.4, context.spec.name, SERIF, 13, accent)
    log_right = 94.0
    if name:
        string, pt = fitting(name, SERIF, 13, 62)
        pen.text(log_right, EDGE + 4.4, string, SERIF, pt, palette.ink, "end")
    else:
        pen.text(44, EDGE + 4.4, texts.player, SANS, 8.5, palette.ink)
        pen.line(58, EDGE + 5, log_right, EDGE + 5, palette.soft, 0.2)

    top = EDGE + 11
    row = (h - EDGE - top) / QUESTIONS
    first = EDGE + 8
    slot = (log_right - first) / SLOTS
    who = 9.0
    for i in range(SLOTS):
        x = first + i * slot
        pen.text(x + who / 2, top - 1.2, texts.who, SANS, 7.5, palette.ink, "middle")
        pen.text(x + (who + slot) / 2, top - 1.2, texts.answer, SANS, 7.5, palette.ink, "middle")
    for number_ in range(1, QUESTIONS + 1):
        y = top + number_ * row
        if number_ % 2 == 0:
            pen.rect(EDGE, y - row, log_right - EDGE, row, fill=palette.tint(context.spec.accent, 0.07))
        pen.text(EDGE + 4, y - row / 2 + cap(BOLD, 9) / 2, str(number_), BOLD, 9, accent, "middle")
    for i in range(QUESTIONS + 1):
        pen.line(EDGE, top + i * row, log_right, top + i * row, palette.soft, 0.2)
    low = top + QUESTIONS * row
    pen.line(EDGE, top, EDGE, low, palette.soft, 0.2)
    for i in range(SLOTS + 1):
        pen.line(first + i * slot, top, first + i * slot, low, accent if i < SLOTS else palette.soft, 0.3)
        if i < SLOTS:
            pen.line(first + i * slot + who, top, first + i * slot + who, low, palette.soft, 0.2)

    left, each = log_right + 3.6, (h - 2 * EDGE + 2) / 3
    for i, caption in enumerate((texts.sure, texts.maybe, texts.guess)):
        y = EDGE + i * each
        pen.text(left, y + 3.6, *fitted(caption, BOLD, 9, 34), accent)
        pen.put(stamped(part, left, y + 4.0))
    box = 4.2  # a box for each point, in the corner that the first triangle leaves free
    for i in range(MOST_POINTS):
        pen.rect(w - EDGE - (MOST_POINTS - i) * (box + 0.8) + 0.8, EDGE + 0.4, box, box, stroke=palette.soft, width=0.2)
    pen.text(w - EDGE - MOST_POINTS * (box + 0.8) - 1, EDGE + 3.6, texts.points, SANS, 8.5, palette.ink, "end")
    return pen.face(context.shown(f"note.{number}"), w, h)


def question_list(context: KitContext) -> Component:
    """The 23 questions on one sheet."""
    texts, palette = context.spec.list, context.palette
    w, h = context.spec.sizes.list
    accent = palette.line(context.spec.accent)
    pen = Pen()
    banner(pen, context, texts.heading.format(count=QUESTIONS), w)
    reminder = wrap(texts.reminder, ITALIC, 9, w - 2 * EDGE - 4)
    for pt in (10.2, 9.8, 9.4, 9.0):  # the largest size that leaves air between the questions
        lead = pt * 1.2 * MM
        rows = [wrap_even(question.text, SANS, pt, w - 2 * EDGE - 13) for question in context.spec.question]
        gap = (h - 17 - EDGE - (len(reminder) + 0.6) * lead - 2 - sum(map(len, rows)) * lead) / len(rows)
        if gap >= 2:
            break
    y = 17.0
    for number, lines in enumerate(rows, 1):
        pen.text(EDGE + 6.5, y + pt * MM, str(number), BOLD, pt + 0.6, accent, "end")
        for i, line in enumerate(lines):
            pen.text(EDGE + 10, y + pt * MM + i * lead, line, SANS, pt, palette.ink)
        y += len(lines) * lead + gap
        if number < len(rows):
            pen.line(EDGE + 2, y - gap / 2 + 0.7, w - EDGE - 2, y - gap / 2 + 0.7, palette.soft, 0.2)
    for i, line in enumerate(reminder):
        pen.text(w / 2, y + 3 + i * lead, line, ITALIC, 9, palette.ink, "middle")
    face = pen.face(context.shown("list"), w, h)
    return Component("list", texts.title, texts.advice, (face,) * context.count["list"], plain=True, pad=True)


def diagram(context: KitContext) -> Component:
    """Which tiles there are."""
    texts, palette = context.spec.diagram, context.palette
    w, h = context.spec.sizes.diagram
    pen = Pen()
    banner(pen, context, texts.heading.format(count=len(TILES)), w)
    part = triangle(context, "triangle.tiles", w - 2 * EDGE, 11.4, as_cells=False)
    pen.put(stamped(part, EDGE, 16))
    y = 16 + part.height + 2
    legend(context, pen, EDGE + 1, y, (w - 2 * EDGE) / 3, 5.0, 3)
    pen.text(
        w - EDGE - 1,
        y + 12.5 + cap(ITALIC, 8.5) / 2,
        texts.each.format(count=len(TILES) // len(Colour)),
        ITALIC,
        8.5,
        palette.ink,
        "end",
    )
    face = pen.face(context.shown("diagram"), w, h)
    return Component(
        "diagram", texts.title, texts.advice, (face,) * context.count["diagram"], parts=(part,), plain=True, pad=True
    )


def banner(pen: Pen, context: KitContext, text: str, width: float) -> None:
    """The head of a reference sheet."""
    decoration.banner(pen, Area(EDGE, EDGE, width - 2 * EDGE, 10), text, context.spec.accent, context.palette)
