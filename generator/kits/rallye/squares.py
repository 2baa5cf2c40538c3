"""What stands on a square of the board: its milestone, its sign, the plate of its town."""

from __future__ import annotations

from msgspec import Struct

from generator.drawing.fonts import BOLD, LEAST_PT, MM, SERIF, cap, fitting, pt_for_cap, width
from generator.drawing.palette import WHITE
from generator.drawing.pen import Pen, ellipse
from generator.drawing.road_signs import sign
from generator.kits.common.kit_context import KitContext
from generator.kits.rallye.roads import Piece
from referee.rallye.board.squares import Kind, Square
from referee.rallye.pieces import LABELS, Till


class Spot(Struct, frozen=True):
    """Where a square lies: its middle, how large a cell is, its piece of road, and what it is numbered."""

    x: float
    y: float
    cell: float
    piece: Piece
    numbers: tuple[str, ...]


def square(pen: Pen, context: KitContext, of: Square, spot: Spot) -> None:
    """All that is on it."""
    c = spot.cell
    if of.kind == Kind.PARIS:
        paris(pen, context, spot)
    elif of.manages:
        gerance(pen, context, of.manages, spot)
    else:
        up = 0.06 * c if of.town else 0.0
        stones = [(-0.25, -0.245), (0.25, 0.265)]
        if spot.piece.far and spot.piece.far[0] < 0 and spot.piece.far[1] < 0:
            stones[0] = (0.25, -0.245)
        shift = 0.075 * c if stones[0][0] < 0 else -0.075 * c
        if len(spot.numbers) > 1:
            shift = 0
        if name := signs(of):
            r = (0.2 if len(spot.numbers) > 1 else 0.25) * c
            pen.put(*sign(name, spot.x + shift, spot.y - up + 0.03 * c, r, context.palette))
        for number, (u, v) in zip(spot.numbers, stones, strict=False):
            milestone(pen, context, number, spot.x + u * c, spot.y + v * c, c)
    if of.town:
        plate(pen, context, of.town, spot)


def signs(of: Square) -> str:
    """The name of its sign."""
    if of.kind == Kind.RINGED:
        return f"no-{of.sign}"
    return "" if of.kind == Kind.PLAIN else str(of.kind)


def milestone(pen: Pen, context: KitContext, number: str, x: float, y: float, c: float) -> None:
    """A kilometre stone, white with a coloured cap: red on the main road, yellow on a cross-road."""
    palette, paint = context.palette, context.spec.paint
    colour = paint["cross" if number[0].isalpha() else "main"].hex
    pt = max(LEAST_PT, pt_for_cap(BOLD, 0.085 * c))
    w = max(0.2 * c, width(number, BOLD, pt) + 0.05 * c)
    h, r = 0.235 * c, w / 2
    x1, x2, top, low, brow = x - w / 2, x + w / 2, y - h / 2, y + h / 2, y - h / 2 + 0.1 * c
    k = min(r, 0.1 * c)
    cap_ = (
        ("M", (x1, brow)), ("L", (x1, top + k)), ("C", (x1, top + k * 0.4, x1 + k * 0.45, top, x, top)),
        ("C", (x2 - k * 0.45, top, x2, top + k * 0.4, x2, top + k)), ("L", (x2, brow)), ("Z", ()),
    )  # fmt: skip
    stone = (*cap_[:-2], ("L", (x2, low)), ("L", (x1, low)), ("Z", ()))
    pen.path(stone, fill="#ffffff", stroke=palette.ink, width=0.25)
    main = not number[0].isalpha()  # with black alone the caps of cross-roads stay white
    pen.path(
        cap_,
        fill=palette.badge(colour)["fill"] if main or palette.mode != "mono" else WHITE,
        stroke=palette.ink,
        width=0.2,
    )
    pen.text(x, low - 0.028 * c, number, BOLD, pt, palette.ink, "middle")


def gerance(pen: Pen, context: KitContext, till: Till, spot: Spot) -> None:
    """The square of a manager: in the colour of his till, with its sign and its label."""
    palette, c, colour = context.palette, spot.cell, context.spec.gerance[till].hex
    on = palette.on(colour)
    pt = pt_for_cap(SERIF, 0.3 * c)
    pen.text(spot.x - 0.2 * c, spot.y - 0.06 * c + cap(SERIF, pt) / 2, LABELS[till], SERIF, pt, on, "middle")
    x, y, r = spot.x + 0.15 * c, spot.y - 0.06 * c, 0.2 * c
    pen.rect(x - r, y - r, 2 * r, 2 * r, r * 0.2, fill=WHITE)  # one of them is blue on blue
    pen.put(*sign(str(till), x, y, r, palette))


def paris(pen: Pen, context: KitContext, spot: Spot) -> None:
    """Where all begin: the milestone of milestones, with a chequered border."""
    palette, c, accent = context.palette, spot.cell, context.spec.accent
    n = 9
    s = 0.72 * c / n
    for row in (0, 1):
        for i in range(n):
            if (i + row) % 2 == 0:
                pen.rect(spot.x - 0.36 * c + i * s, spot.y - 0.36 * c + row * s, s, s, fill=palette.ink)
    pt = pt_for_cap(SERIF, 0.24 * c)
    pen.path(ellipse(spot.x, spot.y, 0.2 * c), **palette.area(accent, 0.6))
    pen.text(spot.x, spot.y + cap(SERIF, pt) / 2, "1", SERIF, pt, palette.on(accent), "middle")


def plate(pen: Pen, context: KitContext, town: str, spot: Spot) -> None:
    """The sign at the entry of a town."""
    palette, c = context.palette, spot.cell
    string, pt = fitting(town, BOLD, max(LEAST_PT + 0.3, 0.31 * c), 0.7 * c)
    w, h = max(width(string, BOLD, pt) + 0.07 * c, 0.3 * c), pt * MM * 1.1 + 0.7
    y = spot.y + 0.385 * c - h
    pen.rect(spot.x - w / 2, y, w, h, 0.02 * c, fill="#ffffff", stroke=palette.ink, width=0.3)
    base = y + h / 2 + cap(BOLD, pt) / 2 - 0.05 * pt * MM  # a hair up: some names have a tail
    pen.text(spot.x, base, string, BOLD, pt, palette.ink, "middle")
