"""The rules on paper: the Markdown of a game in columns, with figures of its kit."""

from __future__ import annotations

from pathlib import Path

from generator.drawing.geometry import shift
from generator.drawing.pen import Face, FaceStamp, placed
from generator.drawing.text_flow import Figure, Style, UnsupportedMarkdown, markdown, pages
from generator.kits.common.kit_context import KitContext
from generator.layout import decoration
from generator.layout.component import Component
from generator.order.amounts import rules_with_amounts
from templates import errors, loader

GAP = 8.0


def leaflet(context: KitContext, figures: dict[str, Face]) -> Component:
    """The rules."""
    text, texts = rules_with_amounts(context.order.game, context.order.edition), context.spec.rules
    fronts = set_pages(context, "rules", text, loader.rules_file(context.order.game), figures, context.spec.summary)
    return Component("rules", texts.title, texts.advice, fronts, leaflet=True, parts=tuple(figures.values()), pair=True)


def set_pages(
    context: KitContext, key: str, text: str, file: Path, figures: dict[str, Face], summary: str
) -> tuple[Face, ...]:
    """A Markdown text below the masthead of its game, on as many whole pages as it needs."""
    area = context.order.paper.area
    count = max(1, int((area.width + GAP) // (85 + GAP)))
    room = (area.width - GAP * (count - 1)) / count
    style = Style(context.palette, context.spec.accent, pt=10.8)
    try:
        lines = markdown(text, room, style, {n: as_figure(f) for n, f in figures.items()})
    except UnsupportedMarkdown as mistake:
        raise errors.FileError(file, mistake.where, errors.SAID, said=mistake.expected) from None
    head = decoration.masthead(area.width, context.spec.name, summary, context.spec.accent, context.palette)
    below = decoration.MASTHEAD + 5
    made = pages(lines, count, room, GAP, area.height - 2, first=area.height - 2 - below)
    made[0] = [*head, *placed(made[0], shift(0, below))]
    return tuple(
        Face(context.shown(f"{key}.{n}"), area.width, area.height, tuple(items)) for n, items in enumerate(made, 1)
    )


def as_figure(face: Face) -> Figure:
    """A face as a figure in running text, centred."""
    return lambda room: ([FaceStamp(face.name, shift((room - face.width) / 2, 0))], face.height)
