"""Small components share a sheet of paper: those that fill part of one, with nothing printed behind them.

They lie in bands, one below the other, so that a cut from edge to edge still parts them. A component that lies on another's
sheet has no sheet of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from generator.component import GUTTER
from generator.drawing import Item, Stamp, placed
from generator.imposition import Run, Sheet, Side
from generator.paper import TICK, Area, move


class Band(Struct):
    """What a small component takes of a sheet, from its upper edge to its lower."""

    run: int  # its place among the runs
    side: Side
    top: float
    low: float

    @property
    def height(self) -> float:
        """Of the pieces alone."""
        return self.low - self.top

    def at(self, y: float) -> list[Item]:
        """Its pieces and marks, with the upper edge there."""
        return placed(self.side.items, move(0, round(y - self.top, 3)))


def mixed(runs: Iterable[Run], area: Area) -> tuple[Run, ...]:
    """The same with small components together, wherever that saves a sheet."""
    found = list(runs)
    pages: list[list[Band]] = []
    for band in filter(None, (small(number, run) for number, run in enumerate(found))):
        room = (page for page in pages if tall([*page, band]) <= area.height)
        page = next(room, None)
        if page is None:
            pages.append([band])
        else:
            page.append(band)
    for page in pages:
        if len(page) > 1:
            first, *rest = page
            host = found[first.run]
            found[first.run] = replace(host, sheets=(Sheet(together(page, area)),))
            for band in rest:
                found[band.run] = replace(found[band.run], sheets=(), shares=host.component.title)
    return tuple(found)


def small(number: int, run: Run) -> Band | None:
    """The one sheet of a component; a full one is too high to share it."""
    if run.component.uncut or len(run.sheets) != 1 or run.sheets[0].back or run.component.pair:
        return None
    side = run.sheets[0].front
    count = sum(isinstance(item, Stamp) for item in side.items)
    boxes = list(run.grid.boxes(count))
    return Band(number, side, min(box.y for box in boxes), max(box.y + box.height for box in boxes))


def tall(page: list[Band]) -> float:
    """How much height those bands need, with the marks above and below."""
    return sum(band.height for band in page) + GUTTER * (len(page) - 1) + 2 * TICK


def together(page: list[Band], area: Area) -> Side:
    """One side with all of them."""
    y, items = area.y + TICK, []
    for band in page:
        items += band.at(y)
        y += band.height + GUTTER
    first, *rest = (band.side for band in page)
    title = ", ".join(dict.fromkeys(side.title for side in (first, *rest)))
    return replace(first, title=title, items=tuple(items), also=tuple(side.component for side in rest))
