"""A booklet: pages half as large as the paper, two on a side, in the order that folding and stapling wants."""

from __future__ import annotations

from collections.abc import Sequence

from generator.drawing.fonts import SANS
from generator.drawing.geometry import Matrix
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face, FaceStamp, Pen
from generator.layout.paper import FOOTER, SAFE, Paper
from generator.layout.print_settings import PrintSettings
from templates.i18n import later

FOLD = later("Plain paper. Print on both sides, lay the sheets into each other, fold in the middle and staple.")
SPINE = 6.0  # white on either side of the fold
FOOT = 6.0  # for the number of a page


def page_size(paper: Paper) -> tuple[float, float]:
    """Of what is printed on a page: alike on both sides of the fold, which is in the middle of the sheet."""
    return paper.height / 2 - SAFE - FOOTER - SPINE, paper.width - 2 * SAFE


def numbered(face: Face, number: int, palette: InkPalette) -> Face:
    """A page with its number at the foot."""
    pen = Pen()
    pen.put(*face.items)
    pen.text(face.width / 2, face.height - 0.8, str(number), SANS, 9, palette.ink, "middle")
    return Face(face.name, face.width, face.height, tuple(pen.items))


def padded(pages: Sequence[Face]) -> tuple[Face | None, ...]:
    """Pages with a cover before them, and as many blank ones as a booklet needs: the outside of its back first, then the
    inside of the cover, then the inside of the back."""
    blank = -len(pages) % 4
    inside = (None,) if blank > 1 else ()
    return (*pages[:1], *inside, *pages[1:], *[None] * (blank - len(inside)))


def spreads(name: str, pages: Sequence[Face | None], settings: PrintSettings) -> tuple[Face, ...]:
    """The sides of the sheets, front and back in turn: the last page beside the first, the second beside the last but one.

    A printer that turns sheets over their long edge turns a lying page on its head: then backs lie the other way round.
    """
    area = settings.paper.area
    count = -(-len(pages) // 4) * 4
    w, _ = page_size(settings.paper)
    fold = settings.paper.height / 2 - area.y
    sides = []
    for side in range(count // 2):
        first, last = side, count - 1 - side
        left, right = (last, first) if side % 2 == 0 else (first, last)
        over = side % 2 == 1 and settings.sides != "short-edge"
        places: tuple[Matrix, Matrix] = (
            ((0, 1, -1, 0, area.width, fold - SPINE - w), (0, 1, -1, 0, area.width, fold + SPINE))
            if over
            else ((0, -1, 1, 0, 0, fold + SPINE + w), (0, -1, 1, 0, 0, fold - SPINE))
        )
        lying = zip((left, right), places, strict=True)
        found = ((pages[number] if number < len(pages) else None, place) for number, place in lying)
        items = tuple(FaceStamp(page.name, place) for page, place in found if page)
        sides.append(Face(f"{name}.side.{side + 1}", area.width, area.height, items))
    return tuple(sides)
