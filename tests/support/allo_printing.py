"""Prints kits of Allo... la France for the tests, each combination of options once a session."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from support.printing import Print

from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face
from generator.kits.common.kit_context import KitContext
from generator.layout.component import Component
from generator.order.request import PrintRequest, requests
from generator.press import build
from templates.i18n import speaking
from templates.loader import kit

SMALL_MAP = """
name = "Lakeland"
cities = [
    { name = "Aston", code = "11", x = 0, y = 0 },
    { name = "Birch", code = "22", x = 4, y = 1 },
    { name = "Carrow", code = "33", x = 8, y = 0 },
    { name = "Dunmore", code = "44", x = 0, y = 4 },
    { name = "Ely", code = "55", x = 4, y = 5 },
    { name = "Fernhill", code = "66", x = 8, y = 4 },
    { name = "Garth", code = "77", x = 2, y = 8 },
    { name = "Hollow-on-the-Water", code = "88", x = 7, y = 8 },
]
links = [
    ["Aston", "Birch", 4], ["Birch", "Carrow", 4], ["Aston", "Dunmore", 5], ["Birch", "Ely", 4], ["Carrow", "Fernhill", 5],
    ["Dunmore", "Ely", 3], ["Ely", "Fernhill", 3], ["Dunmore", "Garth", 4], ["Ely", "Hollow-on-the-Water", 4],
    ["Garth", "Hollow-on-the-Water", 6],
]
"""


def ordered(**options: object) -> PrintRequest:
    """One order, from options in the words of the command line."""
    for option in ("only", "without"):
        if isinstance(options.get(option), str):
            options[option] = (options[option],)
    (order,) = requests(["allo"], **{"lang": "en", **options})  # type: ignore[arg-type]
    return order


@lru_cache(maxsize=48)  # some megabytes each
def printed(**options: object) -> Print:
    """One kit, to be printed."""
    order = ordered(**options)
    return Print(order, build.compose(order))


def context(**options: object) -> KitContext:
    """What the kit draws with."""
    order = ordered(**options)
    with speaking(order.lang):
        shelf = kit("allo", build.kit("allo").shape)
    return KitContext(order, InkPalette(order.ink), build.counts(order), shelf)


def faces(component: Component) -> dict[str, Face]:
    """All that is drawn of a component, each once."""
    found = (*component.parts, *component.fronts, *component.behind)
    return {face.name: face for face in found}


def map_file(folder: Path, text: str = SMALL_MAP, name: str = "lakeland.toml") -> str:
    """A map on a user's disk."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return str(file)
