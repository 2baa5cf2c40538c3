"""What stands on a table: strips of paper that close into a tent, and the mark of the colour on them."""

from __future__ import annotations

from collections.abc import Callable

from generator.drawing.fonts import BOLD, cap
from generator.drawing.geometry import Area
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face, Pen, placed
from generator.kits.common.kit_context import KitContext
from generator.kits.common.kit_spec import Exact, Millimetres
from generator.kits.common.marked_colour import MarkedColour, colour_mark
from generator.layout import decoration
from generator.layout.component import FRONT_BLEED
from templates.errors import Misfit

Side = Callable[[Pen, float, float], None]  # draws a side of that width and height, upright


class TentSizes(Exact, frozen=True):
    """The strip that closes into a tent."""

    width: Millimetres
    tab: Millimetres
    base: Millimetres
    side: Millimetres

    def __post_init__(self) -> None:
        if not self.base < 2 * self.side:
            raise Misfit("Expected sides that close over the `base` of a tent")

    @property
    def height(self) -> float:
        """Of the flat strip."""
        return self.tab + self.base + 2 * self.side


def scaled(size: TentSizes, share: float) -> TentSizes:
    """The same for a board of another size; what is glued stays as it is."""
    return TentSizes(round(size.width * share, 2), size.tab, round(size.base * share, 2), round(size.side * share, 2))


def badge(
    pen: Pen, hue: MarkedColour, x: float, y: float, r: float, palette: InkPalette, on_colour: bool = False
) -> None:
    """Shape and letter side by side, in the middle of x and y."""
    pt = 5.2 * r
    pen.put(colour_mark(hue, x - 1.15 * r, y, r, palette, on_colour))
    colour = palette.on(hue.hex) if on_colour else palette.ink
    pen.text(x + 1.25 * r, y + cap(BOLD, pt) / 2, hue.letter, BOLD, pt, colour, "middle")


def tent(
    context: KitContext, name: str, colour: str, size: TentSizes, glue: str, near: Side, far: Side | None = None
) -> Face:
    """The flat strip of something that stands: a tab to glue, the base, then two sides that meet at the top. The far side
    is like the near one unless told; `colour` floods both."""
    palette, w = context.palette, size.width
    pen = Pen()
    top = size.tab + size.base
    if palette.floods and colour:
        pen.rect(-FRONT_BLEED, top, w + 2 * FRONT_BLEED, 2 * size.side + FRONT_BLEED, fill=colour)
    pen.put(*decoration.hatched(Area(0, 0, w, size.tab), palette.soft))
    decoration.label(pen, w / 2, size.tab / 2, glue, palette.ink)
    for side, place in (
        (far or near, (-1, 0, 0, -1, w, top + size.side)),  # on its head until it is folded
        (near, (1, 0, 0, 1, 0, top + size.side)),
    ):
        drawn = Pen()
        side(drawn, w, size.side)
        pen.put(*placed(drawn.items, place))
    for y in (size.tab, top):
        pen.put(decoration.fold(0, y, w, y, palette))
    ridge = palette.on(colour) if palette.floods and colour else ""  # it runs through the colour
    pen.put(decoration.fold(0, top + size.side, w, top + size.side, palette, on=ridge))
    return pen.face(context.shown(name), w, size.height, FRONT_BLEED if palette.floods else 0)
