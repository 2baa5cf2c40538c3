"""What stands on a table: strips of paper that close into a tent, and the mark of the colour on them."""

from __future__ import annotations

from collections.abc import Callable

from generator import furniture
from generator.component import FRONT_BLEED
from generator.drawing import Face, Pen, placed
from generator.fonts import BOLD, cap
from generator.kits.hue import Hue, mark
from generator.kits.shape import Exact, Millimetres
from generator.paper import Area
from generator.studio import Studio
from generator.tone import Tone
from templates import Misfit

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


def badge(pen: Pen, hue: Hue, x: float, y: float, r: float, tone: Tone, on_colour: bool = False) -> None:
    """Shape and letter side by side, in the middle of x and y."""
    pt = 5.2 * r
    pen.put(mark(hue, x - 1.15 * r, y, r, tone, on_colour))
    colour = tone.on(hue.hex) if on_colour else tone.ink
    pen.text(x + 1.25 * r, y + cap(BOLD, pt) / 2, hue.letter, BOLD, pt, colour, "middle")


def tent(
    studio: Studio, name: str, colour: str, size: TentSizes, glue: str, near: Side, far: Side | None = None
) -> Face:
    """The flat strip of something that stands: a tab to glue, the base, then two sides that meet at the top. The far side
    is like the near one unless told; `colour` floods both."""
    tone, w = studio.tone, size.width
    pen = Pen()
    top = size.tab + size.base
    if tone.floods and colour:
        pen.rect(-FRONT_BLEED, top, w + 2 * FRONT_BLEED, 2 * size.side + FRONT_BLEED, fill=colour)
    pen.put(*furniture.hatched(Area(0, 0, w, size.tab), tone.soft))
    furniture.label(pen, w / 2, size.tab / 2, glue, tone.ink)
    for side, place in (
        (far or near, (-1, 0, 0, -1, w, top + size.side)),  # on its head until it is folded
        (near, (1, 0, 0, 1, 0, top + size.side)),
    ):
        drawn = Pen()
        side(drawn, w, size.side)
        pen.put(*placed(drawn.items, place))
    for y in (size.tab, top):
        pen.put(furniture.fold(0, y, w, y, tone))
    ridge = tone.on(colour) if tone.floods and colour else ""  # it runs through the colour
    pen.put(furniture.fold(0, top + size.side, w, top + size.side, tone, on=ridge))
    return pen.face(studio.shown(name), w, size.height, FRONT_BLEED if tone.floods else 0)
