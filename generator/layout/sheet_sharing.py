"""Small components share a sheet of paper: those that fill part of one, with nothing printed behind them, and the last
sheet of larger ones.

They lie in bands, one below the other, so that a cut from edge to edge still parts them. A component that lies on another's
sheet has no sheet of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from generator.drawing.geometry import Area, shift
from generator.drawing.pen import FaceStamp, Item, placed
from generator.layout.component import GUTTER
from generator.layout.imposition import ComponentRun, Sheet, Side
from generator.layout.paper import TICK
from templates.i18n import say


class SheetBand(Struct):
    """What a component takes of its last sheet, from its upper edge to its lower."""

    run: int  # its place among the runs
    side: Side
    top: float
    low: float
    stays: bool  # it has other sheets before this one, so others may come to it, but it goes nowhere
    plain: bool  # its paper

    @property
    def height(self) -> float:
        """Of the pieces alone."""
        return self.low - self.top

    def at(self, y: float) -> list[Item]:
        """Its pieces and marks, with the upper edge there."""
        return placed(self.side.items, shift(0, round(y - self.top, 3)))


def share_sheets(runs: Iterable[ComponentRun], area: Area) -> tuple[ComponentRun, ...]:
    """The same with small components together, wherever that saves a sheet: the highest look for a place first."""
    found = list(runs)
    bands = [band for band in (last(number, run) for number, run in enumerate(found)) if band]
    pages = [[band] for band in bands if band.stays]
    for band in sorted((band for band in bands if not band.stays), key=lambda band: -band.height):
        alike = (page for page in pages if page[0].plain == band.plain)
        page = next((page for page in alike if tall([*page, band], area) <= area.height), None)
        if page is None:
            pages.append([band])
        else:
            page.append(band)
    for page in pages:
        if len(page) > 1:
            first, *rest = sorted(page, key=lambda band: (not band.stays, band.run))
            host = found[first.run]
            sheets = (*host.sheets[:-1], Sheet(shared_side([first, *rest], area)))
            found[first.run] = replace(host, sheets=sheets)
            for band in rest:
                found[band.run] = replace(found[band.run], sheets=(), shares=where_to_look(host))
    return tuple(found)


def where_to_look(host: ComponentRun) -> str:
    """Where to look for what lies on its sheet."""
    text = say("On the last sheet of: {title}.") if len(host.sheets) > 1 else say("On the sheet of: {title}.")
    return text.format(title=host.component.title)


def last(number: int, run: ComponentRun) -> SheetBand | None:
    """The last sheet of a component that has nothing behind it; a full one is too high to share it."""
    if run.component.uncut or run.component.pair or not run.sheets or any(sheet.back for sheet in run.sheets):
        return None
    side = run.sheets[-1].front
    count = sum(isinstance(item, FaceStamp) for item in side.items)
    boxes = list(run.grid.boxes(count))
    top, low = min(box.y for box in boxes), max(box.y + box.height for box in boxes)
    return SheetBand(number, side, top, low, len(run.sheets) > 1, run.component.plain)


def upper(page: list[SheetBand], area: Area) -> float:
    """Where the first one begins: where it was, if it has full sheets, which are cut in one stack with it."""
    return page[0].top if page[0].stays else area.y + TICK


def tall(page: list[SheetBand], area: Area) -> float:
    """How much height those bands need, with the marks above and below."""
    return upper(page, area) - area.y + sum(band.height for band in page) + GUTTER * (len(page) - 1) + TICK


def shared_side(page: list[SheetBand], area: Area) -> Side:
    """One side with all of them."""
    y, items = upper(page, area), []
    for band in page:
        items += band.at(y)
        y += band.height + GUTTER
    first, *rest = (band.side for band in page)
    title = ", ".join(dict.fromkeys(side.title for side in (first, *rest)))
    return replace(first, title=title, items=tuple(items), also=tuple(side.component for side in rest))
