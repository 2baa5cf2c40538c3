"""The sheet that goes with slips: how to fold them, how to deal, and how to play an evening without phones."""

from __future__ import annotations

from collections.abc import Sequence

import templates
from generator.component import Component
from generator.drawing import Face, Pen
from generator.fonts import BOLD, SANS, cap
from generator.furniture import fold, hatched
from generator.leaflet import set_pages
from generator.paper import Area
from generator.studio import Studio
from templates import say

PANEL, FLAP = 11.0, 4.0  # of a slip in the picture
WIDE = 40.0
EDGE = 0.6


def evening(studio: Studio, codes: Sequence[str]) -> Component:
    """It comes first, so that whoever opens the file sees nothing else."""
    slug = studio.order.game
    figures = {"fold": folding(studio)}
    text = templates.evening(slug).replace("{codes}", ", ".join(f"**{code}**" for code in codes))
    fronts = set_pages(studio, "evening", text, templates.evening_file(slug), figures, say("An evening without phones"))
    return Component("evening", say("How to play"), "", fronts, leaflet=True, parts=tuple(figures.values()), pair=True)


def folding(studio: Studio) -> Face:
    """A slip, flat, with the steps that close it."""
    tone, accent = studio.tone, studio.shelf.accent
    pen = Pen()
    y = EDGE
    for name, high, step in (
        (say("flap"), FLAP, 3), (say("pattern"), PANEL, 2), (say("words"), PANEL, 0), (say("cover"), PANEL, 1),
    ):  # fmt: skip
        area = Area(EDGE, y, WIDE, high)
        fill = tone.tint(accent, 0.3) if step in (1, 2) else None
        pen.rect(area.x, area.y, area.width, area.height, fill=fill, stroke=tone.soft, width=0.2)
        pen.put(*hatched(area, tone.soft) if step == 3 else ())
        base = y + high / 2
        pen.text(EDGE + WIDE / 2, base + cap(SANS, 9) / 2, name, SANS, 9, tone.ink, "middle")
        if step:
            pen.text(EDGE + WIDE + 4, base + cap(BOLD, 11) / 2, str(step), BOLD, 11, tone.line(accent), "middle")
        y += high
    for panel, valley in ((0, True), (1, True), (2, False)):
        at = EDGE + FLAP + panel * PANEL
        pen.put(fold(EDGE, at, EDGE + WIDE, at, tone, valley))
    return pen.face(studio.shown("evening.fold"), WIDE + 7, y + EDGE)
