"""Sheets of paper and strokes of scissors for each kit: not a race, but figures that must not grow unseen.

A kit that gets more pieces may cost more; then its line here is changed in the same commit, where it is seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.measure import Measure
from generator.order.request import requests
from generator.press import build

MOST = {"code777": (17, 124), "inkognito": (25, 170), "fully": (26, 308), "allo": (23, 265), "rallye": (19, 292)}


def measures() -> Iterator[Measure]:
    """Each kit as it is printed unless told otherwise: A4, one side, full colour."""
    for order in requests(tuple(MOST), lang="en"):
        runs = build.compose(order).runs
        sheets, strokes = sum(len(run.sheets) for run in runs), sum(run.strokes for run in runs)
        most = MOST[order.game]
        cuts = f"{sum(run.cuts for run in runs)} cuts"
        yield Measure(f"{order.game}: sheets of paper", "", sheets, most=most[0], unit="sheets")
        yield Measure(f"{order.game}: strokes", cuts, strokes, most=most[1], unit="strokes")
