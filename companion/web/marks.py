"""Colours of pages, as style sheets: the accent of a game, and the one mark of each player: colour, shape and letter.

Both come from the file that the printed kit takes them from. A kit's colour that would drown in the page's own (black on dark,
yellow on light) gets an edge that does not, and type on it is black or white, whichever is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from colorsys import hls_to_rgb, rgb_to_hls
from functools import cache
from typing import Any

from msgspec import Struct

from generator.drawing.palette import luminance
from generator.drawing.shapes import PEOPLE, SHAPES
from referee.registry import GAMES
from templates import loader
from templates.pages import presenter

LIGHT_GROUNDS, DARK_GROUNDS = ("#f4f1ea", "#fffdf8", "#e6dff0"), ("#16131c", "#221d2b", "#362c47")  # as in app.css
TYPE, MARK = 4.5, 3.0  # contrasts that the eye needs, of type and of everything else that means something
ORDER = (*SHAPES, *PEOPLE)  # of the shapes in `marks.svg`
BLACK, WHITE = "#16131c", "#ffffff"
FREE = ("#b3261e", "#1f5fae", "#1b7a3d", "#8446ae", "#a85000", "#00727a", "#a0286c", "#4d5560")  # where one chooses


class Mark(Struct, frozen=True):
    """How a player is known: a colour and a shape. The letter is of the name."""

    hex: str
    shape: str


@cache
def seat_marks(slug: str) -> tuple[Mark, ...]:
    """The mark of each seat in a game whose pieces give it one: then nobody chooses another. Else none."""
    data = loader.kit_data(slug)
    named = [data["colours"][name] for name in presenter(slug).SEAT_COLOURS]
    pieces = named or [seat for seat in data.get("seats", {}).values() if "hex" in seat]
    return tuple(Mark(piece["hex"], piece["shape"]) for piece in pieces)


def contrast(one: str, other: str) -> float:
    """How well one colour is seen on another, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def readable_on(ground: str) -> str:
    """Black or white, whichever is read better there."""
    return max((WHITE, BLACK), key=lambda ink: contrast(ink, ground))


def clear_of(colour: str, grounds: tuple[str, ...], least: float) -> str:
    """The colour, or the nearest lighter or darker one that is seen on all of those grounds."""
    hue, light, strength = rgb_to_hls(*(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)))
    end = 1 if luminance(grounds[0]) < 0.2 else 0
    steps = (hls_to_rgb(hue, light + (end - light) * step / 50, strength) for step in range(51))
    tried = ("#" + "".join(f"{round(255 * part):02x}" for part in parts) for parts in steps)
    return next(found for found in tried if all(contrast(found, ground) >= least for ground in grounds))


def both_schemes(rules: Callable[[str, tuple[str, ...]], str]) -> str:
    """The same rules by day and by night: `rules` is given the beginning of a selector and the grounds of the scheme."""
    night = rules(':root[data-theme="dark"]', DARK_GROUNDS)
    dusk = rules(':root:not([data-theme="light"])', DARK_GROUNDS)
    return f"{rules(':root', LIGHT_GROUNDS)}\n@media (prefers-color-scheme:dark){{{dusk}}}\n{night}"


def accent_css(data: Mapping[str, Any]) -> str:
    """The accent of a game: as a ground for white type that is seen on the page, and as type."""
    accent = str(data["accent"])

    def rules(root: str, grounds: tuple[str, ...]) -> str:
        ground, ink = clear_of(accent, grounds[:2], MARK), clear_of(accent, grounds, TYPE)
        return f"{root}{{--accent:{ground};--on-accent:{readable_on(ground)};--accent-ink:{ink}}}"

    return both_schemes(rules)


def colours_css(data: Mapping[str, Any]) -> str:
    """The colours of a game's pieces: each with type for it, its shape, and as a line."""
    found = {f".c-{name}": colour for name, colour in data.get("colours", {}).items()}
    colours = {css: str(colour["hex"]) for css, colour in found.items()}
    shapes = {css: ORDER.index(colour["shape"]) for css, colour in found.items() if colour.get("shape") in ORDER}
    plain = "\n".join(
        f"{css}{{--c:{hue};--on-c:{readable_on(hue)};--shape:{shapes.get(css, 0)}}}" for css, hue in colours.items()
    )

    def edges(root: str, grounds: tuple[str, ...]) -> str:
        return "".join(f"{root} {css}{{--c-edge:{clear_of(hue, grounds, MARK)}}}" for css, hue in colours.items())

    return plain + "\n" + both_schemes(edges)


def people_css(address: str) -> str:
    """The marks of players in every game; `address` is where the row of shapes is (`marks_svg`)."""
    marks = dict(all_marks())
    plain = "\n".join(
        f"{css}{{--p:{mark.hex};--on-p:{readable_on(mark.hex)};--shape:{ORDER.index(mark.shape)}}}"
        for css, mark in marks.items()
    )

    def edges(root: str, grounds: tuple[str, ...]) -> str:
        return "".join(
            f"{root} {css}{{--p-edge:{clear_of(mark.hex, grounds, MARK)};--p-ink:{clear_of(mark.hex, grounds, TYPE)}}}"
            for css, mark in marks.items()
        )

    return f':root{{--marks:url("{address}");--shapes:{len(ORDER)}}}\n{plain}\n{both_schemes(edges)}'


def all_marks() -> Iterator[tuple[str, Mark]]:
    """Everybody's mark by the selector of whoever has it: first the free ones, then those of kits, which win."""
    for n, (colour, shape) in enumerate(zip(FREE, PEOPLE, strict=True)):
        yield f".p{n}", Mark(colour, shape)
    for slug in GAMES:
        for seat, mark in enumerate(seat_marks(slug)):
            yield f".g-{slug} .s{seat}", mark
