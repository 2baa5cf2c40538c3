"""The board of Rallye-Code: a road map of its own, with a square for every stop."""

from __future__ import annotations

from functools import cache
from typing import Any

import templates
from generator import furniture
from generator.component import Component
from generator.drawing import Face, Op, Path, Pen, Point, rectangle
from generator.kits.allo.coast import smooth
from generator.kits.boards import BORDER, laid_out, share, size
from generator.kits.rallye.ground import Ground, ground
from generator.kits.rallye.panels import deck, legend, mat, title
from generator.kits.rallye.pictures import picture
from generator.kits.rallye.roads import (
    CROSS,
    INNER,
    MAIN,
    Exit,
    Joint,
    cross_pieces,
    exits,
    gaps,
    joints,
    left,
    main_pieces,
    middle,
)
from generator.kits.rallye.squares import Spot, square
from generator.paper import Area, Matrix
from generator.signs import sign
from generator.studio import Studio
from generator.tone import Tone
from referee.rallye.boards import Board, layout
from referee.rallye.survey import check
from referee.rallye.tariff import EDITIONS
from templates import SHELF

FRANCE = SHELF / "kits" / "rallye" / "board.toml"
EDGE = 0.055  # of a cell: the coloured edge of a road
LINE = 0.012


@cache
def usual() -> Board:
    """The board that is printed."""
    return check(templates.toml(FRANCE))


class Sheet:
    """A board on paper: how large its cells are, where the first one lies, and a pen that draws in cells."""

    def __init__(self, studio: Studio, board: Board) -> None:
        self.studio, self.board = studio, board
        (w, h), self.k = size(studio), share(studio)
        self.frame = Area(BORDER, BORDER, w - 2 * BORDER, h - 2 * BORDER)
        margin = 0.56  # of a cell, at least, around the roads
        self.cell = min(self.frame.width / (board.columns + 2 * margin), self.frame.height / (board.rows + 2 * margin))
        self.left = w / 2 - board.columns * self.cell / 2
        self.top = h / 2 - board.rows * self.cell / 2
        self.pen = Pen()

    @property
    def matrix(self) -> Matrix:
        """From cells to millimetres."""
        return (self.cell, 0, 0, self.cell, self.left, self.top)

    def at(self, point: Point) -> Point:
        """A point of the grid on paper."""
        return self.left + point[0] * self.cell, self.top + point[1] * self.cell

    def room(self, room: tuple[float, float, float, float]) -> Area:
        """A part of the grid on paper."""
        x, y = self.at(room[:2])
        return Area(x, y, room[2] * self.cell, room[3] * self.cell)

    def path(self, ops: tuple[Op, ...], fill: str | None = None, stroke: str | None = None, width: float = 0.25,
             dash: tuple[float, ...] = ()) -> None:  # fmt: skip
        """Draws what is given in cells; widths and dashes are cells, too."""
        c = self.cell
        made = Path(ops, fill, stroke, width * c, tuple(each * c for each in dash))
        self.pen.put(made.moved(self.matrix))


def board(studio: Studio) -> Component:
    """The board on one sheet, or on tiles."""
    return laid_out(studio, drawn(studio))


def drawn(studio: Studio) -> Face:
    """The whole board."""
    sheet = Sheet(studio, usual())
    land = ground(FRANCE.with_suffix(".scenery.toml"))
    scenery(sheet, land)
    roads(sheet)
    squares(sheet)
    for each in exits(sheet.board):
        rejoin(sheet, each)
    return sheet.pen.face(studio.shown("board"), *size(studio))


