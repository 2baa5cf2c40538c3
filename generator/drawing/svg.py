"""What phones show as it is printed: the shapes of the colours, and QR codes, as SVG."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape

from generator.drawing import qr
from generator.drawing.pen import Op, Path
from generator.drawing.shapes import Shape
from templates.i18n import say

XMLNS = "http://www.w3.org/2000/svg"
BOX = 24.0  # a shape fills a square of that side


def sprite(shapes: Mapping[str, Shape]) -> str:
    """One document with a symbol for each shape, in the colour of the text around it: `<use href="sprite.svg#heart"/>`."""
    symbols = "".join(symbol(name, shape) for name, shape in shapes.items())
    return f'<svg xmlns="{XMLNS}" width="0" height="0" aria-hidden="true">{symbols}</svg>'


def symbol(name: str, shape: Shape) -> str:
    """A shape by its name."""
    drawn = path(shape(BOX / 2, BOX / 2, BOX / 2))
    return f'<symbol id="{escape(name)}" viewBox="0 0 {BOX:g} {BOX:g}"><path fill="currentColor" d="{drawn}"/></symbol>'


def row(shapes: Iterable[Shape]) -> str:
    """One picture with all shapes side by side: style sheets cut them out, for what is drawn very often."""
    drawn = [path(shape(BOX * (i + 0.5), BOX / 2, BOX / 2)) for i, shape in enumerate(shapes)]
    size = f'width="{BOX * len(drawn):g}" height="{BOX:g}" viewBox="0 0 {BOX * len(drawn):g} {BOX:g}"'
    return f'<svg xmlns="{XMLNS}" {size}><path d="{"".join(drawn)}"/></svg>'


def pictures(art: Mapping[str, Iterable[Path]]) -> str:
    """One document with a symbol for each picture of radius 1, in its own colours: `<use href="signs.svg#parking"/>`."""
    symbols = "".join(picture(name, paths) for name, paths in art.items())
    return f'<svg xmlns="{XMLNS}" width="0" height="0" aria-hidden="true">{symbols}</svg>'


def picture(name: str, paths: Iterable[Path]) -> str:
    """A picture by its name."""
    half, drawn = BOX / 2, ""
    for each in paths:
        ink = f' stroke="{each.stroke}" stroke-width="{each.width * half:.3g}"' if each.stroke else ""
        moved = each.moved((half, 0, 0, half, half, half))
        drawn += f'<path fill="{each.fill or "none"}"{ink} d="{path(moved.ops)}"/>'
    return f'<symbol id="{escape(name)}" viewBox="-1 -1 {BOX + 2:g} {BOX + 2:g}">{drawn}</symbol>'


def drawing(name: str, size: tuple[float, float], paths: Iterable[Path]) -> str:
    """A picture of any size by its name; colours may be words of style sheets, such as `currentColor`."""
    drawn = "".join(f'<path{inked(each)} d="{relative_path(each.ops)}"/>' for each in paths)
    return f'<symbol id="{escape(name)}" viewBox="0 0 {size[0]:g} {size[1]:g}">{drawn}</symbol>'


def inked(each: Path) -> str:
    """How a path is drawn, as attributes."""
    fill = each.fill or "none"
    return f' fill="{fill}"' + (f' stroke="{each.stroke}" stroke-width="{each.width:.3g}"' if each.stroke else "")


def document(symbols: Iterable[str]) -> str:
    """One document of symbols."""
    return f'<svg xmlns="{XMLNS}" width="0" height="0" aria-hidden="true">{"".join(symbols)}</svg>'


def path(ops: Iterable[Op]) -> str:
    """A path to two decimals. A command that repeats is not repeated, and lines after a move need none."""
    words: list[str] = []
    last = ""
    for op, values in ops:
        numbers = " ".join(f"{round(value, 2) + 0:g}" for value in values)
        words.append(f" {numbers}" if op == last or (last, op) == ("M", "L") else op + numbers)
        last = op
    return "".join(words)


def relative_path(ops: Iterable[Op]) -> str:
    """A path to one decimal, each command from where the last one ended: for pictures that phones fetch, because it packs to two
    thirds."""
    words: list[str] = []
    last, at, start = "", (0, 0), (0, 0)
    for op, values in ops:
        tenths = [round(value * 10) for value in values]
        steps = " ".join(f"{(each - at[i % 2]) / 10:g}" for i, each in enumerate(tenths))
        numbers = re.sub(r"\b0\.", ".", steps).replace(" -", "-")
        repeats = op == last or (last, op) == ("M", "L")
        words.append((op.lower() if not repeats else "" if numbers.startswith("-") else " ") + numbers)
        at = (tenths[-2], tenths[-1]) if tenths else start
        start = at if op == "M" else start
        last = op
    return "".join(words)


def qr_svg(payload: str, label: str | None = None) -> str:
    """A QR code, black on white wherever it stands, as large as the page makes it. `label` says what it is to those
    who cannot see it."""
    name = say("QR code") if label is None else label
    (modules,) = qr.codes([payload])
    side = len(modules) + 2 * qr.QUIET
    runs = "".join(f"M{x + qr.QUIET} {y + qr.QUIET}h{n}v1h-{n}z" for y, x, n in qr.runs(modules))
    return (
        f'<svg xmlns="{XMLNS}" viewBox="0 0 {side} {side}" role="img" aria-label="{escape(name)}" '
        f'shape-rendering="crispEdges"><rect width="{side}" height="{side}" fill="#fff"/>'
        f'<path fill="#000" d="{runs}"/></svg>'
    )
