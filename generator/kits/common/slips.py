"""Slips: a strip of paper that folds shut over what one seat may see, in print and as a QR code with the same words.

From top to bottom a flap, a veil, the words, the cover. The cover goes back behind the words, the veil comes down upon
them, and the flap goes round to the cover and is glued: printed on one side, veiled on both.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from generator.drawing import qr
from generator.drawing.fonts import BOLD, LEAST_PT, MM, SANS, SERIF, cap, fitting, width, wrap_even
from generator.drawing.geometry import Area, shift
from generator.drawing.opaque_pattern import THICK, THIN, opaque_pattern, pattern_window
from generator.drawing.palette import BLACK, WHITE, InkPalette
from generator.drawing.pen import Face, FaceStamp, Pen
from generator.kits.common.marked_colour import MarkedColour, colour_mark
from generator.layout import decoration
from generator.layout.component import Component
from referee.chance import Chance
from templates.i18n import say

FLAP = 7.0
SMALL, LARGE = (60.0, 24.5), (92.0, 39.0)  # width, and height of a panel: nine and four to a page of A4 or Letter
EDGE = 2.4  # folds are not exact: no word comes nearer to one
LEAD = 1.16
ABOUT = 8.0  # size of what a line is about
CODE = 33.0  # a code with the white around it, at most
TWO = 2  # lines of what to do: for more there is no room
MARK = 1.05  # small enough for the veil
LEFT = 2 * MARK + 0.7  # for a mark before its word


class SlipWord(Struct, frozen=True):
    """Something secret: a tile, a card, a part of a number."""

    text: str
    hue: MarkedColour | None = None


class SlipRow(Struct, frozen=True):
    """A line inside: what it is about, if that must be said, and the words."""

    words: tuple[SlipWord, ...]
    about: str = ""

    @property
    def text(self) -> str:
        """The line as a phone reads it."""
        said = ", ".join(word.text for word in self.words)
        return f"{self.about}: {said}" if self.about else said


class Slip(Struct, frozen=True):
    """What is outside and what is inside."""

    title: str
    todo: str  # who opens it, and when
    rows: tuple[SlipRow, ...]
    large: bool = False
    scanned: str = ""  # what its code says, if not what is printed

    @property
    def size(self) -> tuple[float, float]:
        """Of a panel."""
        return LARGE if self.large else SMALL


class SlipStyle(Struct, frozen=True):
    """What slips of one deal have in common: the game, the colour of the house, and the code of the deal."""

    game: str
    accent: str
    code: str
    chance: Chance  # for the veils, which nobody shall know beforehand

    def says(self, slip: Slip) -> str:
        """What the code of a slip says."""
        return slip.scanned or "\n".join([f"{self.game} · {slip.title}", *(row.text for row in slip.rows), self.code])


def components(dealt: Sequence[tuple[SlipStyle, Sequence[Slip]]], palette: InkPalette) -> list[Component]:
    """All slips of all deals: large ones, then small ones, each kind with its veils."""
    made = []
    for key, title, large in (("seats", say("Seat slips"), True), ("slips", say("Slips"), False)):
        wanted = [(marked, slip) for marked, slips in dealt for slip in slips if slip.large == large]
        if not wanted:
            continue
        accent = wanted[0][0].accent
        thick = opaque_pattern(f"{key}.thick", *wanted[0][1].size, THICK, BLACK)
        thin = opaque_pattern(f"{key}.thin", *wanted[0][1].size, THIN, palette.line(accent))
        codes = qr.codes([marked.says(slip) for marked, slip in wanted])
        fronts, parts = [], [thick, thin]
        for number, ((marked, slip), modules) in enumerate(zip(wanted, codes, strict=True), 1):
            name = f"{key}.{number}"
            covers = [pattern_window(f"{name}.{v.name}", *slip.size, v, marked.chance) for v in (thick, thin)]
            fronts.append(strip(name, slip, modules, marked, covers, palette))
            parts += covers
        made.append(Component(key, title, "", tuple(fronts), parts=tuple(parts)))
    return made


def panels(size: tuple[float, float]) -> dict[str, Area]:
    """The parts of a strip by their names, from top to bottom."""
    w, h = size
    return {
        "flap": Area(0, 0, w, FLAP), "veil": Area(0, FLAP, w, h),
        "words": Area(0, FLAP + h, w, h), "cover": Area(0, FLAP + 2 * h, w, h),
    }  # fmt: skip


def strip(
    name: str, slip: Slip, modules: qr.Modules, marked: SlipStyle, veils: Sequence[Face], palette: InkPalette
) -> Face:
    """The flat slip."""
    parts = panels(slip.size)
    flap, hidden, words, cover = parts.values()
    pen = Pen()
    pen.put(*decoration.hatched(flap, palette.soft))
    decoration.label(pen, flap.width / 2, flap.height / 2, say("glue or tape"), palette.ink)
    for face, area in zip(veils, (hidden, cover), strict=True):
        pen.put(FaceStamp(face.name, shift(area.x, area.y)))
    inside(pen, slip, modules, words, palette)
    outside(pen, slip, marked.code, Area(cover.x, cover.y + FLAP, cover.width, cover.height - FLAP), palette)
    for area, valley in ((hidden, True), (words, True), (cover, False)):
        pen.put(decoration.fold(0, area.y, area.width, area.y, palette, valley))
    return pen.face(name, slip.size[0], cover.y + cover.height)


def inside(pen: Pen, slip: Slip, modules: qr.Modules, area: Area, palette: InkPalette) -> None:
    """The words on the left, the code on the right."""
    side = min(area.height - 2 * 0.8, CODE)
    unit = side / (len(modules) + 2 * qr.QUIET)
    left, top = area.x + area.width - side - 0.8, area.y + (area.height - side) / 2
    pen.path(qr.path(modules, left + unit * qr.QUIET, top + unit * qr.QUIET, unit * len(modules)), fill=BLACK)
    room = Area(area.x + EDGE, area.y + EDGE, left - area.x - EDGE, area.height - 2 * EDGE)
    step = min(8.6 if slip.large else 6.6, room.height / len(slip.rows))
    middle = room.y + (room.height - step * (len(slip.rows) - 1)) / 2
    pt, places = columns(slip, room.width)
    for i, row in enumerate(slip.rows):
        line(pen, row, Area(room.x, middle + i * step, room.width, 0), pt, places, palette)


def columns(slip: Slip, room: float) -> tuple[float, list[float]]:
    """The largest type in which all words stand below each other, and where each column begins. What a line is about
    stands before the words, or above them where there is room for that."""
    about = max(width(row.about, SANS, ABOUT) + 2 if row.about else 0 for row in slip.rows)
    places = [0.0 if slip.large else about]
    for pt in (9.5, 9.0, 8.5, 8.0, 7.5, LEAST_PT):
        each = [max(spread(row.words[i], pt) for row in slip.rows) for i in range(len(slip.rows[0].words))]
        if places[0] + sum(each) <= room:
            break
    for wide in each[:-1]:
        places.append(places[-1] + wide)
    return pt, places


def spread(word: SlipWord, pt: float) -> float:
    """How much of a line a word takes, with the white after it."""
    return width(word.text, BOLD, pt) + 1.6 + (LEFT if word.hue else 0)


def line(pen: Pen, row: SlipRow, area: Area, pt: float, places: Sequence[float], palette: InkPalette) -> None:
    """A line around its middle: what it is about, then the words in their columns. A city of somebody's own map may be
    too long for any slip: then the code alone says all of it."""
    x, y = area.x, area.y
    above = bool(row.about) and not places[0]
    if row.about:
        pen.text(x, y - 1.2 if above else y + cap(SANS, ABOUT) / 2, row.about, SANS, ABOUT, palette.ink)
    middle = y + 1.8 if above else y
    for word, place in zip(row.words, places, strict=True):
        left = x + place
        if word.hue:
            pen.put(colour_mark(word.hue, left + MARK, middle, MARK, palette))
            left += LEFT
        string, size = fitting(word.text, BOLD, pt, x + area.width - left)
        pen.text(left, middle + cap(BOLD, size) / 2, string, BOLD, size, palette.ink)


def outside(pen: Pen, slip: Slip, code: str, area: Area, palette: InkPalette) -> None:
    """Whose it is, who opens it, and the code of the deal, each on a white strip upon the veil."""
    room = area.width - 2 * EDGE - 2
    rows = [fitted_row(slip.title, SERIF, 15 if slip.large else 12, room)]
    for pt in (9.0, 8.5, 8.0, 7.5, LEAST_PT):
        todo = wrap_even(slip.todo, SANS, pt, room)
        if len(todo) <= TWO:
            break
    rows += [fitted_row(text, SANS, pt, room) for text in todo[:TWO]]
    rows.append((code, BOLD, LEAST_PT if not slip.large else 8.0))
    heights = [pt * LEAD * MM + (0.9 if font == SERIF else 0.35) for _, font, pt in rows]
    y = area.y + (area.height - sum(heights)) / 2 - 0.4
    for (text, font, pt), height in zip(rows, heights, strict=True):
        wide = width(text, font, pt) + 2.4
        x = area.x + area.width / 2
        pen.rect(x - wide / 2, y, wide, height + 0.05, fill=WHITE)
        pen.text(x, y + height / 2 + cap(font, pt) / 2, text, font, pt, palette.ink, "middle")
        y += height


def fitted_row(text: str, font: str, pt: float, room: float) -> tuple[str, str, float]:
    """A line, as large as it may be."""
    string, size = fitting(text, font, pt, room)
    return string, font, size
