"""The pictures of Inkognito for pages: agents, places and the dial, in the colour of the text around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.drawing.palette import WHITE
from generator.drawing.pen import Op, Path, ellipse, points_on_circle
from generator.drawing.svg import document, drawing
from generator.kits.inkognito.art import Picture
from generator.kits.inkognito.places import PLACES
from generator.kits.inkognito.portraits import PORTRAITS

HUE, INK = "currentColor", "#222222"
LINE = 1.1  # of every outline, in a box of 100
FILLS = {"main": HUE, "deep": INK, "spot": INK, "pale": WHITE, "line": None, "wire": None}


def page_art() -> str:
    """All of them by the letters and names that pages know."""
    agents = (pictured(identity.value, picture) for identity, picture in PORTRAITS.items())
    places = (pictured(place.value, picture) for place, picture in PLACES.items())
    return document([*agents, *places, drawing("dial", (100, 100), dial())])


def pictured(name: str, picture: Picture) -> str:
    """A picture as a symbol. A light shade is the colour upon white: symbols know no mixtures."""
    return drawing(name, (picture.width, picture.height), (p for s in picture.strokes for p in inked(s.role, s.ops)))


def inked(role: str, ops: tuple[Op, ...]) -> Iterator[Path]:
    """One outline as its role is drawn."""
    if role == "tint":
        yield Path(ops, WHITE)
        yield Path(ops, f'{HUE}" fill-opacity=".26', INK, LINE)
    else:
        stroke = None if role == "spot" else INK
        yield Path(ops, FILLS[role], stroke, 2 * LINE if role == "wire" else LINE)


def dial() -> Iterable[Path]:
    """A dial with ten holes and a gap at its stop, empty in the middle."""
    holes = [op for i, at in enumerate(points_on_circle(50, 50, 41, 12)) if i not in (4, 5) for op in ellipse(*at, 5.6)]
    yield Path(ellipse(50, 50, 49), HUE, INK, LINE)
    yield Path(tuple(holes), WHITE, INK, LINE)
    yield Path(ellipse(50, 50, 33), WHITE, INK, LINE)
