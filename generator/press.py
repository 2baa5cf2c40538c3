"""The press: an order goes in, a PDF and its receipt come out."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

import templates
from generator.binding import bind
from generator.component import Component
from generator.cover import cover
from generator.imposition import Run, Sheet, Side, impose
from generator.order import CONTENTS, Order
from generator.receipt import Part, Receipt
from generator.studio import Kit, Studio
from generator.tone import Tone
from referee.registry import pieces
from templates import say


class Work(Struct, frozen=True):
    """A kit composed: every sheet laid out, nothing drawn yet."""

    order: Order
    title: str
    runs: tuple[Run, ...]

    @property
    def sheets(self) -> list[Sheet]:
        """All sheets of paper, in order."""
        return [sheet for run in self.runs for sheet in run.sheets]

    def sides(self) -> list[Side]:
        """All pages of the file, in order. Duplex gives every sheet a back, so that fronts stay fronts."""
        sheets = self.sheets
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
    return cast(Kit, import_module(f"generator.kits.{slug}").KIT)


def counts(order: Order) -> dict[str, int]:
    """Component -> pieces, from the box and the order."""
    box = pieces(order.game).box(order.players)
    if order.pads is not None:
        box[pieces(order.game).PAD] = order.pads
    return box


def compose(order: Order) -> Work:
    """Draws the components of an order and lays them out on sheets."""
    with templates.speaking(order.lang):
        made = kit(order.game)
        studio = Studio(order, Tone(order.ink), counts(order), templates.kit(order.game, made.shape))
        components = [build(studio) for key, build in made.builders.items() if order.wants(key)]
        runs = [impose(copied(c, order), order, say("{sheet}: backs").format(sheet=c.title)) for c in components]
        if order.wants(CONTENTS):
            runs.insert(0, impose(cover(studio, runs), order, ""))
        return Work(order, studio.shelf.name, tuple(runs))


def copied(component: Component, order: Order) -> Component:
    """The component as often as ordered."""
    times = dict(order.copies).get(component.key, 1)
    return replace(component, copies=times)


def options(order: Order) -> str:
    """The options used, for the footer."""
    words = [say("{count} players").format(count=order.players)]
    words += [order.country.map.name] if order.country else []
    words += [{"large": say("large board"), "small": say("small board")}[order.board]] if order.board else []
    words += [say("edition {letter}").format(letter=order.edition.upper())] if order.edition else []
    return order.told(*words)


def render(work: Work, progress: Callable[[int], None] = lambda page: None) -> bytes:
    """The PDF of a composed kit. Like sides are drawn once, whatever the number of pages."""
    order = work.order
    with templates.speaking(order.lang):
        return bind(
            work.sides(),
            (face for run in work.runs for face in run.faces),
            order,
            title=work.title,
            subject=say("Print-and-play kit"),
            options=options(order),
            progress=progress,
        )


def receipt(work: Work, file: Path, size: int) -> Receipt:
    """What was printed."""
    order = work.order
    faces = 2 if order.duplex else 1
    parts = tuple(
        Part(
            component=run.component.key,
            title=run.component.title,
            pieces=run.component.pieces,
            width=run.component.size[0],
            height=run.component.size[1],
            pages=len(run.sheets) * faces,
            sheets=len(run.sheets),
            cuts=run.cuts,
        )
        for run in work.runs
    )
    return Receipt(
        file=str(file).encode("utf-8", "replace").decode(),
        game=order.game,
        title=work.title,
        lang=order.lang,
        paper=order.paper.name,
        paper_width=order.paper.width,
        paper_height=order.paper.height,
        ink=order.ink,
        sides=order.sides,
        players=order.players,
        pages=sum(part.pages for part in parts),
        sheets=sum(part.sheets for part in parts),
        cuts=sum(part.cuts for part in parts),
        bytes=size,
        components=parts,
    )
