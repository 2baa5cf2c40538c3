"""Components with their cut files, and these read again beside the page they are for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from support.cut_geometry import Filled, Points, Stroke, dxf_layers, page_ink, svg_layers
from support.printing import ordered

from generator.press.build import Printed, build


@cache
def cut(game: str, only: str, **options: object) -> Printed:
    """A component with its cut files, as SVG on A4 unless told."""
    return build([ordered(game, **{"only": only, "cut": "svg", **options})], Path("out"))


def sheets(printed: Printed) -> Iterator[tuple[dict[str, list[Points]], list[Stroke], list[Filled]]]:
    """Each cut file: layers, and the strokes and fills of its first page."""
    (receipt,), pdf = printed.receipts, printed.files[0][1]
    made = {str(path): data for path, data in printed.files}
    for told in receipt.cut_files:
        data = made[told.file]
        layers = svg_layers(data) if told.file.endswith("svg") else dxf_layers(data, receipt.paper_height)
        yield layers, *page_ink(pdf, told.pages[0])
