"""What stands on a sheet beside its pieces: footer, scale bar, marks to cut and fold by, the corners of the desk pad."""

from __future__ import annotations

from collections.abc import Iterable

from generator.drawing.fonts import BOLD, LEAST_PT, MM, SANS, SERIF, cap, fitted, fitting, pt_for_cap, width, wrap
from generator.drawing.geometry import Area, Segment
from generator.drawing.palette import BLACK, WHITE, InkPalette, mix
from generator.drawing.pen import HAIR, Face, Item, Line, Op, Path, Pen, Text, points_on_circle, polygon, rectangle
from generator.layout.component import BACK_BLEED
from templates.i18n import say

BAR = 50.0  # the scale bar
PT = 7.5
PAGE_ROOM = 26.0  # for the page number
MASTHEAD = 30.0


def footer(name: str, area: Area, left: str, right: str, palette: InkPalette) -> Face:
    """Scale bar, what the sheet is, how it was printed. The page number is set beside it, page by page."""
    pen = Pen()
    base = area.height - 0.6
    for x in range(0, 51, 10):
        pen.line(x, base - (2.2 if x % 50 == 0 else 1.2), x, base, palette.ink, 0.2)
    pen.line(0, base, BAR, base, palette.ink, 0.2)
    pen.text(BAR / 2, base - 2.0, "50 mm", SANS, PT, palette.ink, "middle")
    room = area.width - BAR - 5 - PAGE_ROOM
    whole = f"{left}  ·  {right}"
    lines = [whole] if width(whole, SANS, PT) <= room else [left, *wrap(right, SANS, LEAST_PT, room)][:3]
    lead = 3.4 if len(lines) == 2 else 2.6
    for i, line in enumerate(reversed(lines)):  # a narrow sheet takes two lines or three
        pen.text(BAR + 5, base - 0.4 - i * lead, *fitted(line, SANS, PT, room), palette.ink)
    return pen.face(name, area.width, area.height)


class PageNumbers:
    """Page n of m, at the right end of the footer, set digit by digit: so pages share all of its parts."""

    def __init__(self, area: Area, pages: int, palette: InkPalette) -> None:
        self.before, _, after = say("page {n} of {m}").partition("{n}")
        self.y, self.ink = area.y + area.height - 1.0, palette.ink
        self.slot = max(width(digit, BOLD, PT) for digit in "0123456789")
        rest = after.format(m=pages)
        self.right = area.x + area.width - width(rest, BOLD, PT)
        self.parts: dict[tuple[str, int], Text] = {("", 0): self.part(area.x + area.width, rest, "end")}

    def part(self, x: float, string: str, anchor: str) -> Text:
        """One part of it."""
        return Text(x, self.y, string, BOLD, PT, self.ink, anchor)

    def of(self, page: int) -> list[Text]:
        """The parts of one page's number."""
        digits = str(page)
        if (self.before, len(digits)) not in self.parts:
            end = self.right - len(digits) * self.slot
            self.parts[self.before, len(digits)] = self.part(end, self.before, "end")
        for place, digit in enumerate(reversed(digits)):
            if (digit, place) not in self.parts:
                middle = self.right - (place + 0.5) * self.slot
                self.parts[digit, place] = self.part(middle, digit, "middle")
        numerals = [self.parts[digit, place] for place, digit in enumerate(reversed(digits))]
        return [self.parts[self.before, len(digits)], *numerals[::-1], self.parts["", 0]]


def crop(segments: Iterable[Segment], palette: InkPalette) -> list[Item]:
    """Crop marks: a hairline in a white case, to be seen on any colour that bleeds under it."""
    lines = tuple(_ops(segments))
    return [Path(lines, stroke=WHITE, width=0.6), Path(lines, stroke=palette.ink, width=0.2)] if lines else []


