"""Figures of the rules of Fully: who sits where, a code, a round, the points. Each fits a column of the leaflet."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, SANS, cap, fitted, wrap_even
from generator.drawing.geometry import Area
from generator.drawing.palette import WHITE
from generator.drawing.pen import Face, Pen, Point
from generator.kits.common.kit_context import KitContext
from generator.kits.fully.phrasebook import phrases
from generator.kits.fully.screens import standing
from generator.kits.fully.tokens import boxed, upright
from referee.fully.pieces import (
    CODE,
    MISSING,
    RIGHT,
    WHOLE_ROW,
    WRONG,
    Colour,
    Phrase,
    Place,
    Seat,
    Team,
    team,
)

WIDTH = 84.0
# The code and the first round that the old sheet shows.
EXAMPLE = {
    Phrase.UNKNOWN: 4, Phrase.YES: 6, Phrase.NO: 9,
    Phrase.I_HAVE: 8, Phrase.FIRST_HAS: 1, Phrase.SECOND_HAS: 5,
    Phrase.HAVE_YOU: 2, Phrase.HAS_FIRST: 7, Phrase.HAS_SECOND: 3,
}  # fmt: skip
ROUND = {
    Seat.NORTH: (Colour.RED, Place.C, 2, 9),
    Seat.EAST: (Colour.BLUE, Place.A, 5, 4),
    Seat.SOUTH: (Colour.YELLOW, Place.D, 8, 6),
    Seat.WEST: (Colour.GREEN, Place.C, 2, 7),
}


def figures(context: KitContext) -> dict[str, Face]:
    """By the names that the rules call them."""
    return {
        "seats": seats(context),
        "screen": standing(context),
        "code": code(context),
        "round": round_(context),
        "points": points(context),
    }


def seats(context: KitContext) -> Face:
    """The table from above: every board has the row of its owner nearest to him, every screen hides it."""
    palette, spec = context.palette, context.spec
    accent = palette.line(spec.accent)
    high = 76.0
    x, y, half = WIDTH / 2, high / 2, 32.5
    pen = Pen()
    pen.rect(
        x - half, y - half, 2 * half, 2 * half, 3, fill=palette.tint(spec.accent, 0.07), stroke=palette.soft, width=0.3
    )
    for i, seat in enumerate(Seat):
        own = (0, -1), (1, 0), (0, 1), (-1, 0)
        u, v = own[i]
        place_(pen, context, i, x + u * 21.5, y + v * 21.5, (u, v))
        name = spec.seats.of(seat).name
        if v:
            base = y + v * (half + 3.0) + cap(BOLD, 11) / 2
            pen.text(x, base, name, BOLD, 11, accent, "middle")
        else:
            turned = 90 if u > 0 else 270
            shift = cap(BOLD, 11) / 2
            pen.text(
                x + u * (half + 3.0) + (-shift if u > 0 else shift), y, name, BOLD, 11, accent, "middle", turn=turned
            )
    clock(pen, context, x, y)
    return pen.face(context.shown("figure.seats"), WIDTH, high)


def place_(pen: Pen, context: KitContext, index: int, x: float, y: float, out: Point) -> None:
    """A board and its screen in small; all boards lie the same way in the room."""
    palette, accent = context.palette, context.palette.line(context.spec.accent)
    side = 7.6
    u, v = out
    pen.rect(x - side, y - side, 2 * side, 2 * side, 0.8, fill=WHITE, stroke=accent, width=0.25)
    for i, (p, q) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        for j in range(-2, 3):
            cx, cy = x + p * (side - 1.9) + (j * 2.0 if q else 0), y + q * (side - 1.9) + (j * 2.0 if p else 0)
            own = i == index
            pen.rect(
                cx - 0.85,
                cy - 0.85,
                1.7,
                1.7,
                0.3,
                fill=accent if own else palette.tint(accent, 0.12),
                stroke=accent,
                width=0.2,
            )
    edge = side + 0.9  # the screen stands towards the middle, its wings run along the board to its near edge
    corner = [(-side, -edge), (edge, -edge), (edge, edge), (-side, edge)]
    points = [(x - u * a + v * b, y - v * a + u * b) for a, b in corner]
    pen.path((("M", points[0]), *(("L", p) for p in points[1:])), None, palette.ink, 0.8)


def clock(pen: Pen, context: KitContext, x: float, y: float) -> None:
    """An arrow clockwise around the middle."""
    accent = context.palette.line(context.spec.accent)
    r, k = 6.0, 6.0 * 0.5523
    pen.path(
        (
            ("M", (x, y - r)), ("C", (x + k, y - r, x + r, y - k, x + r, y)), ("C", (x + r, y + k, x + k, y + r, x, y + r)),
            ("C", (x - k, y + r, x - r, y + k, x - r, y)),
        ),
        None, accent, 0.7,
    )  # fmt: skip
    pen.polygon([(x - r, y - 2.6), (x - r - 1.7, y + 0.4), (x - r + 1.7, y + 0.4)], fill=accent)


def code(context: KitContext) -> Face:
    """A code, as North and South may have agreed on it."""
    pen = Pen()
    high = 25.0
    frame(pen, context, WIDTH, high)
    phrases(pen, context, Team.NORTH_SOUTH, Area(2.4, 1.6, WIDTH - 4.8, high - 3.2), EXAMPLE, 9.2, 1.6)
    return pen.face(context.shown("figure.code"), WIDTH, high)


def frame(pen: Pen, context: KitContext, w: float, h: float) -> None:
    """The ground of a figure that shows writing."""
    palette = context.palette
    pen.rect(
        0.2, 0.2, w - 0.4, h - 0.4, 1.5, fill=palette.tint(context.spec.accent, 0.06), stroke=palette.soft, width=0.2
    )


def round_(context: KitContext) -> Face:
    """The first line of the dialogues, filled in: colours as swatches, places in boxes."""
    palette, texts = context.palette, context.spec.sheets
    accent = palette.line(context.spec.accent)
    pen = Pen()
    w, high = WIDTH / len(Seat), 21.0
    across = (3.7, 9.5, 14.4, 18.6)  # the middles of colour, place, digit, reply
    for i, (seat, (colour, place, said, reply)) in enumerate(ROUND.items()):
        x = i * w
        own = team(seat) is Team.NORTH_SOUTH
        ground = palette.area(context.spec.accent, 0.3) if own else {"stroke": accent, "width": 0.3}
        pen.rect(x + 0.2, 0.2, w - 0.4, 5.6, **ground)
        on = palette.on(context.spec.accent) if own else palette.ink
        pen.text(x + w / 2, 3 + cap(BOLD, 9.5) / 2, context.spec.seats.of(seat).name, BOLD, 9.5, on, "middle")
        for letter, middle in zip(texts.heads, across, strict=True):
            pen.text(x + middle, 9.6, letter, SANS, 8.5, palette.ink, "middle")
        y = 15.4
        upright(pen, context.spec.colours.of(colour), x + 0.8, y - 3.9, 5.6, 7.8, palette)
        boxed(pen, place, x + across[1], y, 4.8, palette)
        for middle, digit in zip(across[2:], (said, reply), strict=True):
            pen.text(x + middle, y + cap(BOLD, 14) / 2, str(digit), BOLD, 14, palette.ink, "middle")
        for line in (6.8, 12.2, 16.5):
            pen.line(x + line, 5.8, x + line, high - 0.2, palette.soft, 0.2)
        pen.rect(x + 0.2, 5.8, w - 0.4, high - 6, stroke=accent, width=0.3)
    return pen.face(context.shown("figure.round"), WIDTH, high)


def points(context: KitContext) -> Face:
    """What counts how much, for the partner's row and for an opponent's."""
    palette, texts = context.palette, context.spec.points
    accent = palette.line(context.spec.accent)
    rows = [
        (texts.right, *(f"{RIGHT[who]:+d}" for who in RIGHT)),
        (texts.wrong, *(f"{WRONG[who]:+d}".replace("-", "−") for who in RIGHT)),
        (texts.missing, *(str(MISSING) for _ in RIGHT)),
        (texts.whole, *(f"{WHOLE_ROW[who]:+d}" for who in RIGHT)),
    ]
    pen = Pen()
    row, first = 6.4, 40.0
    column = (WIDTH - first) / 2
    pen.rect(0, 0, WIDTH, row, **palette.area(context.spec.accent, 0.3))
    for j, word in enumerate((texts.partner, texts.opponent)):
        x = first + (j + 0.5) * column
        pen.text(
            x,
            row / 2 + cap(BOLD, 10) / 2,
            *fitted(word, BOLD, 10, column - 2),
            palette.on(context.spec.accent),
            "middle",
        )
    for i, (label, *numbers) in enumerate(rows, 1):
        y = i * row
        middle = y + row / 2
        pen.text(1, middle + cap(SANS, 10) / 2, *fitted(label, SANS, 10, first - 2), palette.ink)
        for j, number in enumerate(numbers):
            pen.text(first + (j + 0.5) * column, middle + cap(BOLD, 12) / 2, number, BOLD, 12, palette.ink, "middle")
        pen.line(0, y + row, WIDTH, y + row, palette.soft, 0.2)
    y = row * (len(rows) + 1) + 1.5
    few, many = sorted(set(CODE.values()))
    pen.text(1, y + 4, *fitted(texts.tie, BOLD, 10, WIDTH - 2), accent)
    for value, whose in ((few, Team.NORTH_SOUTH), (many, Team.NORTH_SOUTH), (many, Team.EAST_WEST)):
        named = [context.spec.phrase(p, whose).replace(" ", "\u00a0") for p in Phrase if CODE[p] == value]
        y += 5.4
        pen.text(5.5, y + 4, str(value), BOLD, 10, palette.ink, "end")
        lines = wrap_even(" · ".join(named), SANS, 9, WIDTH - 8)
        for i, line in enumerate(lines):
            y += 4 * (i > 0)
            pen.text(7, y + 4, line.removesuffix(" ·").removeprefix("· "), SANS, 9, palette.ink)
    return pen.face(context.shown("figure.points"), WIDTH, y + 6)
