"""Marking sheets of Allo... la France: what is known of the rivals' numbers; behind it secrets and a small map."""

from __future__ import annotations

from generator.component import Component
from generator.drawing import Face, Pen
from generator.fonts import BOLD, MM, SANS, SERIF, alike, cap, fitted, width
from generator.kits.allo.atlas import atlas
from generator.kits.hue import Hue, mark
from generator.paper import Area
from generator.studio import Studio
from referee.allo.pieces import First, Job, Part, Surname

EDGE = 4.0
TIMES = 8  # that often a rival can be asked how far home is, on one sheet
SECRETS = 9  # lines for what was seen, and for what was shown
LISTS = {Part.SURNAME: Surname, Part.FIRST: First, Part.JOB: Job}


def marks(studio: Studio) -> Component:
    """As many sheets as ordered, shared out evenly among the players: each has its rivals in its heads."""
    texts, seats = studio.shelf.marks, range(studio.order.players)
    faces = [sheet(studio, seat) for seat in seats]
    share, more = divmod(studio.count["marks"], len(seats))
    order = [seat for seat in seats for _ in range(share + (seat < more))]
    advice = texts.advice if studio.order.duplex else texts.folded
    fronts = tuple(faces[seat] for seat in order)
    names = tuple(studio.names(seat, studio.shelf.hue(seat).name) for seat in order)
    return Component("marks", texts.title, advice, fronts, behind(studio), both=True, names=names, plain=True)


def sheet(studio: Studio, seat: int) -> Face:
    """Above: a line of distances for each rival. Below: surnames, first names and jobs."""
    w, h = studio.shelf.sizes.mark
    rivals = [(studio.shelf.hue(other), studio.seats[other]) for other in range(studio.order.players) if other != seat]
    pen = Pen()
    head(pen, studio, seat, w)
    top = 17.0
    pen.text(EDGE, top + 3.2, studio.shelf.heads[Part.CITY], BOLD, 10, studio.tone.line(studio.shelf.accent))
    start = EDGE + width(studio.shelf.heads[Part.CITY], BOLD, 10) + 3
    pen.text(start, top + 3.2, *fitted(studio.shelf.marks.far, SANS, 8.5, w - EDGE - start), studio.tone.ink)
    row = 25.8 / len(rivals)
    for i, (hue, name) in enumerate(rivals):
        line(pen, studio, hue, name, Area(EDGE, top + 5 + i * row, w - 2 * EDGE, row))
    top += 5 + len(rivals) * row + 4
    wide = (w - 2 * EDGE - 2 * 3.6) / 3
    for i, part in enumerate(LISTS):
        grid(pen, studio, part, rivals, Area(EDGE + i * (wide + 3.6), top, wide, h - EDGE - top))
    return pen.face(studio.shown(f"mark.{seat + 1}"), w, h)


def head(pen: Pen, studio: Studio, seat: int, w: float) -> None:
    """Whose sheet it is, and boxes for the own number."""
    tone, texts, hue, name = studio.tone, studio.shelf.marks, studio.shelf.hue(seat), studio.seats[seat]
    accent = tone.line(studio.shelf.accent)
    pen.text(EDGE, EDGE + 6.4, studio.shelf.name, SERIF, 14, accent)
    x = EDGE + width(studio.shelf.name, SERIF, 14) + 6
    pen.put(mark(hue, x + 3, EDGE + 4.6, 2.6, tone))
    label = f"{hue.letter}  {name or hue.name}"
    boxes = w - EDGE - 4 * 10 - 3 * 2.4
    mine = boxes - 2 - width(texts.mine, SANS, 8.5)
    pen.text(x + 7, EDGE + 6.2, *fitted(label, BOLD, 11, mine - x - 10), tone.ink)
    pen.text(boxes - 2, EDGE + 5.8, texts.mine, SANS, 8.5, tone.ink, "end")
    for i in range(4):
        left = boxes + i * 12.4
        pen.rect(left, EDGE + 0.6, 10, 8, stroke=accent, width=0.3)
        if i:
            pen.circle(left - 1.2, EDGE + 7.8, 0.45, fill=tone.ink)
    pen.line(EDGE, EDGE + 10.6, w - EDGE, EDGE + 10.6, accent, 0.4)


def line(pen: Pen, studio: Studio, hue: Hue, name: str, area: Area) -> None:
    """One rival: pairs of a number and a city."""
    tone = studio.tone
    first = 24.0
    pen.rect(area.x, area.y, area.width, area.height, stroke=tone.soft, width=0.2)
    middle = area.y + area.height / 2
    pen.put(mark(hue, area.x + 3.4, middle, 2.3, tone))
    pen.text(area.x + 8.4, middle + cap(BOLD, 10) / 2, hue.letter, BOLD, 10, tone.ink, "middle")
    if name:
        pen.text(area.x + 11, middle + cap(SANS, 8.5) / 2, *fitted(name, SANS, 8.5, first - 12), tone.ink)
    slot = (area.width - first) / TIMES
    for i in range(TIMES):
        x = area.x + first + i * slot
        pen.line(x, area.y, x, area.y + area.height, tone.line(studio.shelf.accent), 0.3)
        pen.line(x + 6, area.y + 1.4, x + 6, area.y + area.height - 1.4, tone.soft, 0.2)


