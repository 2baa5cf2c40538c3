"""Pages for a print shop: one piece each, as large as it is cut, with three millimetres of its colour around it and no marks."""

from __future__ import annotations

from generator.drawing.geometry import Matrix, shift
from generator.drawing.pen import Face, FaceStamp, Item
from generator.layout.component import Component
from generator.layout.imposition import ComponentRun, Sheet, Side, leaves, unique
from generator.layout.paper import Grid
from generator.layout.print_settings import PrintSettings
from templates.i18n import say

BLEED = 3.0  # what shops ask for


def for_shop(component: Component, settings: PrintSettings) -> ComponentRun:
    """A component with a page for each piece, and for its back where both sides are wanted. Boards come whole, texts page by
    page; nothing is cut by hand."""
    faces, names = component.fronts, [*component.names]
    if component.together:
        faces, names = (next(face for face in component.parts if (face.width, face.height) == component.together),), []
    pairs = leaves([face.name for face in faces], component, settings)
    known = {face.name: face for face in (*faces, *component.behind)}
    size = component.together or component.size
    paged = (settings.paper.width, settings.paper.height) if component.uncut and not component.together else size
    made: dict[tuple[str, bool], Side] = {}

    def side(name: str, back: bool, label: str) -> Side:
        if (name, back) not in made:
            items = bled(known[name], paged, size)
            made[name, back] = Side(
                component.key, component.title, items, settings.paper.footer, trim=paged, label=label
            )
        return made[name, back]

    sheets = []
    for number, (front, behind) in enumerate(pairs):
        called = names[number % len(names)][0] if names else str(number + 1)
        label = say("{name}: {words}").format(name=component.title, words=called)
        back = side(behind, True, say("{piece}, back").format(piece=label)) if behind else None
        sheets.append(Sheet(side(front, False, label), back))
    drawn = unique((*faces, *component.parts, *component.behind))
    return ComponentRun(component, tuple(sheets), 0, 0, drawn, Grid(1, 1, False, 0, 0, *size, 0))


def bled(face: Face, page: tuple[float, float], size: tuple[float, float]) -> tuple[Item, ...]:
    """A face in the middle of its page. What runs over its edges is drawn out to where the shop wants it, below it."""
    x, y = BLEED + (page[0] - size[0]) / 2, BLEED + (page[1] - size[1]) / 2
    left, top, right, low = face.bleed
    lying: list[Item] = []
    if 0 < min(face.bleed) < BLEED:
        wide = (face.width + 2 * BLEED) / (face.width + left + right)
        high = (face.height + 2 * BLEED) / (face.height + top + low)
        drawn_out: Matrix = (wide, 0, 0, high, x - BLEED + left * wide, y - BLEED + top * high)
        lying.append(FaceStamp(face.name, drawn_out))
    return (*lying, FaceStamp(face.name, shift(x, y)))
