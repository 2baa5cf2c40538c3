"""Formats and imposition: which piece goes where. Pure arithmetic in millimetres, y downwards, no drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import cos, floor, radians, sin
from typing import Literal

from msgspec import Struct

from generator.drawing.geometry import Area, Matrix, Segment, after, bounding_box, shift
from generator.errors import BadValue, DoesNotFit, Unknown
from templates.i18n import say

SAFE = 5.0  # most home printers leave this much white on every side
FOOTER = 8.0  # the band above the lower safe margin that belongs to footer and scale bar
TICK = 3.0  # how far crop marks reach from a piece: past its bleed, to the middle of a gutter
CLEAR = 0.5  # and how far they stay away from it
LEAST, MOST = (140.0, 140.0), (1300.0, 1300.0)
EPSILON = 1e-6

Sides = Literal["single", "long-edge", "short-edge", "fold"]


class Paper(Struct, frozen=True):
    """A format, as it lies in the printer."""

    name: str
    width: float
    height: float

    @property
    def label(self) -> str:
        """The name for people: A4, Letter, 210 × 297 mm."""
        if self.name not in PAPERS:
            return f"{self.width:g} × {self.height:g} mm"
        return self.name.upper() if len(self.name) == 2 else self.name.capitalize()

    @property
    def area(self) -> Area:
        """Where pieces may lie on a front: inside the safe margin, above the footer."""
        return Area(SAFE, SAFE, self.width - 2 * SAFE, self.height - 2 * SAFE - FOOTER)

    @property
    def footer(self) -> Area:
        """The footer's band on a front."""
        return Area(SAFE, self.height - SAFE - FOOTER, self.width - 2 * SAFE, FOOTER)


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a4", 210, 297),
        Paper("letter", 215.9, 279.4),
        Paper("a3", 297, 420),
        Paper("a2", 420, 594),
        Paper("legal", 215.9, 355.6),
    )
}


def paper(text: str) -> Paper:
    """Reads a4, letter, a3, a2, legal or a size such as 210x297mm."""
    known = PAPERS.get(text.strip().lower())
    if known:
        return known
    size = re.fullmatch(r"([0-9.]+)\s*[x×]\s*([0-9.]+)\s*(mm|in)?", text.strip().lower())
    if not size:
        raise unknown(text)
    try:
        unit = 25.4 if size[3] == "in" else 1.0
        width, height = (round(float(number) * unit, 1) for number in size.groups()[:2])
    except ValueError:
        raise unknown(text) from None
    if not (LEAST[0] <= width <= MOST[0] and LEAST[1] <= height <= MOST[1]):
        expected = say("a sheet measures {least} to {most} mm").format(
            least="{:g} × {:g}".format(*LEAST), most="{:g} × {:g}".format(*MOST)
        )
        raise BadValue("--paper", text, expected)
    return Paper(f"{width:g}x{height:g}mm", width, height)


def unknown(text: str) -> Unknown:
    """A paper that nobody knows. American formats are told in inches, as the packs in the shop are."""
    inches = {
        name: f"{each.width / 25.4:g}x{each.height / 25.4:g}in"
        for name, each in PAPERS.items()
        if name in ("letter", "legal")
    }
    shown = (f"{name} ({inches[name]})" if name in inches else name for name in PAPERS)
    return Unknown(say("Paper"), text, PAPERS, (*shown, "WxHmm", "WxHin"))


def turn(degrees: float, paper: Paper) -> Matrix:
    """A turn of the whole sheet around its middle, clockwise."""
    x, y = paper.width / 2, paper.height / 2
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return (c, s, -s, c, x - c * x + s * y, y - s * x - c * y)


