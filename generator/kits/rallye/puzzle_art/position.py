"""Puzzles of Rallye-Code on paper: the part of the board where it happens, with the cars on it."""

from __future__ import annotations

from msgspec.structs import replace

from generator.drawing.fonts import BOLD, cap
from generator.drawing.geometry import shift
from generator.drawing.pen import Face, FaceStamp, Item, Pen
from generator.kits.common.kit_context import KitContext
from generator.kits.common.puzzle_art import Drawn, PuzzleArt
from generator.kits.rallye.board import drawn, land
from generator.kits.rallye.roads import middle
from generator.kits.rallye.sheet import BoardSheet
from generator.kits.rallye.tariff import tariff
from generator.order.words import ascii_name
from referee.puzzles import Puzzle
from referee.registry import game as rules_of

HEIGHT = 120.0  # mm of the board that a page shows
AROUND = 1.5  # cells beyond the squares that matter
CORNER = 0.27  # of a cell: a car stands there beside its middle, and hides no sign
CAR = 2.6  # mm, however small the board is
BESIDE = 6.0  # mm between two cards


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
    part = Face(name, wide, high, tuple(pen.items))
    frame = Pen()
    frame.put(FaceStamp(name, (scale, 0, 0, scale, 0, 0)))
    frame.rect(0, 0, wide * scale, high * scale, stroke=context.palette.ink, width=0.3)
    corner = CORNER * sheet.cell
    for seat, square in enumerate(at.cars):
        to_x, to_y = where[square][0] + corner - x, where[square][1] - corner - y
        if 0 < to_x < wide and 0 < to_y < high:
            car(frame, context, seat, to_x * scale, to_y * scale, at.cars[: seat + 1].count(square) - 1)
    return Drawn(frame.items, high * scale + 1, (part,))


def within(start: float, length: float, most: float) -> float:
    """Where a stretch begins that lies on the board, if the board is long enough for it."""
    return max(0.0, min(start, most - length))


def car(pen: Pen, context: KitContext, seat: int, x: float, y: float, more: int) -> None:
    """A car as a mark of its player; a second one on the same square stands beside the first."""
    hue = list(context.spec.seats.values())[seat]
    at = x - more * CAR * 1.6
    pen.circle(at, y, CAR, fill="#ffffff", stroke=context.palette.ink, width=0.5)
    pen.circle(at, y, CAR - 0.5, **context.palette.area(hue.hex, 0.3))
    pen.text(at, y + cap(BOLD, 9) / 2, hue.letter, BOLD, 9, context.palette.on(hue.hex), "middle")


def reference(context: KitContext, room: float) -> list[Drawn]:
    """The tariff cards of all editions: side by side, or one below the other."""
    cards = [card(context, edition) for edition in rules_of(context.order.game).editions]
    columns = max(1, int(room // cards[0].faces[0].width))
    rows = [cards[i : i + columns] for i in range(0, len(cards), columns)]
    return [in_a_row(row, room) for row in rows]


def in_a_row(cards: list[Drawn], room: float) -> Drawn:
    """Cards side by side in the middle."""
    each = min(room / len(cards), cards[0].faces[0].width + BESIDE)
    left = (room - each * len(cards)) / 2
    items: list[Item] = []
    for place, (face, *_) in enumerate(one.faces for one in cards):
        items.append(FaceStamp(face.name, shift(left + (place + 0.5) * each - face.width / 2, 0)))
    return Drawn(items, cards[0].height + 1, tuple(face for one in cards for face in one.faces))


def worksheet(context: KitContext, puzzle: Puzzle, room: float, high: float) -> Drawn:
    """The tariff card of the edition, where there is room for it."""
    found = card(context, puzzle.shown.edition)
    if found.height > high:
        return Drawn([], 0.0)
    face = found.faces[0]
    return Drawn([FaceStamp(face.name, shift((room - face.width) / 2, 0))], found.height, found.faces)


def card(context: KitContext, edition: str) -> Drawn:
    """The tariff card of an edition: its face first."""
    of = KitContext(replace(context.order, edition=edition), context.palette, context.count, context.spec)
    made = tariff(of)
    face = replace(made.fronts[0], name=context.shown(f"puzzle.tariff.{edition}"))
    return Drawn([], face.height, (face, *made.parts))


def faces(context: KitContext) -> tuple[Face, ...]:
    """The board."""
    return (drawn(context),)


ART = PuzzleArt(picture, worksheet, faces, reference)
