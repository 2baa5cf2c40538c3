"""A colour of a kit: never without a letter and a shape, so that nobody needs to see it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from generator.drawing import Path
from generator.kits.shape import Exact, Hex, Words
from generator.shapes import SHAPES
from generator.tone import Tone
from templates import Misfit


class Hue(Exact, frozen=True):
    """A colour, and how to tell it without seeing it."""

    name: Words
    letter: Annotated[str, Meta(pattern="^[A-Z]$")]
    shape: Annotated[str, Meta(pattern=f"^({'|'.join(SHAPES)})$")]
    hex: Hex


def apart(hues: Iterable[Hue]) -> None:
    """Refuses colours that share a letter or a shape."""
    hues = tuple(hues)
    letters, shapes = [hue.letter for hue in hues], [hue.shape for hue in hues]
    if len(set(letters)) < len(letters):
        raise Misfit("Expected a letter of its own for every colour, got {used}", used=", ".join(letters))
    if len(set(shapes)) < len(shapes):
        raise Misfit("Expected a shape of its own for every colour, got {used}", used=", ".join(shapes))


def mark(hue: Hue, x: float, y: float, r: float, tone: Tone, on_colour: bool = False) -> Path:
    """The shape of a colour: solid where it is small, cut out of the colour where that floods the piece."""
    ops = SHAPES[hue.shape](x, y, r)
    if on_colour:
        return Path(ops, fill=tone.on(hue.hex))
    return Path(ops, **tone.badge(hue.hex))
