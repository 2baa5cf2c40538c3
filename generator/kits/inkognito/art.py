"""Pictures of Inkognito: outlines with a role each, in a box of their own, and how each role looks in an ink mode."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from generator.drawing.geometry import Area, Matrix
from generator.drawing.palette import WHITE, InkPalette, luminance, mix
from generator.drawing.pen import Op, Path, ellipse

LENGTHS = {"M": 2, "L": 2, "C": 6, "E": 4, "Z": 0}
LINE = 0.28  # of every outline
DEEP = "#222222"  # the darkest areas


class Stroke(Struct, frozen=True):
    """One outline of a picture. Its role says how it is filled, not with which colour."""

    role: str
    ops: tuple[Op, ...]


class Picture(Struct, frozen=True):
    """Outlines from back to front, in a box from 0, 0."""

    width: float
    height: float
    strokes: tuple[Stroke, ...]


def outline(text: str) -> tuple[Op, ...]:
    """Path commands in the letters of SVG: M, L, C and Z; and E for an ellipse, by its middle and its two radii."""
    ops: list[Op] = []
    for letter, rest in re.findall(r"([MLCEZ])([^MLCEZ]*)", text):
        values = [float(word) for word in rest.split()]
        step = LENGTHS[letter]
        if not step:
            ops.append((letter, ()))
            continue
        if not values or len(values) % step:
            raise ValueError(f"{letter} takes {step} numbers at a time, got `{rest.strip()}`")
        for i in range(0, len(values), step):
            part = tuple(values[i : i + step])
            ops += ellipse(*part) if letter == "E" else [(letter, part)]
    return tuple(ops)


def mirrored(ops: Iterable[Op], axis: float) -> tuple[Op, ...]:
    """The same outline seen in a mirror that stands upright at x = axis."""
    return tuple((op, tuple(v if i % 2 else 2 * axis - v for i, v in enumerate(values))) for op, values in ops)


def strokes(*rows: tuple[str, str]) -> tuple[Stroke, ...]:
    """Roles and outlines; a role with a `|` before it is drawn on both sides of x = 50."""
    made = []
    for role, text in rows:
        ops = outline(text)
        if role.startswith("|"):
            ops += mirrored(ops, 50)
        made.append(Stroke(role.lstrip("|"), ops))
    return tuple(made)


class PictureInks(Struct, frozen=True):
    """What the roles of a picture become for one colour in one ink mode.

    main: the colour. tint: a light shade of it. deep: the darkest there is. spot: the same, but solid in every mode,
    for what is small. pale: paper. line: no fill at all. wire: a strong line.
    """

    palette: InkPalette
    hue: str

    def ink(self, role: str) -> dict[str, object]:
        """How to draw a role."""
        mode, ink = self.palette.mode, self.palette.ink
        if role in ("line", "wire"):
            return {"stroke": ink, "width": 2 * LINE if role == "wire" else LINE}
        if role == "spot":
            return {"fill": ink}
        fills = {
            "full": {"main": soften(self.hue), "tint": mix(self.hue, 0.26), "deep": DEEP},
            "saver": {"main": mix(self.hue, 0.3), "tint": mix(self.hue, 0.07), "deep": mix(DEEP, 0.24)},
            "mono": {"main": mix(DEEP, 0.16), "tint": WHITE, "deep": mix(DEEP, 0.36)},
        }
        return {"fill": WHITE if role == "pale" else fills[mode][role], "stroke": ink, "width": LINE}

    @property
    def ground(self) -> str:
        """What a picture stands on."""
        return {"full": mix(self.hue, 0.2), "saver": mix(self.hue, 0.06), "mono": WHITE}[self.palette.mode]


def soften(hue: str) -> str:
    """A colour on which black lines are still seen."""
    return hue if luminance(hue) > 0.04 else mix(hue, 0.62)


def hung(picture: Picture, area: Area, inks: PictureInks) -> list[Path]:
    """A picture in an area, as large as it fits, in the middle, standing on the lower edge."""
    scale = min(area.width / picture.width, area.height / picture.height)
    left = area.x + (area.width - picture.width * scale) / 2
    matrix: Matrix = (scale, 0, 0, scale, left, area.y + area.height - picture.height * scale)
    return [Path(stroke.ops, **inks.ink(stroke.role)).moved(matrix) for stroke in picture.strokes]  # type: ignore[arg-type]
