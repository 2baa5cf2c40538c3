"""Marking sheets of Allo... la France: what is known of the rivals' numbers; behind it secrets and a small map."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, MM, SANS, SERIF, alike, cap, fitted, width
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen
from generator.kits.allo.atlas import atlas
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.kits.common.marked_colour import MarkedColour, colour_mark
from generator.layout.component import Component
from referee.allo.pieces import First, Job, Part, Surname

EDGE = 4.0
TIMES = 8  # that often a rival can be asked how far home is, on one sheet
SECRETS = 9  # lines for what was seen, and for what was shown
LISTS = {Part.SURNAME: Surname, Part.FIRST: First, Part.JOB: Job}


def mark_names(context: KitContext) -> PieceNames:
    """By colour, player or number."""
    order = context.shared_out("marks", context.order.players)
    return tuple(context.names(seat, context.spec.hue(seat).name) for seat in order)


def marks(context: KitContext) -> Component:
    """As many sheets as ordered, shared out evenly among the players: each has its rivals in its heads."""
    texts, seats = context.spec.marks, range(context.order.players)
    faces = [sheet(context, seat) for seat in seats]
    advice = texts.advice if context.order.duplex else texts.folded
    fronts = tuple(faces[seat] for seat in context.shared_out("marks", len(seats)))
    return Component(
        "marks",
        texts.title,
        advice,
        fronts,
        behind(context),
        both=True,
        names=mark_names(context),
        plain=True,
        pad=True,
    )


def sheet(context: KitContext, seat: int) -> Face:
    """Above: a line of distances for each rival. Below: surnames, first names and jobs."""
    w, h = context.spec.sizes.mark
    rivals = [
        (context.spec.hue(other), context.seats[other]) for other in range(context.order.players) if other != seat
    ]
    pen = Pen()
    head(pen, context, seat, w)
    top = 17.0
    pen.text(EDGE, top + 3.2, context.spec.heads[Part.CITY], BOLD, 10, context.palette.line(context.spec.accent))
    start = EDGE + width(context.spec.heads[Part.CITY], BOLD, 10) + 3
    pen.text(start, top + 3.2, *fitted(context.spec.marks.far, SANS, 8.5, w - EDGE - start), context.palette.ink)
    row = 25.8 / len(rivals)
    for i, (hue, name) in enumerate(rivals):
        line(pen, context, hue, name, Area(EDGE, top + 5 + i * row, w - 2 * EDGE, row))
    top += 5 + len(rivals) * row + 4
    wide = (w - 2 * EDGE - 2 * 3.6) / 3
    for i, part in enumerate(LISTS):
        grid(pen, context, part, rivals, Area(EDGE + i * (wide + 3.6), top, wide, h - EDGE - top))
    return pen.face(context.shown(f"mark.{seat + 1}"), w, h)


def head(pen: Pen, context: KitContext, seat: int, w: float) -> None:
    """Whose sheet it is, and boxes for the own number."""
    palette, texts, hue, name = context.palette, context.spec.marks, context.spec.hue(seat), context.seats[seat]
    accent = palette.line(context.spec.accent)
    pen.text(EDGE, EDGE + 6.4, context.spec.name, SERIF, 14, accent)
    x = EDGE + width(context.spec.name, SERIF, 14) + 6
    pen.put(colour_mark(hue, x + 3, EDGE + 4.6, 2.6, palette))
    label = f"{hue.letter}  {name or hue.name}"
    boxes = w - EDGE - 4 * 10 - 3 * 2.4
    mine = boxes - 2 - width(texts.mine, SANS, 8.5)
    pen.text(x + 7, EDGE + 6.2, *fitted(label, BOLD, 11, mine - x - 10), palette.ink)
    pen.text(boxes - 2, EDGE + 5.8, texts.mine, SANS, 8.5, palette.ink, "end")
    for i in range(4):
        left = boxes + i * 12.4
        pen.rect(left, EDGE + 0.6, 10, 8, stroke=accent, width=0.3)
        if i:
            pen.circle(left - 1.2, EDGE + 7.8, 0.45, fill=palette.ink)
    pen.line(EDGE, EDGE + 10.6, w - EDGE, EDGE + 10.6, accent, 0.4)


def line(pen: Pen, context: KitContext, hue: MarkedColour, name: str, area: Area) -> None:
    """One rival: pairs of a number and a city."""
    palette = context.palette
    first = 24.0
    pen.rect(area.x, area.y, area.width, area.height, stroke=palette.soft, width=0.2)
    middle = area.y + area.height / 2
    pen.put(colour_mark(hue, area.x + 3.4, middle, 2.3, palette))
    pen.text(area.x + 8.4, middle + cap(BOLD, 10) / 2, hue.letter, BOLD, 10, palette.ink, "middle")
    if name:
        pen.text(area.x + 11, middle + cap(SANS, 8.5) / 2, *fitted(name, SANS, 8.5, first - 12), palette.ink)
    slot = (area.width - first) / TIMES
    for i in range(TIMES):
        x = area.x + first + i * slot
        pen.line(x, area.y, x, area.y + area.height, palette.line(context.spec.accent), 0.3)
        pen.line(x + 6, area.y + 1.4, x + 6, area.y + area.height - 1.4, palette.soft, 0.2)


def grid(pen: Pen, context: KitContext, part: Part, rivals: list[tuple[MarkedColour, str]], area: Area) -> None:
    """A list with a cell for each rival."""
    palette, accent = context.palette, context.spec.accent
    cell, above = 7.4, 7.4
    codes = list(LISTS[part])
    row = (area.height - above) / len(codes)
    cells = area.x + area.width - cell * len(rivals)
    pen.text(area.x, area.y + 5, *fitted(context.spec.heads[part], BOLD, 10, cells - area.x - 1), palette.line(accent))
    for i, (hue, _) in enumerate(rivals):
        x = cells + i * cell
        pen.put(colour_mark(hue, x + 2.1, area.y + 3.7, 1.6, palette))
        pen.text(x + 5.3, area.y + 3.7 + cap(BOLD, 9) / 2, hue.letter, BOLD, 9, palette.ink, "middle")
    top = area.y + above
    words = [both(context.spec.word(part, code.value)) for code in codes]
    room = cells - area.x - 8
    size = alike(words, SANS, 9.4, room)
    for j, (code, word) in enumerate(zip(codes, words, strict=True)):
        y = top + j * row
        if j % 2 == 0:
            pen.rect(area.x, y, area.width, row, fill=palette.tint(accent, 0.07))
        base = y + row / 2 + cap(BOLD, 10) / 2
        pen.text(area.x + 1, base, code.value, BOLD, 10, palette.line(accent))
        pen.text(area.x + 7.2, base, *fitted(word, SANS, size, room), palette.ink)
    low = top + len(codes) * row
    for j in range(len(codes) + 1):
        pen.line(area.x, top + j * row, area.x + area.width, top + j * row, palette.soft, 0.2)
    for i in range(len(rivals) + 1):
        pen.line(cells + i * cell, top, cells + i * cell, low, palette.soft, 0.2)
    pen.line(area.x, top, area.x, low, palette.soft, 0.2)


def both(words: tuple[str, ...]) -> str:
    """A first name for him and for her in one: Denis(e)."""
    him, *her = words
    if her and her[0].startswith(him):
        return f"{him}({her[0][len(him) :]})"
    return " / ".join(words)


def behind(context: KitContext) -> Face:
    """The back: what was seen in secret and what was shown, and a small map."""
    (w, h), palette, texts = context.spec.sizes.mark, context.palette, context.spec.marks
    accent = palette.line(context.spec.accent)
    pen = Pen()
    left = 66.0
    half = (h - 2 * EDGE) / 2
    heads = (texts.secrets, texts.who, texts.what), (texts.shown, texts.to_whom, texts.which)
    for i, (title, who, what) in enumerate(heads):
        top = EDGE + i * half
        pen.text(EDGE, top + 4.4, *fitted(title, SERIF, 11, left), accent)
        pen.text(EDGE, top + 9, who, SANS, 7.5, palette.ink)
        pen.text(EDGE + 22, top + 9, what, SANS, 7.5, palette.ink)
        rows = (half - 11) / (SECRETS - 3)
        for j in range(SECRETS - 2):
            y = top + 10 + j * rows
            pen.line(EDGE, y, EDGE + left, y, palette.soft, 0.2)
        for x in (EDGE, EDGE + 20, EDGE + left):
            pen.line(x, top + 10, x, top + 10 + (SECRETS - 3) * rows, palette.soft, 0.2)
    legend(pen, context, w - EDGE, EDGE + 4.4)
    pen.text(EDGE + left + 5, EDGE + 4.4, *fitted(texts.map, SERIF, 11, 60), accent)
    atlas(pen, context, Area(EDGE + left + 4, EDGE + 6, w - 2 * EDGE - left - 4, h - 2 * EDGE - 6), 7.4)
    return pen.face(context.shown("mark.back"), w, h)


def legend(pen: Pen, context: KitContext, right: float, base: float) -> None:
    """How to mark: a cross for no, a dot for yes."""
    palette, texts = context.palette, context.spec.marks
    pt = 8.5
    for word, dot in ((texts.yes, True), (texts.no, False)):
        pen.text(right, base, word, SANS, pt, palette.ink, "end")
        x, y = right - width(word, SANS, pt) - 2.6, base - cap(SANS, pt) / 2
        if dot:
            pen.circle(x, y, 1.1, fill=palette.ink)
        else:
            for side in (1, -1):
                pen.line(x - 1, y - side, x + 1, y + side, palette.ink, 0.4)
        right = x - 1.1 - 4 * MM * 2
