"""What is told on the terminal: lines, tables, progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from textwrap import wrap
from typing import TYPE_CHECKING

from templates.i18n import say

LEAST_PATH = 24  # letters: a name that says something

if TYPE_CHECKING:
    from rich.console import Console

    from generator.press.receipt import CutFile, Receipt


def console(stderr: bool = False) -> Console:
    """Where to tell things. A pipe gets long lines, not broken ones."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, width=None if stream.isatty() else 4096, highlight=False)


@contextmanager
def progress(total: int, silent: bool, what: str = "") -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, nothing in a pipe."""
    if silent or not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.progress import Progress

    with Progress(console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(what or say("Printing"), total=total)
        yield lambda done: bar.advance(task)


def print_receipts(receipts: list[Receipt]) -> None:
    """The table: file, pages, sheets of paper, strokes and cuts. Where it is narrow the path is shortened, never a figure."""
    shown = console()
    heads = (say("pages"), say("sheets"), say("strokes"), say("cuts"), say("players"))
    rows = [(r.file, *map(str, (r.pages, r.sheets, r.strokes, r.cuts, r.players))) for r in receipts]
    widths = [max(len(head), *(len(row[i]) for row in rows)) for i, head in enumerate(heads, 1)]
    room = shown.width - sum(widths) - 2 * len(widths)
    lines = []
    if room >= LEAST_PATH:
        wide = min(room, max(len(say("file")), *(len(row[0]) for row in rows)))
        for path, *figures in ((say("file"), *heads), *rows):
            numbers = "".join(f"  {figure:>{width}}" for figure, width in zip(figures, widths, strict=True))
            lines.append(f"{shortened(path, wide):<{wide}}{numbers}")
    else:  # the figures below the path, in as many lines as they need
        for path, *figures in rows:
            lines.append(shortened(path, shown.width))
            told = [f"{figure}\N{NO-BREAK SPACE}{head}" for figure, head in zip(figures, heads, strict=True)]
            lines += [f"  {line}" for line in wrap(", ".join(told), max(12, shown.width - 2))]
    for receipt in receipts:
        lines += [cut_line(each) for each in receipt.cut_files]
    lines.append(say("Strokes: with scissors or a small trimmer. Cuts: with a stack cutter."))
    lines.append(say("Print at 100 %, never “fit to page”; the bar on each page must measure 50 mm."))
    for line in lines:
        shown.print(line, markup=False)


def cut_line(file: CutFile) -> str:
    """A file for a cutting machine, and the pages it is for."""
    pages = ", ".join(map(str, file.pages))
    told = say("{file}: page {pages}") if len(file.pages) == 1 else say("{file}: pages {pages}")
    if file.form == "silhouette":  # Studio does not keep the place of a drawing by itself
        told += say("; X {left:g} mm, Y {top:g} mm")
    return told.format(file=file.file, pages=pages, left=file.left, top=file.top)


def shortened(path: str, width: int) -> str:
    """A path that fits: its end tells most."""
    return path if len(path) <= width else f"…{path[len(path) - width + 1 :]}"


def print_line(line: str) -> None:
    """One line; a pipe gets it unbroken."""
    console().print(line, markup=False, soft_wrap=True)


def print_table(rows: list[tuple[str, ...]]) -> None:
    """Columns; the first holds names, the others numbers."""
    from rich.table import Table

    first, *rest = rows
    shown = Table(box=None, padding=(0, 2, 0, 0))
    for i, column in enumerate(first):
        shown.add_column(column, justify="right" if i else "left")
    for row in rest:
        shown.add_row(*row)
    console().print()
    console().print(shown)
