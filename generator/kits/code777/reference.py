"""What lies before each player of Code 777: the note sheet, the list of questions, the diagram of all tiles."""

from __future__ import annotations

from collections.abc import Sequence

from generator.drawing.fonts import BOLD, ITALIC, MM, SANS, SERIF, cap, fitted, width, wrap, wrap_even
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen
from generator.kits.code777.tiles import legend, stamped, triangle
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.layout import decoration
from generator.layout.component import Component
from referee.code777.pieces import MOST_POINTS, QUESTIONS, TILES, TRIANGLE, Colour

EDGE = 4.0
SLOTS = 3  # a question can come up that often on one sheet
ROW = 6.2  # of the log: a hand that writes fast needs that much
CELL = 6.1, 7.0  # of a triangle: height, width
WHO = 6.2  # the column of initials
LOG = 7 + SLOTS * (WHO + 12)  # its width
LINE = 7.4  # to write conclusions on
USUAL = 10.2, 9.8, 9.4, 9.0  # points of the list of questions
LARGE = 13.2, 12.6  # which a sheet of Letter makes 18, and A4 19


def note_names(context: KitContext) -> PieceNames:
    """By player or number."""
    return tuple(context.names(i) for i in context.shared_out("notes", len(context.seats)))


def notes(context: KitContext) -> Component:
    """As many note sheets as ordered, shared out evenly among the players."""
    texts = context.spec.notes
    names = context.seats
    part = triangle(context, "triangle.cells", CELL[1] * len(TRIANGLE), CELL[0], as_cells=True)
    sheets = {name: note(context, name, part, number) for number, name in enumerate(dict.fromkeys(names), 1)}
    fronts = tuple(sheets[names[i]] for i in context.shared_out("notes", len(names)))
    return Component(
        "notes",
        texts.title,
        texts.advice,
        fronts,
        parts=(part,),
        pair=True,
        names=note_names(context),
        plain=True,
        pad=True,
    )


