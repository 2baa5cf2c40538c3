"""A strip of card that folds into a prism with a pocket in front: racks, stands. What stands in the pocket, what the back
says and what is on the lip is each game's own."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from msgspec import Struct

from generator.drawing.fonts import BOLD, ITALIC, MM, SANS, width, wrap_even
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen, Point, placed
from generator.kits.common.kit_context import KitContext
from generator.kits.common.kit_spec import ComponentTexts, Exact, Millimetres, Size, Words
from generator.layout import decoration
from generator.layout.component import FRONT_BLEED
from templates.errors import Misfit


class FoldedRackSizes(Exact, frozen=True):
    """The strip, from one end to the other."""

    width: Millimetres
    tab: Millimetres
    base: Millimetres
    back: Millimetres
    front: Millimetres
    lip: Millimetres

    def __post_init__(self) -> None:
        if not abs(self.front - self.back) < self.base < self.front + self.back:
            raise Misfit("Expected `base`, `back` and `front` that close into a triangle")

    @property
    def height(self) -> float:
        """Of the flat strip; the lip is folded double."""
        return self.tab + self.base + self.back + self.front + 2 * self.lip


class FoldedRackTexts(ComponentTexts, frozen=True):
    """What every such strip says, and who sits where in its picture."""

    glue: Words
    steps: tuple[Words, ...]
    owner: Words
    others: Words


class Pocket(Struct, frozen=True):
    """So many pieces of one size, between the glued ends of the lip."""

    piece: Size
    count: int
    glued: float

    def places(self, width: float) -> list[float]:
        """The left edges of the pieces."""
        gap = (width - 2 * self.glued - self.count * self.piece[0]) / (self.count + 1)
        return [self.glued + gap + i * (self.piece[0] + gap) for i in range(self.count)]


def rack_strip(
    context: KitContext, name: str, size: FoldedRackSizes, texts: FoldedRackTexts, pocket: Pocket,
    back: Pen, lip: Callable[[Pen, Area], None], flood: str | None = None,
) -> Face:  # fmt: skip
    """The flat strip, from the glue tab at the top to the outside of the lip at the bottom. `back` is drawn upright, `flood`
    is a colour that covers back and lip."""
    palette, w = context.palette, size.width
    base_top = size.tab
    back_top = base_top + size.base
    front_top = back_top + size.back
    lip_top = front_top + size.front
    outside_top = lip_top + size.lip
    pen = Pen()
    if flood:
        pen.rect(-FRONT_BLEED, back_top, w + 2 * FRONT_BLEED, size.back, fill=flood)
        pen.rect(-FRONT_BLEED, outside_top, w + 2 * FRONT_BLEED, size.lip + FRONT_BLEED, fill=flood)
    pen.put(*decoration.hatched(Area(0, 0, w, size.tab), palette.soft))
    decoration.label(pen, w / 2, size.tab / 2, texts.glue, palette.ink)
    building_steps(pen, context, texts.steps, Area(4, base_top + 2, w - 8, size.base - 3))
    pen.put(*placed(back.items, (-1, 0, 0, -1, w, front_top)))  # on its head until it is folded
    wide, high = pocket.piece
    for x in pocket.places(w):
        low, top = lip_top - 2, max(front_top + 1.5, lip_top - high)  # open below: no line to be taken for a fold
        frame = ((x, low), (x, top), (x + wide, top), (x + wide, low))
        pen.path((("M", frame[0]), *(("L", p) for p in frame[1:])), None, palette.soft, 0.2)
    for x in (0.0, w - pocket.glued):
        pen.put(*decoration.hatched(Area(x, lip_top, pocket.glued, size.lip), palette.soft))
        if width(texts.glue, SANS, 8) + 2 <= pocket.glued:  # else the hatching has to say it
            decoration.label(pen, x + pocket.glued / 2, lip_top + size.lip / 2, texts.glue, palette.ink)
    lip(pen, Area(0, outside_top, w, size.lip))
    for y in (base_top, back_top, front_top, lip_top, outside_top):
        pen.put(decoration.fold(0, y, w, y, palette, valley=y == lip_top))
    return pen.face(context.shown(name), w, size.height, FRONT_BLEED if flood else 0)


def building_steps(pen: Pen, context: KitContext, said: tuple[str, ...], area: Area) -> None:
    """How to build it, on the panel that nobody sees afterwards."""
    pt, lead = 8.0, 8.0 * 1.22 * MM
    y = area.y + lead * 0.8
    for number, step in enumerate(said, 1):
        pen.text(area.x, y, f"{number}.", BOLD, pt, context.palette.line(context.spec.accent))
        for line in wrap_even(step, SANS, pt, area.width - 5):
            pen.text(area.x + 5, y, line, SANS, pt, context.palette.ink)
            y += lead


def side_view(
    context: KitContext,
    name: str,
    size: FoldedRackSizes,
    piece: tuple[str, float],
    sides: tuple[str, str],
    scale: float,
) -> Face:
    """The finished thing from the side, for the rules: a piece by its name and height in the pocket, who sits behind and who
    before it."""
    palette, span, floor = context.palette, 84.0, round(scale * size.front + 3.5)
    half = size.base / 2
    rise = sqrt(size.front**2 - half**2)
    along = (-half / size.front, -rise / size.front)  # up the front panel
    out = (rise / size.front, -half / size.front)  # away from it

    def at(up: float, away: float) -> Point:
        x, y = half + along[0] * up + out[0] * away, along[1] * up + out[1] * away
        return span / 2 + x * scale, floor + y * scale

    pen = Pen()
    accent = palette.line(context.spec.accent)
    ridge, back = at(size.front, 0), (span / 2 - half * scale, floor)
    pen.line(4, floor + 0.6, span - 4, floor + 0.6, palette.soft, 0.3)
    pen.polygon([at(0, 0), ridge, back], fill=palette.tint(context.spec.accent), stroke=accent, width=0.6)
    pen.line(*at(1, -1.2), *at(size.tab, -1.2), accent, 0.6, (0.8, 0.6))  # the tab, glued behind the front
    word, high = piece
    pen.line(*at(0.6, 1.7), *at(high, 1.7), palette.ink, 0.9)
    lip = [at(0, 0), at(0, 3.4), at(size.lip, 3.4), at(size.lip, 4.6), at(0.5, 4.6)]
    pen.path((("M", lip[0]), *(("L", p) for p in lip[1:])), None, accent, 0.6)
    x, y = at(high * 0.8, 3.5)
    pen.text(x + 2, y, word, ITALIC, 9, palette.ink)
    for x, side, anchor in ((0.0, sides[0], "start"), (span, sides[1], "end")):
        pen.text(x, floor - 3, side, BOLD, 10, palette.ink, anchor)
    return pen.face(context.shown(name), span, floor + 1.5)