def scenery(sheet: Sheet, land: Ground) -> None:
    """Sea, land and what stands on it."""
    studio, pen, frame = sheet.studio, sheet.pen, sheet.frame
    tone, paint = studio.tone, studio.shelf.paint
    ground_ = tone.tint(paint["land"].hex, 0.3)
    pen.rect(
        frame.x, frame.y, frame.width, frame.height, fill=tone.tint(paint["sea"].hex, 0.34) if land.land else ground_
    )
    if land.land:
        corners = [sheet.at(corner) for corner in land.land]
        coast = smooth(corners)
        if tone.floods:
            pen.path(coast, stroke=tone.tint(paint["sea"].hex, 0.5), width=0.16 * sheet.cell)
        pen.path(coast, fill=ground_, stroke=tone.line(paint["sea"].hex), width=0.5)
    for each in land.pictures:
        picture(pen, studio, each.name, sheet.room(each.at))
    for room, draw in (
        (land.panels.title, title), (land.panels.deck, deck), (land.panels.mat, mat), (land.panels.legend, legend),
    ):  # fmt: skip
        if room:
            gap = (0.5 - MAIN) * sheet.cell
            draw(pen, studio, sheet.room(room).inset(gap * 0.4, gap * 0.4), sheet.k, sheet.board)
    # what lies beyond the frame is for the scissors
    w, h = size(studio)
    b = BORDER
    for x, y, wide, high in ((-60, -60, w + 120, 60 + b), (-60, h - b, w + 120, 60 + b), (-60, 0, 60 + b, h), (w - b, 0, 60 + b, h)):  # fmt: skip
        pen.path(rectangle(x, y, wide, high), fill="#ffffff")
    pen.rect(frame.x, frame.y, frame.width, frame.height, stroke=tone.line(studio.shelf.accent), width=0.8)
    inner = frame.inset(1.6, 1.6)
    pen.rect(inner.x, inner.y, inner.width, inner.height, stroke=tone.line(studio.shelf.accent), width=0.25)
    pen.put(*furniture.pad_corners(frame, 9 * sheet.k, tone.line(studio.shelf.accent), tone))


def roads(sheet: Sheet) -> None:
    """All that is road: first the edges, then the ways upon them, so that they run into each other."""
    board_, tone, paint = sheet.board, sheet.studio.tone, sheet.studio.shelf.paint
    main = list(main_pieces(board_).values())
    cross = [piece for road in board_.roads for piece in cross_pieces(board_, road).values()]
    ways = tuple(exits(board_))
    full, surface = tone.floods, "#fffcf3" if tone.floods else "#ffffff"
    for pieces, colour in ((cross, paint["cross"].hex), (main, paint["main"].hex)):
        for piece in pieces:
            sheet.path(piece.outline(EDGE + LINE), fill=tone.ink if full else tone.line(colour))
        if full:
            for piece in pieces:
                sheet.path(piece.outline(EDGE), fill=colour)
        else:
            for piece in pieces:
                sheet.path(piece.outline(EDGE - 0.012), fill="#ffffff")
    for each in ways:
        sheet.path(throat(each, 0), fill=surface)
    for point, way in gaps(board_):
        sheet.path(lane(point, way), fill=surface)
    for piece in (*cross, *main):
        sheet.path(piece.outline(), fill=surface)
    for square_ in board_.main:
        if square_.manages:
            colour = sheet.studio.shelf.gerance[square_.manages].hex
            sheet.path(main_pieces(board_)[square_.number].outline(-0.015), **managed(tone, colour))
    for joint in joints(board_):
        meet(sheet, joint)
    middle_lines(sheet)


def managed(tone: Tone, colour: str) -> dict[str, Any]:
    """The ground of a gérance."""
    return {**tone.area(colour), "width": 0.02}


def throat(each: Exit, more: float) -> tuple[Op, ...]:
    """The last bit of a cross-road, into the main road."""
    (x, y), (u, v) = each.at, each.way
    half = CROSS + more
    p, q = left(each.way)
    near, far = -0.02, 0.5 - MAIN + 0.02
    return (
        ("M", (x + u * near + p * half, y + v * near + q * half)), ("L", (x + u * far + p * half, y + v * far + q * half)),
        ("L", (x + u * far - p * half, y + v * far - q * half)), ("L", (x + u * near - p * half, y + v * near - q * half)),
        ("Z", ()),
    )  # fmt: skip


