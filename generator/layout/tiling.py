"""A board larger than the paper: cut into tiles that overlap, with letters at the joints and marks to cut by.

Every tile but those of the first column and row is cut at its left and upper edge and laid on what its neighbour
printed beyond its own part. So nothing of the board is lost, and a cut that is half a millimetre off shows no white.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, floor

from msgspec import Struct

from generator.drawing.fonts import BOLD, cap
from generator.drawing.geometry import Area, shift
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face, FaceStamp, Item, Path, Pen, Point, polygon, rectangle
from generator.errors import DoesNotFit
from generator.layout import decoration
from generator.layout.paper import CLEAR, EPSILON, TICK, Paper, crop_marks, cut_lines
from generator.layout.print_settings import PrintSettings

OVERLAP = 10.0  # of the next tile's part, printed once more to be glued upon
NARROWER = (OVERLAP, 8.0, 6.0)  # where a joint would run through what must stay whole: less to glue, more room for it
WHOLE = 1000  # the weight of what no joint may run through; whatever weighs less is better spared
BAND = 5.0  # white beside an edge that is cut at a joint: letters stand in it
LEAST = 40.0  # a tile narrower than that is no tile
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class BoardTile(Struct, frozen=True):
    """One tile: the part of the board that is seen of it, and its neighbours."""

    column: int
    row: int
    part: Area
    left: bool  # is there a tile on that side?
    above: bool
    right: bool
    below: bool
    overlap: float = OVERLAP

    @property
    def printed(self) -> Area:
        """Its part with what it prints beyond."""
        more = self.overlap * self.right, self.overlap * self.below
        return Area(self.part.x, self.part.y, self.part.width + more[0], self.part.height + more[1])


class Tiling(Struct, frozen=True):
    """A board on sheets, row by row."""

    columns: tuple[float, ...]  # where each begins, and the end of the last
    rows: tuple[float, ...]
    turned: bool  # do the sheets lie on their sides?
    overlap: float = OVERLAP

    @property
    def sheets(self) -> int:
        """How many sheets of paper."""
        return (len(self.columns) - 1) * (len(self.rows) - 1)

    def tiles(self) -> Iterator[BoardTile]:
        """From the upper left, row by row."""
        across, down = len(self.columns) - 2, len(self.rows) - 2
        for j, (top, low) in enumerate(pairwise(self.rows)):
            for i, (left, right) in enumerate(pairwise(self.columns)):
                part = Area(left, top, round(right - left, 3), round(low - top, 3))
                yield BoardTile(i, j, part, i > 0, j > 0, i < across, j < down, self.overlap)

    @property
    def trims(self) -> int:
        """Cuts around all tiles: what a neighbour is glued upon stays as it is."""
        return sum(4 - tile.right - tile.below for tile in self.tiles())

    def joints(self, tile: BoardTile) -> dict[str, str]:
        """The letter at each joint of a tile: first those between columns, then those between rows."""
        across, down = len(self.columns) - 1, len(self.rows) - 1

        def beside(column: int, row: int) -> int:
            return row * (across - 1) + column

        def under(column: int, row: int) -> int:
            return (across - 1) * down + row * across + column

        found = {
            "left": beside(tile.column - 1, tile.row) if tile.left else None,
            "right": beside(tile.column, tile.row) if tile.right else None,
            "above": under(tile.column, tile.row - 1) if tile.above else None,
            "below": under(tile.column, tile.row) if tile.below else None,
        }
        return {side: letters(n) for side, n in found.items() if n is not None}


def letters(number: int) -> str:
    """A to Z, then AA and so on."""
    more, last = divmod(number, len(LETTERS))
    return (letters(more - 1) if more else "") + LETTERS[last]


class Stretch(Struct, frozen=True):
    """A stretch of a side that no joint should run through, and how much that matters."""

    start: float
    end: float
    weight: int = 1


def cells(
    length: float, room: float, whole: Sequence[Stretch] = (), overlap: float = OVERLAP
) -> tuple[float, ...] | None:
    """Where to divide a length: as seldom as it can be, evenly if that fits, in whole tenths; beside that where a joint
    would run through what should stay whole. A narrower overlap leaves more room to choose, and makes no tile less."""
    if length <= room - 2 * TICK + EPSILON:
        return (0.0, length)
    if room - BAND - OVERLAP < LEAST:
        return None
    ends = (room - TICK - OVERLAP, room - BAND - TICK)
    count = 2
    while ends[0] + (count - 2) * (room - BAND - OVERLAP) + ends[1] < length - EPSILON:
        count += 1
    rooms = [ends[0], *[room - BAND - OVERLAP] * (count - 2), ends[1]]
    most = [each + OVERLAP - overlap for each in rooms[:-1]] + rooms[-1:]
    if length / count <= min(rooms):
        rooms = [length / count] * count
    places, total = [0.0], sum(rooms)
    for each in rooms[:-1]:
        places.append(places[-1] + min(each, floor(each * length / total * 10 + 0.5) / 10))
    places = [round(place, 1) for place in places]
    if not whole:
        return (*places, length)
    mirrored = [Stretch(length - each.end, length - each.start, each.weight) for each in whole]
    ahead = moved([*places, length], most, whole)
    back = moved([length - place for place in (length, *places[::-1])], most[::-1], mirrored)
    ways = ahead, [round(length - place, 3) for place in reversed(back)]
    best = min(ways, key=lambda way: through(way, whole))
    return tuple(best)


def through(places: Sequence[float], whole: Sequence[Stretch]) -> int:
    """What the joints between those places run through, by weight."""
    return sum(each.weight for here in places[1:-1] for each in whole if each.start < here < each.end)


def moved(places: Sequence[float], most: Sequence[float], whole: Sequence[Stretch]) -> list[float]:
    """The same joints, one after the other, each as near to its place as can be where it runs through the least; no tile
    grows beyond the most that fits its sheet. Nearest are the place itself and the ends of what should stay whole."""
    found, length = [places[0]], places[-1]
    ends = {floor(each.start * 10 + EPSILON) for each in whole} | {ceil(each.end * 10 - EPSILON) for each in whole}
    for number, place in enumerate(places[1:-1], 1):
        least = ceil(max(length - sum(most[number:]), found[-1] + LEAST) * 10 - EPSILON)
        last = floor((found[-1] + most[number - 1]) * 10 + EPSILON)
        tenths = [tenth for tenth in (*ends, least, last, round(place * 10)) if least <= tenth <= last]

        def cost(tenth: int, place: float = place) -> tuple[int, float, int]:
            return through((0, tenth / 10, length), whole), abs(tenth / 10 - place), tenth

        found.append(min(tenths, key=cost, default=round(place * 10)) / 10)
    return [*found, length]


def tiling(size: tuple[float, float], paper: Paper, piece: str, spared: Sequence[tuple[Area, int]] = ()) -> Tiling:
    """The board on as few sheets as can be, upright unless lying sheets are fewer or spare more that must stay whole; joints
    run clear of what is spared, as far as that can be, by its weight."""
    area = paper.area
    across = [Stretch(each.x, each.x + each.width, weight) for each, weight in spared]
    down = [Stretch(each.y, each.y + each.height, weight) for each, weight in spared]
    found: list[tuple[int, int, float, bool, Tiling]] = []
    for overlap in NARROWER:
        for turned in (False, True):
            width, height = (area.height, area.width) if turned else (area.width, area.height)
            columns, rows = cells(size[0], width, across, overlap), cells(size[1], height, down, overlap)
            if columns and rows:
                plan = Tiling(columns, rows, turned, overlap)
                spoilt = (through(columns, across) + through(rows, down)) // WHOLE
                found.append((plan.sheets, spoilt, -overlap, turned, plan))
        if not found:
            raise DoesNotFit(piece, (LEAST + BAND + OVERLAP,) * 2, paper.label, (area.width, area.height))
        best = min(found, key=lambda each: each[:-1])
        if not best[1]:
            break
    return best[-1]


def fits_one_sheet(size: tuple[float, float], paper: Paper) -> bool:
    """Does a board of that size go on one sheet?"""
    return tiling(size, paper, "").sheets == 1


def sheets(
    board: Face, plan: Tiling, settings: PrintSettings, accent: str
) -> tuple[tuple[Face, ...], tuple[Face, ...]]:
    """The pages of a board, and the faces stamped in them."""
    area, palette = settings.paper.area, InkPalette(settings.ink)
    across, down = (area.height, area.width) if plan.turned else (area.width, area.height)
    pages, parts = [], [board]
    for number, tile in enumerate(plan.tiles(), 1):
        printed = tile.printed
        picture = Face(
            f"{board.name}.part.{number}",
            printed.width,
            printed.height,
            (FaceStamp(board.name, shift(-printed.x, -printed.y)),),
        )
        x, y = corner(tile, across, down)
        pen = Pen()
        pen.put(FaceStamp(picture.name, shift(x, y)))
        pen.put(*marks(Area(x, y, tile.part.width, tile.part.height), settings.marks, palette))
        if settings.cut:  # what the neighbour is glued upon stays
            pen.path(rectangle(x, y, printed.width, printed.height), line="cut")
        pen.put(*joints(plan.joints(tile), Area(x, y, tile.part.width, tile.part.height), accent, palette))
        sheet = pen.face(f"{board.name}.tile.{number}", across, down)
        parts += [picture]
        if plan.turned:
            parts.append(sheet)
            turn = FaceStamp(sheet.name, (0, -1, 1, 0, 0, area.height))
            sheet = Face(f"{board.name}.page.{number}", area.width, area.height, (turn,))
        pages.append(sheet)
    return tuple(pages), tuple(parts)


def corner(tile: BoardTile, across: float, down: float) -> Point:
    """Where the upper left corner of a tile lies on its sheet: in the middle of what its marks leave it."""

    def start(room: float, length: float, before: bool, after: bool) -> float:
        low, high = BAND if before else TICK, tile.overlap if after else TICK
        return floor((low + (room - low - length - high) / 2) * 10 + EPSILON) / 10

    return (
        start(across, tile.part.width, tile.left, tile.right),
        start(down, tile.part.height, tile.above, tile.below),
    )


def marks(part: Area, kind: str, palette: InkPalette) -> list[Item]:
    """What to cut a tile by."""
    if kind == "none":  # then the edge of the colour is
        return []
    if kind == "lines":
        return decoration.outlines(cut_lines([part]), palette)
    return decoration.crop(crop_marks([part]), palette)


def joints(found: dict[str, str], part: Area, accent: str, palette: InkPalette) -> list[Item]:
    """A letter on either side of each joint, twice: on what is cut off, and on what the neighbour is glued upon."""
    pen = Pen()
    right, low = part.x + part.width, part.y + part.height
    for side, letter in found.items():
        beside = side in ("left", "right")
        length = part.height if beside else part.width
        for share in (0.25, 0.75):
            along = (part.y if beside else part.x) + share * length
            if side == "left":
                joint(pen, (part.x, along), (-1, 0), letter, accent, palette)
            elif side == "right":
                joint(pen, (right, along), (1, 0), letter, accent, palette)
            elif side == "above":
                joint(pen, (along, part.y), (0, -1), letter, accent, palette)
            else:
                joint(pen, (along, low), (0, 1), letter, accent, palette)
    return pen.items


def joint(pen: Pen, at: Point, out: Point, letter: str, accent: str, palette: InkPalette) -> None:
    """A letter in a small plate that points at the edge. Both plates of a joint meet point to point."""
    (x, y), (u, v) = at, out
    reach, half = BAND - 0.4, 2.6
    near, far = 1.5, reach
    corners = [
        (x + CLEAR * u, y + CLEAR * v),
        (x + near * u + half * v, y + near * v + half * u),
        (x + far * u + half * v, y + far * v + half * u),
        (x + far * u - half * v, y + far * v - half * u),
        (x + near * u - half * v, y + near * v - half * u),
    ]
    pen.put(Path(polygon(corners), fill="#ffffff", stroke=palette.line(accent), width=0.25))
    middle = (near + far) / 2
    pen.text(x + middle * u, y + middle * v + cap(BOLD, 8) / 2, letter, BOLD, 8, palette.ink, "middle")
