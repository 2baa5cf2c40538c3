"""The whole kit, against the same sheets drawn naively page by page."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import TemporaryDirectory

from bench import clock
from bench.measure import Measure, kilobytes, milliseconds
from bench.paper.likeness import alike
from bench.paper.naive import DrawPath, naive, plain_path
from bench.paper.sheets import faces_of, ordered, pages
from generator.press import build
from generator.press.pdf_writer import draw_path

ALIKE = 0.002  # of the pixels of a page


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
    with TemporaryDirectory() as folder:
        race = clock.race(5, clock.sousmain("print", "code777", "--quiet", "--out", folder))
    yield Measure("sousmain print code777, whole process", f"{milliseconds(race[0])}, {kilobytes(len(kit))}")
