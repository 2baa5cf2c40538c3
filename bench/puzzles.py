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
    """Puzzles as they come, of whatever level, the first game's once more, as a control; then paper."""
    games = with_puzzles()
    found = {slug: made(slug) for slug in games}
    for slug, (seconds, _) in found.items():
        yield Measure(f"{loader.kit_data(slug)['name']}: {MANY} puzzles", "", seconds, unit="s")
    (once, some), (again, _) = found[games[0]], made(games[0])
    total, noise = sum(seconds for seconds, _ in found.values()), abs(again / once - 1)
    yield Measure(f"{MANY} of each of them", "", total, most=SECONDS, unit="s", noise=noise)
    yield from paper(some)


def made(slug: str) -> tuple[float, list[Puzzle]]:
    """Seconds, and puzzles of a game."""
    begun = process_time()
    puzzles = [*islice(attempts(puzzle_maker(slug), "bench"), MANY)]
    return process_time() - begun, puzzles


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
