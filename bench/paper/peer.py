"""fpdf2 drawing the same display list: its quickest documented call for each item, the same typefaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path as File

from fpdf import FPDF
from fpdf.drawing import PaintedPath
from fpdf.drawing_primitives import DeviceGray, DeviceRGB

from generator.drawing.fonts import FILES
from generator.drawing.pen import Item, Op, Path, Point, Text
from generator.layout.paper import Paper


def fresh(paper: Paper) -> FPDF:
    """An empty document with our typefaces loaded: fpdf2 loads them anew for every document."""
    pdf = FPDF(unit="mm", format=(paper.width, paper.height))
    pdf.set_auto_page_break(False)
    for name, (package, file) in FILES.items():
        spec = find_spec(package)
        assert spec and spec.origin
        pdf.add_font(name, fname=str(File(spec.origin).parent / "files" / file))
    return pdf


def print_pages(pdf: FPDF, pages: Iterable[Iterable[Item]]) -> bytes:
    """A PDF of pages without stamps."""
    for items in pages:
        pdf.add_page()
        for item in items:
            if isinstance(item, Path):
                draw_path(pdf, item)
            elif isinstance(item, Text):
                draw_text(pdf, item)
            else:
                raise TypeError("stamps are spelled out beforehand: bench.paper.sheets.flat")
    return bytes(pdf.output())


def draw_path(pdf: FPDF, path: Path) -> None:
    """Straight lines by the plain calls, which are quick; curves by its drawing API, which is all it has for them."""
    if any(op == "C" for op, _ in path.ops):
        draw_curves(pdf, path)
        return
    if path.fill:
        pdf.set_fill_color(colour(path.fill))
    if path.stroke:
        pdf.set_draw_color(colour(path.stroke))
        pdf.set_line_width(path.width)
        pdf.set_dash_pattern(*path.dash[:2])
    style = ("D" if path.stroke else "") + ("F" if path.fill else "")
    for points, closed in runs(path.ops):
        if len(points) == 2 and not closed:
            pdf.line(*points[0], *points[1])
        else:
            pdf.polyline(points, polygon=closed, style=style)


def draw_curves(pdf: FPDF, path: Path) -> None:
    """A path with curves. fpdf2 would copy it first; it need not."""
    pen = PaintedPath()
    pen.style.auto_close = False
    pen.style.fill_color = colour(path.fill) if path.fill else None
    pen.style.stroke_color = colour(path.stroke) if path.stroke else None
    pen.style.stroke_width = path.width
    calls: dict[str, Callable[..., object]] = {"M": pen.move_to, "L": pen.line_to, "C": pen.curve_to, "Z": pen.close}
    for op, v in path.ops:
        calls[op](*v)
    pdf.draw_path(pen, copy=False)  # type: ignore[arg-type]  # narrower than its code


def draw_text(pdf: FPDF, text: Text) -> None:
    """One line of type."""
    pdf.set_font(text.font, size=text.pt)
    pdf.set_text_color(colour(text.colour))
    share = {"start": 0, "middle": 0.5, "end": 1}[text.anchor]
    left = share * pdf.get_string_width(text.string) if share else 0
    if text.turn == 180:
        with pdf.rotation(180, text.x, text.y):
            pdf.text(text.x - left, text.y, text.string)
    else:
        pdf.text(text.x - left, text.y, text.string)


def runs(ops: Iterable[Op]) -> Iterator[tuple[list[Point], bool]]:
    """The connected lines of a straight path: their points, and whether they are closed."""
    points: list[Point] = []
    for op, v in ops:
        if op == "Z":
            yield points, True
            points = []
        elif op == "M":
            if points:
                yield points, False
            points = [(v[0], v[1])]
        else:
            points.append((v[0], v[1]))
    if points:
        yield points, False


@cache
def colour(hexed: str) -> DeviceGray | DeviceRGB:
    """A colour; grey ones as grey, as the press has them."""
    r, g, b = (int(hexed[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return DeviceGray(r) if r == g == b else DeviceRGB(r, g, b)
