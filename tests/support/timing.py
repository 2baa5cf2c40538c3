"""How long each part of the tests took, told at the end: seconds on the clock and seconds of processor, folder by folder.

Processor time counts the processes that tests started, as soon as they are over; what several tests share is counted where
it ends, and with the folder that used it if whoever ends it says so (a browser). `--slowest=N` lists files and single tests by processor time.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from os import times
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
lent = 0.0  # seconds of processes that are over and that the system counts later, with the one that started them
shared: Counter[str] = Counter()  # seconds of what just ended, by the folder that used it


def processor() -> float:
    """Seconds that this process used so far, and those it started and outlived."""
    spent = times()
    return spent.user + spent.system + spent.children_user + spent.children_system + lent


@contextmanager
def counted_with(folder: str) -> Iterator[None]:
    """Whatever ends meanwhile was used by the tests of that folder, whichever test came last."""
    before = processor()
    yield
    shared[folder] += processor() - before


class Timing:
    """One for the tester and one for each worker; the tester's adds up."""

    def __init__(self, config: pytest.Config) -> None:
        self.config, self.slowest = config, config.getoption("--slowest")
        self.began, self.last = time.monotonic(), processor()
        self.clock: defaultdict[str, float] = defaultdict(float)
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.tests: defaultdict[str, set[str]] = defaultdict(set)
        self.single: Counter[str] = Counter()  # by test
        self.workers = 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self) -> None:
        """What lies between two tests belongs to neither."""
        self.last = processor()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Iterator[Any]:
        """Each phase of a test takes along what it used, over the line between processes as well."""
        report = yield
        now = processor()
        report.processor, self.last = now - self.last - shared.total(), now
        report.shared = dict(shared)
        shared.clear()
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Adds up; with workers, in the tester's process alone."""
        folder = "/".join(report.nodeid.partition("::")[0].split("/")[:2])
        spent = getattr(report, "processor", 0.0)
        self.tests[folder].add(report.nodeid)
        self.clock[folder] += report.duration
        self.spent[folder] += spent
        for other, seconds in getattr(report, "shared", {}).items():
            self.spent[other] += seconds
        self.single[report.nodeid] += spent

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """A worker's whole, start and collection included."""
        output = getattr(self.config, "workeroutput", None)
        if output is not None:
            output["processor"] = processor()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """What a worker used in all."""
        self.workers += getattr(node, "workeroutput", {}).get("processor", 0.0)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """The table."""
        if not self.tests:
            return
        row = terminalreporter.write_line
        row("")
        row(f"{'part':<20}{'tests':>7}{'seconds':>10}{'processor':>11}")
        for folder in sorted(self.tests):
            row(f"{folder:<20}{len(self.tests[folder]):>7}{self.clock[folder]:>10.1f}{self.spent[folder]:>11.1f}")
        count, wall = sum(map(len, self.tests.values())), time.monotonic() - self.began
        whole = max(processor(), self.workers + times().user + times().system)
        row(f"{'all':<20}{count:>7}{wall:>10.1f}{whole:>11.1f}")
        files: Counter[str] = Counter()
        for name, spent in self.single.items():
            files[name.partition("::")[0]] += spent
        for name, spent in (each for group in (files, self.single) for each in group.most_common(self.slowest)):
            row(f"{spent:>8.2f}  {name}")


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many single tests are listed."""
    parser.addoption("--slowest", type=int, default=0, help="lists that many tests by processor time")


def pytest_configure(config: pytest.Config) -> None:
    """One for each process."""
    config.pluginmanager.register(Timing(config), "timing")
