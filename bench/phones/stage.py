"""What push and servers need: a café to copy, servers and phones in processes of their own, and figures from what they told."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import msgspec
from msgspec import Struct

from bench.phones import cafe
from bench.phones.clients import Block, Job, Side, Told

KINDS = ("part", "view")  # what is new on a page, and the view of a program
RATE = 20.0  # moves a second over all tables


class Server(Struct, frozen=True):
    """A server that runs."""

    port: int
    pid: int

    @property
    def memory(self) -> int:
        """Kilobytes of memory that it uses, where the system tells."""
        try:
            lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        except OSError:
            return 0
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


# Phones are other machines. The system wakes whoever is sent something on the core of whoever sent it: on a shared one the
# phones heard the answer to a move when the server had made all five pages, 2 ms after it had left.
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
SERVER, PHONES = ({CORES[0]}, {CORES[-1]}) if len(CORES) > 1 else (set[int](), set[int]())
ANYWHERE = set[int]()


def keep_on(process: subprocess.Popen[Any], cores: set[int]) -> None:
    """Keeps a program that has just begun on some cores, where the system can; on any, if none is named."""
    if cores:
        with suppress(OSError):  # it is over already
            os.sched_setaffinity(process.pid, cores)


@contextmanager
def serving(*command: str, cores: set[int] = ANYWHERE) -> Iterator[Server]:
    """A server for as long as this lasts. It tells its port."""
    process = subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.PIPE, text=True)
    keep_on(process, cores)
    try:
        assert process.stdout
        told = process.stdout.readline().strip()
        if not told:
            raise RuntimeError(f"{' '.join(command)} did not start")
        yield Server(int(told), process.pid)
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def phones(job: Job, cores: set[int] = ANYWHERE) -> Told:
    """Does a job."""
    command = [sys.executable, "-m", "bench.phones.clients"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        keep_on(process, cores)
        told, _ = process.communicate(msgspec.json.encode(job))
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return msgspec.json.decode(told, type=Told)


class Cafe(Struct, frozen=True):
    """Tables in a database, which every server gets a copy of."""

    home: Path
    tables: list[cafe.Table]

    def copy(self, name: str) -> str:
        """A folder for one server."""
        shutil.rmtree(self.home.parent / name, ignore_errors=True)
        return str(shutil.copytree(self.home, self.home.parent / name))


def opened(folder: Path, tables: int) -> Cafe:
    """A café. Notes how large its moves and views are, because the floor gives as much."""
    made = Cafe(folder / "cafe", [])
    made.home.mkdir()
    made.tables.extend(cafe.fill(made.home, tables))
    (made.home / "act").write_text(str(cafe.move_size(cafe.play(0))))
    with serving("bench.phones.serving", "gevent", made.copy("look")) as server:
        for kind in KINDS:
            side = Side("look", server.port, made.tables, 20, pushed=kind == "part")
            told = phones(Job([side], [kind], 1, 40, RATE))
            sizes = [size for block in blocks(told, "look", kind) for size in block.sizes]
            (made.home / kind).write_text(str(round(median(sizes))))
    return made


def blocks(told: Told, side: str, kind: str) -> list[Block]:
    """What one side did of one kind, round by round."""
    return [block for block in told.blocks if (block.side, block.kind) == (side, kind)]


def late(rounds: Sequence[Sequence[float]]) -> float:
    """What one in a hundred takes longer than, over all rounds."""
    return quantiles([each for one in rounds for each in one], n=100, method="inclusive")[98]


def against(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the ratios of each round."""
    return median(a / b for a, b in zip(ours, theirs, strict=True))
