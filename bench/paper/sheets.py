"""Sheets as the press gets them, spelled out page by page, for contenders that draw them in another way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from generator.drawing.fonts import BOLD
from generator.drawing.geometry import shift
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face, FaceStamp, Item, Pen, placed
from generator.layout import decoration
from generator.layout.component import Component
from generator.layout.imposition import impose
from generator.order.request import PrintRequest, requests
from generator.press import build
from generator.press.build import ComposedKit
from templates import i18n


def ordered(**options: object) -> PrintRequest:
    """An order of Code 777, in the words of the command line."""
    (order,) = requests(["code777"], **{"lang": "en", **options})  # type: ignore[arg-type]
    return order


def work_of(fronts: Sequence[Face]) -> ComposedKit:
    """Faces of one size as a kit of a single component, laid out like any other."""
    order = ordered()
    cards = Component("cards", "Cards", "", tuple(fronts))
    return ComposedKit(order, "Cards", "#000000", (impose(cards, order, ""),))


def faces_of(work: ComposedKit) -> dict[str, Face]:
    """Every face that is stamped somewhere, by name."""
    return {face.name: face for run in work.runs for face in run.faces}


def pages(work: ComposedKit) -> list[list[Item]]:
    """What stands on each page, footer and page number included: the drawing that `press.render` prints."""
    order, palette = work.order, InkPalette(work.order.ink)
    sides = work.sides()
    made = []
    with i18n.speaking(order.lang):
        for n, side in enumerate(sides, 1):
            area = side.footer
            foot = decoration.footer("", area, f"{work.title}  ·  {side.title}", build.options_line(order), palette)
            pen = Pen()
            right, base = area.x + area.width, area.y + area.height - 1
            pen.text(right, base, f"page {n} of {len(sides)}", BOLD, decoration.PT, palette.ink, "end")
            made.append([*side.items, *placed(foot.items, shift(area.x, area.y)), *pen.items])
    return made


def flat(items: Iterable[Item], faces: Mapping[str, Face]) -> list[Item]:
    """The same with every stamp replaced by what it shows, in the coordinates of the page. Quarter turns of type
    cannot be said that way."""
    out: list[Item] = []
    for item in items:
        if isinstance(item, FaceStamp):
            out += placed(flat(faces[item.face].items, faces), item.matrix)
        else:
            out.append(item)
    return out
