"""Road signs: one table of them, for boards, cards and pages alike."""

from __future__ import annotations

from msgspec.structs import replace

from generator.drawing.palette import BLACK, WHITE, InkPalette
from generator.drawing.pen import Path, printable_width
from generator.drawing.prohibition_signs import RINGED
from generator.drawing.sign_art import (
    BLUE,
    BROWN,
    CREAM,
    DANGERS,
    DARK,
    GREEN,
    ORDERS,
    RED,
    USEFUL,
    Art,
    no_entry,
    order,
)

PLAIN = {RED: BLACK, BLUE: BLACK, GREEN: BLACK, DARK: BLACK, CREAM: WHITE, BROWN: "#808080"}  # with black alone

SIGNS: dict[str, Art] = {
    "noentry": no_entry(),
    **{name: art() for name, art in (DANGERS | USEFUL).items()},
    **{f"no-{name}": art() for name, art in RINGED.items()},
    **{f"go-{way}": order(way) for way in ORDERS},
}


def sign(name: str, x: float, y: float, r: float, palette: InkPalette) -> list[Path]:
    """A sign of radius r around x, y: solid in every mode, for it is small and must be seen."""
    return scaled(SIGNS[name], x, y, r, palette)


def scaled(art: Art, x: float, y: float, r: float, palette: InkPalette) -> list[Path]:
    """Art of radius 1 where it is wanted, its lines as much thicker as it is larger."""

    def ink(colour: str | None) -> str | None:
        return PLAIN.get(colour, colour) if colour and palette.mode == "mono" else colour

    return [
        replace(
            path.moved((r, 0, 0, r, x, y)),
            fill=ink(path.fill),
            stroke=ink(path.stroke),
            width=printable_width(path.width * r),
        )
        for path in art
    ]