class Grid(Struct, frozen=True):
    """Like pieces in rows and columns; a partly filled page keeps the grid of the full one."""

    columns: int
    rows: int
    turned: bool
    x: float
    y: float
    width: float  # of a piece, as drawn upright
    height: float
    gutter: float

    @property
    def capacity(self) -> int:
        """How many pieces a full page takes."""
        return self.columns * self.rows

    @property
    def cell(self) -> tuple[float, float]:
        """A piece as it lies on the page."""
        return (self.height, self.width) if self.turned else (self.width, self.height)

    def place(self, index: int) -> Matrix:
        """Where the piece with that index on its page goes: left to right, then down."""
        row, column = divmod(index, self.columns)
        across, down = self.cell
        x, y = self.x + column * (across + self.gutter), self.y + row * (down + self.gutter)
        return (0, -1, 1, 0, x, y + self.width) if self.turned else shift(x, y)

    def boxes(self, count: int) -> Iterator[Area]:
        """The rectangles of the first pieces."""
        return (bounding_box(self.place(i), self.width, self.height) for i in range(count))

    def cuts(self, count: int) -> int:
        """Straight cuts through the whole sheet that free the first pieces: two a row and column, one where they touch."""
        if not count:
            return 0
        rows, columns = -(-count // self.columns), min(count, self.columns)
        return 2 * (rows + columns) if self.gutter else rows + columns + 2


def fit(
    width: float,
    height: float,
    area: Area,
    *,
    gutter: float,
    halo: float,
    piece: str,
    paper: str,
    block: tuple[int, int] = (1, 1),
) -> Grid:
    """The fullest grid, turned when more fit so, centred. `halo` is what a piece draws around itself.

    It is made of whole blocks of so many columns and rows, unless the paper is too small for one.
    """

    def count(room: float, length: float, whole: int) -> int:
        most = max(0, floor((room - 2 * halo + gutter) / (length + gutter) + EPSILON))
        return most // whole * whole or most

    upright = count(area.width, width, block[0]), count(area.height, height, block[1])
    lying = count(area.width, height, block[0]), count(area.height, width, block[1])
    turned = lying[0] * lying[1] > upright[0] * upright[1]
    columns, rows = lying if turned else upright
    if not columns * rows:
        room = max(0.0, area.width - 2 * halo), max(0.0, area.height - 2 * halo)
        raise DoesNotFit(piece, (width, height), paper, room)
    across, down = (height, width) if turned else (width, height)

    def start(from_: float, room: float, n: int, length: float) -> float:
        slack = (room - n * length - (n - 1) * gutter) / 2 - halo
        return round(from_ + halo + floor(slack * 10 + EPSILON) / 10, 3)  # whole tenths: every sheet alike

    x, y = start(area.x, area.width, columns, across), start(area.y, area.height, rows, down)
    return Grid(columns, rows, turned, x, y, width, height, gutter)


def behind(
    front: Matrix, width: float, paper: Paper, sides: Sides, offset: tuple[float, float], degrees: float = 0.0
) -> Matrix:
    """Where the back of a piece goes on the page that is printed behind its front.

    Turned like the page of a book, a piece shows its back upright, whichever edge the printer turns the sheet over.
    Offset and degrees are what makes up for the printer.
    """
    long_is_vertical = paper.height >= paper.width
    over_vertical = (sides == "long-edge") == long_is_vertical
    flip: Matrix = (-1, 0, 0, 1, paper.width, 0) if over_vertical else (1, 0, 0, -1, 0, paper.height)
    mirror: Matrix = (-1, 0, 0, 1, width, 0)
    true = after(flip, after(front, mirror))
    return after(shift(*offset), after(turn(degrees, paper), true) if degrees else true)


def footer_goes_up(paper: Paper, sides: Sides) -> bool:
    """On a back that is turned top to bottom the footer lies at the upper edge, behind the front's."""
    return sides in ("long-edge", "short-edge") and (sides == "short-edge") == (paper.height >= paper.width)


def crop_marks(boxes: list[Area]) -> list[Segment]:
    """Eight short lines around each piece, outside it: whichever cut comes first, the other edges keep theirs."""
    segments = {}
    for b in boxes:
        for x, outward_x in ((b.x, -1), (b.x + b.width, 1)):
            for y, outward_y in ((b.y, -1), (b.y + b.height, 1)):
                for line in (
                    (x + outward_x * CLEAR, y, x + outward_x * TICK, y),
                    (x, y + outward_y * CLEAR, x, y + outward_y * TICK),
                ):
                    segments[tuple(round(v, 3) for v in line)] = line  # once where pieces touch
    return list(segments.values())


def cut_lines(boxes: list[Area]) -> list[Segment]:
    """The edges of each piece, each line once where pieces touch."""
    lines = {}
    for b in boxes:
        right, low = b.x + b.width, b.y + b.height
        for line in (
            (b.x, b.y, right, b.y), (b.x, low, right, low), (b.x, b.y, b.x, low), (right, b.y, right, low),
        ):  # fmt: skip
            lines[tuple(round(v, 3) for v in line)] = line
    return list(lines.values())
