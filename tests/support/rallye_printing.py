"""What the tests of Rallye-Code's paper share."""

from __future__ import annotations

from support.printing import Print, ordered
from support.printing import printed as printed_

from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face, Text
from generator.kits.common.kit_context import KitContext
from generator.layout.component import Component
from generator.press import build
from templates.i18n import speaking
from templates.loader import kit


def printed(**options: object) -> Print:
    """One kit, printed once a session."""
    return printed_(game="rallye", **options)


def context(**options: object) -> KitContext:
    """What the kit draws with."""
    order = ordered("rallye", **options)
    with speaking(order.lang):
        shelf = kit("rallye", build.kit("rallye").shape)
    return KitContext(order, InkPalette(order.ink), build.counts(order), shelf)


def faces(component: Component) -> dict[str, Face]:
    """All that is drawn of a component, each once."""
    found = (*component.parts, *component.fronts, *component.behind)
    return {face.name: face for face in found}


def words(face: Face) -> list[str]:
    """The lines of type on a face."""
    return [item.string for item in face.items if isinstance(item, Text)]