def outlines(segments: Iterable[Segment], palette: InkPalette, line: Line = "") -> list[Item]:
    """Cut lines: the edges themselves, thin. `line` tells a cutting machine, if nothing else does."""
    return outlined(tuple(_ops(segments)), palette, line)


def outlined(ops: tuple[Op, ...], palette: InkPalette, line: Line = "") -> list[Item]:
    """The same along any path."""
    return [Path(ops, stroke=WHITE, width=0.4), Path(ops, stroke=palette.ink, width=HAIR, line=line)] if ops else []


def registration(rectangles: Iterable[Area]) -> Item:
    """The marks that a cutting machine looks for: solid, as dark as the printer can."""
    ops = (op for each in rectangles for op in rectangle(each.x, each.y, each.width, each.height))
    return Path(tuple(ops), fill=BLACK)


def _ops(segments: Iterable[Segment]) -> Iterable[Op]:
    for x1, y1, x2, y2 in segments:
        yield "M", (x1, y1)
        yield "L", (x2, y2)


def fold(x1: float, y1: float, x2: float, y2: float, palette: InkPalette, valley: bool = False, on: str = "") -> Item:
    """A fold: dashes where the crease points to you (a ridge), dots where it points away (a valley).

    `on` is what colour they have where ink covers the paper: black would not be seen.
    """
    ops = tuple(_ops([(x1, y1, x2, y2)]))
    return Path(
        ops, stroke=on or palette.ink, width=0.25 if on else 0.2, dash=(0.3, 1.1) if valley else (2.2, 1.4), line="fold"
    )


def pad_corners(
    area: Area, size: float, colour: str, palette: InkPalette, which: Iterable[int] = range(4)
) -> list[Item]:
    """The four leather corners of a desk pad: the mark of the house. Solid, or outlines where ink is spared.

    `which` of them, clockwise from the upper left, if the pad is drawn in parts.
    """
    x, y, right, low = area.x, area.y, area.x + area.width, area.y + area.height
    corners = (
        ((x, y), (x + size, y), (x, y + size)), ((right, y), (right, y + size), (right - size, y)),
        ((right, low), (right - size, low), (right, low - size)), ((x, low), (x, low - size), (x + size, low)),
    )  # fmt: skip
    ops = tuple(op for number in which for op in polygon(corners[number]))
    return [
        Path(ops, fill=colour)
        if palette.floods
        else Path(ops, fill=palette.tint(colour, 0.3), stroke=colour, width=0.3)
    ]


def banner(pen: Pen, area: Area, text: str, accent: str, palette: InkPalette) -> None:
    """The head of a sheet to keep at hand: a narrow desk pad with a title."""
    pen.rect(area.x, area.y, area.width, area.height, **palette.area(accent, 0.4))
    inner = Area(area.x + 0.8, area.y + 0.8, area.width - 1.6, area.height - 1.6)
    pen.put(*pad_corners(inner, 3, palette.on(accent), palette))
    string, font, pt = fitted(text, SERIF, 14, area.width - 16)
    base = area.y + area.height / 2 + cap(SERIF, pt) / 2
    pen.text(area.x + area.width / 2, base, string, font, pt, palette.on(accent), "middle")


def label(pen: Pen, x: float, y: float, text: str, colour: str) -> None:
    """A small word in the middle of a panel, on white."""
    string, pt = fitting(text, SANS, 8, 60)
    wide = width(string, SANS, pt) + 2
    pen.rect(x - wide / 2, y - 1.9, wide, 3.8, fill="#ffffff")
    pen.text(x, y + cap(SANS, pt) / 2, string, SANS, pt, colour, "middle")


def hatched(area: Area, colour: str) -> list[Item]:
    """Slanted lines: put glue here."""
    x, y, w, h = area.x, area.y, area.width, area.height
    ops: list[tuple[str, tuple[float, ...]]] = []
    step = 2.5
    for i in range(int((w + h) / step) + 1):
        start = i * step
        top = (x + start, y) if start <= w else (x + w, y + start - w)
        low = (x, y + start) if start <= h else (x + start - h, y + h)
        ops += [("M", top), ("L", low)]
    return [Path(tuple(ops), stroke=colour, width=HAIR)]


