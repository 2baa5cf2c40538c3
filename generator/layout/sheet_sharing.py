"""Small components share a sheet of paper: those that fill part of one, with nothing printed behind them, and the last
sheet of larger ones.

They lie in rows, one below the other, so that a cut from edge to edge still parts them; in a row they may lie side by side.
A component that lies on another's sheet has no sheet of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from generator.drawing.geometry import Area, shift
from generator.drawing.pen import FaceStamp, Item, placed
from generator.layout.imposition import ComponentRun, Sheet, Side
from generator.layout.paper import TICK
from templates.i18n import say

APART = 2 * TICK + 2.0  # between components: the marks of one never look like those of the other


class SheetPart(Struct):
    """What a component takes of its last sheet."""

    run: int  # its place among the runs
    side: Side
    area: Area  # of the pieces alone
    stays: bool  # it has other sheets before this one, so others may come to it, but it goes nowhere
    paper: tuple[bool, bool]  # is it plain, and is it cut by a machine?

    def at(self, x: float, y: float) -> list[Item]:
        """Its pieces and marks, with the upper left corner there."""
        return placed(self.side.items, shift(round(x - self.area.x, 3), round(y - self.area.y, 3)))


class SheetRow(Struct):
    """Parts side by side."""

    parts: list[SheetPart]

    @property
    def height(self) -> float:
        """Of the highest."""
        return max(part.area.height for part in self.parts)

    @property
    def width(self) -> float:
        """Of all, with what is between them."""
        return sum(part.area.width for part in self.parts) + APART * (len(self.parts) - 1)

    def takes(self, part: SheetPart, area: Area) -> bool:
        """Is there room for another that is not higher? Who has full sheets keeps to himself: they are cut in one stack."""
        if any(each.stays for each in (part, *self.parts)) or part.area.height > self.height:
            return False
        return self.width + APART + part.area.width <= area.width - 2 * TICK


def fewest(choices: Iterable[Sequence[ComponentRun]], area: Area) -> tuple[ComponentRun, ...]:
    """Each component laid out in one of several ways, small ones together: the ways that take the fewest sheets in all, then
    the fewest strokes."""

    def work(runs: Sequence[ComponentRun]) -> tuple[int, int]:
        saved = sum(sum(len(row.parts) for row in page) - 1 for page in pages_of(runs, area))
        return sum(len(run.sheets) for run in runs) - saved, sum(run.strokes for run in runs)

    best = min(product(*choices), key=work)
    return share_sheets(best, area)


def pages_of(runs: Iterable[ComponentRun], area: Area) -> list[list[SheetRow]]:
    """The last sheets of all components, small ones together: the highest look for a place first."""
    parts = [part for part in (last(number, run) for number, run in enumerate(runs)) if part]
    pages = [[SheetRow([part])] for part in parts if part.stays]
    for part in sorted((part for part in parts if not part.stays), key=lambda part: -part.area.height):
        alike = [page for page in pages if page[0].parts[0].paper == part.paper and tall(page, area) <= area.height]
        row = next((row for page in alike for row in page if row.takes(part, area)), None)
        page = next((page for page in alike if tall([*page, SheetRow([part])], area) <= area.height), None)
        if row:
            row.parts.append(part)
        elif page:
            page.append(SheetRow([part]))
        else:
            pages.append([SheetRow([part])])
    return pages


def share_sheets(runs: Iterable[ComponentRun], area: Area) -> tuple[ComponentRun, ...]:
    """The same with small components together, wherever that saves a sheet."""
    found = list(runs)
    for page in pages_of(found, area):
        lying = [part for row in page for part in row.parts]
        if len(lying) > 1:
            first, *rest = sorted(lying, key=lambda part: (not part.stays, part.run))
            host = found[first.run]
            sheets = (*host.sheets[:-1], Sheet(shared_side(page, [first, *rest], area)))
            found[first.run] = replace(host, sheets=sheets)
            for part in rest:
                found[part.run] = replace(found[part.run], sheets=(), shares=where_to_look(host))
    return tuple(found)


def where_to_look(host: ComponentRun) -> str:
    """Where to look for what lies on its sheet."""
    text = say("On the last sheet of: {title}.") if len(host.sheets) > 1 else say("On the sheet of: {title}.")
    return text.format(title=host.component.title)


def last(number: int, run: ComponentRun) -> SheetPart | None:
    """The last sheet of a component that has nothing behind it; a full one is too high to share it."""
    component = run.component
    if (
        component.uncut
        or component.untrimmed
        or component.pair
        or not run.sheets
        or any(sheet.back for sheet in run.sheets)
    ):
        return None
    side = run.sheets[-1].front
    boxes = list(run.grid.boxes(sum(isinstance(item, FaceStamp) for item in side.items)))
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, low = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
    return SheetPart(
        number, side, Area(x, y, right - x, low - y), len(run.sheets) > 1, (component.plain, run.by_machine)
    )


def upper(page: list[SheetRow], area: Area) -> float:
    """Where the first row begins: where it was, if it has full sheets, which are cut in one stack with it."""
    first = page[0].parts[0]
    return first.area.y if first.stays else area.y + TICK


def tall(page: list[SheetRow], area: Area) -> float:
    """How much height those rows need, with the marks above and below."""
    return upper(page, area) - area.y + sum(row.height for row in page) + APART * (len(page) - 1) + TICK


def shared_side(page: list[SheetRow], lying: list[SheetPart], area: Area) -> Side:
    """One side with all of them, each row in the middle; a part alone in its row lies where it would lie alone."""
    y, items = upper(page, area), []
    for row in page:
        x = row.parts[0].area.x if len(row.parts) == 1 else area.x + (area.width - row.width) / 2
        for part in row.parts:
            items += part.at(x, y)
            x += part.area.width + APART
        y += row.height + APART
    first, *rest = (part.side for part in lying)
    title = ", ".join(dict.fromkeys(side.title for side in (first, *rest)))
    return replace(first, title=title, items=tuple(items), also=tuple(side.component for side in rest))
