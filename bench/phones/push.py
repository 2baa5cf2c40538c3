"""From a move to the last phone of its table having its new view, against a bare server that knows no rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.measure import Measure, milliseconds, number
from bench.phones.cafe import SEATS
from bench.phones.clients import Job, Side, Told
from bench.phones.stage import KINDS, RATE, Cafe, against, blocks, late, opened, phones, serving

SIZES = (1, 20, 200)
SPARE = 40  # tables in line, for when a game is over
ROUNDS, MOVES, RUSH = 3, 60, 200
AIM = 2.0
STREAMS = 1000
OURS, FLOOR = "companion", "floor"


def measures() -> Iterator[Measure]:
    """With few tables and many; then as many moves as there can be."""
    with TemporaryDirectory() as folder:
        cafe = opened(Path(folder), SIZES[-1] + SPARE)
        for size in SIZES:
            yield from timed(both(cafe, size, MOVES, RATE), size)
        yield from counted(both(cafe, SIZES[-1], RUSH, 0))


def both(cafe: Cafe, size: int, moves: int, rate: float) -> Told:
    """The companion and the floor side by side, with so many tables: both have all their streams open, and take turns."""
    with ExitStack() as stack:
        ours = stack.enter_context(serving("bench.phones.serving", "gevent", cafe.copy(OURS)))
        floor = stack.enter_context(serving("bench.phones.bare_server", cafe.copy(FLOOR)))
        sides = [Side(name, server.port, cafe.tables, size) for name, server in ((OURS, ours), (FLOOR, floor))]
        return phones(Job(sides, list(KINDS), ROUNDS, moves, rate))


def timed(told: Told, size: int) -> Iterator[Measure]:
    """The times of a café of one size."""
    for kind, name in KINDS.items():
        ours, floor = (blocks(told, side, kind) for side in (OURS, FLOOR))
        usual = [[median(block.views) for block in side] for side in (ours, floor)]
        slow = [late([block.views for block in side]) for side in (ours, floor)]
        answer = [[median(block.answers) for block in side] for side in (ours, floor)]
        title = f"move to last view ({name}), {size} × {SEATS} phones : floor"
        yield Measure(title, milliseconds(*map(median, usual)), against(*usual), aim=AIM)
        yield Measure("  one in a hundred", milliseconds(*slow), slow[0] / slow[1], aim=AIM)
        yield Measure("  until the answer to the move", milliseconds(*map(median, answer)), against(*answer))
    if size == SIZES[-1]:
        found = told.streams[OURS], told.streams[FLOOR]
        yield Measure("streams open", " : ".join(map(str, found)), found[0], more_than=STREAMS - 1, unit="streams")


def counted(told: Told) -> Iterator[Measure]:
    """Moves a second when every table moves as soon as its phones have seen its last move."""
    for kind, name in KINDS.items():
        rates = [[len(block.views) / block.took for block in blocks(told, side, kind)] for side in (FLOOR, OURS)]
        figure = " : ".join(number(median(each)) for each in rates)
        yield Measure(f"floor : moves a second ({name}), {SIZES[-1]} tables", figure, against(*rates))