def note(context: KitContext, name: str, part: Face, number: int) -> Face:
    """Left: a line for each of the 23 questions. Right: three triangles of the 28 tiles. Below: what follows from it."""
    w, h = context.spec.sizes.note
    pen = Pen()
    heading(pen, context, name, w)
    top = EDGE + 11
    log(pen, context, Area(EDGE, top, LOG, QUESTIONS * ROW))
    left, each = EDGE + LOG + 4, QUESTIONS * ROW / 3
    texts, accent = context.spec.notes, context.palette.line(context.spec.accent)
    for i, caption in enumerate((texts.sure, texts.maybe, texts.guess)):
        y = top + i * each - 3.4
        pen.text(left, y + 3.2, *fitted(caption, BOLD, 9, w - EDGE - left), accent)
        pen.put(stamped(part, left, y + 4.4))
    low = top + QUESTIONS * ROW + 6
    pen.text(EDGE, low, *fitted(texts.conclusions, BOLD, 9, w - 2 * EDGE), accent)
    lines = int((h - EDGE - low) // LINE)
    for i in range(1, lines + 1):
        pen.line(EDGE, low + i * LINE, w - EDGE, low + i * LINE, context.palette.soft, 0.2)
    return pen.face(context.shown(f"note.{number}"), w, h)


def heading(pen: Pen, context: KitContext, name: str, w: float) -> None:
    """Whose sheet it is, and a box for each point."""
    texts, palette = context.spec.notes, context.palette
    base = EDGE + 4.4
    pen.text(EDGE, base, context.spec.name, SERIF, 13, palette.line(context.spec.accent))
    box = 4.4
    boxes = w - EDGE - MOST_POINTS * (box + 0.8) + 0.8
    for i in range(MOST_POINTS):
        pen.rect(boxes + i * (box + 0.8), EDGE + 0.4, box, box, stroke=palette.soft, width=0.2)
    pen.text(boxes - 1.6, base - 0.4, texts.points, SANS, 8.5, palette.ink, "end")
    left = EDGE + width(context.spec.name, SERIF, 13) + 4
    right = boxes - width(texts.points, SANS, 8.5) - 5
    if name:
        pen.text(right, base, *fitted(name, SERIF, 13, right - left), palette.ink, "end")
    else:
        pen.text(left, base, texts.player, SANS, 8.5, palette.ink)
        pen.line(left + width(texts.player, SANS, 8.5) + 1.4, base + 0.6, right, base + 0.6, palette.soft, 0.2)


def log(pen: Pen, context: KitContext, area: Area) -> None:
    """Who answered which question, and what: three times each."""
    texts, palette = context.spec.notes, context.palette
    accent = palette.line(context.spec.accent)
    first, right, low = area.x + 7, area.x + area.width, area.y + area.height
    slot = (right - first) / SLOTS
    for i in range(SLOTS):
        x = first + i * slot
        pen.text(x + WHO / 2, area.y - 1.2, *fitted(texts.who, SANS, 7.5, WHO), palette.ink, "middle")
        pen.text(
            x + (WHO + slot) / 2,
            area.y - 1.2,
            *fitted(texts.answer, SANS, 7.5, slot - WHO - 0.4),
            palette.ink,
            "middle",
        )
    for number in range(1, QUESTIONS + 1):
        y = area.y + number * ROW
        if number % 2 == 0:
            pen.rect(area.x, y - ROW, area.width, ROW, fill=palette.tint(context.spec.accent, 0.07))
        pen.text(area.x + 3.5, y - ROW / 2 + cap(BOLD, 9) / 2, str(number), BOLD, 9, accent, "middle")
    for i in range(QUESTIONS + 1):
        pen.line(area.x, area.y + i * ROW, right, area.y + i * ROW, palette.soft, 0.2)
    pen.line(area.x, area.y, area.x, low, palette.soft, 0.2)
    for i in range(SLOTS + 1):
        x = first + i * slot
        pen.line(x, area.y, x, low, accent if i < SLOTS else palette.soft, 0.3)
        if i < SLOTS:
            pen.line(x + WHO, area.y, x + WHO, low, palette.soft, 0.2)


def question_list(context: KitContext) -> Component:
    """The 23 questions on one sheet; for eyes that want large type on two, which belong together."""
    texts, questions = context.spec.list, [*enumerate((each.text for each in context.spec.question), 1)]
    if context.order.type == "large":
        half = -(-QUESTIONS // 2)
        pages = [questions[:half], questions[half:]]
        faces = [listed(context, f"list.{n}", page, LARGE) for n, page in enumerate(pages, 1)]
    else:
        faces = [listed(context, "list", questions, USUAL)]
    fronts = (*faces,) * context.count["list"]
    return Component("list", texts.title, texts.advice, fronts, joined=len(faces), plain=True, pad=True)


def listed(context: KitContext, name: str, questions: Sequence[tuple[int, str]], sizes: Sequence[float]) -> Face:
    """A page of questions with their numbers, in the largest of those sizes that leaves air between them."""
    texts, palette = context.spec.list, context.palette
    w, h = context.spec.sizes.list
    accent = palette.line(context.spec.accent)
    pen = Pen()
    banner(pen, context, texts.heading.format(count=QUESTIONS), w)
    reminder = wrap(texts.reminder, ITALIC, sizes[-1], w - 2 * EDGE - 4)
    for pt in sizes:
        lead = pt * 1.2 * MM
        rows = [wrap_even(text, SANS, pt, w - 2 * EDGE - 13) for _, text in questions]
        gap = (h - 17 - EDGE - (len(reminder) + 0.6) * lead - 2 - sum(map(len, rows)) * lead) / len(rows)
        if gap >= 2:
            break
    y = 17.0
    for (number, _), lines in zip(questions, rows, strict=True):
        pen.text(EDGE + 6.5, y + pt * MM, str(number), BOLD, pt + 0.6, accent, "end")
        for i, line in enumerate(lines):
            pen.text(EDGE + 10, y + pt * MM + i * lead, line, SANS, pt, palette.ink)
        y += len(lines) * lead + gap
        if number < questions[-1][0]:
            pen.line(EDGE + 2, y - gap / 2 + 0.7, w - EDGE - 2, y - gap / 2 + 0.7, palette.soft, 0.2)
    for i, line in enumerate(reminder):
        pen.text(w / 2, y + 3 + i * lead, line, ITALIC, sizes[-1], palette.ink, "middle")
    return pen.face(context.shown(name), w, h)


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


def banner(pen: Pen, context: KitContext, text: str, wide: float) -> None:
    """The head of a reference sheet."""
    decoration.banner(pen, Area(EDGE, EDGE, wide - 2 * EDGE, 10), text, context.spec.accent, context.palette)
