"""Screens of Fully: two halves, a sheet each, glued into one front with two wings, which make it stand and hide the board."""

from __future__ import annotations

from collections.abc import Iterator

from generator.drawing.fonts import BOLD, MM, SANS, SERIF, cap, fitted, width, wrap_even
from generator.drawing.geometry import Area, shift
from generator.drawing.palette import WHITE
from generator.drawing.pen import Face, Pen, Point, placed
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.kits.fully.compass import rose
from generator.layout import decoration
from generator.layout.component import LEFT, Component
from referee.fully.pieces import Seat, partner

FRAME = 4.0  # white around the frame of a panel
CORNER = 16.0
SHOWN = 84.0, 38.0  # a finished screen in the rules
DEPTH, ASLANT = 0.42, 0.3  # how much of what goes away from us is seen as going up, and to the right


def screen_names(context: KitContext) -> PieceNames:
    """By seat, player or number."""
    return tuple(context.names(i, context.spec.seats.of(seat).name) for i, seat in enumerate(Seat) for _ in range(2))


def screens(context: KitContext) -> Component:
    """One for each seat: its name is what the others see."""
    texts = context.spec.screens
    faces = tuple(half for seat, name in zip(Seat, context.seats, strict=True) for half in halves(context, seat, name))
    seams = ((), (LEFT,)) * len(Seat)  # the right half lies over the tab: its white would part the picture
    return Component("screens", texts.title, texts.advice, faces, names=screen_names(context), joined=2, seams=seams)


def halves(context: KitContext, seat: Seat, name: str) -> Iterator[Face]:
    """A flat screen, seen from outside: the left half with its tab, then the right half. One picture over both, with nothing
    on the seam that must be read: rose on the left, names on the right."""
    size, palette = context.spec.sizes.screen, context.palette
    high = size.height
    left, right, part = Pen(), Pen(), Pen()  # the part of the front on the left half is drawn from its own edge
    wing(left, context, seat, Area(0, 0, size.wing, high))
    ground(part, context, Area(FRAME, FRAME, size.left - FRAME, high - 2 * FRAME), seam_right=True)
    part.put(*rose(size.left / 2 + 1, high / 2, 33, seat, context))
    left.put(*placed(part.items, shift(size.wing, 0)))
    tab(left, context, Area(size.wing + size.left, 0, size.tab, high))
    left.put(decoration.fold(size.wing, 0, size.wing, high, palette))
    yield left.face(context.shown(f"screen.{seat}.left"), *size.size)
    ground(right, context, Area(0, FRAME, size.right - FRAME, high - 2 * FRAME), seam_right=False)
    names(right, context, seat, name)
    wing(right, context, seat, Area(size.right, 0, size.wing, high))
    right.put(decoration.fold(size.right, 0, size.right, high, palette))
    yield right.face(context.shown(f"screen.{seat}.right"), *size.size)


def wing(pen: Pen, context: KitContext, seat: Seat, area: Area) -> None:
    """What the neighbour sees: whose screen it is."""
    palette, accent = context.palette, context.spec.accent
    line, called = palette.line(accent), context.spec.seats.of(seat)
    inner = area.inset(FRAME, FRAME)
    pen.rect(inner.x, inner.y, inner.width, inner.height, fill=palette.tint(accent, 0.08), stroke=line, width=0.35)
    pen.put(*decoration.pad_corners(inner, CORNER, line, palette))
    x, y = area.x + area.width / 2, area.y + area.height / 2
    pen.text(x, y + 14, called.letter, SERIF, 130, line, "middle")
    pen.text(x, y + 31, *fitted(called.name, BOLD, 24, inner.width - 40), palette.ink, "middle")


def ground(pen: Pen, context: KitContext, area: Area, seam_right: bool) -> None:
    """A half of the front: frame and corners on three sides, open to the seam."""
    palette, accent = context.palette, context.spec.accent
    line = palette.line(accent)
    outer, seam = (area.x, area.x + area.width) if seam_right else (area.x + area.width, area.x)
    low = area.y + area.height
    pen.rect(area.x, area.y, area.width, area.height, fill=palette.tint(accent, 0.08))
    edges = ((seam, area.y), (outer, area.y), (outer, low), (seam, low))
    pen.path((("M", edges[0]), *(("L", point) for point in edges[1:])), None, line, 0.35)
    pen.put(*decoration.pad_corners(area, CORNER, line, palette, (0, 3) if seam_right else (1, 2)))


