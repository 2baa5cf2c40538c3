"""Boards of Fully: the four rows as the players sit, seen from one seat, whose own row is nearest."""

from __future__ import annotations

from collections.abc import Iterator

from generator.drawing.fonts import BOLD, SANS, SERIF, cap, fitted, pt_for_cap
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.kits.common.marked_colour import colour_mark
from generator.kits.fully.spec import PAWN_ROOM
from generator.kits.fully.tokens import boxed
from generator.layout import decoration
from generator.layout.component import Component
from referee.fully.pieces import Colour, Place, Seat

EDGE = 4.0  # white around the board
GAP = 0.8  # between places: the board goes between the wings of the screen
LABEL = 6.0  # side of a boxed letter
SIDES = ("near", "left", "far", "right")  # clockwise from the owner, as the seats go


def board_names(context: KitContext) -> PieceNames:
    """By their seats."""
    return tuple((context.spec.seats.of(seat).name,) for seat in Seat)


def boards(context: KitContext) -> Component:
    """One for each seat."""
    texts = context.spec.boards
    return Component(
        "boards", texts.title, texts.advice, tuple(board(context, seat) for seat in Seat), names=board_names(context)
    )


def around(seat: Seat) -> dict[str, Seat]:
    """Who sits on which side of this seat."""
    seats = tuple(Seat)
    first = seats.index(seat)
    return {side: seats[(first + i) % len(seats)] for i, side in enumerate(SIDES)}


def places(side: str, width: float, height: float, cell: float) -> Iterator[tuple[Place, Area, tuple[float, float]]]:
    """Each place of a row with its field and the middle of its letter; A is on the left or at the top."""
    length = len(Place) * cell + (len(Place) - 1) * GAP
    inward = cell + 1.2 + LABEL / 2
    for i, place in enumerate(Place):
        along = i * (cell + GAP)
        if side in ("near", "far"):
            x = (width - length) / 2 + along
            y = EDGE if side == "far" else height - EDGE - cell
            letter = x + cell / 2, EDGE + inward if side == "far" else height - EDGE - inward
        else:
            x = EDGE if side == "left" else width - EDGE - cell
            y = (height - length) / 2 + along
            letter = EDGE + inward if side == "left" else width - EDGE - inward, y + cell / 2
        yield place, Area(x, y, cell, cell), letter


def board(context: KitContext, seat: Seat) -> Face:
    """A desk pad: the rows along its edges, the stock of pawns in the middle."""
    spec, palette = context.spec, context.palette
    w, h = spec.sizes.board
    accent = palette.line(spec.accent)
    cell = max(spec.sizes.pawn) + 2 * PAWN_ROOM
    pen = Pen()
    pen.rect(1.2, 1.2, w - 2.4, h - 2.4, stroke=accent, width=0.4)
    pen.put(*decoration.pad_corners(Area(1.2, 1.2, w - 2.4, h - 2.4), 22, accent, palette))
    for side, whose in around(seat).items():
        own = side == "near"
        for place, field, letter in places(side, w, h, cell):
            pen.rect(
                field.x, field.y, field.width, field.height, 2.4,
                fill=palette.tint(spec.accent, 0.2 if own else 0.06), stroke=accent, width=0.7 if own else 0.3,
            )  # fmt: skip
            boxed(pen, place, *letter, LABEL, palette)
        name(pen, context, side, whose)
    stock(pen, context, w / 2, h / 2)
    return pen.face(context.shown(f"board.{seat}"), w, h)


def name(pen: Pen, context: KitContext, side: str, whose: Seat) -> None:
    """Whose row it is, and what that player is to the owner of the board."""
    spec, palette, texts = context.spec, context.palette, context.spec.boards
    w, h = spec.sizes.board
    accent = palette.line(spec.accent)
    role = {"near": texts.you, "far": texts.partner}.get(side, texts.opponent)
    called = spec.seats.of(whose)
    cell = max(spec.sizes.pawn) + 2 * PAWN_ROOM
    inward = EDGE + cell + LABEL + 3.4  # past the places and their letters
    high, flat = 9.0, side in ("near", "far")
    if flat:  # the letter beside name and role
        top = inward if side == "far" else h - inward - high
        x, anchor, letter_x, letter_anchor, below, room = w / 2 + 1, "start", w / 2 - 2, "end", 0.0, 40.0
    else:  # the letter above them
        top, below, room = h / 2 - 12, high + 4, 26.0
        x, anchor = (inward + 2, "start") if side == "left" else (w - inward - 2, "end")
        letter_x, letter_anchor = x, anchor
    pen.text(letter_x, top + high, called.letter, SERIF, pt_for_cap(SERIF, high), accent, letter_anchor)
    pen.text(x, top + below + cap(BOLD, 13), *fitted(called.name, BOLD, 13, room), palette.ink, anchor)
    pen.text(x, top + below + high, *fitted(role, SANS, 10, room), palette.ink, anchor)


def stock(pen: Pen, context: KitContext, x: float, y: float) -> None:
    """A field for the pawns of each colour that are not in use, as the five of a die."""
    spec, palette = context.spec, context.palette
    side = max(spec.sizes.pawn) + 2
    middles = ((-0.55, -1.1), (0.55, -1.1), (0, 0), (-0.55, 1.1), (0.55, 1.1))  # in sides
    for colour, (u, v) in zip(Colour, middles, strict=True):
        hue = spec.colours.of(colour)
        left, top = x + (u - 0.5) * side, y + (v - 0.5) * side
        ink = palette.line(hue.hex)
        pen.rect(left, top, side, side, 2.4, fill=palette.tint(hue.hex, 0.16), stroke=ink, width=0.3, dash=(1, 1))
        pen.put(colour_mark(hue, left + side / 2, top + side * 0.33, side * 0.19, palette))
        pt = pt_for_cap(BOLD, side * 0.27)
        pen.text(left + side / 2, top + side * 0.86, hue.letter, BOLD, pt, palette.line(hue.hex), "middle")