def masthead(width: float, name: str, summary: str, accent: str, palette: InkPalette, pt: float = 11.0) -> list[Item]:
    """The head of a page: the desk pad with the name of the game on it, and below it a sentence on one line or two."""
    pen = Pen()
    rows = wrap(summary, SANS, pt, width - 26)
    rows = rows if len(rows) == 2 and pt > 11 else [summary]
    up = 3.0 * (len(rows) - 1)
    pen.rect(0, 0, width, MASTHEAD, **palette.area(accent, 0.5))
    light = palette.on(accent)
    inner = Area(1.6, 1.6, width - 3.2, MASTHEAD - 3.2)
    pen.rect(inner.x, inner.y, inner.width, inner.height, stroke=light, width=0.25)
    pen.put(*pad_corners(inner, 8, light, palette))
    pen.text(13, 16.5 - up, *fitted(name, SERIF, 32, width - 64), light, role="H1")
    for i, row in enumerate(rows):
        below = 23.5 - 1.4 * up + i * 1.15 * pt * MM
        pen.text(13, below, *fitted(row, SANS, pt, width - 26), light, role="p" if i else "P")
    pen.text(width - 13, 16.5 - up, "Sousmain", SERIF, max(13, pt), light, "end")
    return pen.items


def card_back(name: str, size: tuple[float, float], accent: str, word: str, palette: InkPalette) -> Face:
    """The back of every card of the house, in the accent of its game. Turned by half it looks the same."""
    w, h = size
    pen = Pen()
    on = palette.on(accent)
    card_ground(pen, size, accent, palette)
    size_cap = w * 0.15
    pt = pt_for_cap(SERIF, size_cap)
    wide = width(word, SERIF, pt) + 5
    plate(pen, size, wide, 2 * size_cap + 6, accent, palette)
    pen.line((w - wide) / 2 + 2, h / 2, (w + wide) / 2 - 2, h / 2, on, 0.2)
    pen.text(w / 2, h / 2 - 1.5, word, SERIF, pt, on, "middle")
    pen.text(w / 2, h / 2 + 1.5, word, SERIF, pt, on, "middle", turn=180)
    return pen.face(name, w, h, BACK_BLEED if palette.floods else 0)


def card_ground(pen: Pen, size: tuple[float, float], accent: str, palette: InkPalette) -> None:
    """What all backs share: the accent, a frame, a grid of dots, the corners of the desk pad."""
    w, h = size
    on = palette.on(accent)
    if palette.floods:
        b = BACK_BLEED
        pen.rect(-b, -b, w + 2 * b, h + 2 * b, fill=accent)
    inner = Area(2.4, 2.4, w - 4.8, h - 4.8)
    pen.rect(inner.x, inner.y, inner.width, inner.height, stroke=on, width=0.3)
    step, half = 4.0, 0.55
    columns, rows = int((inner.width - 3) // step), int((inner.height - 3) // step)
    left, top = w / 2 - (columns - 1) * step / 2, h / 2 - (rows - 1) * step / 2
    dots: list[Op] = []
    for i in range(columns):
        for j in range(rows):
            dots += polygon(points_on_circle(left + i * step, top + j * step, half, 4))
    pen.path(dots, fill=mix(accent, 0.72) if palette.floods else palette.tint(accent, 0.5))
    pen.put(*pad_corners(inner, min(w, h) * 0.2, on, palette))


def plate(pen: Pen, size: tuple[float, float], wide: float, high: float, accent: str, palette: InkPalette) -> None:
    """The field in the middle of a back."""
    w, h = size
    ground = accent if palette.floods else WHITE
    pen.rect((w - wide) / 2, (h - high) / 2, wide, high, 1.2, fill=ground, stroke=palette.on(accent), width=0.3)
