"""A measure: what was measured, what came out, and how far that is from its limit."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from msgspec import Struct
from rich.console import Console
from rich.table import Table


class Measure(Struct, frozen=True):
    """One row. `value` is a ratio unless `unit` says otherwise; without a limit it is only reported."""

    what: str
    figure: str
    value: float | None = None
    most: float | None = None  # the value must not be above
    more_than: float | None = None  # the value must be above
    aim: float | None = None  # the value should not be above: told, but no failure; where we are now may be the limit
    unit: str = "×"
    noise: float = 0.0  # how far the same contender differs from itself, as a share

    @property
    def noisy(self) -> bool:
        """Is the limit broken by less than this machine can tell today? Then nobody knows."""
        limit = self.most if self.most is not None else self.more_than
        return not self.ok and bool(self.value and limit) and abs(self.value / limit - 1) < self.noise

    @property
    def ok(self) -> bool:
        """Is the limit kept?"""
        if self.value is None:
            return True
        above = self.more_than is not None and self.value <= self.more_than
        return not (above or (self.most is not None and self.value > self.most))

    @property
    def shown(self) -> str:
        """The value with its unit."""
        return "" if self.value is None else f"{number(self.value)} {self.unit}"

    @property
    def limit(self) -> str:
        """The limit in words."""
        if self.most is not None:
            return f"at most {number(self.most)}" + (f", aim {number(self.aim)}" if self.aim is not None else "")
        if self.aim is not None:
            return f"aim {number(self.aim)}"
        return "" if self.more_than is None else f"over {number(self.more_than)}"

    @property
    def room(self) -> str:
        """How much of the way to the limit is left, or how far beyond it is."""
        most = self.aim or self.most
        if self.value is None or (most is None and self.more_than is None):
            return ""
        share = 1 - self.value / most if most else 1 - (self.more_than or 0) / self.value
        return f"{share:+.0%}"

    @property
    def verdict(self) -> str:
        """In a word."""
        if self.ok and self.aim is not None and self.value is not None:
            return "ok" if self.value <= self.aim else "missed"
        judged = self.most is not None or self.more_than is not None
        return "" if not judged else "ok" if self.ok else "noisy" if self.noisy else "FAILED"


def number(value: float) -> str:
    """Three digits that matter."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}".removesuffix(".00")


def milliseconds(*seconds: float) -> str:
    """Times, one against the other."""
    return " : ".join(number(each * 1000) for each in seconds) + " ms"


def kilobytes(*sizes: int) -> str:
    """Sizes, one against the other."""
    return " : ".join(number(each / 1000) for each in sizes) + " KB"


WIDEST = {"what": 52, "figure": 40}


def tell(measures: Sequence[Measure]) -> None:
    """The table."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("what", "figure", "ratio", "limit", "room", ""):
        right, wide = column in ("figure", "ratio", "room"), WIDEST.get(column)  # notes are long, verdicts must be seen
        table.add_column(column, justify="right" if right else "left", no_wrap=wide is None, max_width=wide)
    for each in measures:
        table.add_row(each.what, each.figure, each.shown, each.limit, each.room, each.verdict)
    console = Console(width=None if sys.stdout.isatty() else 160, highlight=False)
    console.print(table)
    if any(each.noisy for each in measures):
        most = max(each.noise for each in measures)
        console.print(
            f"noisy: the same contender differs from itself by up to {most:.0%} here. Try again on a quiet machine."
        )
