"""Pictures of a PDF: one PNG a page, and a contact sheet of all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from math import ceil, sqrt
from pathlib import Path
from struct import pack
from typing import Any
from zlib import compressobj, crc32

import pypdfium2
from PIL import Image, ImageOps

from generator.errors import BadValue, PrintError
from generator.files import save
from templates.i18n import say

MOST_PIXELS = 150e6
BAND = 256  # pixels: so much of a page is drawn at a time
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


def picture(page: Any, dpi: int) -> Iterator[Image.Image]:
    """A page as a picture, in bands from top to bottom: a large sheet at once would fill the memory of a small machine."""
    width, height = (ceil(side / 72 * dpi) for side in page.get_size())
    if width * height > MOST_PIXELS:
        expected = say("a page of this size takes at most {most}").format(
            most=int(dpi * sqrt(MOST_PIXELS / width / height))
        )
        raise BadValue("--dpi", dpi, expected)
    bitmap = pypdfium2.PdfBitmap.new_native(width, min(BAND, height), pypdfium2.raw.FPDFBitmap_BGR)
    for top in range(0, height, BAND):
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, bitmap.width, bitmap.height)
        pypdfium2.raw.FPDF_RenderPageBitmap(bitmap, page, 0, -top, width, height, 0, pypdfium2.raw.FPDF_ANNOT)
        band = bitmap.to_pil().convert("RGB")
        yield band.crop((0, 0, width, min(BAND, height - top)))


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
            size = tuple(ceil(side / 72 * dpi) for side in page.get_size())
            save([(path, png(picture(page, dpi), *size))])
            made.add(path)
            small = page.render(scale=THUMB / max(page.get_size())).to_pil().convert("RGB")
            thumbs.append(ImageOps.expand(ImageOps.contain(small, (THUMB, THUMB)), 1, "#999999"))
            yield path
    path = folder / f"{file.stem}-contact.png"
    shown = contact(thumbs)
    save([(path, png([shown], *shown.size))])
    for old in folder.glob("*.png"):
        if old not in made and re.fullmatch(re.escape(file.stem) + r"-[0-9]+", old.stem):
            old.unlink(missing_ok=True)
    yield path


def png(bands: Iterable[Image.Image], width: int, height: int) -> bytes:
    """A picture as a file, from bands of it: each is packed and forgotten before the next is drawn."""
    packer, packed = compressobj(6), BytesIO()
    for band in bands:
        row, plain = 3 * width, band.tobytes()
        lines = b"".join(b"\0" + plain[start : start + row] for start in range(0, len(plain), row))
        packed.write(packer.compress(lines))
    packed.write(packer.flush())
    parts = ((b"IHDR", pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", packed.getvalue()), (b"IEND", b""))
    chunks = (pack(">I", len(data)) + kind + data + pack(">I", crc32(kind + data)) for kind, data in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
