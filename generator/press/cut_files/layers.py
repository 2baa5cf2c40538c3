"""The layers of a cut file, whatever its form: what is cut, scored and perforated, and the marks to find the sheet by."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from generator.drawing.geometry import Area
from generator.layout.paper import Paper
from generator.layout.print_settings import PrintSettings
from generator.press.cut_files.dashes import dashes
from generator.press.cut_files.lines import Outline, SheetLines


class Layer(Struct, frozen=True):
    """Lines that are treated alike. Programs tell layers by their names or by their colours."""

    name: str
    colour: str
    outlines: Sequence[Outline]


class CutDrawing(Struct, frozen=True):
    """One sheet for a cutting machine."""

    paper: Paper
    title: str
    layers: tuple[Layer, ...]  # those that have any lines, in the order to do them
    marks: tuple[Area, ...]
    about: str = ""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of all lines."""
        lefts, tops, rights, lows = zip(*(each.box for layer in self.layers for each in layer.outlines), strict=True)
        left, top = min(lefts), min(tops)
        return round(left, 2), round(top, 2), round(max(rights) - left, 2), round(max(lows) - top, 2)


def drawing(lines: SheetLines, settings: PrintSettings, title: str) -> CutDrawing:
    """Folds before cuts: a sheet that is cut no longer lies still."""
    perforated = settings.folds == "perforate"
    layers = (
        Layer("SCORE", "#0000ff", () if perforated else lines.folds),
        Layer("PERFORATE", "#00a000", [dash for fold in lines.folds for dash in dashes(fold)] if perforated else ()),
        Layer("CUT", "#ff0000", lines.cuts),
    )
    marks = settings.registration.rectangles(settings.paper) if settings.registration else []
    return CutDrawing(settings.paper, title, tuple(layer for layer in layers if layer.outlines), tuple(marks))
