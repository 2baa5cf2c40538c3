"""The roads of the board: their edges, the squares on them, and which way they are driven."""

from __future__ import annotations

from typing import Any

from generator.drawing.palette import InkPalette
from generator.drawing.pen import Op, Point
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
)  # fmt: skip
from generator.kits.rallye.sheet import BoardSheet

EDGE = 0.055  # of a cell: the coloured edge of a road
LINE = 0.012  # around it


def roads(sheet: BoardSheet) -> None:
    """All that is road: first the edges, then the ways upon them, so that they run into each other."""
    board_, palette, paint = sheet.board, sheet.context.palette, sheet.context.spec.paint
    main = list(main_pieces(board_).values())
    cross = [piece for road in board_.roads for piece in cross_pieces(board_, road).values()]
    ways = tuple(exits(board_))
    full, surface = palette.floods, "#fffcf3" if palette.floods else "#ffffff"
    for pieces, colour in ((cross, paint["cross"].hex), (main, paint["main"].hex)):
        for piece in pieces:
            sheet.path(piece.outline(EDGE + LINE), fill=palette.ink if full else palette.line(colour))
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
            colour = sheet.context.spec.gerance[square_.manages].hex
            sheet.path(main_pieces(board_)[square_.number].outline(-0.015), **managed(palette, colour))
    for joint in joints(board_):
        meet(sheet, joint)
    middle_lines(sheet)


def managed(palette: InkPalette, colour: str) -> dict[str, Any]:
    """The ground of a gérance."""
    return {**palette.area(colour), "width": 0.02}


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


def meet(sheet: BoardSheet, joint: Joint) -> None:
    """The line between two squares, and which way to cross it."""
    palette, paint = sheet.context.palette, sheet.context.spec.paint
    colour = palette.line(paint["cross" if joint.both else "main"].hex)
    (x, y), (u, v), half = joint.at, joint.way, joint.half
    p, q = left(joint.way)
    sheet.path((("M", (x + p * half, y + q * half)), ("L", (x - p * half, y - q * half))), stroke=colour, width=0.014)
    if joint.both:  # on the right of the road, either way
        for hand in (1, -1):
            side = -hand * half / 2
            arrow(sheet, (x + p * side, y + q * side), (u * hand, v * hand), 0.055, colour)
    else:
        arrow(sheet, (x, y), joint.way, 0.085, colour)


def arrow(sheet: BoardSheet, at: Point, way: tuple[int, int], r: float, colour: str) -> None:
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


def middle_lines(sheet: BoardSheet) -> None:
    """Dashes where a road is driven both ways: between lanes that face each other, and along the cross-roads."""
    board_, palette = sheet.board, sheet.context.palette
    for (x, y), (u, v) in gaps(board_):
        sheet.path((("M", (x - u / 2, y - v / 2)), ("L", (x + u / 2, y + v / 2))), stroke=palette.ink, width=0.022, dash=(0.12, 0.08))  # fmt: skip
    for road in board_.roads:
        for piece in cross_pieces(board_, road).values():
            (x, y), (a, b), (c, d) = middle(piece.cell), piece.enter, piece.leave
            ops = (("M", (x - a / 2, y - b / 2)), ("L", (x, y)), ("L", (x + c / 2, y + d / 2)))
            sheet.path(ops, stroke=palette.soft, width=0.018, dash=(0.07, 0.05))
