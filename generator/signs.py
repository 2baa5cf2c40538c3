"""Road signs: one table of them, for boards, cards and pages alike."""

from __future__ import annotations

from msgspec.structs import replace

from generator.drawing import Path, thick
from generator.prohibitions import RINGED
from generator.signart import BLUE, BROWN, CREAM, DANGERS, DARK, GREEN, ORDERS, RED, USEFUL, Art, no_entry, order
from generator.tone import BLACK, WHITE, Tone

PLAIN = {RED: BLACK, BLUE: BLACK, GREEN: BLACK, DARK: BLACK, CREAM: WHITE, BROWN: "#808080"}  # with black alone

SIGNS: dict[str, Art] = {
    "noentry": no_entry(),
    **{name: art() for name, art in (DANGERS | USEFUL).items()},
    **{f"no-{name}": art() for name, art in RINGED.items()},
    **{f"go-{way}": order(way) for way in ORDERS},
}


def sign(name: str, x: float, y: float, r: float, tone: Tone) -> list[Path]:
    """A sign of radius r around x, y: solid in every mode, for it is small and must be seen."""
    return scaled(SIGNS[name], x, y, r, tone)


def scaled(art: Art, x: float, y: float, r: float, tone: Tone) -> list[Path]:
    """Art of radius 1 where it is wanted, its lines as much thicker as it is larger."""

    def ink(colour: str | None) -> str | None:
        return PLAIN.get(colour, colour) if colour and tone.mode == "mono" else colour

    return [
        replace(
            path.moved((r, 0, 0, r, x, y)), fill=ink(path.fill), stroke=ink(path.stroke), width=thick(path.width * r)
        )
        for path in art
    ]
