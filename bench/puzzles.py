"""Puzzles: the processor time of a hundred of each game, and of a page of the booklet against a sheet of cards."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from time import process_time

import pikepdf

from bench import clock
from bench.measure import Measure, milliseconds
from generator.order.request import requests
from generator.press import build
from generator.press.puzzle_booklet import booklet
from referee.puzzles import Puzzle, attempts
from referee.registry import puzzle_maker, with_puzzles
from templates import loader

MANY, SECONDS = 100, 20.0  # of each game, and for all of them together
PAGES = 12  # puzzles of a booklet
SHEET = 1.0  # times as long as a sheet of cards


def measures() -> Iterator[Measure]:
    """Puzzles as they come, of whatever level; then paper."""
    total, some = 0.0, list[Puzzle]()
    for slug in with_puzzles():
        begun = process_time()
        made = [*islice(attempts(puzzle_maker(slug), "bench"), MANY)]
        seconds = process_time() - begun
        total += seconds
        some = some or made
        yield Measure(f"{loader.kit_data(slug)['name']}: {MANY} puzzles", "", seconds, unit="s")
    yield Measure(f"{MANY} of each of them", "", total, most=SECONDS, unit="s")
    yield from paper(some)


def paper(puzzles: list[Puzzle]) -> Iterator[Measure]:
    """The first game's booklet from its puzzles to bytes, a page; its cards from faces to bytes, a sheet."""
    slug = puzzles[0].game
    (order,) = requests([slug], lang="en")
    (cards,) = requests([slug], lang="en", only=(build.kit(slug).cards[0],))
    wanted = [(order, puzzles[0], puzzles[1 : PAGES + 1])]
    with pikepdf.open(BytesIO(booklet(wanted, "bench"))) as pdf:
        pages = len(pdf.pages)
    sheets = sum(len(run.sheets) for run in build.compose(cards).runs)
    race = clock.race(7, lambda: build.render(build.compose(cards)), lambda: booklet(wanted, "bench"))
    ratio = race.ratio(1, 0) * sheets / pages
    figure = milliseconds(race[1] / pages, race[0] / sheets)
    yield Measure("a page of puzzles : a sheet of cards", figure, ratio, most=SHEET, noise=race.noise)
