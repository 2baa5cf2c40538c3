"""A board that two games have: large or small, on one sheet or on tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from generator.drawing.geometry import Area
from generator.drawing.pen import Face
from generator.errors import BadValue
from generator.kits.common.kit_context import KitContext
from generator.kits.common.kit_spec import Exact
from generator.layout import tiling
from generator.layout.component import Component
from generator.order.fields import FIELDS
from templates.errors import Misfit
from templates.i18n import say

Wide = Annotated[float, Meta(ge=200, le=1200)]
BORDER = 4.0  # white around a board, so that a cut need not be exact


class Boards(Exact, frozen=True):
    """The two sizes of a board."""

    large: tuple[Wide, Wide]
    small: tuple[Wide, Wide]

    def __post_init__(self) -> None:
        if not (self.small[0] < self.large[0] and self.small[1] < self.large[1]) or self.small[0] < 300:
            raise Misfit("Expected a `small` board at least 300 mm wide, and a `large` one larger than it")


def size(context: KitContext) -> tuple[float, float]:
    """Of the board: as ordered; else large, unless only the small one comes out on one sheet."""
    boards, order = context.spec.sizes.board, context.order
    if order.board_width:
        if order.board_width < boards.small[0]:
            expected = say("on a board less than {least:g} mm wide nobody can read the names").format(
                least=boards.small[0]
            )
            raise BadValue(FIELDS["board_width"].option, f"{order.board_width:g}", expected)
        return order.board_width, round(order.board_width * boards.large[1] / boards.large[0], 1)
    if order.board:
        return getattr(boards, order.board)  # type: ignore[no-any-return]
    only_small = tiling.fits_one_sheet(boards.small, order.paper) and not tiling.fits_one_sheet(
        boards.large, order.paper
    )
    return boards.small if only_small else boards.large  # type: ignore[no-any-return]


def share(context: KitContext) -> float:
    """How large this board is, measured by the large one."""
    return size(context)[0] / context.spec.sizes.board.large[0]  # type: ignore[no-any-return]


def laid_out(context: KitContext, whole: Face, spared: Sequence[tuple[Area, int]] = ()) -> Component:
    """The board on one sheet, or on tiles whose joints run clear of what is spared."""
    texts = context.spec.board
    together = whole.width, whole.height
    plan = tiling.tiling(together, context.order.paper, texts.title, spared)
    pages, parts = tiling.sheets(whole, plan, context.order, context.spec.accent)
    advice = texts.advice if plan.sheets == 1 else texts.tiled
    return Component(
        "board",
        texts.title,
        advice,
        pages,
        leaflet=True,
        parts=parts,
        trims=plan.trims,
        together=together,
        joints=(plan.columns, plan.rows, plan.turned, plan.overlap),
    )
