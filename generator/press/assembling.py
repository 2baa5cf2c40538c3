"""From sides to a file: every side gets its footer and page number, like sides are drawn once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from generator.drawing.geometry import Area, shift
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face, FaceStamp, Text
from generator.layout import decoration
from generator.layout.imposition import Side, unique
from generator.layout.print_settings import PrintSettings
from generator.layout.shop_pages import BLEED
from generator.press.pdf_writer import Document
from generator.press.shop_file import OutputProfile, finish
from templates.i18n import say

WORDY = 25  # lines of type on a piece that is read


def assemble_for_shop(
    sides: Sequence[Side],
    faces: Iterable[Face],
    settings: PrintSettings,
    *,
    title: str,
    subject: str,
    profile: OutputProfile,
    progress: Callable[[int], None] = lambda page: None,
) -> bytes:
    """The PDF for a print shop: a page for each side of a piece, with nothing but the piece on it."""
    known = {face.name: face for face in unique(faces)}
    document = Document(settings.paper, known, title=title, subject=subject, lang=settings.lang)
    drawn: dict[int, int] = {}
    begun: set[str] = set()
    for n, side in enumerate(sides, 1):
        assert side.trim
        if id(side) not in drawn:
            drawn[id(side)] = document.trimmed_side(side.items, side.trim, BLEED, side.label)
        document.page(drawn[id(side)], (), None if side.component in begun else side.title)
        begun.add(side.component)
        progress(n)
    labels = [side.label for side in sides]
    return document.bytes(lambda pdf: finish(pdf, title, settings.lang, labels, profile))


def in_words(side: Side, faces: Mapping[str, Face]) -> str:
    """What is on a side that is no text: its title, and all that is written on the first of its pieces, if that is for
    reading more than for playing."""
    first = next((item.face for item in side.items if isinstance(item, FaceStamp)), "")
    words = [item.string for item in faces[first].items if isinstance(item, Text)] if first else []
    told = say("{name}: {words}").format(name=side.title, words=" ".join(words))
    return told if len(words) >= WORDY else side.title


def assemble(
    sides: Sequence[Side],
    faces: Iterable[Face],
    settings: PrintSettings,
    *,
    title: str,
    subject: str,
    options: str,
    progress: Callable[[int], None] = lambda page: None,
) -> bytes:
    """The PDF: a page for each side, in order, with a bookmark where a component begins."""
    palette = InkPalette(settings.ink)
    known = {face.name: face for face in unique(faces)}
    document = Document(
        settings.paper, known, title=title, subject=subject, lang=settings.lang, scale=settings.profile.enlargement
    )
    document.prefer_duplex(settings.sides)
    drawn: dict[int, int] = {}
    begun: set[str] = set()
    numbers: dict[Area, decoration.PageNumbers] = {}
    for n, side in enumerate(sides, 1):
        if id(side) not in drawn:
            foot = decoration.footer(f"foot.{n}", side.footer, f"{title}  ·  {side.title}", options, palette)
            known[foot.name] = foot
            stamp = FaceStamp(foot.name, shift(side.footer.x, side.footer.y))
            drawn[id(side)] = document.side(side.items, alt=in_words(side, known), foot=[stamp])
        lying = {side.component, *side.also}
        bookmark = None if lying <= begun else side.title
        begun |= lying
        if side.footer not in numbers:
            numbers[side.footer] = decoration.PageNumbers(side.footer, len(sides), palette)
        document.page(drawn[id(side)], numbers[side.footer].of(n), bookmark)
        progress(n)
    return document.bytes()
