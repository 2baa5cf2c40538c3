"""The only module that draws with reportlab: faces become form XObjects, pages stamp them, a PDF comes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO

import pikepdf
from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from generator.drawing import Face, Item, Path, Stamp, Text
from generator.fonts import LEAST_PT, MM, SANS, register
from generator.paper import Matrix, Paper

rl_config.useA85 = 0  # PDF has been eight-bit clean for decades; text encoding costs a quarter of the size

PT = 1 / MM


class Document:
    """One PDF under construction."""

    def __init__(self, paper: Paper, faces: Mapping[str, Face], *, title: str, subject: str, lang: str) -> None:
        self.paper, self.faces = paper, faces
        self.buffer = BytesIO()
        # pikepdf compresses better and faster at the end; starting with our own face keeps Helvetica out.
        self.canvas = Canvas(
            self.buffer,
            pagesize=(paper.width * PT, paper.height * PT),
            pageCompression=0,
            invariant=1,
            initialFontName=register(SANS),
            lang=lang,
        )
        self.canvas.setTitle(title)
        self.canvas.setSubject(subject)
        self.canvas.setAuthor("Sousmain")
        self.canvas.setCreator("Sousmain")
        self.canvas.setProducer("Sousmain")
        self.canvas.setViewerPreference("PrintScaling", "None")
        self.canvas.showOutline()
        self._defined: set[str] = set()

    def prefer_duplex(self, edge: str) -> None:
        """Asks the print dialog for the right edge."""
        names = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}
        self.canvas.setViewerPreference("Duplex", names.get(edge, "Simplex"))

    def define(self, name: str) -> None:
        """Draws a face once, and the faces stamped in it before it."""
        if name in self._defined:
            return
        self._defined.add(name)
        face = self.faces[name]
        for item in face.items:
            if isinstance(item, Stamp):
                self.define(item.face)
        left, top, right, bottom = face.bleed
        self.canvas.beginForm(name, -left * PT, -bottom * PT, (face.width + right) * PT, (face.height + top) * PT)
        draw(self.canvas, face.items, face.height, self.faces)
        self.canvas.endForm()

    def page(self, items: Iterable[Item], bookmark: str | None = None) -> None:
        """Adds a page. Whatever it stamps is drawn first, if it was not before."""
        items = tuple(items)
        for item in items:
            if isinstance(item, Stamp):
                self.define(item.face)
        if bookmark:
            key = f"page{self.canvas.getPageNumber()}"
            self.canvas.bookmarkPage(key)
            self.canvas.addOutlineEntry(bookmark, key)
        draw(self.canvas, items, self.paper.height, self.faces)
        self.canvas.showPage()

    def bytes(self) -> bytes:
        """The finished file."""
        self.canvas.save()
        self.buffer.seek(0)
        packed = BytesIO()
        with pikepdf.open(self.buffer) as pdf:
            pdf.save(
                packed,
                object_stream_mode=pikepdf.ObjectStreamMode.generate,
                compress_streams=True,
                deterministic_id=True,
            )
        return packed.getvalue()


def draw(canvas: Canvas, items: Iterable[Item], height: float, faces: Mapping[str, Face]) -> None:
    """Draws items on a surface of that height, turning y upwards and millimetres into points."""
    for item in items:
        if isinstance(item, Path):
            draw_path(canvas, item, height)
        elif isinstance(item, Text):
            draw_text(canvas, item, height)
        else:
            stamp(canvas, item, height, faces[item.face].height)


def draw_path(canvas: Canvas, path: Path, height: float) -> None:
    """One path."""
    pen = canvas.beginPath()
    for op, v in path.ops:
        p = [n * PT if i % 2 == 0 else (height - n) * PT for i, n in enumerate(v)]
        if op == "M":
            pen.moveTo(*p)
        elif op == "L":
            pen.lineTo(*p)
        elif op == "C":
            pen.curveTo(*p)
        else:
            pen.close()
    if path.fill:
        set_colour(canvas, path.fill, fill=True)
    if path.stroke:
        set_colour(canvas, path.stroke, fill=False)
        canvas.setLineWidth(path.width * PT)
        canvas.setDash(*([n * PT for n in path.dash],) if path.dash else ())
    canvas.drawPath(pen, stroke=bool(path.stroke), fill=bool(path.fill), fillMode=1)


def draw_text(canvas: Canvas, text: Text, height: float) -> None:
    """One line of type. Nothing below the least size ever reaches paper."""
    if text.pt < LEAST_PT:
        raise ValueError(f"{text.pt:g} pt is too small to read: “{text.string}”")
    set_colour(canvas, text.colour, fill=True)
    canvas.setFont(register(text.font), text.pt)
    put = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}[text.anchor]
    x, y = text.x * PT, (height - text.y) * PT
    if text.flipped:
        canvas.saveState()
        canvas.transform(-1, 0, 0, -1, x, y)
        put(0, 0, text.string)
        canvas.restoreState()
    else:
        put(x, y, text.string)


def stamp(canvas: Canvas, item: Stamp, height: float, own: float) -> None:
    """Puts a face down. Its matrix is in millimetres with y downwards; PDF wants points and y upwards."""
    canvas.saveState()
    canvas.transform(*upright(item.matrix, height, own))
    canvas.doForm(item.face)
    canvas.restoreState()


def upright(matrix: Matrix, height: float, own: float) -> Matrix:
    """The matrix for y upwards: a face `own` high on a surface `height` high."""
    a, b, c, d, e, f = matrix
    return a, -b, -c, d, (e + c * own) * PT, (height - f - d * own) * PT


def set_colour(canvas: Canvas, colour: str, fill: bool) -> None:
    """Neutral colours go out as grey, so that no printer mixes its black from three inks."""
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    if r == g == b:
        (canvas.setFillGray if fill else canvas.setStrokeGray)(r)
    else:
        (canvas.setFillColorRGB if fill else canvas.setStrokeColorRGB)(r, g, b)
