"""A deck of 108 different cards, nine a page, against fpdf2, Typst and cairo drawing the same display list."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from bench import clock
from bench.measure import Measure, kilobytes, milliseconds
from bench.paper import typeset, vectors
from bench.paper.likeness import alike
from bench.paper.peer import fresh, print_pages
from bench.paper.sheets import faces_of, flat, ordered, pages, work_of
from generator.drawing.pen import Face, Item, Text
from generator.press import build
from generator.press.composed_kit import ComposedKit

COUNT, A_PAGE = 108, 9
ROUNDS = 9
ALIKE = 0.002  # of the pixels of a page


def deck() -> list[Face]:
    """Cards like the question cards of the kit, every one with a number and words of its own."""
    (run,) = build.compose(ordered(only=("questions",))).runs
    fronts = run.component.fronts
    return [card(fronts[i % len(fronts)], i + 1) for i in range(COUNT)]


def card(face: Face, number: int) -> Face:
    """The same card with another number, which is its first text, and with its words in another order."""
    items: list[Item] = []
    first = next(item for item in face.items if isinstance(item, Text))
    for item in face.items:
        if item is first:
            items.append(replace(first, string=str(number)))
        elif isinstance(item, Text) and " " in item.string:
            words = item.string.split(" ")
            turn = number % len(words)
            items.append(replace(item, string=" ".join(words[turn:] + words[:turn])))
        else:
            items.append(item)
    return replace(face, name=f"card.{number}", items=tuple(items))


def measures() -> Iterator[Measure]:
    """Time and size of the deck. Typefaces are loaded beforehand for all: fpdf2's loading is off the clock, and so is writing
    the markup for Typst."""
    work = work_of(deck())
    paper, faces = work.order.paper, faces_of(work)
    sheets = [flat(items, faces) for items in pages(work)]
    assert len(sheets) == COUNT / A_PAGE
    assert len({face.items for face in faces.values()}) == COUNT
    ready = [fresh(paper) for _ in range(ROUNDS + 2)]  # a document can be printed once
    yield from against("fpdf2", work, lambda: print_pages(ready.pop(), sheets), more_than=1)
    if typeset.available():
        source = typeset.markup(sheets, paper)
        yield from against("Typst", work, lambda: typeset.print_pages(source), more_than=1)
    if vectors.available():
        with vectors.typefaces():
            yield from against("pycairo", work, lambda: vectors.print_pages(sheets, paper))
    else:
        yield Measure(f"pycairo : {COUNT} different cards", vectors.MISSING)
    loading = clock.race(3, lambda: fresh(paper))
    yield Measure("  fpdf2 loading its typefaces, not counted", milliseconds(loading[0]))


def against(
    name: str, work: ComposedKit, draw: Callable[[], bytes], more_than: float | None = None
) -> Iterator[Measure]:
    """Somebody else who draws the same deck: time, size, and whether it looks alike."""
    race = clock.race(ROUNDS, lambda: build.render(work), draw)
    ours, theirs = build.render(work), draw()
    title = f"{name} : {COUNT} different cards"
    yield Measure(title, milliseconds(race[1], race[0]), race.ratio(1, 0), more_than=more_than, noise=race.noise)
    yield Measure(title, kilobytes(len(theirs), len(ours)), len(theirs) / len(ours))
    yield alike(f"  pixels that differ, {COUNT // A_PAGE} pages", ours, theirs, ALIKE)
