"""The rules on paper: the Markdown of a game in columns, with figures of its kit."""

from __future__ import annotations

from pathlib import Path

from generator.drawing.fonts import LEAST_PT
from generator.drawing.geometry import shift
from generator.drawing.pen import Face, FaceStamp, Item, placed
from generator.drawing.text_flow import Figure, Style, UnsupportedMarkdown, markdown, pages
from generator.kits.common.booklet import FOLD, FOOT, numbered, page_size, spreads
from generator.kits.common.kit_context import KitContext
from generator.layout import decoration
from generator.layout.component import Component
from generator.layout.large_type import LEAST_LARGE, RULES
from generator.order.amounts import rules_with_amounts
from templates import errors, loader
from templates.i18n import say

GAP = 8.0


NARROW, PT = 85.0, 10.8  # a column at least, and its type


def leaflet(context: KitContext, figures: dict[str, Face]) -> Component:
    """The rules."""
    text, texts = rules_with_amounts(context.order.game, context.order.edition), context.spec.rules
    fronts = set_pages(context, "rules", text, loader.rules_file(context.order.game), figures, context.spec.summary)
    parts, advice = tuple(figures.values()), texts.advice
    if context.order.booklet:
        parts, fronts = (*parts, *fronts), spreads(context.shown("rules"), fronts, context.order)
        advice = say(FOLD)
    return Component("rules", texts.title, advice, fronts, leaflet=True, parts=parts, pair=True)


def set_pages(
    context: KitContext, key: str, text: str, file: Path, figures: dict[str, Face], summary: str
) -> tuple[Face, ...]:
    """A Markdown text below the masthead of its game, on as many whole pages as it needs."""
    order, booklet = context.order, context.order.booklet and key == "rules"
    wide, high = page_size(order.paper) if booklet else (order.paper.area.width, order.paper.area.height)
    large, low = order.type == "large", high - (FOOT if booklet else 2)
    pt = RULES if large else PT
    count = max(1, int((wide + GAP) // (NARROW * pt / PT + GAP)))
    room = (wide - GAP * (count - 1)) / count
    style = Style(context.palette, context.spec.accent, pt=pt)
    grown = LEAST_LARGE / LEAST_PT if large else 1.0
    try:
        lines = markdown(text, room, style, {n: as_figure(f, grown, low / 2) for n, f in figures.items()})
    except UnsupportedMarkdown as mistake:
        raise errors.FileError(file, mistake.where, errors.SAID, said=mistake.expected) from None
    head = decoration.masthead(
        wide, context.spec.name, summary, context.spec.accent, context.palette, LEAST_LARGE if large else 11
    )
    below = decoration.MASTHEAD + 5
    made = pages(lines, count, room, GAP, low, first=low - below)
    made[0] = [*head, *placed(made[0], shift(0, below))]
    faces = [Face(context.shown(f"{key}.{n}"), wide, high, tuple(items)) for n, items in enumerate(made, 1)]
    return tuple(numbered(face, n, context.palette) if booklet else face for n, face in enumerate(faces, 1))


def as_figure(face: Face, grown: float, high: float) -> Figure:
    """A face as a figure in running text, centred; larger by that much, if it stays as wide as the text and that high."""

    def drawn(room: float) -> tuple[list[Item], float]:
        k = max(1.0, min(grown, room / face.width, high / face.height))
        return [FaceStamp(face.name, (k, 0, 0, k, (room - k * face.width) / 2, 0))], k * face.height

    return drawn
