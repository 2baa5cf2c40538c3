"""Cards of another size, to go into sleeves: the drawing as large as it can be in the middle, the colour of its edge around."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from generator.drawing.fonts import LEAST_PT
from generator.drawing.pen import Face, FaceStamp, Item, Pen, Text
from generator.errors import BadValue
from generator.layout.component import Component
from generator.order.fields import CARD_SIZES, FIELDS
from templates.i18n import say

Size = tuple[float, float]


def card_size(text: str) -> Size | None:
    """Reads poker, bridge, mini or 63x88mm; none if nothing is told."""
    if not text:
        return None
    field = FIELDS["card_size"]
    known = CARD_SIZES.get(text.strip().lower())
    match = re.fullmatch(r"([0-9.]{1,6})\s*[x×]\s*([0-9.]{1,6})\s*(?:mm)?", text.strip().lower().replace(",", "."))
    try:
        size = known or ((float(match[1]), float(match[2])) if match else (0.0, 0.0))
    except ValueError:
        size = (0.0, 0.0)
    if not all(field.least <= side <= field.most for side in size):
        raise field.refused(text)
    return size


def resized(made: Component, size: Size, accent: str) -> Component:
    """The same cards at that size. Type that would be too small to read is refused."""
    if (made.size[0] > made.size[1]) != (size[0] > size[1]):
        size = size[1], size[0]
    scale = min(size[0] / made.size[0], size[1] / made.size[1])
    least = min((text.pt for face in made.fronts for text in texts(face.items)), default=LEAST_PT / scale) * scale
    if least < LEAST_PT - 0.05:
        expected = say("type on {component} would be {pt:.1f} pt high, and nobody can read less than {least:g}").format(
            component=made.title, pt=least, least=LEAST_PT
        )
        raise BadValue(FIELDS["card_size"].option, "{:g}x{:g}mm".format(*size), expected)
    left, top = (size[0] - scale * made.size[0]) / 2, (size[1] - scale * made.size[1]) / 2

    def around(face: Face, colour: str) -> Face:
        pen, bleed = Pen(), max(face.bleed)
        if bleed:
            pen.rect(-bleed, -bleed, size[0] + 2 * bleed, size[1] + 2 * bleed, fill=colour)
        pen.put(FaceStamp(face.name, (scale, 0, 0, scale, left, top)))
        return pen.face(f"{face.name}.sized", *size, bleed)

    colours = made.floods or (accent,) * len(made.fronts)
    fronts = dict(zip((face.name for face in made.fronts), map(around, made.fronts, colours), strict=True))
    backs = {face.name: around(face, accent) for face in made.behind}
    return replace(
        made,
        fronts=tuple(fronts[face.name] for face in made.fronts),
        back=backs[made.back.name] if made.back else None,
        backs=tuple(backs[face.name] for face in made.backs),
        parts=(*made.parts, *made.fronts, *made.behind),
    )


def texts(items: Iterable[Item]) -> list[Text]:
    """The lines of type of a drawing."""
    return [item for item in items if isinstance(item, Text)]
