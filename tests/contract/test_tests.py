"""The tests themselves: one process takes them all, test files stand alone, and each run tells what its parts took."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from support import soak

TESTS = Path(__file__).resolve().parents[1]
BUSY = """import time

def test_it():
    until = time.process_time() + {}
    while time.process_time() < until:
        pass

def test_more():
    pass
"""
ROW = re.compile(r"^(\S+) +(\d+) +(\d+\.\d) +(\d+\.\d)$", re.MULTILINE)


def test_no_two_files_have_one_name() -> None:
    """Folders are no packages: of two modules of one name Python would take the first for both."""
    names = Counter(path.name for path in TESTS.glob("*/*.py") if path.name != "conftest.py")
    assert [name for name, count in names.items() if count > 1] == []


def test_test_files_import_nothing_from_each_other() -> None:
    """What they share stands in `tests/support/`; programs in texts are looked at as well."""
    files = [*TESTS.glob("*/*.py"), *TESTS.glob("support/*/*.py")]
    assert len(files) > 200
    found = re.compile(r"^\s*(from|import) (tests\.\w+\.)?test_\w+", re.MULTILINE)
    assert [file.name for file in files if found.search(file.read_text("utf-8"))] == []


def test_no_browser_test_waits_for_a_time() -> None:
    """A state comes when it comes; a time is too short for a busy machine and too long for a quiet one."""
    waits = re.compile(r"wait_for_timeout|\bsleep\(")
    files = [file for folder in ("browser", "support/browser") for file in (TESTS / folder).glob("*.py")]
    assert len(files) > 15
    assert [file.name for file in files if waits.search(file.read_text("utf-8"))] == []


def test_what_a_browser_test_waits_for_is_a_function() -> None:
    """An expression is evaluated again by `eval`, which our pages forbid: it would do only where it holds at once."""
    bare = re.compile(r'wait_for_function\(\s*f?"+(?!\(|\w+ =>|async )')
    files = [file for folder in ("browser", "support/browser") for file in (TESTS / folder).glob("*.py")]
    assert [file.name for file in files if bare.search(file.read_text("utf-8"))] == []


def test_a_long_run_looks_at_all_and_others_at_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few, evenly spread, and always the same of the same thing; over many things nothing is left out."""
    monkeypatch.setattr(soak, "SOAK", True)
    assert [soak.sampled(range(count), "kit") for count in (0, 1, 12)] == [range(0), range(1), range(12)]
    monkeypatch.setattr(soak, "SOAK", False)
    for count in (1, 2, 3, 12, 40):
        samples = [[*soak.sampled(range(count), f"kit {n}")] for n in range(count * 20)]
        assert samples == [[*soak.sampled(range(count), f"kit {n}")] for n in range(count * 20)]
        assert {len(each) for each in samples} <= {min(count, size) for size in (2, 3, 4)}
        steps = {two - one for each in samples for one, two in pairwise(each)}
        assert len(steps) <= 1, "as far from each other"
        assert {one for each in samples for one in each} == {*range(count)}


def test_each_game_is_taken_in_one_language_and_in_both_by_a_long_run() -> None:
    """The first in both, so that neither is left out where there is one game."""
    taken = [(*each.values, bool(each.marks)) for each in soak.in_one_language(["a", "b", "c"])]
    assert taken == [
        ("a", "en", False), ("a", "fr", False), ("b", "en", True), ("b", "fr", False), ("c", "en", False), ("c", "fr", True),
    ]  # fmt: skip


def test_each_run_tells_what_its_parts_took(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    """Folder by folder and in all, on the clock and of the processor; and which cost most, where somebody asks."""
    assert pytestconfig.pluginmanager.has_plugin("timing"), "this very run has it"
    for folder, seconds in (("one", 0), ("two", 0.3)):
        (tmp_path / "tests" / folder).mkdir(parents=True)
        (tmp_path / "tests" / folder / f"test_{folder}.py").write_text(BUSY.format(seconds), "utf-8")
    words = ["-q", "-p", "no:cacheprovider", "-p", "support.timing", "--slowest=1", f"--rootdir={tmp_path}"]
    alone = {"PYTHONPATH": str(TESTS), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=tmp_path, env=os.environ | alone, stdout=subprocess.PIPE, encoding="utf-8", timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    _, header, table = re.split(r"^(part +tests +seconds +processor)$", done.stdout, flags=re.MULTILINE)
    rows = {name: (int(n), float(clock), float(spent)) for name, n, clock, spent in re.findall(ROW, table)}
    assert header and list(rows) == ["tests/one", "tests/two", "all"]
    assert [count for count, *_ in rows.values()] == [2, 2, 4]
    assert rows["tests/one"][2] < min(rows["tests/two"][1:]) <= min(rows["all"][1:])
    slowest = re.findall(r"^ +[\d.]+  (tests/\S+)$", table, re.MULTILINE)
    assert slowest == ["tests/two/test_two.py", "tests/two/test_two.py::test_it"]
