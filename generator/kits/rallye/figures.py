"""Figures for the rules of Rallye-Code: the notes of a car, the signs, and a collision."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, SERIF, cap, fitting
from generator.drawing.geometry import Area
from generator.drawing.pen import HAIR, Face, Path, Pen
from generator.drawing.road_signs import sign
from generator.kits.common.kit_context import KitContext
from generator.kits.rallye.cars import parked
from generator.kits.rallye.notes import halo, hue, pattern, thin
from referee.rallye.pieces import NOTES

WIDTH = 84.0
SIGNS = (
    ("bend", "slippery", "crossing", "no-speed", "no-overtaking", "no-horn", "no-standing"),
    ("garage", "hotel", "petrol", "firstaid", "parking", "gendarmerie", "noentry"),
)


def purse(context: KitContext) -> Face:
    """The notes of a car in small, with how many of each."""
    palette, (w, h), gap = context.palette, (28.0, 15.0), 12.0
    pen = Pen()
    for i, (value, count) in enumerate(NOTES.items()):
        row, column = divmod(i, 2)
        x, y = column * (w + gap + 2) + gap, row * (h + 2.4) + 0.4
        colour = hue(context, value)
        pen.text(x - 2, y + h / 2 + cap(SERIF, 14) / 2, f"{count} ×", SERIF, 14, palette.ink, "end")
        pen.rect(x, y, w, h, 0.8, fill=palette.tint(colour, 0.16), stroke=palette.line(colour), width=0.5)
        pen.path(pattern(value, Area(x, y, w, h).inset(0.8, 0.8)), stroke=thin(palette, colour), width=HAIR)
        string, pt = fitting(context.spec.amount(value), SERIF, 17, w - 3)
        halo(pen, x + w / 2, y + h / 2 + cap(SERIF, pt) / 2, string, SERIF, pt, palette.line(colour))
    return pen.face(context.shown("example.notes"), WIDTH, 2 * h + 3.4, 0.4)


def signs(context: KitContext) -> Face:
    """Two rows of signs."""
    pen, r = Pen(), 4.9
    step = WIDTH / len(SIGNS[0])
    for j, row in enumerate(SIGNS):
        for i, name in enumerate(row):
            pen.put(*sign(name, (i + 0.5) * step, r + 0.6 + j * (2 * r + 2.4), r, context.palette))
    return pen.face(context.shown("example.signs"), WIDTH, 4 * r + 3.6, 0.4)


def meeting(context: KitContext) -> Face:
    """Two lanes, five squares: who overtakes meets who comes."""
    palette, paint = context.palette, context.spec.paint["main"].hex
    hues = list(context.spec.seats.values())
    pen = Pen()
    lane, top, count = 14.0, 1.4, 5
    step = WIDTH / count
    pen.rect(0, top - 1.2, WIDTH, 2 * lane + 2.4, fill=palette.line(paint))
    pen.rect(0, top, WIDTH, 2 * lane, fill="#ffffff")
    for i in range(1, count):
        pen.line(i * step, top, i * step, top + 2 * lane, palette.line(paint), 0.35)
    pen.line(0, top + lane, WIDTH, top + lane, palette.ink, 0.5, (3, 2))
    y = top + lane * 1.86
    way = (
        ("M", (step * 0.9, y - 6)),
        ("C", (step * 1.2, top + lane - 3, step * 2.4, top + lane - 3, step * 3, y - 8)),
        ("L", (step * 3.9, y - 5.5)),
    )
    pen.put(Path(way, None, palette.line(paint), 0.7, (1.6, 1.2)))
    for seat, place, low, back, letter in (
        (0, 0.5, y, False, "A"),
        (1, 1.6, y, False, "B"),
        (3, 2.5, top + lane * 0.8, True, "C"),
    ):
        x = place * step
        parked(pen, hues[seat].hex, palette, x, low, 6.4, back)
        pen.circle(x - 0.4, low - 2.9, 1.75, fill="#ffffff", stroke=palette.ink, width=0.2)
        pen.text(x - 0.4, low - 2.9 + cap(BOLD, 7.6) / 2, letter, BOLD, 7.6, palette.ink, "middle")
    return pen.face(context.shown("example.meeting"), WIDTH, top + 2 * lane + 1.6, 0.3)
