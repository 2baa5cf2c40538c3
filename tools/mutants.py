"""Puts in the faults of tests/mutants, one after the other, and tells which test catches which. `make mutants`.

Each is put into a copy of the tree. The tests named with it are run until one fails: first as `make check` runs them, then
as `make test` does. A test that fails without the fault as well catches nothing. All must be caught, and nine in ten by tests
of `make check`.

`--only` chooses a room or a part of a name, `--list` tells what can be put in, `--jobs 2` runs two at a time. Verdicts are
kept in `.mutants.json`: `--resume` passes over what was caught before, and goes on with the rest.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / ".mutants.json"
LONGEST = 600  # seconds that the tests of one fault may take; one that never ends is caught
CHECKED = 0.9  # of the faults must be caught by `make check`
CHECK = ["-m", "not soak and not slow", "--hypothesis-profile=mutants-check"]
TEST = ["-m", "not soak", "--hypothesis-profile=mutants"]
PATIENCE = "20000"  # milliseconds that browsers wait for what a fault may keep from coming
FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", re.MULTILINE)
NO_TESTS = 5  # what pytest says when nothing was left to run

Fault = dict[str, Any]


class Verdict(NamedTuple):
    """What became of a fault."""

    fault: Fault
    test: str = ""  # that caught it, if one did
    checked: bool = False  # that test is one of `make check`
    trouble: str = ""
    took: float = 0.0

    @property
    def mark(self) -> str:
        """One word for it."""
        return "check" if self.checked else "test" if self.test else "?" if self.trouble else "MISSED"


class Bench:
    """A copy of the tree, in which faults are tried one after the other."""

    def __init__(self, tree: Path, listed: dict[str, list[str]]) -> None:
        self.tree, self.slow, self.quick = tree, tuple(listed["slow"]), tuple(listed["quick"])
        self.stamp: Iterator[int] = iter(range(1_000_000_000, 2_000_000_000))
        copied(tree)

    def tried(self, fault: Fault) -> Verdict:
        """Puts one in, runs its tests, takes it out again."""
        began = time.monotonic()
        file = self.tree / fault["file"]
        whole = file.read_text("utf-8")
        if whole.count(fault["old"]) != 1:
            there = whole.count(fault["old"])
            return Verdict(fault, trouble=f"its text stands {there} times in {fault['file']}")
        self.put(file, whole.replace(fault["old"], fault["new"]))
        try:
            verdict = self.judged(fault)
        finally:
            self.put(file, whole)
        return verdict._replace(took=time.monotonic() - began)

    def judged(self, fault: Fault) -> Verdict:
        """Which of its tests fails, now that the fault is in."""
        quick = [test for test in fault["tests"] if self.is_quick(test)]
        for checked, how, tests in ((True, CHECK, quick), (False, TEST, fault["tests"])):
            code, said = self.run(how, tests) if tests else (0, "")
            if failed := FAILED.findall(said):
                return Verdict(fault, failed[0], checked)
            if code not in (0, NO_TESTS):
                return Verdict(fault, trouble=last_line(said))
        return Verdict(fault)

    def is_quick(self, test: str) -> bool:
        """Does `make check` run it, or a part of it?"""
        return (
            test.startswith(self.quick)
            or not test.startswith(self.slow)
            or any(each.startswith(test) for each in self.quick)
        )

    def weighed(self, verdicts: list[Verdict]) -> list[Verdict]:
        """The verdicts again: what fails without a fault as well has caught none."""
        tests = [*dict.fromkeys(each.test for each in verdicts if each.test)]
        code, said = self.run([*TEST, "--maxfail=0"], tests) if tests else (0, "")
        if code not in (0, 1):
            sys.exit(f"Without a fault these tests cannot be run: {last_line(said)}")
        failed = FAILED.findall(said)
        return [
            Verdict(each.fault, trouble=f"{each.test} fails without it") if each.test in failed else each
            for each in verdicts
        ]

    def run(self, how: list[str], tests: list[str]) -> tuple[int, str]:
        """The exit code of some tests and what they said."""
        command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", *how, *tests]
        env = os.environ | {"PYTHONPATH": str(self.tree), "SOUSMAIN_PATIENCE": PATIENCE}
        try:
            done = subprocess.run(
                command, cwd=self.tree, env=env, capture_output=True, encoding="utf-8", timeout=LONGEST
            )
        except subprocess.TimeoutExpired:
            return 1, f"FAILED {tests[0]} - does not end"
        return done.returncode, done.stdout + done.stderr

    def put(self, file: Path, text: str) -> None:
        """Writes a file with a time of its own, or Python would take what it compiled before."""
        file.write_text(text, "utf-8")
        stamp = next(self.stamp)
        os.utime(file, (stamp, stamp))


def last_line(said: str) -> str:
    """Where pytest says what stopped it."""
    return said.strip().rpartition("\n")[2]


def copied(folder: Path) -> None:
    """What git keeps or would keep."""
    command = ["git", "ls-files", "-z", "-co", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8")
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def chosen(only: list[str]) -> list[Fault]:
    """The faults asked for, in the order of the table."""
    return [
        fault
        for table in sorted((ROOT / "tests" / "mutants").glob("*.toml"))
        for fault in tomllib.loads(table.read_text("utf-8"))["fault"]
        if not only or any(word == fault["room"] or word in fault["name"] for word in only)
    ]


def remembered() -> dict[str, Verdict]:
    """The verdicts of former runs, by the name of the fault."""
    told = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else []
    return {each[0]["name"]: Verdict(*each) for each in told}


def remember(verdicts: list[Verdict]) -> None:
    """Keeps them beside those of other faults, at no moment half."""
    known = remembered() | {each.fault["name"]: each for each in verdicts}
    KEPT.with_suffix(".new").write_text(json.dumps([*known.values()], ensure_ascii=False, indent=1), "utf-8")
    KEPT.with_suffix(".new").replace(KEPT)


def told(verdicts: list[Verdict]) -> str:
    """How many were caught, room by room and in all."""
    rooms = [*dict.fromkeys(each.fault["room"] for each in verdicts)]
    lines = []
    for room in [*rooms, ""]:
        there = [each for each in verdicts if room in ("", each.fault["room"])]
        caught, checked = sum(bool(each.test) for each in there), sum(each.checked for each in there)
        lines.append(
            f"{room or 'all':<10}{len(there):>4} faults, {caught:>3} caught, {checked:>3} of them by `make check`"
        )
    return "\n".join(lines)


def main() -> int:
    """0 if all are caught, and enough of them in time."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", action="append", default=[], help="a room, or a part of a name")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="tells which there are, and what became of them last time")
    parser.add_argument("--resume", action="store_true", help="tries only what was not caught before")
    asked = parser.parse_args()
    with (ROOT / "pyproject.toml").open("rb") as file:
        listed = tomllib.load(file)["tool"]["sousmain"]["tests"]
    faults, known = chosen(asked.only), remembered()
    before = [known[name] for name in (fault["name"] for fault in faults) if name in known]
    before = [each for each in before if each.fault in faults]  # one that was changed since has not been tried
    if asked.list:
        marks = {each.fault["name"]: each.mark for each in before}
        for fault in faults:
            print(f"{marks.get(fault['name'], ''):<7}{fault['room']:<10}{fault['name']}  {fault['file']}")
        return 0
    verdicts = [each for each in before if each.test] if asked.resume else []
    passed_over = {each.fault["name"] for each in verdicts}
    with TemporaryDirectory() as folder, ThreadPoolExecutor(asked.jobs) as pool:
        benches: SimpleQueue[Bench] = SimpleQueue()
        for number in range(asked.jobs):
            benches.put(Bench(Path(folder) / str(number), listed))

        def one(fault: Fault) -> Verdict:
            bench = benches.get()
            try:
                return bench.tried(fault)
            finally:
                benches.put(bench)

        for verdict in pool.map(one, [fault for fault in faults if fault["name"] not in passed_over]):
            verdicts.append(verdict)
            remember([verdict])
            words = f"{verdict.fault['name']}: {verdict.test or verdict.trouble}"
            print(f"{verdict.mark:<7}{verdict.took:>4.0f} s  {verdict.fault['room']:<10}{words}", flush=True)
        verdicts = benches.get().weighed(verdicts)
    remember(verdicts)
    for verdict in verdicts:
        if verdict.trouble:
            print(f"{verdict.mark:<15}{verdict.fault['name']}: {verdict.trouble}")
    print(told(verdicts))
    caught, checked = sum(bool(each.test) for each in verdicts), sum(each.checked for each in verdicts)
    return int(caught < len(verdicts) or checked < CHECKED * len(verdicts))


if __name__ == "__main__":
    sys.exit(main())
