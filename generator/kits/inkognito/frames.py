"""What every card of Inkognito has: its edge, straight or jagged, and the mark of its colour; and the common back."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, cap
from generator.drawing.geometry import Area
from generator.drawing.palette import WHITE, InkPalette
from generator.drawing.pen import Face, Op, Path, Pen, Point, polygon
from generator.drawing.shapes import SHAPES
from generator.kits.common.kit_context import KitContext
from generator.kits.common.marked_colour import MarkedColour
from generator.kits.inkognito.art import outline
from generator.layout import decoration
from generator.layout.component import BACK_BLEED, FRONT_BLEED

BORDER = 4.2  # from the edge of a card to its panel
TOOTH = 2.5  # how deep the teeth of a true card are
PITCH = 3.6  # and how far apart, as near as the sides allow
# A half mask with its two eyes, in a box of 100 by 44; the eyes run against the outline and stay open.
MASK = outline(
    "M50 14 C60 2 82 -3 100 4 C98 12 99 22 94 31 C87 43 68 45 58 34 C55 30 52 28 50 28 "
    "C48 28 45 30 42 34 C32 45 13 43 6 31 C1 22 2 12 0 4 C18 -3 40 2 50 14 Z "
    "M20 21 C25 31 37 31 42 24 C37 14 26 13 20 21 Z M80 21 C74 13 63 14 58 24 C63 31 75 31 80 21 Z"
)


def mark(hue: MarkedColour, x: float, y: float, r: float, palette: InkPalette) -> Path:
    """The shape of a colour, solid in every ink mode."""
    return Path(SHAPES[hue.shape](x, y, r), **palette.badge(hue.hex))


def badge(pen: Pen, hue: MarkedColour, right: float, middle: float, r: float, pt: float, palette: InkPalette) -> None:
    """Letter and shape of a colour; the shape ends at `right`."""
    pen.put(mark(hue, right - r, middle, r, palette))
    pen.text(right - 2 * r - 1.1, middle + cap(BOLD, pt) / 2, hue.letter, BOLD, pt, palette.ink, "end")


def jagged(area: Area, depth: float, pitch: float) -> tuple[Op, ...]:
    """A rectangle with teeth all around: their tips reach its sides, its corners are cut back to where they begin."""
    inner = area.inset(depth, depth)
    x, y, right, low = inner.x, inner.y, inner.x + inner.width, inner.y + inner.height
    corners = ((x, y), (right, y), (right, low), (x, low), (x, y))
    outward = ((0.0, -depth), (depth, 0.0), (0.0, depth), (-depth, 0.0))
    points: list[Point] = []
    for (x1, y1), (x2, y2), (out_x, out_y) in zip(corners, corners[1:], outward, strict=False):
        teeth = max(2, round((abs(x2 - x1) + abs(y2 - y1)) / pitch))
        for i in range(teeth):
            notch, tip = i / teeth, (i + 0.5) / teeth
            points.append((x1 + (x2 - x1) * notch, y1 + (y2 - y1) * notch))
            points.append((x1 + (x2 - x1) * tip + out_x, y1 + (y2 - y1) * tip + out_y))
    return polygon(points)


def edge(pen: Pen, size: tuple[float, float], colour: str, true: bool, palette: InkPalette) -> None:
    """The border in its colour and the panel on it; the panel of a true card is jagged."""
    w, h = size
    if palette.floods:
        b = FRONT_BLEED
        pen.rect(-b, -b, w + 2 * b, h + 2 * b, fill=colour)
    elif true:
        pen.rect(1.2, 1.2, w - 2.4, h - 2.4, 1.2, **palette.area(colour, 0.5))
    inset = BORDER - TOOTH / 2 if true else BORDER
    panel = Area(inset, inset, w - 2 * inset, h - 2 * inset)
    if true:
        line = None if palette.floods else palette.line(colour)
        pen.path(jagged(panel, TOOTH, PITCH), fill=WHITE, stroke=line, width=0.5)
    elif palette.floods:
        pen.rect(panel.x, panel.y, panel.width, panel.height, 2, fill=WHITE)
    else:
        pen.rect(2.2, 2.2, w - 4.4, h - 4.4, 2.4, fill=WHITE, stroke=palette.line(colour), width=0.9)


def finished(pen: Pen, name: str, size: tuple[float, float], palette: InkPalette) -> Face:
    """The face of a card."""
    return pen.face(name, *size, FRONT_BLEED if palette.floods else 0)


def masks(x: float, y: float, width: float, fill: str | None, stroke: str | None = None) -> Path:
    """A half mask, by its upper middle."""
    scale = width / 100
    return Path(MASK, fill=fill, stroke=stroke, width=0.3).moved((scale, 0, 0, scale, x - width / 2, y))


def back(context: KitContext) -> Face:
    """One for all cards: whatever lies face down, its back says nothing. Turned by half it looks the same."""
    size, accent, palette = context.spec.sizes.card, context.spec.accent, context.palette
    w, h = size
    pen = Pen()
    decoration.card_ground(pen, size, accent, palette)
    decoration.plate(pen, size, 33, 36, accent, palette)
    on = palette.on(accent)
    pen.line(w / 2 - 13, h / 2, w / 2 + 13, h / 2, on, 0.2)
    fill = on if palette.floods else palette.tint(accent, 0.6)
    upper = masks(w / 2, h / 2 - 14.6, 27, fill, None if palette.floods else on)
    pen.put(upper, upper.moved((-1, 0, 0, -1, w, h)))
    return pen.face(context.shown("card.back"), w, h, BACK_BLEED if palette.floods else 0)
