"""Formats and imposition: which piece goes where. Pure arithmetic in millimetres, y downwards, no drawing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import cos, floor, radians, sin
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

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
        Paper("a5", 148, 210),
        Paper("a1", 594, 841),
        Paper("a0", 841, 1189),
    )
}


def paper(text: str) -> Paper:
    """Reads a4, letter and the like, or a size such as 210x297mm."""
    known = PAPERS.get(text.strip().lower())
    if known:
        return known
    size = re.fullmatch(r"([0-9.]+)\s*[x×]\s*([0-9.]+)\s*(mm|in)?", text.strip().lower().replace(",", "."))
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
    pitch: tuple[float, float] | None = None  # from piece to piece, where the sheet is parted and nothing is trimmed
    touching: bool = False  # do the pieces of a row touch, whatever is between rows?

    @property
    def steps(self) -> tuple[float, float]:
        """From a piece to its neighbour, across and down."""
        between = 0.0 if self.touching else self.gutter
        return self.pitch or (self.cell[0] + between, self.cell[1] + self.gutter)

    def for_floods(self, floods: Sequence[str]) -> Grid:
        """The same for pieces whose colours run over their edges: those of a row touch, if all rows are of one colour."""
        rows = [set(floods[i : i + self.columns]) for i in range(0, len(floods), self.columns)]
        if not rows or not self.gutter or any(len(row) > 1 for row in rows):
            return self
        return replace(self, x=round(self.x + (self.columns - 1) * self.gutter / 2, 3), touching=True)

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
        x, y = self.x + column * self.steps[0], self.y + row * self.steps[1]
        return (0, -1, 1, 0, x, y + self.width) if self.turned else shift(x, y)

    def boxes(self, count: int) -> Iterator[Area]:
        """The rectangles of the first pieces."""
        return (bounding_box(self.place(i), self.width, self.height) for i in range(count))

    def lines(self, count: int, across: bool) -> int:
        """Cuts that free the first pieces of a row, or of a column: one between neighbours that touch, two where there is a
        gutter; a sheet that is only parted keeps its edges."""
        if self.pitch:
            return min(count, (self.columns if across else self.rows) - 1)
        return count + 1 if not self.gutter or (across and self.touching) else 2 * count

    def cuts(self, count: int) -> int:
        """Straight cuts through the whole sheet that free the first pieces, where strips are cut in one stack."""
        if not count:
            return 0
        return self.lines(-(-count // self.columns), False) + self.lines(min(count, self.columns), True)

    def strokes(self, count: int) -> int:
        """Strokes of scissors or a small trimmer that free the first pieces: the sheet into strips, then each strip alone;
        rows first or columns first, whichever takes fewer."""
        if not count:
            return 0
        full, rest = divmod(count, self.columns)
        by_row = [self.columns] * full + [rest] * bool(rest)
        by_column = [full + (i < rest) for i in range(min(count, self.columns))]
        return min(
            self.lines(len(by_row), False) + sum(self.lines(n, True) for n in by_row),
            self.lines(len(by_column), True) + sum(self.lines(n, False) for n in by_column),
        )

    def work(self, count: int, floods: Sequence[str] = ()) -> tuple[int, int, int]:
        """What so many pieces cost: sheets, strokes, cuts. Floods are their colours, where those run over their edges."""
        if floods and self.gutter:
            coloured = [floods[i] for i in in_rows(floods, self.columns)]
            sheets = [coloured[i : i + self.capacity] for i in range(0, count, self.capacity)]
            grids = [(self.for_floods(sheet), len(sheet)) for sheet in sheets]
            return len(sheets), sum(g.strokes(n) for g, n in grids), sum(g.cuts(n) for g, n in grids)
        full, rest = divmod(count, self.capacity)
        return (
            full + bool(rest),
            full * self.strokes(self.capacity) + self.strokes(rest),
            full * self.cuts(self.capacity) + self.cuts(rest),
        )

    def height_of(self, count: int) -> float:
        """How far down the pieces of the last sheet reach."""
        rest = count % self.capacity or self.capacity
        return -(-rest // self.columns) * self.steps[1]


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
    count: int | None = None,
    flat: bool = False,
    floods: Sequence[str] = (),
) -> Grid:
    """The fullest grid, turned when more fit so, centred; for so many pieces the one with the fewest sheets, then the
    fewest strokes to cut them, or if told the least height. `halo` is what a piece draws around itself.

    It is made of whole blocks of so many columns and rows, unless the paper is too small for one.
    """

    def most(room: float, length: float, whole: int) -> int:
        found = max(0, floor((room - 2 * halo + gutter) / (length + gutter) + EPSILON))
        return found // whole * whole or found

    def start(from_: float, room: float, n: int, length: float) -> float:
        slack = (room - n * length - (n - 1) * gutter) / 2 - halo
        return round(from_ + halo + floor(slack * 10 + EPSILON) / 10, 3)  # whole tenths: every sheet alike

    def grid(columns: int, rows: int, turned: bool) -> Grid:
        across, down = (height, width) if turned else (width, height)
        x, y = start(area.x, area.width, columns, across), start(area.y, area.height, rows, down)
        return Grid(columns, rows, turned, x, y, width, height, gutter)

    found = []
    for turned, (across, down) in ((False, (width, height)), (True, (height, width))):
        columns, rows = most(area.width, across, block[0]), most(area.height, down, block[1])
        if columns * rows:
            found.append(grid(columns, rows, turned))
    if not found:
        room = max(0.0, area.width - 2 * halo), max(0.0, area.height - 2 * halo)
        raise DoesNotFit(piece, (width, height), paper, room)
    if count is None:
        return max(found, key=lambda each: (each.capacity, not each.turned))
    narrower = [
        grid(columns, each.rows, each.turned)
        for each in found
        for columns in range(block[0], each.columns, block[0])
        if count <= columns * each.rows  # on one sheet: else sheets keep the places of the full ones
    ]
    return cheapest([*found, *narrower], count, flat, floods)


def in_rows(floods: Sequence[str], columns: int) -> list[int]:
    """An order of pieces with as many rows of one colour as there can be: first those, then what is left of each colour."""
    places: dict[str, list[int]] = {}
    for index, colour in enumerate(floods):
        places.setdefault(colour, []).append(index)
    whole = [index for each in places.values() for index in each[: len(each) // columns * columns]]
    return whole + [index for each in places.values() for index in each[len(each) // columns * columns :]]


def cheapest(grids: Iterable[Grid], count: int, flat: bool = False, floods: Sequence[str] = ()) -> Grid:
    """The grid with the fewest sheets for so many pieces, then the fewest strokes, then the least height; or that first."""

    def order(grid: Grid) -> tuple[float, ...]:
        sheets, *work = grid.work(count, floods)
        height = round(grid.height_of(count), 3)
        return (sheets, *((height, *work) if flat else (*work, height)), grid.turned, -grid.columns)

    return min(grids, key=order)


def parted(width: float, height: float, paper: Paper, count: int, reach: tuple[float, float] = (0, 0)) -> Grid | None:
    """Pieces that share the sheet evenly and are not trimmed: two on a sheet take one cut. None if the paper is too small
    for one. `reach` is how far backs come out of their places."""
    found = []
    for turned, (across, down) in ((False, (width, height)), (True, (height, width))):
        columns = [each for each in range(1, 20) if spread(across, each, paper.width, SAFE, reach[0])]
        rows = [each for each in range(1, 20) if spread(down, each, paper.height, SAFE + FOOTER, reach[1])]
        for c, r in product(columns, rows):
            (x, step_x), (y, step_y) = (
                spread(across, c, paper.width, SAFE, reach[0]) or (0, 0),
                spread(down, r, paper.height, SAFE + FOOTER, reach[1]) or (0, 0),
            )
            found.append(Grid(c, r, turned, x, y, width, height, 0, (step_x, step_y)))
    return cheapest(found, count) if found else None


def spread(length: float, count: int, room: float, end: float, reach: float) -> tuple[float, float] | None:
    """Where the first of so many pieces begins and how far it is to the next, each in the middle of its share of a sheet
    as far as the margins let it; none if they do not fit. `end` is the margin at the far end."""
    share = room / count
    least, most = SAFE + reach, room - end - reach - length
    first_most = min(most, share - CLEAR - length) if count > 1 else most
    last_least = max(least, room - share + CLEAR) if count > 1 else least
    if first_most < least - EPSILON or most < last_least - EPSILON:
        return None
    middle = (share - length) / 2
    first = min(max(middle, least), first_most)
    last = min(max(room - share + middle, last_least), most)
    return round(first, 3), round((last - first) / (count - 1), 4) if count > 1 else round(share, 4)


def parting_lines(grid: Grid, paper: Paper, whole: bool) -> list[Segment]:
    """Where a sheet is parted: marks at its edges and where lines cross, or the whole lines."""
    area = paper.area
    xs = [paper.width * i / grid.columns for i in range(1, grid.columns)]
    ys = [paper.height * i / grid.rows for i in range(1, grid.rows)]
    right, low = area.x + area.width, area.y + area.height
    if whole:
        return [*((x, area.y, x, low) for x in xs), *((area.x, y, right, y) for y in ys)]
    found = [(x, y1, x, y2) for x in xs for y1, y2 in ((area.y, area.y + TICK), (low - TICK, low))]
    found += [(x1, y, x2, y) for y in ys for x1, x2 in ((area.x, area.x + TICK), (right - TICK, right))]
    for x, y in product(xs, ys):
        found += [(x - TICK / 2, y, x + TICK / 2, y), (x, y - TICK / 2, x, y + TICK / 2)]
    return found


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