def grid(pen: Pen, studio: Studio, part: Part, rivals: list[tuple[Hue, str]], area: Area) -> None:
    """A list with a cell for each rival."""
    tone, accent = studio.tone, studio.shelf.accent
    cell, above = 7.4, 7.4
    codes = list(LISTS[part])
    row = (area.height - above) / len(codes)
    cells = area.x + area.width - cell * len(rivals)
    pen.text(area.x, area.y + 5, *fitted(studio.shelf.heads[part], BOLD, 10, cells - area.x - 1), tone.line(accent))
    for i, (hue, _) in enumerate(rivals):
        x = cells + i * cell
        pen.put(mark(hue, x + 2.1, area.y + 3.7, 1.6, tone))
        pen.text(x + 5.3, area.y + 3.7 + cap(BOLD, 9) / 2, hue.letter, BOLD, 9, tone.ink, "middle")
    top = area.y + above
    words = [both(studio.shelf.word(part, code.value)) for code in codes]
    room = cells - area.x - 8
    size = alike(words, SANS, 9.4, room)
    for j, (code, word) in enumerate(zip(codes, words, strict=True)):
        y = top + j * row
        if j % 2 == 0:
            pen.rect(area.x, y, area.width, row, fill=tone.tint(accent, 0.07))
        base = y + row / 2 + cap(BOLD, 10) / 2
        pen.text(area.x + 1, base, code.value, BOLD, 10, tone.line(accent))
        pen.text(area.x + 7.2, base, *fitted(word, SANS, size, room), tone.ink)
    low = top + len(codes) * row
    for j in range(len(codes) + 1):
        pen.line(area.x, top + j * row, area.x + area.width, top + j * row, tone.soft, 0.2)
    for i in range(len(rivals) + 1):
        pen.line(cells + i * cell, top, cells + i * cell, low, tone.soft, 0.2)
    pen.line(area.x, top, area.x, low, tone.soft, 0.2)


def both(words: tuple[str, ...]) -> str:
    """A first name for him and for her in one: Denis(e)."""
    him, *her = words
    if her and her[0].startswith(him):
        return f"{him}({her[0][len(him) :]})"
    return " / ".join(words)


def behind(studio: Studio) -> Face:
    """The back: what was seen in secret and what was shown, and a small map."""
    (w, h), tone, texts = studio.shelf.sizes.mark, studio.tone, studio.shelf.marks
    accent = tone.line(studio.shelf.accent)
    pen = Pen()
    left = 66.0
    half = (h - 2 * EDGE) / 2
    for i, title in enumerate((texts.secrets, texts.shown)):
        top = EDGE + i * half
        pen.text(EDGE, top + 4.4, *fitted(title, SERIF, 11, left), accent)
        pen.text(EDGE, top + 9, texts.who, SANS, 7.5, tone.ink)
        pen.text(EDGE + 22, top + 9, texts.what, SANS, 7.5, tone.ink)
        rows = (half - 11) / (SECRETS - 3)
        for j in range(SECRETS - 2):
            y = top + 10 + j * rows
            pen.line(EDGE, y, EDGE + left, y, tone.soft, 0.2)
        for x in (EDGE, EDGE + 20, EDGE + left):
            pen.line(x, top + 10, x, top + 10 + (SECRETS - 3) * rows, tone.soft, 0.2)
    legend(pen, studio, w - EDGE, EDGE + 4.4)
    pen.text(EDGE + left + 5, EDGE + 4.4, *fitted(texts.map, SERIF, 11, 60), accent)
    atlas(pen, studio, Area(EDGE + left + 4, EDGE + 6, w - 2 * EDGE - left - 4, h - 2 * EDGE - 6), 7.4)
    return pen.face(studio.shown("mark.back"), w, h)


def legend(pen: Pen, studio: Studio, right: float, base: float) -> None:
    """How to mark: a cross for no, a dot for yes."""
    tone, texts = studio.tone, studio.shelf.marks
    pt = 8.5
    for word, dot in ((texts.yes, True), (texts.no, False)):
        pen.text(right, base, word, SANS, pt, tone.ink, "end")
        x, y = right - width(word, SANS, pt) - 2.6, base - cap(SANS, pt) / 2
        if dot:
            pen.circle(x, y, 1.1, fill=tone.ink)
        else:
            for side in (1, -1):
                pen.line(x - 1, y - side, x + 1, y + side, tone.ink, 0.4)
        right = x - 1.1 - 4 * MM * 2
