"""The cut files of a kit: one for all sheets that are cut alike, beside the PDF and named after its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.drawing.pen import Face
from generator.layout import decoration
from generator.layout.imposition import ComponentRun, Sheet, Side, unique
from generator.order.request import PrintRequest
from generator.press.composed_kit import ComposedKit
from generator.press.cut_files.dxf_file import dxf_file, library
from generator.press.cut_files.layers import CutDrawing, drawing
from generator.press.cut_files.lines import SheetLines, sheet_lines
from generator.press.cut_files.svg_file import svg_file
from generator.press.receipt import CutFile
from templates.i18n import say

WRITERS: dict[str, Callable[[CutDrawing], bytes]] = {
    "svg": svg_file,
    "dxf": dxf_file,
    "silhouette": lambda drawn: dxf_file(drawn, plain=True),
}


class CutSheets(Struct, frozen=True):
    """Pages that are cut alike."""

    side: Side
    lines: SheetLines
    pages: tuple[int, ...]
    components: tuple[str, ...]


def is_ready(order: PrintRequest) -> None:
    """Refuses a form of cut files that nothing here can write, before anything is drawn."""
    if order.cut in ("dxf", "silhouette"):
        library()


def by_machine(run: ComponentRun, order: PrintRequest) -> bool:
    """Does a machine cut it? Pages of text never; what fills the sheet only where no marks need a place."""
    component = run.component
    if component.uncut:
        return not order.registration and bool(component.whole or component.together)
    return run.by_machine


def with_registration(runs: tuple[ComponentRun, ...], order: PrintRequest) -> tuple[ComponentRun, ...]:
    """The sheets with the marks that a machine finds them by, on fronts that it cuts."""
    if not order.cut or not order.registration:
        return runs
    faces = {face.name: face for run in runs for face in run.faces}
    marks = decoration.registration(order.registration.rectangles(order.paper))
    made: dict[int, Side] = {}

    def marked(sheet: Sheet) -> Sheet:
        side = sheet.front
        if id(side) not in made:
            cut = sheet_lines(side.items, faces).cuts
            made[id(side)] = replace(side, items=(*side.items, marks)) if cut else side
        return replace(sheet, front=made[id(side)])

    return tuple(replace(run, sheets=tuple(map(marked, run.sheets))) if by_machine(run, order) else run for run in runs)


def cut_sheets(work: ComposedKit, faces: Mapping[str, Face]) -> list[CutSheets]:
    """Every sheet that a machine cuts, those that are cut alike together."""
    numbers: dict[int, list[int]] = {}
    for number, side in enumerate(work.sides(), 1):
        numbers.setdefault(id(side), []).append(number)
    found: list[CutSheets] = []
    for run in work.runs:
        if not by_machine(run, work.order):
            continue
        for side in dict.fromkeys(sheet.front for sheet in run.sheets):
            lines = sheet_lines(side.items, faces)
            if not lines.cuts and not lines.folds:
                continue
            pages, lying = tuple(numbers[id(side)]), (side.component, *side.also)
            alike = next((i for i, each in enumerate(found) if each.lines == lines), None)
            if alike is None:
                found.append(CutSheets(side, lines, pages, lying))
            else:
                same = found[alike]
                both = tuple(dict.fromkeys((*same.components, *lying)))
                found[alike] = replace(same, pages=tuple(sorted({*same.pages, *pages})), components=both)
    return found


def cut_files(work: ComposedKit, pdf: Path) -> Iterator[tuple[CutFile, bytes]]:
    """Each file with what is told of it."""
    order = work.order
    if not order.cut:
        return
    faces = {face.name: face for face in unique(face for run in work.runs for face in run.faces)}
    digits = len(str(len(work.sides())))
    suffix = "svg" if order.cut == "svg" else "dxf"
    for sheets in cut_sheets(work, faces):
        first, last = sheets.pages[0], sheets.pages[-1]
        pages = f"page-{first:0{digits}}" if first == last else f"pages-{first:0{digits}}-{last:0{digits}}"
        path = pdf.with_name(f"{pdf.stem}-{'-'.join((pages, *sheets.components))}"[:200] + f".{suffix}")
        drawn = drawing(sheets.lines, order, f"{work.title} · {sheets.side.title}")
        layers = tuple(layer.name.lower() for layer in drawn.layers)
        told = CutFile(str(path), order.cut, sheets.pages, layers, *drawn.box)
        yield told, WRITERS[order.cut](drawn)


def by_hand(work: ComposedKit) -> Iterator[str]:
    """What is left to cut by hand, in a sentence."""
    order = work.order
    if not order.cut:
        return
    left = [run.component.title for run in work.runs if run.cuts and not by_machine(run, order)]
    if left:
        yield say("{game}: the marks leave no room on the sheets of {components}; cut these by hand.").format(
            game=work.title, components=", ".join(left)
        )
