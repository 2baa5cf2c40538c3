"""The board of Rallye-Code: a road map of its own, with a square for every stop."""

from __future__ import annotations

from functools import cache

from generator import furniture
from generator.component import Component
from generator.country import Country, country
from generator.drawing import Face, rectangle
from generator.kits.boards import BORDER, laid_out, size
from generator.kits.coast import smooth
from generator.kits.rallye.ground import Ground, ground
from generator.kits.rallye.panels import deck, legend, mat, title
from generator.kits.rallye.paving import roads
from generator.kits.rallye.pictures import picture
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
from generator.kits.rallye.sheet import Sheet
from generator.kits.rallye.squares import Spot, square
from generator.order import Order
from generator.signs import sign
from generator.studio import Studio
from referee.rallye import maps
from referee.rallye.boards import layout
from referee.rallye.tariff import EDITIONS
from templates import SHELF, ShelfError

FRANCE = SHELF / "kits" / "rallye" / "board.toml"
LEAST_CELL = 17.0  # millimetres: number, sign and plate need so much


def land(order: Order) -> Country:
    """The board that is printed, and where its file is."""
    return order.country or usual()


@cache
def usual() -> Country:
    """Ours."""
    return country(maps, FRANCE)


def board(studio: Studio) -> Component:
    """The board on one sheet, or on tiles."""
    return laid_out(studio, drawn(studio))


def drawn(studio: Studio) -> Face:
    """The whole board."""
    found = land(studio.order)
    sheet = Sheet(studio, found.map)
    if sheet.cell < LEAST_CELL:
        raise ShelfError(
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
    framed(sheet)


def framed(sheet: Sheet) -> None:
    """White around the board, so that a cut need not be exact, and the corners of the desk pad."""
    studio, pen, frame, tone = sheet.studio, sheet.pen, sheet.frame, sheet.studio.tone
    w, h = size(studio)
    over = 2.0  # beyond the paper, or a hair of the sea would be seen there
    for edge in (
        (-over, -over, w + 2 * over, BORDER + over), (-over, h - BORDER, w + 2 * over, BORDER + over),
        (-over, 0, BORDER + over, h), (w - BORDER, 0, BORDER + over, h),
    ):  # fmt: skip
        pen.path(rectangle(*edge), fill="#ffffff")  # land and sea end at the frame
    pen.rect(frame.x, frame.y, frame.width, frame.height, stroke=tone.line(studio.shelf.accent), width=0.8)
    inner = frame.inset(1.6, 1.6)
    pen.rect(inner.x, inner.y, inner.width, inner.height, stroke=tone.line(studio.shelf.accent), width=0.25)
    pen.put(*furniture.pad_corners(frame, 9 * sheet.k, tone.line(studio.shelf.accent), tone))


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
