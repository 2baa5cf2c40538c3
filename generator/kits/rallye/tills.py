"""Tills of Rallye-Code: boxes with a high back that is folded double, one for each gérance."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, MM, SANS, SERIF, cap, fitted, pt_for_cap
from generator.drawing.geometry import Area, Matrix
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face, Item, Pen, placed
from generator.drawing.road_signs import sign
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.kits.rallye.panels import fitting_rows
from generator.layout import decoration
from generator.layout.component import FRONT_BLEED, Component
from referee.rallye.pieces import LABELS, Till

SPILL = 1.5  # of colour beyond a line that is cut
PLAY = 0.6  # that much narrower is what is folded inside
INNER = 1.2  # of the corners that are glued, before the hatching begins
STROKES = (
    6  # of scissors inside the rectangle: the sides of the back down to the floor, the shoulders, the slits in front
)
THICK = 0.6


def till_names(context: KitContext) -> PieceNames:
    """By what they are for, and by number."""
    return tuple((context.spec.gerance[each].name, LABELS[each]) for each in Till)


def tills(context: KitContext) -> Component:
    """One for each gérance."""
    texts = context.spec.tills
    fronts = tuple(till(context, each) for each in Till)
    return Component("tills", texts.title, texts.advice, fronts, cuts=STROKES, names=till_names(context))


def till(context: KitContext, of: Till) -> Face:
    """The flat box, from the inside of its back at the top to its front at the bottom."""
    size, palette, colour = context.spec.sizes.till, context.palette, context.spec.gerance[of].hex
    wide, high = size.flat
    left, right, ridge, floor, lip = size.creases
    pen = Pen()
    if palette.floods:
        pen.rect(left - SPILL, -FRONT_BLEED, size.width + 2 * SPILL, floor + FRONT_BLEED, fill=colour)
        pen.rect(-FRONT_BLEED, floor, wide + 2 * FRONT_BLEED, size.depth, fill=colour)
        pen.rect(left, lip, size.width, high - lip + FRONT_BLEED, fill=colour)
    pen.rect(left, floor, size.width, size.depth, fill="#ffffff")
    for x in (0.0, right):
        for y in (floor - size.wall, lip):
            pen.rect(x, y, size.wall, size.wall, fill="#ffffff")
    corners(pen, context)
    walls(pen, context, of)
    steps(pen, context, Area(left + 3, floor + 2.4, size.width - 6, size.depth - 4))
    for line in strokes(context):
        pen.line(*line, palette.ink, THICK, line="cut")
    on = palette.on(colour) if palette.floods else ""
    pen.put(decoration.fold(left, ridge, right, ridge, palette, on=on))  # the one fold that runs through the colour
    for x1, y1, x2, y2 in (
        (left, floor, right, floor), (left, lip, right, lip), (left, floor, left, lip),
        (right, floor, right, lip), (0, floor, left, floor), (right, floor, wide, floor), (0, lip, left, lip), (right, lip, wide, lip),
    ):  # fmt: skip
        pen.put(decoration.fold(x1, y1, x2, y2, palette))
    return pen.face(context.shown(f"till.{of}"), wide, high, FRONT_BLEED if palette.floods else 0)


def strokes(context: KitContext) -> list[tuple[float, float, float, float]]:
    """What is cut inside the rectangle, straight throughout: down both sides of the back to the floor, a little narrower
    where it is folded inside; across to those cuts; and up from the front."""
    size = context.spec.sizes.till
    wide, high = size.flat
    left, right, _, floor, lip = size.creases
    top = floor - size.wall
    shoulder = PLAY * (1 - top / floor)
    found = []
    for edge, inner, crease, inward in ((wide, right - PLAY, right, -1), (0.0, left + PLAY, left, 1)):
        found += [
            (inner, 0.0, crease, floor),
            (edge, top, crease + inward * shoulder, top),
            (crease, high, crease, lip),
        ]
    assert len(found) == STROKES
    return found


def corners(pen: Pen, context: KitContext) -> None:
    """Four corners to glue."""
    size, palette = context.spec.sizes.till, context.palette
    *_, floor, lip = size.creases
    for x in (0.0, size.flat[0] - size.wall):
        for y in (floor - size.wall, lip):
            inner = Area(x + INNER, y + 0.8, size.wall - 2 * INNER, size.wall - 1.6)
            pen.put(*decoration.hatched(inner, palette.soft))
            decoration.label(pen, x + size.wall / 2, y + size.wall / 2, context.spec.tills.glue, palette.ink)


def walls(pen: Pen, context: KitContext, of: Till) -> None:
    """What is on each wall; all but the outside of the back stand on their heads or lie on their sides until they are folded."""
    size = context.spec.sizes.till
    wide, high = size.flat
    left, right, ridge, floor, lip = size.creases
    faces: list[tuple[list[Item], Matrix]] = [
        (tall(context, of, size.width, size.back), (-1, 0, 0, -1, right, ridge)),  # inside the back
        (tall(context, of, size.width, size.back), (1, 0, 0, 1, left, ridge)),
        (low(context, of, size.width, size.wall), (-1, 0, 0, -1, right, high)),
        (low(context, of, size.depth, size.wall), (0, -1, 1, 0, 0, lip)),
        (low(context, of, size.depth, size.wall), (0, 1, -1, 0, wide, floor)),
    ]
    for items, matrix in faces:
        pen.put(*placed(items, matrix))


def tall(context: KitContext, of: Till, w: float, h: float) -> list[Item]:
    """The high wall: sign, label and name."""
    palette, gerance = context.palette, context.spec.gerance[of]
    on = palette.on(gerance.hex)
    pen = Pen()
    frame = Area(1.6, 1.6, w - 3.2, h - 3.2)
    if palette.floods:
        pen.rect(frame.x, frame.y, frame.width, frame.height, 1.4, stroke=on, width=0.3)
    else:
        pen.rect(frame.x, frame.y, frame.width, frame.height, 1.4, **palette.area(gerance.hex, 0.7))
    pen.put(*decoration.pad_corners(frame, 5, on, palette))
    pen.text(w * 0.27, h * 0.44 + 7, LABELS[of], SERIF, pt_for_cap(SERIF, 14), on, "middle")
    cased(pen, of, w * 0.66, h * 0.42, 9.6, palette)
    pen.text(w / 2, h - 4.6, *fitted(gerance.name, SERIF, 14, w - 16), on, "middle")
    return pen.items


def low(context: KitContext, of: Till, w: float, h: float) -> list[Item]:
    """A low wall: label and sign, and the name where there is room."""
    palette, gerance = context.palette, context.spec.gerance[of]
    on = palette.on(gerance.hex)
    pen = Pen()
    if not palette.floods:
        pen.rect(0.9, 0.9, w - 1.8, h - 1.8, 1, **palette.area(gerance.hex, 0.5))
    r = h * 0.34
    pt = pt_for_cap(SERIF, h * 0.44)
    base = h / 2 + cap(SERIF, pt) / 2
    broad = w > 50
    pen.text(w * (0.11 if broad else 0.3), base, LABELS[of], SERIF, pt, on, "middle")
    cased(pen, of, w * (0.89 if broad else 0.68), h / 2, r, palette)
    if broad:
        pen.text(w / 2, h / 2 + cap(SERIF, 13) / 2, *fitted(gerance.name, SERIF, 13, w * 0.6), on, "middle")
    return pen.items


def cased(pen: Pen, of: Till, x: float, y: float, r: float, palette: InkPalette) -> None:
    """The sign of a till with a white edge: one of them is blue on blue."""
    pen.rect(x - r, y - r, 2 * r, 2 * r, r * 0.2, fill="#ffffff")
    pen.put(*sign(of, x, y, r, palette))


def steps(pen: Pen, context: KitContext, area: Area) -> None:
    """How to build it, below the floor."""
    texts, palette = context.spec.tills, context.palette
    rows = [(n, fitting_rows(step, SANS, 8, area.width - 5, 99)[0]) for n, step in enumerate(texts.steps, 1)]
    lead = 8 * 1.16 * MM
    y = area.y + lead * 0.85
    for number, lines in rows:
        pen.text(area.x, y, f"{number}.", BOLD, 8, palette.line(context.spec.accent))
        for line in lines:
            pen.text(area.x + 5, y, line, SANS, 8, palette.ink)
            y += lead
        y += 0.5
