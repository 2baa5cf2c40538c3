"""How long moves take while kits are drawn without a pause beside the server, as the print shop draws them."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.measure import Measure, milliseconds, number
from bench.phones.clients import Job, Side
from bench.phones.stage import KINDS, RATE, blocks, late, opened, phones, serving
from companion.web.shop.workshop import Workshop

SIZE, SPARE, ROUNDS, MOVES = 20, 20, 3, 60
OURS = "companion"
PAPERS = ("a4", "letter", "a3", "legal", "a2")  # more than a worker keeps: each is drawn anew


def measures() -> Iterator[Measure]:
    """The same moves with and without somebody who prints."""
    with TemporaryDirectory() as folder:
        cafe = opened(Path(folder), SIZE + SPARE)
        quiet = answers(cafe.copy("quiet"), cafe.tables)
        with drawing() as drawn:
            busy = answers(cafe.copy("busy"), cafe.tables)
    for what, of in (("the usual move", usual), ("the slowest in a hundred", late), ("the slowest move", slowest)):
        figures = of(busy), of(quiet)
        yield Measure(f"{what} while kits are drawn : while not", milliseconds(*figures), figures[0] / figures[1])
    yield Measure("  kits drawn meanwhile", number(len(drawn)))


def answers(folder: str, tables: list) -> list[list[float]]:  # type: ignore[type-arg]
    """From each move until its answer, round by round."""
    with serving("bench.phones.serving", "gevent", folder) as server:
        side = Side(OURS, server.port, tables, SIZE, pushed=True, pid=server.pid)
        told = phones(Job([side], [KINDS[0]], ROUNDS, MOVES, RATE))
    return [block.answers for block in blocks(told, OURS, KINDS[0])]


def usual(rounds: list[list[float]]) -> float:
    """The median of all."""
    return median(each for one in rounds for each in one)


def slowest(rounds: list[list[float]]) -> float:
    """The longest of all."""
    return max(each for one in rounds for each in one)


@contextmanager
def drawing() -> Iterator[list[int]]:
    """Kits are drawn one after the other for as long as this lasts, by the worker that the companion starts."""
    shop, over, drawn = Workshop((sys.executable, "-P", "-m", "cli.shop")), threading.Event(), list[int]()

    def draw() -> None:
        for paper in cycle(PAPERS):
            if over.is_set():
                return
            words = {"paper": paper, "lang": "en"}
            facts, _ = shop.ask({"do": "draw", "game": "inkognito", "words": words, "spoken": "en"})
            drawn.append(facts["pages"])

    thread = threading.Thread(target=draw)
    thread.start()
    try:
        yield drawn
    finally:
        over.set()
        thread.join()
        shop.close()
