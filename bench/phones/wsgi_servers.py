"""Which server? The companion itself under each, with a full café of open streams; medians of three rounds in turns."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from msgspec import Struct

from bench.measure import Measure, milliseconds, number
from bench.phones.clients import Block, Job, Side
from bench.phones.serving import SERVERS
from bench.phones.stage import RATE, Cafe, against, blocks, late, opened, phones, serving

TABLES, ROUNDS, MOVES, PAGES = 200, 3, 60, 200
KIND = "part"


class Found(Struct):
    """What a server did, round by round."""

    blocks: list[Block] = []
    streams: list[int] = []
    memory: list[int] = []  # kilobytes
    pages: list[float] = []  # a second
    failures: int = 0


def measures() -> Iterator[Measure]:
    """A few rows for each server; the shipped one comes first, and the others are told against it."""
    names = [name for name in SERVERS if find_spec(name.partition("_")[0])]
    found = {name: Found() for name in names}
    with TemporaryDirectory() as folder:
        cafe = opened(Path(folder), TABLES + 10)
        for turn in range(ROUNDS):
            for name in names if turn % 2 else names[::-1]:
                print(f"  {name}", file=sys.stderr, flush=True)
                visit(cafe, name, found[name])
    first = found[names[0]]
    for name in names:
        yield from rows(name.replace("_", ", "), found[name], first)


def visit(cafe: Cafe, name: str, found: Found) -> None:
    """One round under one server."""
    try:
        with serving("bench.phones.serving", name, cafe.copy(name)) as server:
            found.pages.append(pages(server.port))
            told = phones(Job([Side(name, server.port, cafe.tables, TABLES, pushed=True)], [KIND], 1, MOVES, RATE))
            found.memory.append(server.memory)
        found.blocks += blocks(told, name, KIND)
        found.streams.append(told.streams[name])
    except (subprocess.CalledProcessError, OSError):
        found.failures += 1


def pages(port: int) -> float:
    """Small pages a second for one phone that keeps its connection, if the server does."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    start = perf_counter()
    for _ in range(PAGES):
        connection.request("GET", "/favicon.ico")
        connection.getresponse().read()
    took = perf_counter() - start
    connection.close()
    return PAGES / took


def rows(name: str, found: Found, first: Found) -> Iterator[Measure]:
    """What there is to say about a server."""
    if found.failures:
        yield Measure(f"{name}: rounds that failed", f"{found.failures} of {ROUNDS}")
    if len(found.blocks) < ROUNDS or len(first.blocks) < ROUNDS:
        return
    mine, theirs = ([median(block.views) for block in each.blocks] for each in (found, first))
    yield Measure(f"{name}: move to last view", milliseconds(median(mine)), against(mine, theirs))
    yield Measure("  one in a hundred", milliseconds(late([block.views for block in found.blocks])))
    yield Measure("  until the answer", milliseconds(median(median(block.answers) for block in found.blocks)))
    yield Measure("  streams open", str(min(found.streams)))
    yield Measure("  memory", f"{number(median(found.memory) / 1000)} MB")
    yield Measure("  small pages a second, one connection", number(median(found.pages)))
