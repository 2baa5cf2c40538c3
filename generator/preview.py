"""Pictures of a PDF: one PNG a page, and a contact sheet of all."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from math import ceil, sqrt
from pathlib import Path

import pypdfium2
from PIL import Image, ImageOps

from generator.errors import Mistake
from generator.files import save
from templates import say

THUMB = 480  # pixels: the longer edge of a page on the contact sheet


def pages(file: Path, dpi: int) -> Iterator[Image.Image]:
    """Each page as a picture, one at a time: a large pad at a fine resolution would not fit in memory at once."""
    if file.is_dir():
        raise Mistake(say("{path} is a folder; name the PDF in it.").format(path=file))
    if not file.is_file():
        raise Mistake(say("There is no file {path}.").format(path=file))
    try:
        pdf = pypdfium2.PdfDocument(str(file))
    except pypdfium2.PdfiumError:
        raise Mistake(say("{path} is not a PDF that can be read.").format(path=file)) from None
    try:
        for page in pdf:
            yield page.render(scale=dpi / 72).to_pil().convert("RGB")
    finally:
        pdf.close()


def contact(thumbs: list[Image.Image]) -> Image.Image:
    """All pages on one sheet, in rows."""
    columns = ceil(sqrt(len(thumbs)))
    rows = ceil(len(thumbs) / columns)
    width, height = max(t.width for t in thumbs) + 16, max(t.height for t in thumbs) + 16
    sheet = Image.new("RGB", (columns * width + 16, rows * height + 16), "#e9e7ee")
    for i, thumb in enumerate(thumbs):
        sheet.paste(thumb, (16 + i % columns * width, 16 + i // columns * height))
    return sheet


def preview(file: Path, out: Path | None = None, dpi: int = 100) -> Iterator[Path]:
    """Writes the pictures; gives the path of each, the contact sheet last."""
    folder = out if out is not None else file.with_suffix("")
    thumbs = []
    for n, page in enumerate(pages(file, dpi), 1):
        path = folder / f"{file.stem}-{n:02}.png"
        save([(path, png(page))])
        thumbs.append(ImageOps.expand(ImageOps.contain(page, (THUMB, THUMB)), 1, "#999999"))
        yield path
    path = folder / f"{file.stem}-contact.png"
    save([(path, png(contact(thumbs)))])
    yield path


def png(picture: Image.Image) -> bytes:
    """A picture as a file."""
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()
