"""The naive way to print the same sheets: reportlab as it comes, every page drawn from its first line to its last.

No forms, no object streams, nothing shared but the typefaces; reportlab's own calls and defaults (page compression and
ASCII85 on).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from generator.drawing.fonts import register
from generator.drawing.pen import Face, Item, Path, Text
from generator.layout.paper import Paper
from generator.press.pdf_writer import PT, pdf_matrix

DrawPath = Callable[[Canvas, Path, float], None]  # on a surface of that height


@contextmanager
def ascii85(on: bool) -> Iterator[None]:
    """reportlab's own default is on; the press turns it off for the whole process."""
    before = rl_config.useA85
    rl_config.useA85 = int(on)
    try:
        yield
    finally:
        rl_config.useA85 = before


def naive(pages: Iterable[Iterable[Item]], faces: Mapping[str, Face], paper: Paper, path: DrawPath) -> bytes:
    """A PDF of those pages, its paths drawn that way."""
    buffer = BytesIO()
    with ascii85(True):
        canvas = Canvas(buffer, pagesize=(paper.width * PT, paper.height * PT), pageCompression=1)
        for items in pages:
            draw(canvas, items, paper.height, faces, path)
            canvas.showPage()
        canvas.save()
    return buffer.getvalue()


def draw(canvas: Canvas, items: Iterable[Item], height: float, faces: Mapping[str, Face], path: DrawPath) -> None:
    """Draws items on a surface of that height; what a stamp shows is drawn anew, cut off at its bleed."""
    for item in items:
        if isinstance(item, Path):
            path(canvas, item, height)
        elif isinstance(item, Text):
            plain_text(canvas, item, height)
        else:
            face = faces[item.face]
            left, top, right, bottom = face.bleed
            canvas.saveState()
            canvas.transform(*pdf_matrix(item.matrix, height, face.height))
            window = canvas.beginPath()
            window.rect(-left * PT, -bottom * PT, (face.width + left + right) * PT, (face.height + top + bottom) * PT)
            canvas.clipPath(window, stroke=0)
            draw(canvas, face.items, face.height, faces, path)
            canvas.restoreState()


def plain_path(canvas: Canvas, path: Path, height: float) -> None:
    """A path by reportlab's own calls."""
    pen = canvas.beginPath()
    calls = {"M": pen.moveTo, "L": pen.lineTo, "C": pen.curveTo, "Z": pen.close}
    for op, v in path.ops:
        calls[op](*[n * PT if i % 2 == 0 else (height - n) * PT for i, n in enumerate(v)])
    if path.fill:
        canvas.setFillColor(HexColor(path.fill))
    if path.stroke:
        canvas.setStrokeColor(HexColor(path.stroke))
        canvas.setLineWidth(path.width * PT)
        canvas.setDash([n * PT for n in path.dash])
    canvas.drawPath(pen, stroke=bool(path.stroke), fill=bool(path.fill), fillMode=1)


def plain_text(canvas: Canvas, text: Text, height: float) -> None:
    """A line of type by reportlab's own calls."""
    canvas.setFillColor(HexColor(text.colour))
    canvas.setFont(register(text.font), text.pt)
    put = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}[text.anchor]
    x, y = text.x * PT, (height - text.y) * PT
    if not text.turn:
        put(x, y, text.string)
        return
    canvas.saveState()
    canvas.translate(x, y)
    canvas.rotate(-text.turn)
    put(0, 0, text.string)
    canvas.restoreState()