def names(pen: Pen, context: KitContext, seat: Seat, name: str) -> None:
    """The seat, its partner, and the player or room to write one."""
    spec, palette, size = context.spec, context.palette, context.spec.sizes.screen
    line = palette.line(spec.accent)
    x, room, middle = 5.8, size.right - FRAME - 12, size.height / 2
    pen.text(x, middle - 27, *fitted(spec.name, SERIF, 18, room), palette.ink)
    pen.line(x, middle - 23.5, x + 17, middle - 23.5, line, 0.6)
    pen.text(x - 0.8, middle - 1, *fitted(spec.seats.of(seat).name, SERIF, 58, room), line)
    mate = spec.screens.partner.format(seat=spec.seats.of(partner(seat)).name)
    pen.text(x, middle + 9, *fitted(mate, SANS, 15, room), palette.ink)
    if name:
        pen.text(x, middle + 25, *fitted(name, BOLD, 24, room), palette.ink)
    else:
        pen.rect(x, middle + 16, room, 12, 1, fill=WHITE, stroke=line, width=0.25)


def tab(pen: Pen, context: KitContext, area: Area) -> None:
    """Glue goes here; until then it says how the screen is built."""
    palette = context.palette
    pen.put(*decoration.hatched(area, palette.soft))
    lines = wrap_even(context.spec.screens.steps, SANS, 8, area.height - 8)
    lead = 8 * 1.2 * MM
    wide = max(width(line, SANS, 8) for line in lines) + 3
    deep = len(lines) * lead + 0.6
    x, y = area.x + area.width / 2, area.y + area.height / 2
    pen.rect(x - deep / 2, y - wide / 2, deep, wide, fill=WHITE)
    for i, text in enumerate(lines):  # turned: it reads from below
        base = x + (i - (len(lines) - 1) / 2) * lead + cap(SANS, 8) / 2
        pen.text(base, y, text, SANS, 8, palette.ink, "middle", turn=270)


def standing(context: KitContext) -> Face:
    """A finished screen as it stands, for the rules: the front from outside and a little above, behind it both wings."""
    wide, tall = SHOWN
    size, palette, spec = context.spec.sizes.screen, context.palette, context.spec
    accent = palette.line(spec.accent)
    span, high, away = size.front, size.height, size.wing
    scale = min((wide - 2) / (span + away * ASLANT), (tall - 1.5) / (high + away * DEPTH))

    def at(x: float, y: float, z: float) -> Point:
        """x along the span, y away from us, z up."""
        return wide / 2 + (x - (span + away * ASLANT) / 2 + y * ASLANT) * scale, tall - 1 - (z + y * DEPTH) * scale

    pen = Pen()
    for x in (0.0, span):  # square to the front, along the sides of the board
        panel = [at(x, 0, 0), at(x, away, 0), at(x, away, high), at(x, 0, high)]
        pen.polygon(panel, fill=palette.tint(spec.accent, 0.25), stroke=accent, width=0.35)
    pen.polygon([at(0, 0, 0), at(span, 0, 0), at(span, 0, high), at(0, 0, high)], fill=WHITE, stroke=accent, width=0.35)
    pen.polygon(
        [at(5, 0, 5), at(span - 5, 0, 5), at(span - 5, 0, high - 5), at(5, 0, high - 5)],
        fill=palette.tint(spec.accent, 0.08), stroke=accent, width=0.2,
    )  # fmt: skip
    name = spec.seats.of(Seat.NORTH).name
    x, y = at(span / 2, 0, high / 2)
    pen.text(x, y + cap(SERIF, 20) / 2, name, SERIF, 20, accent, "middle")
    for x in (0.0, span):
        pen.line(*at(x, 0, 0), *at(x, 0, high), palette.ink, 0.3, (1.4, 0.9))
    return pen.face(context.shown("figure.screen"), wide, tall)
