"""Prints kits for the tests, each combination of options once a session."""

from __future__ import annotations

from functools import cached_property, lru_cache

import pypdfium2

from generator.layout.imposition import ComponentRun
from generator.order.request import PrintRequest, requests
from generator.press import build

FACE = "code777."


class Print:
    """A kit as it was ordered and laid out; printed when somebody looks at the file, which takes longer than all before."""

    def __init__(self, order: PrintRequest, work: build.ComposedKit) -> None:
        self.order, self.work = order, work

    def __repr__(self) -> str:
        return f"Print({self.order.file()})"

    @cached_property
    def data(self) -> bytes:
        """The file."""
        return build.render(self.work)

    def run(self, component: str) -> ComponentRun:
        """That component on its sheets."""
        return next(run for run in self.work.runs if run.component.key == component)

    def pages(self, component: str, *, back: bool = False) -> list[int]:
        """The indexes of the pages with its fronts, or of those printed behind them."""
        fronts = {id(sheet.front) for sheet in self.work.sheets}
        sides = enumerate(self.work.sides())
        return [i for i, side in sides if component in (side.component, *side.also) and (id(side) in fronts) != back]


def ordered(game: str = "code777", **options: object) -> PrintRequest:
    """One order, from options in the words of the command line."""
    for option in ("only", "without"):
        if isinstance(options.get(option), str):
            options[option] = (options[option],)  # as if given once
    (order,) = requests([game], **{"lang": "en", **options})  # type: ignore[arg-type]
    return order


@lru_cache(maxsize=48)  # some megabytes each
def printed(**options: object) -> Print:
    """One kit, to be printed; of another game than Code 777 if `game` says so."""
    order = ordered(**options)  # type: ignore[arg-type]
    return Print(order, build.compose(order))


@lru_cache(maxsize=24)
def texts(data: bytes) -> list[str]:
    """What can be read on each page."""
    with pypdfium2.PdfDocument(data) as pdf:
        return [page.get_textpage().get_text_range() for page in pdf]
