"""A board that two games have: large or small, on one sheet or on tiles."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from generator import tiling
from generator.component import Component
from generator.drawing import Face
from generator.kits.shape import Exact
from generator.studio import Studio
from templates import Misfit

Wide = Annotated[float, Meta(ge=200, le=1200)]
BORDER = 4.0  # white around a board, so that a cut need not be exact


class Boards(Exact, frozen=True):
    """The two sizes of a board."""

    large: tuple[Wide, Wide]
    small: tuple[Wide, Wide]

    def __post_init__(self) -> None:
        if not (self.small[0] < self.large[0] and self.small[1] < self.large[1]) or self.small[0] < 300:
            raise Misfit("Expected a `small` board at least 300 mm wide, and a `large` one larger than it")


def size(studio: Studio) -> tuple[float, float]:
    """Of the board: as ordered; else large, unless only the small one comes out on one sheet."""
    boards, order = studio.shelf.sizes.board, studio.order
    if order.board:
        return getattr(boards, order.board)  # type: ignore[no-any-return]
    only_small = tiling.whole(boards.small, order.paper) and not tiling.whole(boards.large, order.paper)
    return boards.small if only_small else boards.large  # type: ignore[no-any-return]


def share(studio: Studio) -> float:
    """How large this board is, measured by the large one."""
    return size(studio)[0] / studio.shelf.sizes.board.large[0]  # type: ignore[no-any-return]


def laid_out(studio: Studio, whole: Face) -> Component:
    """The board on one sheet, or on tiles."""
    texts = studio.shelf.board
    together = whole.width, whole.height
    plan = tiling.tiling(together, studio.order.paper, texts.title)
    pages, parts = tiling.sheets(whole, plan, studio.order, studio.shelf.accent)
    advice = texts.advice if plan.sheets == 1 else texts.tiled
    return Component("board", texts.title, advice, pages, leaflet=True, parts=parts, cuts=4, together=together)
