"""Sheets as the press gets them, spelled out page by page, for contenders that draw them in another way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import templates
from generator import furniture, press
from generator.component import Component
from generator.drawing import Face, Item, Pen, Stamp, placed
from generator.fonts import BOLD
from generator.imposition import impose
from generator.order import Order, orders
from generator.paper import move
from generator.press import Work
from generator.tone import Tone


def ordered(**options: object) -> Order:
    """An order of Code 777, in the words of the command line."""
    (order,) = orders(["code777"], **{"lang": "en", **options})  # type: ignore[arg-type]
    return order


def work_of(fronts: Sequence[Face]) -> Work:
    """Faces of one size as a kit of a single component, laid out like any other."""
    order = ordered()
    cards = Component("cards", "Cards", "", tuple(fronts))
    return Work(order, "Cards", (impose(cards, order, ""),))


def faces_of(work: Work) -> dict[str, Face]:
    """Every face that is stamped somewhere, by name."""
    return {face.name: face for run in work.runs for face in run.faces}


def pages(work: Work) -> list[list[Item]]:
    """What stands on each page, footer and page number included: the drawing that `press.render` prints."""
    order, tone = work.order, Tone(work.order.ink)
    sides = work.sides()
    made = []
    with templates.speaking(order.lang):
        for n, side in enumerate(sides, 1):
            area = side.footer
            foot = furniture.footer("", area, f"{work.title}  ·  {side.title}", press.options(order), tone)
            pen = Pen()
            right, base = area.x + area.width, area.y + area.height - 1
            pen.text(right, base, f"page {n} of {len(sides)}", BOLD, furniture.PT, tone.ink, "end")
            made.append([*side.items, *placed(foot.items, move(area.x, area.y)), *pen.items])
    return made


def flat(items: Iterable[Item], faces: Mapping[str, Face]) -> list[Item]:
    """The same with every stamp replaced by what it shows, in the coordinates of the page. Quarter turns of type
    cannot be said that way."""
    out: list[Item] = []
    for item in items:
        if isinstance(item, Stamp):
            out += placed(flat(faces[item.face].items, faces), item.matrix)
        else:
            out.append(item)
    return out
