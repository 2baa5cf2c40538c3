"""The same display list by cairo, through pycairo: a library in C behind thin calls.

pycairo comes as source on Linux and wants cairo's headers, so it is no part of what `make bench` installs: where it is not
there the row says what is missing. cairo finds typefaces by name in a folder that holds ours alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from math import radians
from pathlib import Path as File
from tempfile import TemporaryDirectory
from typing import Any

from generator.drawing.fonts import BOLD, FILES, ITALIC, MM, SERIF, width
from generator.drawing.pen import Item, Path, Text
from generator.layout.paper import Paper

POINT = 72 / 25.4
BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}
MISSING = "not installed: apt install libcairo2-dev pkg-config, then pip install pycairo"


def available() -> bool:
    """Is pycairo here?"""
    return find_spec("cairo") is not None


@contextmanager
def typefaces() -> Iterator[None]:
    """Lets cairo find our typefaces and no others; before it looks for any."""
    with TemporaryDirectory() as folder:
        for package, file in FILES.values():
            spec = find_spec(package)
            assert spec and spec.origin
            (File(folder) / File(file).name).symlink_to(File(spec.origin).parent / "files" / file)
        config = File(folder) / "fonts.conf"
        config.write_text(f"<fontconfig><dir>{folder}</dir><cachedir>{folder}</cachedir></fontconfig>")
        before = os.environ.get("FONTCONFIG_FILE")
        os.environ["FONTCONFIG_FILE"] = str(config)
        try:
            yield
        finally:
            os.environ.pop("FONTCONFIG_FILE")
            if before:
                os.environ["FONTCONFIG_FILE"] = before


@cache
def face(font: str) -> Any:
    """One of our typefaces."""
    import cairo

    slant = cairo.FontSlant.ITALIC if font == ITALIC else cairo.FontSlant.NORMAL
    weight = cairo.FontWeight.BOLD if font in (BOLD, SERIF) else cairo.FontWeight.NORMAL
    return cairo.ToyFontFace("Source Serif Pro" if font == SERIF else "Source Sans Pro", slant, weight)


def print_pages(pages: Iterable[Iterable[Item]], paper: Paper) -> bytes:
    """A PDF of pages without stamps."""
    import cairo

    found = BytesIO()
    with cairo.PDFSurface(found, paper.width * POINT, paper.height * POINT) as surface:
        pen = cairo.Context(surface)
        options = cairo.FontOptions()
        options.set_hint_metrics(cairo.HintMetrics.OFF)
        options.set_hint_style(cairo.HintStyle.NONE)
        pen.set_font_options(options)
        pen.scale(POINT, POINT)
        calls: dict[str, Callable[..., object]] = {
            "M": pen.move_to, "L": pen.line_to, "C": pen.curve_to, "Z": pen.close_path,
        }  # fmt: skip
        for items in pages:
            for each in items:
                if isinstance(each, Path):
                    draw_path(pen, each, calls)
                elif isinstance(each, Text):
                    draw_text(pen, each)
            pen.show_page()
    return found.getvalue()


def draw_path(pen: Any, path: Path, calls: dict[str, Callable[..., object]]) -> None:
    """A path, filled and drawn as it says."""
    for op, v in path.ops:
        calls[op](*v)
    if path.fill:
        pen.set_source_rgb(*colour(path.fill))
        (pen.fill_preserve if path.stroke else pen.fill)()
    if path.stroke:
        pen.set_source_rgb(*colour(path.stroke))
        pen.set_line_width(path.width)
        pen.set_dash(path.dash)
        pen.stroke()
    pen.new_path()


def draw_text(pen: Any, text: Text) -> None:
    """One line of type on its baseline; its width is measured beforehand, as for all."""
    pen.set_font_face(face(text.font))
    pen.set_font_size(text.pt * MM)
    pen.set_source_rgb(*colour(text.colour))
    left = BEFORE[text.anchor] * width(text.string, text.font, text.pt)
    pen.move_to(text.x, text.y)
    if text.turn:
        pen.save()
        pen.rotate(radians(text.turn))
        pen.rel_move_to(-left, 0)
        pen.show_text(text.string)
        pen.restore()
    else:
        pen.rel_move_to(-left, 0)
        pen.show_text(text.string)


@cache
def colour(hexed: str) -> tuple[float, float, float]:
    """Red, green and blue."""
    r, g, b = (int(hexed[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return r, g, b
