"""Pictures of a PDF: one PNG a page, and a contact sheet of all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from math import ceil, sqrt
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image, ImageOps

from generator.errors import BadValue, PrintError
from generator.files import save
from templates.i18n import say

MOST_PIXELS = 150e6
THUMB = 480  # pixels: the longer edge of a page on the contact sheet


@contextmanager
def opened(file: Path) -> Iterator[Any]:
    """The PDF, or a sentence that says why not."""
    try:
        if not str(file) or file.is_dir():
            raise PrintError(say("{path} is a folder; name the PDF in it.").format(path=file))
        if not file.is_file():
            raise PrintError(say("There is no file {path}.").format(path=file))
        pdf = pypdfium2.PdfDocument(str(file))
    except (pypdfium2.PdfiumError, OSError):
        raise PrintError(say("{path} is not a PDF that can be read.").format(path=file)) from None
    try:
        yield pdf
    finally:
        pdf.close()


def picture(page: Any, dpi: int) -> Image.Image:
    """A page as a picture, unless it would fill the memory of a small machine."""
    width, height = (side / 72 * dpi for side in page.get_size())
    if width * height > MOST_PIXELS:
        expected = say("a page of this size takes at most {most}").format(
            most=int(dpi * sqrt(MOST_PIXELS / width / height))
        )
        raise BadValue("--dpi", dpi, expected)
    return page.render(scale=dpi / 72).to_pil().convert("RGB")  # type: ignore[no-any-return]


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
    """Writes the pictures, one at a time; gives the path of each, the contact sheet last. Older pages of it go."""
    with opened(file) as pdf:
        folder = out if out is not None else file.with_suffix("")
        digits = max(2, len(str(len(pdf))))
        thumbs, made = [], set()
        for n, page in enumerate(pdf, 1):
            path = folder / f"{file.stem}-{n:0{digits}}.png"
            drawn = picture(page, dpi)
            save([(path, png(drawn))])
            made.add(path)
            thumbs.append(ImageOps.expand(ImageOps.contain(drawn, (THUMB, THUMB)), 1, "#999999"))
            yield path
    path = folder / f"{file.stem}-contact.png"
    save([(path, png(contact(thumbs)))])
    for old in folder.glob("*.png"):
        if old not in made and re.fullmatch(re.escape(file.stem) + r"-[0-9]+", old.stem):
            old.unlink(missing_ok=True)
    yield path


def png(picture: Image.Image) -> bytes:
    """A picture as a file."""
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()
