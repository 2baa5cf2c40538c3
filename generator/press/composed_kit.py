"""A kit between composing and drawing: every sheet is laid out. The press draws it, the gallery shows it."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from msgspec import Struct

from generator.kits.common.kit_context import Kit
from generator.layout.imposition import ComponentRun, Sheet, Side
from generator.order.request import PrintRequest
from referee.registry import GAMES
from templates.i18n import say


class ComposedKit(Struct, frozen=True):
    """A kit composed: every sheet laid out, nothing drawn yet."""

    order: PrintRequest
    title: str
    accent: str  # the colour of its game
    runs: tuple[ComponentRun, ...]

    @property
    def sheets(self) -> list[Sheet]:
        """All sheets of paper, in order."""
        return [sheet for run in self.runs for sheet in run.sheets]

    def sides(self) -> list[Side]:
        """All pages of the file, in order. Duplex gives every sheet a back, so that fronts stay fronts."""
        sheets = self.sheets
        if self.order.press:  # pieces without a back have none
            return [side for sheet in sheets for side in (sheet.front, sheet.back) if side]
        if not self.order.duplex:
            return [sheet.front for sheet in sheets]
        blanks: dict[str, Side] = {}
        for sheet in sheets:
            if not sheet.back and sheet.front.component not in blanks:
                blanks[sheet.front.component] = blank(sheet.front)
        backs = [sheet.back or blanks[sheet.front.component] for sheet in sheets]
        if self.order.fronts_first:
            return [*(sheet.front for sheet in sheets), *backs]
        return [side for sheet, back in zip(sheets, backs, strict=True) for side in (sheet.front, back)]


def blank(front: Side) -> Side:
    """The back of a sheet that has none."""
    return Side(front.component, say("{sheet}: this side stays blank").format(sheet=front.title), (), front.footer)


def kit(slug: str) -> Kit:
    """How a game is printed."""
    return cast(Kit, import_module(GAMES[slug].kit).KIT)


def options_line(order: PrintRequest) -> str:
    """The options used, for the footer."""
    words = [say("{count} players").format(count=order.players)]
    words += [order.country.map.name] if order.country else []
    words += [{"large": say("large board"), "small": say("small board")}[order.board]] if order.board else []
    words += [say("board {width:g} mm wide").format(width=order.board_width)] if order.board_width else []
    words += [say("cards {:g} × {:g} mm").format(*order.card_size)] if order.card_size else []
    words += [say("large type")] if order.type == "large" else []
    words += [say("edition {letter}").format(letter=order.edition.upper())] if order.edition else []
    return order.options_line(*words)
