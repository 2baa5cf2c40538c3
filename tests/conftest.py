"""Shared by all tests: English unless a test says otherwise, and how hard hypothesis tries.

Hypothesis draws the same examples every time, so that nobody's first `make test` is red by luck. `SOUSMAIN_SOAK=1`
(make soak) runs the long sweeps with many more and other ones. What `make check` leaves out is listed in pyproject.toml.
"""

from __future__ import annotations

import gc
import os
import random
import re
import shutil
import signal
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import Phase, settings
from support.soak import SOAK

ROOT = Path(__file__).parent.parent

pytest_plugins = ["support.luck", "support.timing", "support.databases"]

sys.path.insert(0, str(ROOT))  # or a bare `pytest` takes tests/generator for the package of that name

for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C"
# Where it is set, every process of a test compiles the whole house anew, and pytest every file of tests: twelve seconds.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts what runs behind it without Ctrl+C, and every process that a test starts would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A commit waits for the disk, in memory it does not: half of the clock of the companion's tests. `make soak` writes to the disk.
MEMORY, ROOM = Path("/dev/shm"), 4 << 30
if not SOAK and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

gc.set_threshold(20_000, 20, 50)  # all that pytest holds is looked through each time: a tenth of the whole

usual = settings(deadline=None, max_examples=20, derandomize=True)
settings.register_profile("usual", usual)
# Ten are enough for every fault that `make mutants` wants found by the inner loop; it is tried with as many.
settings.register_profile("check", usual, max_examples=10)
settings.register_profile("mutants", usual, phases=(Phase.explicit, Phase.generate))  # no shrinking
settings.register_profile("mutants-check", settings.get_profile("mutants"), max_examples=10)
settings.register_profile("chance", usual, derandomize=False)
settings.register_profile("soak", usual, derandomize=False, max_examples=5000)
settings.load_profile("soak" if SOAK else "usual")

with (ROOT / "pyproject.toml").open("rb") as file:
    LISTED = tomllib.load(file)["tool"]["sousmain"]["tests"]
SLOW, QUICK = tuple(LISTED["slow"]), tuple(LISTED["quick"])

QUOTED = re.compile(r"«[^»]*»|\"[^\"]*\"|'[^']*'|\{\w+\}")
ENGLISH = re.compile(
    r"\b(are|and|at least|between|cannot|each|expected|from|got|invalid|is|its?|missing|must|not|of|that|the|their|there|"
    r"this|to|unknown|with|without)\b",
    re.IGNORECASE,
)


@pytest.fixture(scope="session")
def french() -> Callable[[str], None]:
    """Holds a sentence to be French: but for what it quotes, no word of it is English."""

    def holds(sentence: str) -> None:
        assert sentence.strip()
        assert ENGLISH.findall(QUOTED.sub("", sentence)) == [], sentence

    with pytest.raises(AssertionError):
        holds("il faut un texte, got « 5 »")
    return holds


def pytest_addoption(parser: pytest.Parser) -> None:
    """Another order of the tests."""
    parser.addoption("--shuffle", type=int, help="runs files, and tests within files, in the random order of that seed")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files of slow tests are not even opened when slow tests are left out: reading them took seconds in each process."""
    if "not slow" not in config.getoption("-m") or not collection_path.is_relative_to(ROOT):
        return None
    name = collection_path.relative_to(ROOT).as_posix() + ("/" if collection_path.is_dir() else "")
    wanted = name.startswith(QUICK) or any(quick.startswith(name) for quick in QUICK)
    return (name.startswith(SLOW) and not wanted) or None


def places(files: list[Path]) -> dict[Path, float]:
    """Where in a run each file comes: one of the browser's and then some others, since a browser mostly waits. They are
    through when three quarters are, or somebody would be left with the last of them when all others are done."""
    place: dict[Path, float] = {}
    for waits in (False, True):
        group = [file for file in files if (file.parent.name == "browser") is waits]
        place |= {file: (0.75 if waits else 1) * number / len(group) for number, file in enumerate(group)}
    return place


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long sweeps wait for `make soak`, slow tests for `make test`."""
    if (seed := config.getoption("--shuffle")) is not None:
        dice = random.Random(seed)
        files = {item.path: dice.random() for item in items}
        items.sort(key=lambda item: (files[item.path], str(item.path), dice.random()))
    else:
        place = places([*dict.fromkeys(item.path for item in items)])
        items.sort(key=lambda item: place[item.path])
    for item in items:
        if item.nodeid.startswith(SLOW) and not item.nodeid.startswith(QUICK):
            item.add_marker(pytest.mark.slow)
        if not SOAK and item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.skip(reason="a long run: make soak"))
