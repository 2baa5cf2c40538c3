"""Prints deals for the tests, each once a session, and finds every slip and its panels on the pages."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import pypdfium2
from PIL.Image import Transpose
from support.printing import ordered
from support.rasters import Picture, page, part

from generator.drawing.geometry import Area, Matrix, after, bounding_box, shift
from generator.drawing.pen import FaceStamp
from generator.kits.common.slips import Slip, panels
from generator.order.request import PrintRequest
from generator.press import build, deal_slips
from referee import seed_phrase
from templates.i18n import speaking

WORDS = ("0123456789ABCDEF", "GHJKMNPQRSTVWXYZ", "7777BBBB4444KKKK")
WAYS = {
    "code777": (2, 3, 4, 5),
    "inkognito": (3, 4, 5),
    "allo": (3, 4),
}
EVERY = [(game, players) for game, all_players in WAYS.items() for players in all_players]


@lru_cache(maxsize=8)
def sheet(data: bytes, number: int) -> tuple[pypdfium2.PdfTextPage, float]:
    """What can be read on a page, and its height in points. It stays open: slips ask for it again and again."""
    opened = pypdfium2.PdfDocument(data)[number]
    return opened.get_textpage(), opened.get_height()


class Printed(NamedTuple):
    """A slip on its page."""

    slip: Slip
    page: int
    place: Matrix
    data: bytes

    def area(self, panel: str) -> Area:
        """Where a panel lies."""
        found = panels(self.slip.size)[panel]
        return bounding_box(after(self.place, shift(found.x, found.y)), found.width, found.height)

    @property
    def turned(self) -> bool:
        """Does it lie on its side, with its top towards the left?"""
        return self.place[0] == 0

    def picture(self, panel: str) -> Picture:
        """A panel as it is printed, held upright."""
        found = part(page(self.data, self.page), self.area(panel))
        return found.transpose(Transpose.ROTATE_270) if self.turned else found

    def text(self, *panels_: str) -> str:
        """The words on some panels, as a reader of the file finds them."""
        reader, high = sheet(self.data, self.page)
        found = []
        for panel in panels_:
            a = self.area(panel)
            left, top, right, low = (v * 72 / 25.4 for v in (a.x, a.y, a.x + a.width, a.y + a.height))
            found.append(reader.get_text_bounded(left, high - low, right, high - top))
        return "\n".join(found)


class Deal(NamedTuple):
    """A deal as it was ordered, laid out and printed."""

    order: PrintRequest
    work: build.ComposedKit
    data: bytes
    slips: tuple[Printed, ...]

    def __repr__(self) -> str:
        return f"Deal({self.order.file()})"


@lru_cache(maxsize=24)
def dealt(game: str, players: int, count: int = 1, **options: object) -> Deal:
    """One file of slips."""
    order = ordered(game, players_=str(players), **options)
    words = WORDS[:count]
    work = deal_slips.compose(order, words)
    data = build.render(work)
    return Deal(order, work, data, tuple(found(order, work, words, data)))


def found(order: PrintRequest, work: build.ComposedKit, words: tuple[str, ...], data: bytes) -> list[Printed]:
    """Each slip with its place, in the order of the sheets."""
    with speaking(order.lang):
        room = deal_slips.context(order)
        slips = [slip for of in words for slip in (*deal_slips.slips_of_deal(room, of)[1], deal_slips.last(order, of))]
    by_face = {}
    for key, large in (("seats", True), ("slips", False)):
        alike = [slip for slip in slips if slip.large == large]
        by_face |= {f"{key}.{n}": slip for n, slip in enumerate(alike, 1)}
    made = []
    for number, side in enumerate(work.sides()):
        for item in side.items:
            if isinstance(item, FaceStamp) and item.face in by_face:
                made.append(Printed(by_face[item.face], number, item.matrix, data))
    assert len(made) == len(slips)
    return made


def said(slip: Slip) -> list[str]:
    """Every secret word on a slip."""
    return [each.text for row in slip.rows for each in row.words]


def seed(number: int = 0) -> bytes:
    """What a deal of the tests follows from."""
    return seed_phrase.seed(WORDS[number])
