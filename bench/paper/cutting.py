"""Sheets of paper, strokes of scissors and cuts in a stack for each kit: not a race, but figures that must not grow unseen.

A kit that gets more pieces may cost more; then its line here is changed in the same commit, where it is seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.measure import Measure
from generator.order.request import requests
from generator.press import build

MOST = {
    "code777": (17, 122, 77),
    "inkognito": (25, 166, 106),
    "fully": (26, 278, 80),
    "allo": (23, 254, 135),
    "rallye": (19, 289, 176),
}
UNITS = "sheets", "strokes", "cuts"


def measures() -> Iterator[Measure]:
    """Each kit as it is printed unless told otherwise: A4, one side, full colour."""
    for game, most in MOST.items():
        for unit, number, limit in zip(UNITS, work(game), most, strict=True):
            yield Measure(f"{game}: {unit}", "", number, most=limit, unit=unit)


def work(game: str) -> tuple[int, int, int]:
    """What a kit takes: sheets, strokes, cuts."""
    (order,) = requests((game,), lang="en")
    runs = build.compose(order).runs
    return sum(len(run.sheets) for run in runs), sum(run.strokes for run in runs), sum(run.cuts for run in runs)
