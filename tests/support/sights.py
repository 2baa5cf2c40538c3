"""Marks as eyes see them that do not see every colour, and how far two of them are apart."""

from __future__ import annotations

from itertools import combinations

from PIL import Image, ImageChops
from support.rasters import Picture, drawn, strongest

from generator.drawing.palette import InkPalette
from generator.drawing.pen import Path, rectangle
from generator.kits.common.marked_colour import MarkedColour, colour_mark
from generator.layout.paper import Paper

LEAST = 0.08  # of the pixels in the square around a mark
SEEN = 40  # of 255: a difference that an eye notices
RADIUS = 4.0
SIGHTS = ["grey", "deuteranopia", "mono"]

# Machado, Oliveira and Fernandes 2009: deuteranomaly of severity 1.0, on linear light.
DEUTERANOPIA = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)

Hues = dict[str, MarkedColour]
Pair = tuple[str, str]


def linear(v: float) -> float:
    return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4


def encoded(v: float) -> int:
    v = min(1.0, max(0.0, v))
    return round(255 * (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055))


def as_deuteranope(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    """A colour as somebody without green cones sees it."""
    light = [linear(v / 255) for v in colour]
    r, g, b = (encoded(sum(m * v for m, v in zip(row, light, strict=True))) for row in DEUTERANOPIA)
    return r, g, b


def seen(picture: Picture, sight: str) -> Picture:
    if sight == "grey":
        return picture.convert("L").convert("RGB")
    if sight == "deuteranopia":
        few = picture.quantize(64, dither=Image.Dither.NONE).convert("RGB")  # a mark has one colour and its edges
        known = {c: as_deuteranope(c) for _, c in few.getcolors(256)}  # type: ignore[misc,union-attr]
        changed = Image.new("RGB", few.size)
        raw = few.tobytes()
        changed.putdata([known[raw[i], raw[i + 1], raw[i + 2]] for i in range(0, len(raw), 3)])
        return changed
    return picture


def picture_of(hue: MarkedColour, sight: str, on_tile: bool) -> Picture:
    """The mark alone in the square around it: no digit, no letter."""
    palette = InkPalette("mono" if sight == "mono" else "full")
    side = 2 * RADIUS
    ground = [Path(rectangle(0, 0, side, side), fill=hue.hex)] if on_tile and palette.floods else []
    shape = colour_mark(hue, RADIUS, RADIUS, RADIUS, palette, on_colour=on_tile and palette.floods)
    return seen(drawn(Paper("square", side, side), [*ground, shape]), sight)


def share(a: Picture, b: Picture) -> float:
    """How many of the pixels differ so that it can be seen."""
    apart = strongest(ImageChops.difference(a, b)).point(lambda v: v >= SEEN and 255)
    return apart.histogram()[255] / (a.width * a.height)


def too_alike(hues: Hues, sight: str, on_tile: bool = False) -> dict[Pair, float]:
    """The checker: every pair of colours whose marks differ too little, and by how much they do."""
    pictures = {name: picture_of(hue, sight, on_tile) for name, hue in hues.items()}
    shares = {pair: share(*(pictures[name] for name in pair)) for pair in combinations(pictures, 2)}
    return {pair: round(s, 3) for pair, s in shares.items() if s < LEAST}
