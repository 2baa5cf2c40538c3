"""The press: orders go in; PDFs, their receipts and the page that shows them come out."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.drawing.palette import InkPalette
from generator.errors import DoesNotFit
from generator.kits.common.kit_context import Builder, Kit, KitContext, PieceNames
from generator.layout.component import Component
from generator.layout.imposition import impose, ways
from generator.layout.large_type import enlarged
from generator.layout.sheet_sharing import fewest
from generator.layout.shop_pages import for_shop
from generator.order.card_sizes import resized
from generator.order.request import CONTENTS, TUCKBOX, PrintRequest
from generator.order.spares import picked, sized
from generator.press.assembling import assemble, assemble_for_shop
from generator.press.composed_kit import ComposedKit, kit, options_line
from generator.press.cover import cover
from generator.press.cut_files.files import by_hand, cut_files, is_ready, with_registration
from generator.press.overrides import with_overrides
from generator.press.receipt import Receipt, ReceiptPart
from generator.press.shop_file import press_profile, screen_profile
from generator.press.tuck_box import tuckbox
from referee.registry import pieces
from templates import i18n, loader
from templates.i18n import say

Tick = Callable[[int], None]


class Printed(Struct, frozen=True):
    """What orders came to: files that are still to be saved, a receipt for each kit, and what is worth knowing."""

    files: list[tuple[Path, bytes]]
    receipts: list[Receipt]
    advice: list[str]


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Nothing that is drawn goes round in circles: looking for that again and again costs a tenth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def unwatched(page: int) -> None:
    """Nobody waits for that page."""


def build(
    orders: Sequence[PrintRequest],
    out: Path,
    own: str = "",
    watch: Callable[[int], AbstractContextManager[Tick]] = lambda pages: nullcontext(unwatched),
) -> Printed:
    """All kits for a folder and the page that shows them, in the user's own words if there is a file of them.

    Everything is composed before anything is drawn, and nothing is written: a mistake leaves the folder as it was.
    """
    from generator.drawing.fonts import shortened
    from generator.press import gallery
    from generator.press.side_by_side import side_by_side

    for order in orders:
        is_ready(order)
    with collector_at_rest(), with_overrides(own, orders[0].lang, [order.game for order in orders]) as advice:
        works = [compose(order) for order in orders]
        paths, shown = [out / order.file() for order in orders], gallery.is_ours(out)

        def drawn_and_shown(work: ComposedKit) -> tuple[bytes, list[str], set[str]]:
            data = render(work)
            return data, [*gallery.pictures(work, data)] if shown else [], shortened.get() or set()

        coming = side_by_side([partial(drawn_and_shown, work) for work in works])
        made: dict[int, tuple[bytes, list[str]]] = {}
        too_long = shortened.get()
        with watch(sum(len(work.sides()) for work in works)) as tick:
            for number, (data, pictures, found) in coming:
                made[number] = data, pictures
                if too_long is not None:
                    too_long |= found  # another process may have drawn it
                for page in range(len(works[number].sides())):
                    tick(page + 1)
        drawn, pictured = zip(*(made[number] for number in range(len(works))), strict=True)
        cut = [list(cut_files(work, path)) for work, path in zip(works, paths, strict=True)]
        receipts = [
            replace(receipt(work, path, len(data)), cut_files=tuple(told for told, _ in files))
            for work, path, data, files in zip(works, paths, drawn, cut, strict=True)
        ]
        index = gallery.gallery(out, zip(works, receipts, drawn, pictured, strict=True))
        advice += [sentence for work in works for sentence in by_hand(work)]  # it grows once more, where this ends
    beside = [(Path(told.file), data) for files in cut for told, data in files]
    return Printed([*zip(paths, drawn, strict=True), *beside, *index], receipts, advice)


def counts(order: PrintRequest) -> dict[str, int]:
    """Component -> pieces, from the box and the order."""
    box = pieces(order.game).box(order.players)
    if order.pads is not None:
        box[pieces(order.game).PAD] = order.pads
    return box


def compose(order: PrintRequest) -> ComposedKit:
    """Draws the components of an order and lays them out on sheets."""
    with i18n.speaking(order.lang):
        context, made = kit_context(order), kit(order.game)
        builders = [build for key, build in made.builders.items() if order.wants(key)]
        components = [spare_component(build, made, context) if order.spares else build(context) for build in builders]
        components = [as_asked(component, made, context) for component in components]
        components += boxes(context, made, components) if order.wants(TUCKBOX) else []
        if order.press:
            return ComposedKit(
                order,
                context.spec.name,
                context.spec.accent,
                tuple(for_shop(with_copies(c, order), order) for c in components),
            )
        backs = say("{sheet}: backs")
        runs = [
            *fewest(
                (ways(with_copies(c, order), order, backs.format(sheet=c.title)) for c in components), order.areas[0]
            )
        ]
        runs = list(with_registration(tuple(runs), order))
        if order.wants(CONTENTS):
            runs.insert(0, impose(cover(context, runs), order, ""))
        return ComposedKit(order, context.spec.name, context.spec.accent, tuple(runs))


def boxes(context: KitContext, made: Kit, drawn: Sequence[Component]) -> list[Component]:
    """The tuck box. Paper that is too small for it does not keep the rest from being printed, unless it was asked for."""
    known = {component.key: component for component in drawn}
    boxed = [known.get(key) or as_asked(made.builders[key](context), made, context) for key in made.boxed]
    try:
        return [tuckbox(context, boxed)]
    except DoesNotFit:
        if TUCKBOX in context.order.only:
            raise
        return []


def as_asked(component: Component, made: Kit, context: KitContext) -> Component:
    """The component with cards of the size, and sheets of the type, that were asked for."""
    order = context.order
    if order.card_size and component.key in made.cards:
        component = resized(component, order.card_size, context.spec.accent)
    return enlarged(component, order) if order.type == "large" else component


def kit_context(order: PrintRequest) -> KitContext:
    """What the kit of an order needs, in the language spoken."""
    return KitContext(order, InkPalette(order.ink), counts(order), loader.kit(order.game, kit(order.game).shape))


def spare_component(build: Builder, made: Kit, context: KitContext) -> Component:
    """The pieces of a component that are wanted alone; they may be called by their names in any language."""
    order, component = context.order, build(context)
    found = picked(component, OtherLanguages(component.key, made, order), order.spares)
    return sized(found, dict(order.sizes).get(found.key))


class OtherLanguages:
    """What the pieces of a component are called in the other languages: looked up when a name is first looked for there."""

    def __init__(self, component: str, made: Kit, order: PrintRequest) -> None:
        self.component, self.made, self.order = component, made, order

    def __iter__(self) -> Iterator[PieceNames]:
        for lang in i18n.LANGUAGES:
            if lang != self.order.lang:
                with i18n.speaking(lang):
                    yield self.called(kit_context(self.order))

    def called(self, context: KitContext) -> PieceNames:
        """In the language spoken; a kit that does not know it without drawing is drawn."""
        names = self.made.names.get(self.component)
        return names(context) if names else self.made.builders[self.component](context).names


def with_copies(component: Component, order: PrintRequest) -> Component:
    """The component as often as ordered."""
    times = dict(order.copies).get(component.key, 1)
    return replace(component, copies=times)


def render(work: ComposedKit, progress: Tick = unwatched) -> bytes:
    """The PDF of a composed kit. Like sides are drawn once, whatever the number of pages."""
    order = work.order
    with i18n.speaking(order.lang):
        if order.press:
            return assemble_for_shop(
                work.sides(),
                (face for run in work.runs for face in run.faces),
                order,
                title=f"{work.title} · {options_line(order)}",
                subject=say("Pieces for a print shop"),
                profile=press_profile(Path(order.press_profile)) if order.press_profile else screen_profile(),
                progress=progress,
            )
        return assemble(
            work.sides(),
            (face for run in work.runs for face in run.faces),
            order,
            title=work.title,
            subject=say("Print-and-play kit"),
            options=options_line(order),
            progress=progress,
        )


def receipt(work: ComposedKit, file: Path, size: int) -> Receipt:
    """What was printed."""
    order = work.order
    faces = 2 if order.duplex else 1
    backs = {run.component.key: sum(bool(sheet.back) for sheet in run.sheets) for run in work.runs}
    parts = tuple(
        ReceiptPart(
            component=run.component.key,
            title=run.component.title,
            pieces=run.component.pieces,
            width=run.component.finished[0],
            height=run.component.finished[1],
            pages=len(run.sheets) + backs[run.component.key] if order.press else len(run.sheets) * faces,
            sheets=len(run.sheets),
            cuts=run.cuts,
            strokes=run.strokes,
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
        strokes=sum(part.strokes for part in parts),
        bytes=size,
        components=parts,
    )
