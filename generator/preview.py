"""Pictures of a PDF: one PNG a page, and a contact sheet of all."""

from __future__ import annotations

from math import ceil, sqrt
from pathlib import Path

import pypdfium2
from PIL import Image, ImageOps

from generator.errors import CannotWrite, Mistake
from templates import say

THUMB = 480  # pixels: the longer edge of a page on the contact sheet


def images(file: Path, dpi: int) -> list[Image.Image]:
    """Each page as a picture."""
    if not file.is_file():
        raise Mistake(say("There is no file {path}.").format(path=file))
    try:
        pdf = pypdfium2.PdfDocument(str(file))
    except pypdfium2.PdfiumError:
        raise Mistake(say("{path} is not a PDF that can be read.").format(path=file)) from None
    try:
        return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in pdf]
    finally:
        pdf.close()


def contact(pages: list[Image.Image]) -> Image.Image:
    """All pages on one sheet, in rows."""
    columns = ceil(sqrt(len(pages)))
    rows = ceil(len(pages) / columns)
    thumbs = [ImageOps.expand(ImageOps.contain(page, (THUMB, THUMB)), 1, "#999999") for page in pages]
    width, height = max(t.width for t in thumbs) + 16, max(t.height for t in thumbs) + 16
    sheet = Image.new("RGB", (columns * width + 16, rows * height + 16), "#e9e7ee")
    for i, thumb in enumerate(thumbs):
        sheet.paste(thumb, (16 + i % columns * width, 16 + i // columns * height))
    return sheet


def preview(file: Path, out: Path | None = None, dpi: int = 100) -> list[Path]:
    """Writes the pictures; gives their paths, the contact sheet first."""
    pages = images(file, dpi)
    folder = out if out is not None else file.with_suffix("")
    digits = len(str(len(pages)))
    made = {folder / f"{file.stem}-contact.png": contact(pages)}
    made |= {folder / f"{file.stem}-{n:0{digits}}.png": page for n, page in enumerate(pages, 1)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, picture in made.items():
            picture.save(path, optimize=False)
    except OSError as refusal:
        raise CannotWrite(folder, refusal.strerror or str(refusal)) from None
    return list(made)
