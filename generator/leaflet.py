"""The rules on paper: the Markdown of a game in columns, with figures of its kit."""

from __future__ import annotations

from pathlib import Path

import templates
from generator import furniture
from generator.amounts import rules
from generator.component import Component
from generator.drawing import Face, Stamp, placed
from generator.flow import Figure, Style, Unset, markdown, pages
from generator.paper import move
from generator.studio import Studio

GAP = 8.0


def leaflet(studio: Studio, figures: dict[str, Face]) -> Component:
    """The rules."""
    text, texts = rules(studio.order.game, studio.order.edition), studio.shelf.rules
    fronts = set_pages(studio, "rules", text, templates.rules_file(studio.order.game), figures, studio.shelf.summary)
    return Component("rules", texts.title, texts.advice, fronts, leaflet=True, parts=tuple(figures.values()), pair=True)


def set_pages(
    studio: Studio, key: str, text: str, file: Path, figures: dict[str, Face], summary: str
) -> tuple[Face, ...]:
    """A Markdown text below the masthead of its game, on as many whole pages as it needs."""
    area = studio.order.paper.area
    count = max(1, int((area.width + GAP) // (85 + GAP)))
    room = (area.width - GAP * (count - 1)) / count
    style = Style(studio.tone, studio.shelf.accent, pt=10.8)
    try:
        lines = markdown(text, room, style, {n: drawn(f) for n, f in figures.items()})
    except Unset as mistake:
        raise templates.ShelfError(file, mistake.where, templates.SAID, said=mistake.expected) from None
    head = furniture.masthead(area.width, studio.shelf.name, summary, studio.shelf.accent, studio.tone)
    below = furniture.MASTHEAD + 5
    made = pages(lines, count, room, GAP, area.height - 2, first=area.height - 2 - below)
    made[0] = [*head, *placed(made[0], move(0, below))]
    return tuple(
        Face(studio.shown(f"{key}.{n}"), area.width, area.height, tuple(items)) for n, items in enumerate(made, 1)
    )


def drawn(face: Face) -> Figure:
    """A face as a figure in running text, centred."""
    return lambda room: ([Stamp(face.name, move((room - face.width) / 2, 0))], face.height)
