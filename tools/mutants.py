"""Puts in the faults of tests/mutants, one after the other, and tells which test catches which. `make mutants`.

Each is put into a copy of the tree, and the tests named with it are run until one fails. All must be caught, nine in ten of
them by tests of `make check`. `--only ROOM` or a part of a name chooses some; `--jobs 2` runs two at a time.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 600  # seconds that the tests of one fault may take; one that never ends is caught
CHECKED = 0.9  # of the faults must be caught by `make check`


class Verdict(NamedTuple):
    """What became of a fault."""

    fault: dict[str, Any]
    test: str  # that caught it, if one did
    checked: bool  # that test is one of `make check`
    trouble: str = ""


def copied(folder: Path) -> None:
    """What git keeps or would keep."""
    command = ["git", "ls-files", "-z", "-co", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8")
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def tried(fault: dict[str, Any], tree: Path, slow: tuple[str, ...], stamp: Iterator[int]) -> Verdict:
    """Puts one in, runs its tests, takes it out again."""
    file = tree / fault["file"]
    whole = file.read_text("utf-8")
    if whole.count(fault["old"]) != 1:
        return Verdict(fault, "", False, f"its text stands {whole.count(fault['old'])} times in {fault['file']}")
    put(file, whole.replace(fault["old"], fault["new"]), next(stamp))
    try:
        quick_first = sorted(fault["tests"], key=lambda test: test.startswith(slow))
        command = [sys.executable, "-m", "pytest", "-x", "-m", "not soak", "-p", "no:cacheprovider"]
        command += ["--hypothesis-profile=mutants", *quick_first]
        env = os.environ | {"PYTHONPATH": str(tree)}
        done = subprocess.run(command, cwd=tree, env=env, capture_output=True, encoding="utf-8", timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return Verdict(fault, f"{quick_first[0]} does not end", not quick_first[0].startswith(slow))
    finally:
        put(file, whole, next(stamp))
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    if done.returncode and not found:
        return Verdict(fault, "", False, (done.stdout + done.stderr).strip().rpartition("\n")[2])
    test = found[1] if found else ""
    return Verdict(fault, test, bool(test) and not test.startswith(slow))


def put(file: Path, text: str, stamp: int) -> None:
    """Writes a file with a time of its own, or Python would take what it compiled before."""
    file.write_text(text, "utf-8")
    os.utime(file, (stamp, stamp))


def main() -> int:
    """0 if all are caught, and enough of them in time."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", action="append", default=[], help="a room, or a part of a name")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    with (ROOT / "pyproject.toml").open("rb") as file:
        slow = tuple(tomllib.load(file)["tool"]["sousmain"]["tests"]["slow"])
    faults = [
        fault
        for table in sorted((ROOT / "tests" / "mutants").glob("*.toml"))
        for fault in tomllib.loads(table.read_text("utf-8"))["fault"]
        if not asked.only or any(word == fault["room"] or word in fault["name"] for word in asked.only)
    ]
    verdicts = []
    stamp = iter(range(1_000_000_000, 2_000_000_000))
    with TemporaryDirectory() as folder, ThreadPoolExecutor(asked.jobs) as pool:
        trees: SimpleQueue[Path] = SimpleQueue()
        for number in range(asked.jobs):
            copied(Path(folder) / str(number))
            trees.put(Path(folder) / str(number))

        def one(fault: dict[str, Any]) -> Verdict:
            tree = trees.get()
            try:
                return tried(fault, tree, slow, stamp)
            finally:
                trees.put(tree)

        for verdict in pool.map(one, faults):
            verdicts.append(verdict)
            mark = "check" if verdict.checked else "test" if verdict.test else "?" if verdict.trouble else "MISSED"
            told = verdict.test or verdict.trouble
            print(f"{mark:<7}{verdict.fault['room']:<10}{verdict.fault['name']}: {told}", flush=True)
    caught, checked = sum(bool(each.test) for each in verdicts), sum(each.checked for each in verdicts)
    print(f"{len(verdicts)} faults: {caught} caught, {checked} of them by `make check`")
    return int(caught < len(verdicts) or checked < CHECKED * len(verdicts))


if __name__ == "__main__":
    sys.exit(main())
