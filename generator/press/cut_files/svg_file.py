"""A cut file as SVG: millimetres, a layer as Inkscape knows it for each kind of line."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from generator.drawing.pen import Point
from generator.press.cut_files.layers import CutDrawing
from generator.press.cut_files.lines import Outline

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
THIN = 0.1  # mm: some programs take thicker lines for areas


def svg_file(drawn: CutDrawing) -> bytes:
    """The file."""
    return ("\n".join(written(drawn)) + "\n").encode()


def written(drawn: CutDrawing) -> Iterator[str]:
    """Its lines."""
    wide, high = number(drawn.paper.width), number(drawn.paper.height)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="{INKSCAPE}" version="1.1" '
        f'width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}">'
    )
    yield f"<title>{escape(drawn.title)}</title>"
    if drawn.about:
        yield f"<desc>{escape(drawn.about)}</desc>"
    if drawn.marks:
        yield '<g id="MARKS" inkscape:groupmode="layer" inkscape:label="MARKS" fill="#000000">'
        for each in drawn.marks:
            x, y, w, h = map(number, (each.x, each.y, each.width, each.height))
            yield f'<rect x="{x}" y="{y}" width="{w}" height="{h}"/>'
        yield "</g>"
    for layer in drawn.layers:
        yield (
            f'<g id="{layer.name}" inkscape:groupmode="layer" inkscape:label="{layer.name}" '
            f'fill="none" stroke="{layer.colour}" stroke-width="{THIN}">'
        )
        for outline in layer.outlines:
            yield f'<path d="{path(outline)}"/>'
        yield "</g>"
    yield "</svg>"


def path(outline: Outline) -> str:
    """An outline as path data."""
    words = [f"M{point(outline.edges[0][0])}"]
    closes = outline.closed
    for i, edge in enumerate(outline.edges):
        if len(edge) > 2:
            words.append("C" + " ".join(map(point, edge[1:])))
        elif not closes or i < len(outline.edges) - 1:
            words.append(f"L{point(edge[1])}")
    return " ".join(words) + (" Z" if closes else "")


def point(at: Point) -> str:
    """A point."""
    return f"{number(at[0])},{number(at[1])}"


def number(value: float) -> str:
    """A length, to a thousandth of a millimetre."""
    return f"{round(value, 3) + 0:g}" if abs(value) < 1000 else f"{value:.3f}"
