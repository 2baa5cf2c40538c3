"""The clock: contenders run in turns, so that a busy moment of the machine hits all of them; medians are told.

Time is the processor's, of this process and of those it started: it stands still while others have the processor.
Only where a system keeps no such time is it the clock on the wall.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from msgspec import Struct

try:
    from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
except ImportError:  # Windows
    now = perf_counter
else:

    def now() -> float:
        """Seconds of processor time so far."""
        used = [getrusage(whose) for whose in (RUSAGE_SELF, RUSAGE_CHILDREN)]
        return sum(each.ru_utime + each.ru_stime for each in used)


Run = Callable[[], object]
ENGLISH = {"LC_ALL": "C.UTF-8"}
FRENCH = {"LC_ALL": "fr_FR.UTF-8"}


class Result(Struct, frozen=True):
    """Seconds of each contender, round by round."""

    rounds: tuple[tuple[float, ...], ...]  # [contender][round]
    control: tuple[float, ...] = ()  # the first contender once more in every round

    def __getitem__(self, contender: int) -> float:
        """The median of a contender."""
        return median(self.rounds[contender])

    def ratio(self, one: int, other: int) -> float:
        """How many times as long the one took: the median of the ratios of each round, not the ratio of medians."""
        return median(a / b for a, b in zip(self.rounds[one], self.rounds[other], strict=True))

    @property
    def noise(self) -> float:
        """How far a contender differs from itself in a usual round, as a share, whichever of them differs most: what this
        machine cannot tell apart. The first is held against its control, the others against their own medians."""
        twice = [abs(again / once - 1) for again, once in zip(self.control, self.rounds[0], strict=bool(self.control))]
        alone = [[abs(each / median(times) - 1) for each in times] for times in self.rounds[1:]]
        return max((median(shares) for shares in (twice, *alone) if shares), default=0.0)


def race(rounds: int, *contenders: Run) -> Result:
    """Runs contenders in turns, the first of them twice, as a control. A first round that nobody counts warms caches and fonts.

    The order turns around every other round: who runs first finds other caches than who runs second.
    """
    all_ = (*contenders, contenders[0])
    times: list[list[float]] = [[] for _ in all_]
    for number in range(rounds + 1):
        order = range(len(all_)) if number % 2 else reversed(range(len(all_)))
        for i in order:
            gc.collect()  # nobody sweeps up after another
            start = now()
            all_[i]()
            seconds = now() - start
            if number:
                times[i].append(seconds)
    *found, control = map(tuple, times)
    return Result(tuple(found), control)


def process(*command: str, env: Mapping[str, str] = ENGLISH) -> Run:
    """A whole process from start to exit, its words thrown away; a failure stops the benchmark."""
    told = {**os.environ, **env}

    def run() -> None:
        subprocess.run(command, env=told, stdout=subprocess.DEVNULL, check=True)

    return run


def sousmain(*words: str, env: Mapping[str, str] = ENGLISH) -> Run:
    """The command line as its user calls it."""
    return process(*script(), *words, env=env)


def into_empty_folder(*words: str, env: Mapping[str, str] = ENGLISH) -> Run:
    """The command line printing into a folder that nobody has printed into."""

    def run() -> None:
        with TemporaryDirectory() as folder:
            sousmain(*words, "--out", folder, env=env)()

    return run


def peak(run: Run) -> int:
    """Kilobytes that the largest process so far has had, after that run; 0 where a system does not tell."""
    run()
    try:
        return int(getrusage(RUSAGE_CHILDREN).ru_maxrss)
    except NameError:
        return 0


def script() -> Sequence[str]:
    """The installed command, or the module where there is none."""
    installed = Path(sys.executable).with_name("sousmain")
    return [str(installed)] if installed.exists() else [sys.executable, "-m", "cli"]
