"""Pages as pictures, ten pixels a millimetre, and what can be measured on them."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor

import pypdfium2
from PIL import Image, ImageChops

from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Item
from generator.layout.paper import SAFE, Paper
from generator.press.pdf_writer import Document

PER_MM = 10  # 254 dpi: positions on tenths of a millimetre fall on whole pixels
WHITE = (255, 255, 255)

Picture = Image.Image
Box = tuple[int, int, int, int]  # left, top, right, bottom in pixels


@lru_cache(maxsize=6)  # twenty megabytes each
def page(data: bytes, index: int, per_mm: float = PER_MM) -> Picture:
    """One page of a PDF."""
    with pypdfium2.PdfDocument(data) as pdf:
        scale = per_mm * 25.4 / 72 * (1 - 1e-6)  # a hair less, or 2100.0001 pixels would become 2101
        return pdf[index].render(scale=scale, rev_byteorder=True).to_pil()


def drawn(paper: Paper, items: list[Item], faces: list[Face] = (), per_mm: float = PER_MM) -> Picture:  # type: ignore[assignment]
    """A page made for a test."""
    document = Document(paper, {face.name: face for face in faces}, title="", subject="", lang="en")
    document.page(document.side(items))
    return page(document.bytes(), 0, per_mm)


def strongest(picture: Picture) -> Picture:
    """The strongest of the three channels, pixel by pixel."""
    r, g, b = picture.split()
    return ImageChops.lighter(ImageChops.lighter(r, g), b)


def ink(picture: Picture) -> Picture:
    """How far each pixel is from white, 0 to 255, in the channel where it is farthest; grey has but one."""
    inverted = ImageChops.invert(picture)
    return inverted if inverted.mode == "L" else strongest(inverted)


def ink_box(picture: Picture, within: Area | None = None) -> Box | None:
    """The smallest box around all ink, within a part of the page or all of it."""
    left, top, right, low = pixels(within) if within is not None else (0, 0, *picture.size)
    left, top = max(left, 0), max(top, 0)
    amount = ink(picture.crop((left, top, min(right, picture.width), min(low, picture.height))))
    box = amount.point(lambda v: 255 * (v > 8)).getbbox()
    return (box[0] + left, box[1] + top, box[2] + left, box[3] + top) if box else None


def pixels(area: Area) -> Box:
    """An area of a page in pixels."""
    return tuple(round(v * PER_MM) for v in (area.x, area.y, area.x + area.width, area.y + area.height))  # type: ignore[return-value]


def part(picture: Picture, area: Area) -> Picture:
    """That area of a page."""
    return picture.crop(pixels(area))


def beyond_margin(picture: Picture, margin: float = SAFE, per_mm: float = PER_MM) -> list[str]:
    """The sides of a page that have ink outside the safe margin.

    One pixel, a tenth of a millimetre, is left to the picture: pdfium fills it whole where an edge lies on the
    border and the PDF rounds it to a hundred-thousandth beyond. Farther out nothing is allowed at all.
    """
    width, height = picture.size
    near, far = floor(margin * per_mm) - 1, 1 - margin * per_mm
    right, low = ceil(width + far), ceil(height + far)
    strips = {
        "left": (0, 0, near, height), "top": (0, 0, width, near),
        "right": (right, 0, width, height), "bottom": (0, low, width, height),
    }  # fmt: skip
    return [side for side, strip in strips.items() if ink(picture.crop(strip)).getbbox()]


def colour_spread(picture: Picture) -> int:
    """The largest difference between two channels of any pixel: none where all is grey."""
    r, g, b = picture.split()
    pairs = (ImageChops.difference(x, y) for x, y in ((r, g), (g, b), (r, b)))
    return max(pair.getextrema()[1] for pair in pairs)  # type: ignore[misc,return-value]


def longest_run(picture: Picture, row: int) -> int:
    """The longest unbroken line of dark pixels in a row."""
    line = picture.crop((0, row, picture.width, row + 1)).convert("L")
    return max(map(len, line.point(lambda v: v < 128).tobytes().split(b"\0")))
