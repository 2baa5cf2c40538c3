"""What the tests of Rallye-Code's paper share."""

from __future__ import annotations

from support.printing import Print, ordered
from support.printing import printed as printed_

from generator import press
from generator.component import Component
from generator.drawing import Face, Text
from generator.studio import Studio
from generator.tone import Tone
from templates import kit, speaking


def printed(**options: object) -> Print:
    """One kit, printed once a session."""
    return printed_(game="rallye", **options)


def studio(**options: object) -> Studio:
    """What the kit draws with."""
    order = ordered("rallye", **options)
    with speaking(order.lang):
        shelf = kit("rallye", press.kit("rallye").shape)
    return Studio(order, Tone(order.ink), press.counts(order), shelf)


def faces(component: Component) -> dict[str, Face]:
    """All that is drawn of a component, each once."""
    found = (*component.parts, *component.fronts, *component.behind)
    return {face.name: face for face in found}


def words(face: Face) -> list[str]:
    """The lines of type on a face."""
    return [item.string for item in face.items if isinstance(item, Text)]
