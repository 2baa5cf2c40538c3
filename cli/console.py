"""What is told on the terminal: lines, tables, progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from templates.i18n import say

if TYPE_CHECKING:
    from rich.console import Console

    from generator.press.receipt import Receipt


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
    """The table: file, pages, sheets of paper, cuts to make."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column(say("file"), no_wrap=True)
    for column in (say("pages"), say("sheets of paper"), say("cuts to make"), say("players")):
        table.add_column(column, justify="right")
    for r in receipts:
        table.add_row(r.file, str(r.pages), str(r.sheets), str(r.cuts), str(r.players))
    console().print(table)
    console().print(say("Print at 100 %, never “fit to page”; the bar on each page must measure 50 mm."))


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
