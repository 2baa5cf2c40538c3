"""Likeness: do two PDFs show the same pages? A race is only fair between contenders that draw the same thing."""

from __future__ import annotations

import pypdfium2
from PIL import Image, ImageChops

from bench.measure import Measure

SCALE = 100 / 72  # pixels a point
FAR = 96  # of 255: beyond what two ways of rounding do to the edge of a line


def alike(what: str, one: bytes, other: bytes, share: float) -> Measure:
    """The judgement: at most that share of the pixels of any page may differ."""
    return Measure(what, "", unlike(one, other) * 100, most=share * 100, unit="%")


def unlike(one: bytes, other: bytes) -> float:
    """The share of pixels that differ clearly, on the page where most do; 1 when the pages are not as many."""
    with pypdfium2.PdfDocument(one) as a, pypdfium2.PdfDocument(other) as b:
        if len(a) != len(b):
            return 1.0
        return max(difference(picture(p), picture(q)) for p, q in zip(a, b, strict=True))


def picture(page: pypdfium2.PdfPage) -> Image.Image:
    """A page in grey."""
    grey: Image.Image = page.render(scale=SCALE, grayscale=True).to_pil()
    return grey.convert("L")


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ clearly."""
    if one.size != other.size:
        return 1.0
    counts = ImageChops.difference(one, other).histogram()
    return sum(counts[FAR:]) / sum(counts)
