"""A deck of 108 different cards, nine a page, against fpdf2 and Typst drawing the same display list."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bench import clock
from bench.measure import Measure, kilobytes, milliseconds
from bench.paper import typeset
from bench.paper.likeness import alike
from bench.paper.peer import fresh, print_pages
from bench.paper.sheets import faces_of, flat, ordered, pages, work_of
from generator.drawing.pen import Face, Item, Text
from generator.press import build

COUNT, A_PAGE = 108, 9
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
    rounds = 9
    ready = [fresh(paper) for _ in range(rounds + 1)]  # a document can be printed once
    race = clock.race(rounds, lambda: build.render(work), lambda: print_pages(ready.pop(), sheets))
    ours, theirs = build.render(work), print_pages(fresh(paper), sheets)
    title = f"fpdf2 : {COUNT} different cards"
    yield Measure(title, milliseconds(race[1], race[0]), race.ratio(1, 0), more_than=1, noise=race.noise)
    yield Measure(title, kilobytes(len(theirs), len(ours)), len(theirs) / len(ours))
    yield alike(f"  pixels that differ, {len(sheets)} pages", ours, theirs, ALIKE)
    if typeset.available():
        source = typeset.markup(sheets, paper)
        race = clock.race(rounds, lambda: build.render(work), lambda: typeset.print_pages(source))
        theirs = typeset.print_pages(source)
        title = f"Typst : {COUNT} different cards"
        yield Measure(title, milliseconds(race[1], race[0]), race.ratio(1, 0), more_than=1, noise=race.noise)
        yield Measure(title, kilobytes(len(theirs), len(ours)), len(theirs) / len(ours))
        yield alike(f"  pixels that differ, {len(sheets)} pages", ours, theirs, ALIKE)
    loading = clock.race(3, lambda: fresh(paper))
    yield Measure("  fpdf2 loading its typefaces, not counted", milliseconds(loading[0]))
