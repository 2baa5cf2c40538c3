"""Puzzles of Rallye-Code on paper: the part of the board where it happens, with the cars on it."""

from __future__ import annotations

from msgspec.structs import replace

from generator.drawing.fonts import BOLD, cap
from generator.drawing.geometry import shift
from generator.drawing.pen import Face, FaceStamp, Pen
from generator.kits.common.kit_context import KitContext
from generator.kits.common.puzzle_art import Drawn, PuzzleArt
from generator.kits.rallye.board import drawn, land
from generator.kits.rallye.roads import middle
from generator.kits.rallye.sheet import BoardSheet
from generator.kits.rallye.tariff import tariff
from generator.order.words import ascii_name
from referee.puzzles import Puzzle

HEIGHT = 120.0  # mm of the board that a page shows
AROUND = 1.5  # cells beyond the squares that matter
CAR = 3.6


def picture(context: KitContext, puzzle: Puzzle, room: float) -> Drawn:
    """The board around the way of the car, as large as there is room for it."""
    sheet = BoardSheet(context, land(context.order).map)
    where = {square.number: sheet.at(middle(square.at)) for square in sheet.board.squares}
    at = puzzle.shown
    matter = [where[at.cars[at.turn]], where[puzzle.solution.at]]
    edge = AROUND * sheet.cell
    left, right = min(x for x, _ in matter) - edge, max(x for x, _ in matter) + edge
    top, low = min(y for _, y in matter) - edge, max(y for _, y in matter) + edge
    scale = min(1.0, room / (right - left), HEIGHT / (low - top))
    wide, high = min(room / scale, sheet.width), min(max(low - top, HEIGHT / 2), sheet.height)
    x, y = within((left + right - wide) / 2, wide, sheet.width), within((top + low - high) / 2, high, sheet.height)
    name = context.shown(f"puzzle.{ascii_name(puzzle.seed)}")
    pen = Pen()
    pen.put(FaceStamp(context.shown("board"), shift(-x, -y)))
    for seat, square in enumerate(at.cars):
        car(pen, context, seat, where[square][0] - x, where[square][1] - y, at.cars[: seat + 1].count(square) - 1)
    part = Face(name, wide, high, tuple(pen.items))
    frame = Pen()
    frame.put(FaceStamp(name, (scale, 0, 0, scale, 0, 0)))
    frame.rect(0, 0, wide * scale, high * scale, stroke=context.palette.ink, width=0.3)
    return Drawn(frame.items, high * scale + 1, (part,))


def within(start: float, length: float, most: float) -> float:
    """Where a stretch begins that lies on the board, if the board is long enough for it."""
    return max(0.0, min(start, most - length))


def car(pen: Pen, context: KitContext, seat: int, x: float, y: float, more: int) -> None:
    """A car as a mark of its player; a second one on the same square stands beside the first."""
    hue = list(context.spec.seats.values())[seat]
    at = x + more * CAR * 1.6
    pen.circle(at, y, CAR, fill="#ffffff", stroke=context.palette.ink, width=0.5)
    pen.circle(at, y, CAR - 0.8, **context.palette.area(hue.hex, 0.3))
    pen.text(at, y + cap(BOLD, 11) / 2, hue.letter, BOLD, 11, context.palette.on(hue.hex), "middle")


def worksheet(context: KitContext, puzzle: Puzzle, room: float) -> Drawn:
    """The tariff card of the edition."""
    edition = puzzle.shown.edition
    of = KitContext(replace(context.order, edition=edition), context.palette, context.count, context.spec)
    card = tariff(of)
    face = replace(card.fronts[0], name=context.shown(f"puzzle.tariff.{edition}"))
    return Drawn([FaceStamp(face.name, shift((room - face.width) / 2, 0))], face.height, (face, *card.parts))


def faces(context: KitContext) -> tuple[Face, ...]:
    """The board."""
    return (drawn(context),)


ART = PuzzleArt(picture, worksheet, faces)
