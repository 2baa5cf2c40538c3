"""What stands on a square of the board: its milestone, its sign, the plate of its town."""

from __future__ import annotations

from msgspec import Struct

from generator.drawing import Pen, ellipse
from generator.fonts import BOLD, LEAST_PT, MM, SERIF, cap, fitting, pt_for_cap, width
from generator.kits.rallye.roads import Piece
from generator.signs import sign
from generator.studio import Studio
from generator.tone import WHITE
from referee.rallye.boards import Kind, Square
from referee.rallye.pieces import LABELS, Till


class Spot(Struct, frozen=True):
    """Where a square lies: its middle, how large a cell is, its piece of road, and what it is numbered."""

    x: float
    y: float
    cell: float
    piece: Piece
    numbers: tuple[str, ...]


def square(pen: Pen, studio: Studio, of: Square, spot: Spot) -> None:
    """All that is on it."""
    c = spot.cell
    if of.kind == Kind.PARIS:
        paris(pen, studio, spot)
    elif of.manages:
        gerance(pen, studio, of.manages, spot)
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
            pen.put(*sign(name, spot.x + shift, spot.y - up + 0.03 * c, r, studio.tone))
        for number, (u, v) in zip(spot.numbers, stones, strict=False):
            milestone(pen, studio, number, spot.x + u * c, spot.y + v * c, c)
    if of.town:
        plate(pen, studio, of.town, spot)


def signs(of: Square) -> str:
    """The name of its sign."""
    if of.kind == Kind.RINGED:
        return f"no-{of.sign}"
    return "" if of.kind == Kind.PLAIN else str(of.kind)


def milestone(pen: Pen, studio: Studio, number: str, x: float, y: float, c: float) -> None:
    """A kilometre stone, white with a coloured cap: red on the main road, yellow on a cross-road."""
    tone, paint = studio.tone, studio.shelf.paint
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
    pen.path(stone, fill="#ffffff", stroke=tone.ink, width=0.25)
    main = not number[0].isalpha()  # with black alone the caps of cross-roads stay white
    pen.path(
        cap_, fill=tone.badge(colour)["fill"] if main or tone.mode != "mono" else WHITE, stroke=tone.ink, width=0.2
    )
    pen.text(x, low - 0.028 * c, number, BOLD, pt, tone.ink, "middle")


def gerance(pen: Pen, studio: Studio, till: Till, spot: Spot) -> None:
    """The square of a manager: in the colour of his till, with its sign and its label."""
    tone, c, colour = studio.tone, spot.cell, studio.shelf.gerance[till].hex
    on = tone.on(colour)
    pt = pt_for_cap(SERIF, 0.3 * c)
    pen.text(spot.x - 0.2 * c, spot.y - 0.06 * c + cap(SERIF, pt) / 2, LABELS[till], SERIF, pt, on, "middle")
    x, y, r = spot.x + 0.15 * c, spot.y - 0.06 * c, 0.2 * c
    pen.rect(x - r, y - r, 2 * r, 2 * r, r * 0.2, fill=WHITE)  # one of them is blue on blue
    pen.put(*sign(str(till), x, y, r, tone))


def paris(pen: Pen, studio: Studio, spot: Spot) -> None:
    """Where all begin: the milestone of milestones, with a chequered border."""
    tone, c, accent = studio.tone, spot.cell, studio.shelf.accent
    n = 9
    s = 0.72 * c / n
    for row in (0, 1):
        for i in range(n):
            if (i + row) % 2 == 0:
                pen.rect(spot.x - 0.36 * c + i * s, spot.y - 0.36 * c + row * s, s, s, fill=tone.ink)
    pt = pt_for_cap(SERIF, 0.24 * c)
    pen.path(ellipse(spot.x, spot.y, 0.2 * c), **tone.area(accent, 0.6))
    pen.text(spot.x, spot.y + cap(SERIF, pt) / 2, "1", SERIF, pt, tone.on(accent), "middle")


def plate(pen: Pen, studio: Studio, town: str, spot: Spot) -> None:
    """The sign at the entry of a town."""
    tone, c = studio.tone, spot.cell
    string, pt = fitting(town, BOLD, max(LEAST_PT + 0.3, 0.31 * c), 0.7 * c)
    w, h = max(width(string, BOLD, pt) + 0.07 * c, 0.3 * c), pt * MM * 1.1 + 0.7
    y = spot.y + 0.385 * c - h
    pen.rect(spot.x - w / 2, y, w, h, 0.02 * c, fill="#ffffff", stroke=tone.ink, width=0.3)
    base = y + h / 2 + cap(BOLD, pt) / 2 - 0.05 * pt * MM  # a hair up: some names have a tail
    pen.text(spot.x, base, string, BOLD, pt, tone.ink, "middle")
