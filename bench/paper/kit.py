"""The whole kit, against the same sheets drawn naively page by page."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bench import clock
from bench.measure import Measure, kilobytes, milliseconds
from bench.paper.likeness import alike
from bench.paper.naive import DrawPath, naive, plain_path
from bench.paper.sheets import faces_of, ordered, pages
from generator.press import build
from generator.press.pdf_writer import draw_path

ALIKE = 0.002  # of the pixels of a page
LIBRARIES = "import typer, msgspec, reportlab.pdfgen.canvas, reportlab.pdfbase.ttfonts, pikepdf, PIL.Image, pypdfium2, markdown_it"
ONE, FIVE = 2.5, 8.0  # times as long as its libraries
HEAVIEST = 150  # MB of memory


def measures() -> Iterator[Measure]:
    """Time and size of the kit. All contenders start from the composed sheets and end with the bytes of a file."""
    work = build.compose(ordered())
    paper, sheets, faces = work.order.paper, pages(work), faces_of(work)

    def drawn(path: DrawPath) -> bytes:
        return naive(sheets, faces, paper, path)

    title = "naive drawing : the kit"
    kit, plain, brief = build.render(work), drawn(plain_path), drawn(draw_path)
    race = clock.race(9, lambda: build.render(work), lambda: drawn(plain_path), lambda: drawn(draw_path))
    yield Measure(title, milliseconds(race[1], race[0]), race.ratio(1, 0), more_than=1, noise=race.noise)
    yield Measure(title, kilobytes(len(plain), len(kit)), len(plain) / len(kit), more_than=1)
    yield Measure(
        "  paths as short as the kit's", milliseconds(race[2], race[0]), race.ratio(2, 0), more_than=1, noise=race.noise
    )
    yield Measure("  paths as short as the kit's", kilobytes(len(brief), len(kit)), len(brief) / len(kit), more_than=1)
    yield alike(f"  pixels that differ, {len(sheets)} pages", kit, plain, ALIKE)
    yield from processes()


def processes() -> Iterator[Measure]:
    """One kit and all five, each a process into an empty folder, against a program that imports the same libraries."""
    bare = clock.process(sys.executable, "-c", LIBRARIES)
    for words, most in ((("code777",), ONE), ((), FIVE)):
        printing = clock.into_empty_folder("print", *words, "--quiet")
        race = clock.race(7, bare, printing)
        title = f"sousmain print {' '.join(words) or '(all five)'} : its libraries"
        yield Measure(title, milliseconds(race[1], race[0]), race.ratio(1, 0), most=most, noise=race.noise)
        peak = clock.peak(printing) / 1024
        yield Measure("  memory at its peak", "", peak, most=HEAVIEST, unit="MB")
