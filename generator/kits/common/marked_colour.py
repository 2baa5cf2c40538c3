"""A colour of a kit: never without a letter and a shape, so that nobody needs to see it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from generator.drawing.palette import InkPalette
from generator.drawing.pen import Path
from generator.drawing.shapes import SHAPES
from generator.kits.common.kit_spec import Exact, Hex, Words
from templates.errors import Misfit


class MarkedColour(Exact, frozen=True):
    """A colour, and how to tell it without seeing it."""

    name: Words
    letter: Annotated[str, Meta(pattern="^[A-Z]$")]
    shape: Annotated[str, Meta(pattern=f"^({'|'.join(SHAPES)})$")]
    hex: Hex


def must_differ(hues: Iterable[MarkedColour]) -> None:
    """Refuses colours that share a letter or a shape."""
    hues = tuple(hues)
    letters, shapes = [hue.letter for hue in hues], [hue.shape for hue in hues]
    if len(set(letters)) < len(letters):
        raise Misfit("Expected a letter of its own for every colour, got {used}", used=", ".join(letters))
    if len(set(shapes)) < len(shapes):
        raise Misfit("Expected a shape of its own for every colour, got {used}", used=", ".join(shapes))


def colour_mark(hue: MarkedColour, x: float, y: float, r: float, palette: InkPalette, on_colour: bool = False) -> Path:
    """The shape of a colour: solid where it is small, cut out of the colour where that floods the piece."""
    ops = SHAPES[hue.shape](x, y, r)
    if on_colour:
        return Path(ops, fill=palette.on(hue.hex))
    return Path(ops, **palette.badge(hue.hex))
