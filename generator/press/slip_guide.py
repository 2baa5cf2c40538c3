"""The sheet that goes with slips: how to fold them, how to deal, and how to play an evening without phones."""

from __future__ import annotations

from collections.abc import Sequence

from generator.drawing.fonts import BOLD, SANS, cap
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen
from generator.kits.common.kit_context import KitContext
from generator.kits.common.leaflet import set_pages
from generator.layout.component import Component
from generator.layout.decoration import fold, hatched
from templates import loader
from templates.i18n import say

PANEL, FLAP = 11.0, 4.0  # of a slip in the picture
WIDE = 40.0
EDGE = 0.6


def evening(context: KitContext, codes: Sequence[str], slips: int) -> Component:
    """It comes first, so that whoever opens the file sees nothing else."""
    slug = context.order.game
    figures = {"fold": folding(context)}
    text = loader.evening(slug).replace("{codes}", ", ".join(f"**{code}**" for code in codes))
    text = text.replace("{slips}", str(slips))
    fronts = set_pages(context, "evening", text, loader.evening_file(slug), figures, say("An evening without phones"))
    return Component("evening", say("How to play"), "", fronts, leaflet=True, parts=tuple(figures.values()), pair=True)


def folding(context: KitContext) -> Face:
    """A slip, flat, with the steps that close it."""
    palette, accent = context.palette, context.spec.accent
    pen = Pen()
    y = EDGE
    for name, high, step in (
        (say("flap"), FLAP, 3), (say("pattern"), PANEL, 2), (say("words"), PANEL, 0), (say("cover"), PANEL, 1),
    ):  # fmt: skip
        area = Area(EDGE, y, WIDE, high)
        fill = palette.tint(accent, 0.3) if step in (1, 2) else None
        pen.rect(area.x, area.y, area.width, area.height, fill=fill, stroke=palette.soft, width=0.2)
        pen.put(*hatched(area, palette.soft) if step == 3 else ())
        base = y + high / 2
        pen.text(EDGE + WIDE / 2, base + cap(SANS, 9) / 2, name, SANS, 9, palette.ink, "middle")
        if step:
            pen.text(EDGE + WIDE + 4, base + cap(BOLD, 11) / 2, str(step), BOLD, 11, palette.line(accent), "middle")
        y += high
    for panel, valley in ((0, True), (1, True), (2, False)):
        at = EDGE + FLAP + panel * PANEL
        pen.put(fold(EDGE, at, EDGE + WIDE, at, palette, valley))
    return pen.face(context.shown("evening.fold"), WIDE + 7, y + EDGE)
