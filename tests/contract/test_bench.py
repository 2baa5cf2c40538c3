"""`make bench` says “noisy”, not “FAILED”, where the same contender differs from itself by more than a limit is broken."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from bench import clock
from bench.__main__ import ROWS
from bench.measure import Measure
from bench.phones.clients import processor

BENCH = Path(__file__).resolve().parents[2] / "bench"


@pytest.mark.parametrize(
    ("value", "noise", "verdict"),
    [
        (1.9, 0.0, "ok"),
        (1.9, 0.5, "ok"),
        (2.09, 0.0, "FAILED"),
        (2.09, 0.04, "FAILED"),
        (2.09, 0.05, "noisy"),
        (3.0, 0.3, "FAILED"),
    ],
)
def test_a_limit_from_above(value: float, noise: float, verdict: str) -> None:
    assert Measure("help", "", value, most=2.0, noise=noise).verdict == verdict


@pytest.mark.parametrize(("value", "verdict"), [(1.2, "ok"), (1.9, "missed"), (2.1, "FAILED")])
def test_an_aim_below_a_limit(value: float, verdict: str) -> None:
    assert Measure("page", "", value, most=2.0, aim=1.3).verdict == verdict


@pytest.mark.parametrize(
    ("value", "noise", "verdict"), [(1.01, 0.1, "ok"), (0.97, 0.02, "FAILED"), (0.97, 0.04, "noisy")]
)
def test_a_limit_from_below(value: float, noise: float, verdict: str) -> None:
    assert Measure("kit", "", value, more_than=1, noise=noise).verdict == verdict


@pytest.mark.slow
def test_the_first_contender_is_the_control(monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs twice a round; what it differs from itself is the noise."""
    elapsed = [0.0]
    costs = {"first": iter([1.0, 1.0] * 20), "second": iter([3.0] * 20)}
    monkeypatch.setattr(clock, "now", lambda: elapsed[0])

    def contender(name: str) -> Callable[[], None]:
        def run() -> None:
            elapsed[0] += next(costs[name])

        return run

    race = clock.race(4, contender("first"), contender("second"))
    assert (race.ratio(1, 0), race.noise) == (3.0, 0.0)
    assert (len(race.rounds), len(race.control)) == (2, 4)
    assert clock.Result(((1.0, 1.0, 1.0),), (1.1, 1.2, 1.1)).noise == pytest.approx(0.1)
    steady, unsteady = (1.0, 1.0, 1.0), (2.0, 2.4, 1.6)
    assert clock.Result((steady, unsteady), steady).noise == pytest.approx(0.2), "the others count, too"


def test_every_limit_on_time_knows_its_noise() -> None:
    """What is counted is the same each time; a row whose value comes from a clock says how far the clock can be trusted."""
    rows = [
        (file.name, node)
        for file in BENCH.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Measure"
    ]
    limited = [(name, node) for name, node in rows if {"most", "more_than"} & {each.arg for each in node.keywords}]
    lacking = [(name, node) for name, node in limited if "noise" not in {each.arg for each in node.keywords}]
    counted = re.compile(r"kilobytes\(|unit=(unit|'%'|'MB'|'streams')\)$")  # sizes, sheets and cuts, pixels, memory
    assert len(limited) > 12
    assert [f"{name}: {row}" for name, node in lacking if not counted.search(row := ast.unparse(node))] == []


def test_every_row_is_there_and_can_measure() -> None:
    """`make bench` imports them one after the other: one that has moved would be noticed by whoever runs it."""
    for module in ROWS.values():
        assert callable(import_module(module).measures), module
    programs = re.findall(r'"(bench\.[a-z_.]+)"', "".join(file.read_text("utf-8") for file in BENCH.rglob("*.py")))
    assert len(programs) > len(ROWS) and all(find_spec(name) for name in programs)


@pytest.mark.skipif(sys.platform != "linux", reason="no clock for each process")
def test_the_processor_of_a_server_is_read_from_outside() -> None:
    """It grows with what that process does, and by as much; of a process that is over nothing is told."""
    before, began = processor(os.getpid()), time.process_time()
    while time.process_time() < began + 0.05:
        pass
    assert 0.05 <= processor(os.getpid()) - before <= time.process_time() - began + 0.05
    over = subprocess.Popen(["true"])
    over.wait()
    assert processor(over.pid) == 0.0
