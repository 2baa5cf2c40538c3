"""Faces as pictures of dots, each drawn by the press on a page of its own size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import sqrt

import pypdfium2
from PIL import Image

from generator.drawing.geometry import shift
from generator.drawing.pen import Bleed, Face, FaceStamp
from generator.layout.paper import Paper
from generator.press.pdf_writer import Document
from generator.press.preview import MOST_PIXELS

NO_BLEED: Bleed = (0, 0, 0, 0)


def pictures(
    faces: Iterable[tuple[Face, Bleed]], known: Mapping[str, Face], dpi: float
) -> Iterator[tuple[Image.Image, float]]:
    """Each face with so much of what is drawn beyond its edges, and the dots per inch it really has: a board at 600 dpi
    would fill the memory of a small machine."""
    for face, bleed in faces:
        left, top, right, bottom = bleed
        page = Paper(face.name, face.width + left + right, face.height + top + bottom)
        document = Document(page, known, title=face.name, subject="", lang="")
        document.page(document.side([FaceStamp(face.name, shift(left, top))]))
        pdf = pypdfium2.PdfDocument(document.bytes())
        fits = sqrt(MOST_PIXELS / (page.width * page.height)) * 25.4
        dots = min(dpi, float(int(fits)))
        size = tuple(max(1, round(side * dots / 25.4)) for side in (page.width, page.height))
        drawn = pdf[0].render(scale=dots / 72).to_pil().convert("RGB")
        pdf.close()
        yield drawn if drawn.size == size else drawn.resize(size, Image.Resampling.LANCZOS), dots
