"""From a move to the last phone of its table having what is new, against a bare server that knows no rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from bench.measure import Measure, milliseconds, number
from bench.phones import boardgame
from bench.phones.cafe import SEATS
from bench.phones.clients import Block, Job, Side, Told
from bench.phones.stage import PHONES, RATE, SERVER, Cafe, against, blocks, late, opened, phones, serving

SIZES = (1, 20, 200)
SPARE = 40  # tables in line, for when a game is over
ROUNDS, MOVES, RUSH = 3, 60, 400
AIM, AIM_LATE, AIM_RATE = 1.3, 2.0, 2.0
MOST_WORK = 5.0  # times the floor's processor; it hardly changes with other work
STREAMS = 1000
OURS, FLOOR, PUSHING = "companion", "floor", "floor that pushes"
PAGE, JSON = "part", "view"


def measures() -> Iterator[Measure]:
    """With few tables and many; then as many moves as there can be."""
    with TemporaryDirectory() as folder:
        cafe = opened(Path(folder), SIZES[-1] + SPARE)
        for size in SIZES:
            yield from timed(beside(cafe, size, MOVES, RATE, PAGE), size)
        yield from timed_views(beside(cafe, SIZES[1], MOVES, RATE, JSON), SIZES[1])
        yield from contended(cafe, SIZES[1])
        yield from counted(beside(cafe, SIZES[-1], RUSH, 0, PAGE))


def beside(cafe: Cafe, size: int, moves: int, rate: float, kind: str) -> Told:
    """The companion and the floors side by side, with so many tables: all have their streams open, and take turns."""
    with ExitStack() as stack:
        ours = stack.enter_context(serving("bench.phones.serving", "gevent", cafe.copy(OURS), cores=SERVER))
        sides = [Side(OURS, ours.port, cafe.tables, size, pushed=kind == PAGE, pid=ours.pid)]
        for name in (FLOOR, PUSHING) if kind == PAGE else (FLOOR,):
            floor = stack.enter_context(serving("bench.phones.bare_server", cafe.copy(name), cores=SERVER))
            sides.append(Side(name, floor.port, cafe.tables, size, pushed=name == PUSHING, pid=floor.pid))
        return phones(Job(sides, [kind], ROUNDS, moves, rate), PHONES)


def timed(told: Told, size: int) -> Iterator[Measure]:
    """The times of a café of one size, for what is new on pages."""
    ours, floor, pushing = (blocks(told, side, PAGE) for side in (OURS, FLOOR, PUSHING))
    yield from compared(f"move to last page, {size} × {SEATS} phones : floor", ours, floor)
    usual = [[median(block.views) for block in side] for side in (ours, pushing)]
    yield Measure("  against the floor that pushes", milliseconds(*map(median, usual)), against(*usual))
    sizes = [size for block in ours for size in block.sizes]
    yield Measure("  bytes to a phone", number(median(sizes)))
    if size == SIZES[-1]:
        found = told.streams[OURS], told.streams[FLOOR]
        yield Measure("streams open", " : ".join(map(str, found)), found[0], more_than=STREAMS - 1, unit="streams")


def timed_views(told: Told, size: int) -> Iterator[Measure]:
    """The same for a program that hears numbers and asks for its view."""
    ours, floor = (blocks(told, side, JSON) for side in (OURS, FLOOR))
    yield from compared(f"move to last view (JSON, asked for), {size} × {SEATS} : floor", ours, floor)


def contended(cafe: Cafe, size: int) -> Iterator[Measure]:
    """boardgame.io with each of its stores, beside the floor; or why it is left out."""
    why = boardgame.missing()
    if why:
        yield Measure("boardgame.io", f"left out: {why}")
        return
    with ExitStack() as stack:
        floor = stack.enter_context(serving("bench.phones.bare_server", cafe.copy(FLOOR), cores=SERVER))
        sides = [Side(FLOOR, floor.port, cafe.tables, size, pid=floor.pid)]
        for store in boardgame.STORES:
            port, pid = stack.enter_context(boardgame.serving(store, cafe.home.parent))
            sides.append(Side(store, port, cafe.tables, size, boardgame=True, pid=pid))
        told = phones(Job(sides, [PAGE], ROUNDS, MOVES, RATE), PHONES)
    bare = blocks(told, FLOOR, PAGE)
    for store, promise in boardgame.STORES.items():
        theirs = blocks(told, store, PAGE)
        usual = [[median(block.views) for block in side] for side in (theirs, bare)]
        slow = [late([block.views for block in side]) for side in (theirs, bare)]
        title = f"boardgame.io ({store}), {size} × {SEATS} : floor"
        yield Measure(title, milliseconds(*map(median, usual)), against(*usual))
        yield Measure("  one in a hundred", milliseconds(*slow), slow[0] / slow[1])
        yield worked(theirs, bare)
        yield Measure(f"  {promise}", "")
    yield Measure("  the companion and the floor: no answer and no page before the commit (fsync)", "")


def compared(title: str, ours: Sequence[Block], floor: Sequence[Block]) -> Iterator[Measure]:
    """The usual time, the slowest in a hundred, and the answer to the move."""
    usual = [[median(block.views) for block in side] for side in (ours, floor)]
    slow = [late([block.views for block in side]) for side in (ours, floor)]
    answer = [[median(block.answers) for block in side] for side in (ours, floor)]
    yield Measure(title, milliseconds(*map(median, usual)), against(*usual), aim=AIM)
    yield Measure("  one in a hundred", milliseconds(*slow), slow[0] / slow[1], aim=AIM_LATE)
    yield Measure("  until the answer to the move", milliseconds(*map(median, answer)), against(*answer))
    yield replace(worked(ours, floor), most=MOST_WORK)


def worked(ours: Sequence[Block], floor: Sequence[Block]) -> Measure:
    """The processor's time that a move takes of the server: it stands still while other programs run."""
    each = [sum(block.processor for block in side) / sum(len(block.views) for block in side) for side in (ours, floor)]
    return Measure("  processor of the server, a move", milliseconds(*each), each[0] / each[1] if each[1] else None)


def counted(told: Told) -> Iterator[Measure]:
    """Moves a second when every table moves as soon as its phones have seen its last move."""
    for floor in (FLOOR, PUSHING):
        rates = [[len(block.views) / block.took for block in blocks(told, side, PAGE)] for side in (floor, OURS)]
        figure = " : ".join(number(median(each)) for each in rates)
        aim = AIM_RATE if floor == FLOOR else None
        yield Measure(f"{floor} : moves a second, {SIZES[-1]} tables", figure, against(*rates), aim=aim)
