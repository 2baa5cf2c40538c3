"""The board of Rallye-Code: a road map of its own, with a square for every stop."""

from __future__ import annotations

from functools import cache

from generator.drawing.pen import Face, placed, rectangle
from generator.drawing.road_signs import sign
from generator.kits.common.boards import BORDER, laid_out, size
from generator.kits.common.coastline import smooth
from generator.kits.common.kit_context import KitContext
from generator.kits.common.pictures import picture
from generator.kits.rallye.ground import Ground, ground
from generator.kits.rallye.panels import deck, legend, mat, start, title
from generator.kits.rallye.paving import roads
from generator.kits.rallye.roads import (
    CROSS,
    MAIN,
    Exit,
    cross_pieces,
    exits,
    left,
    main_pieces,
    middle,
)
from generator.kits.rallye.sheet import BoardSheet
from generator.kits.rallye.squares import Spot, square
from generator.layout import decoration
from generator.layout.component import Component
from generator.order.maps import BoardMap, board_map
from generator.order.request import PrintRequest
from referee.rallye import maps
from referee.rallye.board.squares import layout
from referee.rallye.road.tariff import EDITIONS
from templates.errors import FileError
from templates.loader import SHELF

FRANCE = SHELF / "kits" / "rallye" / "board.toml"
LEAST_CELL = 17.0  # millimetres: number, sign and plate need so much


def land(order: PrintRequest) -> BoardMap:
    """The board that is printed, and where its file is."""
    return order.country or is_default_board()


@cache
def is_default_board() -> BoardMap:
    """Ours."""
    return board_map(maps, FRANCE)


def board(context: KitContext) -> Component:
    """The board on one sheet, or on tiles."""
    return laid_out(context, drawn(context))


def drawn(context: KitContext) -> Face:
    """The whole board."""
    found = land(context.order)
    sheet = BoardSheet(context, found.map)
    if sheet.cell < LEAST_CELL:
        raise FileError(
            found.file,
            "columns",
            "expected no more columns and rows than have {least} mm each on this board",
            least=f"{LEAST_CELL:g}",
        )
    scenery(sheet, ground(found.file.with_suffix(".scenery.toml")))
    roads(sheet)
    squares(sheet)
    for each in exits(sheet.board):
        rejoin(sheet, each)
    return sheet.pen.face(context.shown("board"), *size(context))


def scenery(sheet: BoardSheet, land: Ground) -> None:
    """Sea, land and what stands on it."""
    context, pen, frame = sheet.context, sheet.pen, sheet.frame
    palette, paint = context.palette, context.spec.paint
    ground_ = palette.tint(paint["land"].hex, 0.3)
    pen.rect(
        frame.x, frame.y, frame.width, frame.height, fill=palette.tint(paint["sea"].hex, 0.34) if land.land else ground_
    )
    if land.land:
        corners = [sheet.at(corner) for corner in land.land]
        coast = smooth(corners)
        if palette.floods:
            pen.path(coast, stroke=palette.tint(paint["sea"].hex, 0.5), width=0.16 * sheet.cell)
        pen.path(coast, fill=ground_, stroke=palette.line(paint["sea"].hex), width=0.5)
    for each in land.pictures:
        picture(pen, context, each.name, sheet.room(each.at))
    for room, draw in (
        (land.panels.title, title), (land.panels.deck, deck), (land.panels.mat, mat), (land.panels.legend, legend),
        (land.panels.start, start),
    ):  # fmt: skip
        if room:
            gap = (0.5 - MAIN) * sheet.cell
            draw(pen, context, sheet.room(room).inset(gap * 0.4, gap * 0.4), sheet.k, sheet.board)
    framed(sheet)


def framed(sheet: BoardSheet) -> None:
    """White around the board, so that a cut need not be exact, and the corners of the desk pad."""
    context, pen, frame, palette = sheet.context, sheet.pen, sheet.frame, sheet.context.palette
    w, h = size(context)
    over = 2.0  # beyond the paper, or a hair of the sea would be seen there
    for edge in (
        (-over, -over, w + 2 * over, BORDER + over), (-over, h - BORDER, w + 2 * over, BORDER + over),
        (-over, 0, BORDER + over, h), (w - BORDER, 0, BORDER + over, h),
    ):  # fmt: skip
        pen.path(rectangle(*edge), fill="#ffffff")  # land and sea end at the frame
    pen.rect(frame.x, frame.y, frame.width, frame.height, stroke=palette.line(context.spec.accent), width=0.8)
    inner = frame.inset(1.6, 1.6)
    pen.rect(inner.x, inner.y, inner.width, inner.height, stroke=palette.line(context.spec.accent), width=0.25)
    pen.put(*decoration.pad_corners(frame, 9 * sheet.k, palette.line(context.spec.accent), palette))


def squares(sheet: BoardSheet) -> None:
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
        square(sheet.pen, sheet.context, each, Spot(x, y, sheet.cell, pieces[each.number], numbers))


def rejoin(sheet: BoardSheet, each: Exit) -> None:
    """The sign for those who come out of a cross-road, at the right of their way."""
    way = each.mouth.sign if EDITIONS[sheet.context.order.edition].signs else "right"
    (x, y), (u, v) = each.at, each.way
    p, q = left(each.way)
    place = sheet.at((x - p * CROSS * 0.98 - u * 0.06, y - q * CROSS * 0.98 - v * 0.06))
    r = 0.13 * sheet.cell
    sheet.pen.circle(*place, r * 1.12, fill="#ffffff")
    turned = (-v, u, -u, -v, *place)  # its upper edge lies ahead of the driver who comes out there
    sheet.pen.put(*placed(sign(f"go-{way}", 0, 0, r, sheet.context.palette), turned))
