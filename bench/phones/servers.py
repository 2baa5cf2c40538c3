"""Several server processes on one PostgreSQL, against one on SQLite: moves a second, and how long the slowest take.

The phones of each table are spread over all servers, so that every move has to be heard of at the others. Everything runs on
one machine, phones and database included: what counts is the ratio to SQLite in the same run. `BENCH_STREAMS=1000` leaves the
larger café out.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.measure import Measure, milliseconds, number
from bench.phones import cafe
from bench.phones.clients import Job, Side, Told
from bench.phones.stage import Cafe, blocks, late, phones, serving
from tools.cluster import Cluster, binary, missing, own_cluster

SIZES = {1000: 200, 4000: 790}  # streams, and tables of five that they are; a server has room for 4,000
SERVERS = (1, 2, 4)
KIND, RATE = "view", 20.0
MOVES, RUSH = 100, 400
SQLITE = "SQLite, 1 server"
SAFE = {"fsync": "on", "full_page_writes": "on"}
NOTIFY = {
    "without NOTIFY": "",
    "NOTIFY in each commit": "NOTIFY sousmain, 'b23456 12';",
}
COMMITS = 3  # seconds of each


def measures() -> Iterator[Measure]:
    """One row for each number of servers; then what a NOTIFY in each commit would take."""
    if why := missing():
        print(f"bench: {why}", file=sys.stderr)
        return
    most = int(os.environ.get("BENCH_STREAMS", "4000"))
    with TemporaryDirectory() as folder, own_cluster(**SAFE) as cluster:
        for streams, size in SIZES.items():
            if streams > most:
                continue
            home = Path(folder) / f"cafe-{streams}"
            home.mkdir()
            full = Cafe(home, cafe.fill(home, size + 10))
            cafe.fill(home, size + 10, cluster.database(f"cafe_{streams}"))
            first: tuple[float, float] | None = None
            for count in (0, *SERVERS):
                name = f"PostgreSQL, {count} server{'s' * (count > 1)}" if count else SQLITE
                print(f"  {name}, {streams} streams", file=sys.stderr, flush=True)
                told = visited(cluster, full, size, count, f"cafe_{streams}")
                found = figures(told)
                first = first or found
                yield from rows(f"{name}, {streams} streams", told, found, first)
        yield from commits(cluster)


def visited(cluster: Cluster, full: Cafe, size: int, count: int, template: str) -> list[Told]:
    """Moves at a pace, then as many as there can be; each on a fresh copy of the café."""
    found = []
    for moves, rate in ((MOVES, RATE), (RUSH, 0.0)):
        where = cluster.database("bench", template) if count else full.copy("copy")
        with ExitStack() as stack:
            ports = [
                stack.enter_context(serving("bench.phones.serving", "gevent", where)).port for _ in range(max(1, count))
            ]
            found.append(
                phones(Job([Side("x", ports[0], full.tables, size, ports[1:], pushed=True)], [KIND], 1, moves, rate))
            )
    return found


def figures(told: list[Told]) -> tuple[float, float]:
    """How long a move takes at a pace, and how many there are a second."""
    (paced,), (rushed,) = (blocks(each, "x", KIND) for each in told)
    return median(paced.views), len(rushed.views) / rushed.took


def rows(name: str, told: list[Told], found: tuple[float, float], first: tuple[float, float]) -> Iterator[Measure]:
    """What there is to say."""
    (paced,), _ = (blocks(each, "x", KIND) for each in told)
    yield Measure(f"{name}: moves a second", number(found[1]), found[1] / first[1])
    yield Measure("  move to last view", milliseconds(found[0]), found[0] / first[0])
    yield Measure("  one in a hundred", milliseconds(late([paced.views])))
    yield Measure("  until the answer", milliseconds(median(paced.answers)))
    yield Measure("  streams open", str(told[0].streams["x"]))


def commits(cluster: Cluster) -> Iterator[Measure]:
    """Commits a second of sixteen writers, as pgbench counts them."""
    pgbench = binary("pgbench")
    if not pgbench:
        return
    cluster.database("commits")
    before = 0.0
    with TemporaryDirectory(dir="/tmp") as folder:
        for name, more in NOTIFY.items():
            file = Path(folder) / "move.sql"
            file.write_text(f"BEGIN; INSERT INTO log SELECT 1; {more} COMMIT;")
            subprocess.run(
                [binary("psql"), "-q", cluster.address("commits"), "-c", "CREATE TABLE IF NOT EXISTS log (x int)"],
                check=True,
            )
            words = [
                pgbench,
                "-n",
                "-c",
                "16",
                "-j",
                "2",
                "-T",
                str(COMMITS),
                "-f",
                str(file),
                cluster.address("commits"),
            ]
            told = subprocess.run(words, check=True, capture_output=True, text=True).stdout
            rate = float(next(line.split()[2] for line in told.splitlines() if line.startswith("tps")))
            before = before or rate
            yield Measure(f"commits a second, 16 writers, {name}", number(rate), rate / before)
