"""Ink: how a colour of the kit looks in full colour, sparing ink, or with black alone."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypedDict

from msgspec import Struct

Mode = Literal["full", "saver", "mono"]

WHITE = "#ffffff"
BLACK = "#000000"
NEARLY_BLACK = 0.05  # as light as that, a grey is black in type and lines
LIGHT = 0.28  # a colour this light is no ground for white type, and no colour for type on white


class Surface(TypedDict):
    """How to draw an area."""

    fill: str | None
    stroke: str | None
    width: float


@lru_cache(maxsize=500)
def mix(colour: str, share: float) -> str:
    """That share of a colour on white."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 + (part - 255) * share):02x}" for part in parts)


@lru_cache(maxsize=500)
def luminance(colour: str) -> float:
    """How light a colour is to the eye, 0 to 1."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


class InkPalette(Struct, frozen=True):
    """The answers of one ink mode."""

    mode: Mode = "full"

    @property
    def floods(self) -> bool:
        """May colour cover whole pieces, up to the edge and beyond?"""
        return self.mode == "full"

    @property
    def ink(self) -> str:
        """For type and fine lines: all of the black there is. A printer makes grey from dots, and fine lines fall apart."""
        return BLACK

    @property
    def soft(self) -> str:
        """For lines that should stand back: rules to write on, cells of a table."""
        return {"full": "#a3a3a3", "saver": "#b3b3b3", "mono": "#999999"}[self.mode]

    def line(self, colour: str) -> str:
        """A colour as a line or as type on white; one that is nearly black is."""
        if self.mode == "mono" or (colour[1:3] * 3 == colour[1:] and luminance(colour) < NEARLY_BLACK):
            return BLACK
        return colour if luminance(colour) < LIGHT else mix_dark(colour)

    def area(self, colour: str, width: float = 0.35) -> Surface:
        """A colour as an area: a fill, or an outline with a light tint, or an outline alone."""
        if self.mode == "full":
            return Surface(fill=colour, stroke=None, width=width)
        fill = mix(colour, 0.1) if self.mode == "saver" else WHITE
        return Surface(fill=fill, stroke=self.line(colour), width=width)

    def badge(self, colour: str) -> Surface:
        """A small area that stays solid in every mode: it costs little and must be seen."""
        if self.mode == "mono":
            return Surface(fill=BLACK, stroke=None, width=0)
        edge = self.line(colour)  # a light colour needs one to be seen on white
        return Surface(fill=colour, stroke=edge if edge != colour else None, width=0.2)

    def on(self, colour: str) -> str:
        """Type or a mark on such an area."""
        if self.mode == "full":
            return WHITE if luminance(colour) < LIGHT else BLACK
        return self.line(colour)

    def tint(self, colour: str, share: float = 0.1) -> str:
        """A light ground to set something apart."""
        return {"full": mix(colour, share), "saver": mix(colour, share / 2), "mono": WHITE}[self.mode]


def mix_dark(colour: str) -> str:
    """A light colour, dark enough to be read as a line on white."""
    return "#" + "".join(f"{round(int(colour[i : i + 2], 16) * 0.72):02x}" for i in (1, 3, 5))