def lane(point: Point, way: tuple[int, int]) -> tuple[Op, ...]:
    """What lies between two lanes of one square."""
    (x, y), (u, v) = point, way
    (p, q), half, far = left(way), 0.5 - MAIN + 0.02, 0.5 + INNER + 0.03  # beyond the bows where the road turns back
    return (
        ("M", (x - u / 2 + p * half, y - v / 2 + q * half)), ("L", (x + u * far + p * half, y + v * far + q * half)),
        ("L", (x + u * far - p * half, y + v * far - q * half)), ("L", (x - u / 2 - p * half, y - v / 2 - q * half)), ("Z", ()),
    )  # fmt: skip


def meet(sheet: Sheet, joint: Joint) -> None:
    """The line between two squares, and which way to cross it."""
    tone, paint = sheet.studio.tone, sheet.studio.shelf.paint
    colour = tone.line(paint["cross" if joint.both else "main"].hex)
    (x, y), (u, v), half = joint.at, joint.way, joint.half
    p, q = left(joint.way)
    sheet.path((("M", (x + p * half, y + q * half)), ("L", (x - p * half, y - q * half))), stroke=colour, width=0.014)
    if joint.both:  # on the right of the road, either way
        for hand in (1, -1):
            side = -hand * half / 2
            arrow(sheet, (x + p * side, y + q * side), (u * hand, v * hand), 0.055, colour)
    else:
        arrow(sheet, (x, y), joint.way, 0.085, colour)


def arrow(sheet: Sheet, at: Point, way: tuple[int, int], r: float, colour: str) -> None:
    """A head that points the way, in a white case."""
    (x, y), (u, v) = at, way
    p, q = left(way)
    tip, tail = (x + u * r, y + v * r), (x - u * r * 0.8, y - v * r * 0.8)
    corners = (
        tip,
        (tail[0] + p * r, tail[1] + q * r),
        (x - u * r * 0.35, y - v * r * 0.35),
        (tail[0] - p * r, tail[1] - q * r),
    )
    ops = (("M", corners[0]), *(("L", corner) for corner in corners[1:]), ("Z", ()))
    sheet.path(ops, stroke="#ffffff", width=0.03)
    sheet.path(ops, fill=colour)


def middle_lines(sheet: Sheet) -> None:
    """Dashes where a road is driven both ways: between lanes that face each other, and along the cross-roads."""
    board_, tone = sheet.board, sheet.studio.tone
    for (x, y), (u, v) in gaps(board_):
        sheet.path((("M", (x - u / 2, y - v / 2)), ("L", (x + u / 2, y + v / 2))), stroke=tone.ink, width=0.022, dash=(0.12, 0.08))  # fmt: skip
    for road in board_.roads:
        for piece in cross_pieces(board_, road).values():
            (x, y), (a, b), (c, d) = middle(piece.cell), piece.enter, piece.leave
            ops = (("M", (x - a / 2, y - b / 2)), ("L", (x, y)), ("L", (x + c / 2, y + d / 2)))
            sheet.path(ops, stroke=tone.soft, width=0.018, dash=(0.07, 0.05))


def squares(sheet: Sheet) -> None:
    """What stands on each square."""
    board_ = sheet.board
    crossed = layout(board_).crosses
    pieces = main_pieces(board_)
    for road in board_.roads:
        pieces |= cross_pieces(board_, road)
    done: set[str] = set()
    for each in board_.squares:
        if each.number in done:
            continue
        other = crossed.get(each.number)
        done |= {each.number, other or ""}
        x, y = sheet.at(middle(each.at))
        numbers = (each.number, other) if other else (each.number,)
        square(sheet.pen, sheet.studio, each, Spot(x, y, sheet.cell, pieces[each.number], numbers))


def rejoin(sheet: Sheet, each: Exit) -> None:
    """The sign for those who come out of a cross-road, at the right of their way."""
    way = each.mouth.sign if EDITIONS[sheet.studio.order.edition].signs else "right"
    (x, y), (u, v) = each.at, each.way
    p, q = left(each.way)
    place = sheet.at((x - p * CROSS * 0.98 - u * 0.06, y - q * CROSS * 0.98 - v * 0.06))
    r = 0.13 * sheet.cell
    sheet.pen.circle(*place, r * 1.12, fill="#ffffff")
    sheet.pen.put(*sign(f"go-{way}", *place, r, sheet.studio.tone))
