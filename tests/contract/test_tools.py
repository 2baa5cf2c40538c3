"""What says whether all is well says so: a part of `make test` that fails, a round of `make soak`, a fault that nobody catches."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tools import mutants, soak

ROOT = Path(__file__).resolve().parents[2]
BUSY = "import time\nwhile time.process_time() < 0.2: pass"  # a fifth of a second of processor


def timed(*words: str) -> tuple[int, str]:
    """The exit code of `tools/timed.py`, and all it printed."""
    command = [sys.executable, str(ROOT / "tools" / "timed.py"), *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", timeout=60)
    return done.returncode, done.stdout


def told(out: str, part: str) -> list[float]:
    """Seconds on the clock and of the processor, from the line of a part."""
    (line,) = re.findall(rf"^{part} +(\d+\.\d) +(\d+\.\d)$", out, re.MULTILINE)
    return [float(number) for number in line]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["x", "true"], 0),
        (["x", "false"], 1),
        (["a", "false", "--", "b", "true"], 1),
        (["a", "true", "--", "b", "false"], 1),
        (["a", "true", "--", "b", "true"], 0),
        (["a", "sh", "-c", "exit 3", "--", "b", "sh", "-c", "exit 4"], 3),
    ],
)
def test_a_command_that_fails_fails_with_its_time(words: list[str], code: int) -> None:
    """Alone, or as either of two; whatever happened, each has its line."""
    done, out = timed(*words)
    assert done == code
    assert all(len(told(out, part)) == 2 for part in ("x", "a", "b") if part in words)


def test_a_line_tells_the_clock_and_the_processor() -> None:
    """What one used that runs beside another is counted with it alone; and what it said comes whole, before its line."""
    code, out = timed("busy", sys.executable, "-c", f"{BUSY}\nprint('one\\ntwo')", "--", "idle", "true")
    assert code == 0
    assert min(told(out, "busy")) >= 0.2 and told(out, "idle")[1] < 0.2
    assert re.search(r"^one\ntwo\nbusy ", out, re.MULTILINE)


class Rounds:
    """What a long run would do, and which of it fails."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *failing: str) -> None:
        self.done: list[tuple[str, int, tuple[str, ...], dict[str, str]]] = []  # and beside how many that never rest
        self.beside, self.failing = 0, failing
        monkeypatch.setattr(soak, "tests", self.tests)
        monkeypatch.setattr(soak, "figures", lambda words: self.tests("figures", *words))
        monkeypatch.setattr(soak, "busy", self.busy)

    def tests(self, what: str, *words: str, **env: str) -> bool:
        """One round."""
        self.done.append((what, self.beside, words, env))
        return not what.startswith(self.failing or ("nothing",))

    @contextmanager
    def busy(self, count: int) -> Iterator[None]:
        """So many that never rest."""
        self.beside = count
        yield
        self.beside = 0

    def of(self, part: str) -> list[tuple[str, int, tuple[str, ...], dict[str, str]]]:
        """The rounds of one part."""
        return [each for each in self.done if each[0].startswith(part)]


def soaked(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """The exit code of a long run that somebody asks for in those words."""
    monkeypatch.setattr(sys, "argv", ["soak.py", *words])
    return soak.main()


def test_a_long_run_is_as_long_as_it_says(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Sweeps and figures once, browsers ten times beside two loops, the others five times, each time in another order."""
    rounds = Rounds(monkeypatch)
    assert soaked(monkeypatch, "--seed", "7") == 0
    assert capsys.readouterr().out == "0 failures\n"
    assert [what.partition(",")[0] for what, *_ in rounds.done] == [
        "sweeps", "figures", *["browser"] * 10, *["in random order"] * 5,
    ]  # fmt: skip
    ((_, _, _, env),) = rounds.of("sweeps")
    assert env == {"SOUSMAIN_SOAK": "1"}
    assert all(beside == 2 and words[-1] == "tests/browser" for _, beside, words, _ in rounds.of("browser"))
    assert [beside for _, beside, *_ in rounds.done].count(2) == 10
    others = [words for _, _, words, _ in rounds.of("in random order")]
    assert all({"tests/companion", "tests/referee"} < {*words} and "tests/browser" not in words for words in others)
    orders = [word for words in others for word in words if word.startswith("--shuffle=")]
    assert orders == [f"--shuffle={seed}" for seed in range(7, 12)]


def test_a_shorter_one_does_what_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = Rounds(monkeypatch)
    assert soaked(monkeypatch, "--rounds", "1", "--only", "browser", "--only", "order", "tests/cli") == 0
    assert [(each[0].partition(",")[0], each[2][-1]) for each in rounds.done] == [
        ("browser", "tests/cli"), ("in random order", "tests/cli"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("failing", "said"),
    [
        (("sweeps",), "1 failed"),
        (("figures",), "1 failed"),
        (("browser, round 10 of 10",), "1 failed"),
        (("in random order, round 1 of 5",), "1 failed"),
        (("figures", "in random order"), "6 failed"),
    ],
)
def test_one_round_that_fails_fails_it_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], failing: tuple[str, ...], said: str
) -> None:
    """Whichever it is; the rest is run all the same."""
    rounds = Rounds(monkeypatch, *failing)
    assert soaked(monkeypatch) == 1
    assert capsys.readouterr().out == f"{said}\n"
    assert len(rounds.done) == 17


@pytest.mark.parametrize("code", [0, 1, 2, 5])
def test_a_round_passes_as_pytest_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], code: int
) -> None:
    """It says so, and what pytest said if it did not; of figures as well."""
    asked: list[tuple[list[str], dict[str, Any]]] = []

    def run(command: list[str], **more: Any) -> subprocess.CompletedProcess[str]:
        asked.append((command, more))
        return subprocess.CompletedProcess(command, code, "E  why\n3 of them\n", "")

    monkeypatch.setattr(soak.subprocess, "run", run)
    assert soak.tests("round 1", "tests/cli", SOUSMAIN_SOAK="1") == (code == 0)
    out = capsys.readouterr().out
    assert re.match(rf"round 1: {'FAILED' if code else 'passed'} in \d+ s; 3 of them\n", out)
    assert ("E  why" in out) == (code != 0)
    assert soak.figures(["tests/companion"]) == (code == 0)
    assert all(command[-1].startswith("tests/") and more["env"]["SOUSMAIN_SOAK"] == "1" for command, more in asked)


def test_those_that_never_rest_do_so_until_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as are asked for, and none is left when it is over, also where somebody breaks it off."""
    loops: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def popen(*words: Any, **more: Any) -> subprocess.Popen[bytes]:
        loops.append(start(*words, **more))
        return loops[-1]

    monkeypatch.setattr(soak.subprocess, "Popen", popen)

    def interrupted() -> None:
        with soak.busy(2):
            assert [loop.poll() for loop in loops] == [None, None]
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert None not in [loop.poll() for loop in loops]


class Tried(mutants.Bench):
    """No tree: what became of each fault stands in its name, and of tests in their names."""

    failing = ""  # without a fault, too

    def __init__(self, *_: Any) -> None:
        self.slow, self.quick = ("tests/slow",), ("tests/slow/test_b.py",)
        self.ran: list[tuple[bool, list[str]]] = []

    def tried(self, fault: mutants.Fault) -> mutants.Verdict:
        """As its name says."""
        mark = fault["name"].partition(" ")[0]
        test = f"tests/{fault['name'].replace(' ', '_')}.py"
        return mutants.Verdict(fault, "" if mark == "missed" else test, mark == "check")

    def run(self, how: list[str], tests: list[str]) -> tuple[int, str]:
        """Fails whatever shall fail."""
        self.ran.append((how[: len(mutants.CHECK)] == mutants.CHECK, tests))
        failed = [test for test in tests if self.failing and self.failing in test]
        return int(bool(failed)), "".join(f"FAILED {test} - why\n" for test in failed)


def judged(monkeypatch: pytest.MonkeyPatch, kept: Path, failing: str = "", **counts: int) -> int:
    """The exit code where so many faults were caught by `make check`, by `make test`, in browsers alone (`seen`), and missed."""
    faults = [
        {
            "name": f"{mark} {n}",
            "room": "rules",
            "tests": [f"tests/{'browser' if mark == 'seen' else 'rules'}/test_a.py"],
        }
        for mark, count in counts.items()
        for n in range(count)
    ]
    monkeypatch.setattr(mutants, "Bench", type("Ours", (Tried,), {"failing": failing}))
    monkeypatch.setattr(mutants, "chosen", lambda _: faults)
    monkeypatch.setattr(mutants, "KEPT", kept / "verdicts.json")
    monkeypatch.setattr(sys, "argv", ["mutants.py"])
    return mutants.main()


@pytest.mark.parametrize(
    ("counts", "failing", "code"),
    [
        ({"check": 10}, "", 0),
        ({"check": 9, "test": 1}, "", 0),
        ({"check": 9, "missed": 1}, "", 1),
        ({"check": 99, "missed": 1}, "", 1),
        ({"check": 8, "test": 2}, "", 1),
        ({"check": 9, "seen": 1}, "", 0),
        ({"check": 9, "seen": 2}, "", 1),  # what is seen in browsers alone counts, too
        ({"check": 20}, "check_7", 1),
    ],
)
def test_all_faults_are_caught_nine_in_ten_in_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, counts: dict[str, int], failing: str, code: int
) -> None:
    """One that is missed is too many, and so is one whose test fails without it."""
    assert judged(monkeypatch, tmp_path, failing, **counts) == code


def test_it_says_how_many_and_keeps_what_it_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Room by room and in all; `--resume` tries only what was not caught."""
    assert judged(monkeypatch, tmp_path, check=2, test=1, missed=1) == 1
    out = capsys.readouterr().out
    assert out.endswith("all          4 faults,   3 caught,   2 of them by `make check`\n")
    assert "MISSED    0 s  rules     missed 0: \n" in out
    monkeypatch.setattr(sys, "argv", ["mutants.py", "--resume"])
    assert mutants.main() == 1
    again = capsys.readouterr().out
    assert "missed 0: " in again and "check 0: " not in again
    assert "all          4 faults,   3 caught,   2 of them by `make check`\n" in again


@pytest.mark.parametrize(
    ("failing", "mark", "ran"),
    [
        ("test_a", "check", [True]),
        ("slow/test_b", "check", [True]),
        ("slow/test_c", "test", [True, False]),
        ("", "MISSED", [True, False]),
    ],
)
def test_what_make_check_leaves_out_is_asked_second(failing: str, mark: str, ran: list[bool]) -> None:
    """First the tests that it runs, then all that are named with the fault."""
    bench = Tried()
    bench.failing = failing
    tests = ["tests/test_a.py", "tests/slow/test_b.py", "tests/slow/test_c.py"]
    verdict = bench.judged({"name": "", "tests": tests})
    assert (verdict.mark, [checked for checked, _ in bench.ran]) == (mark, ran)
    assert bench.ran[0] == (True, tests[:2]) and bench.ran[1:] in ([], [(False, tests)])


def test_what_the_inner_loop_leaves_out_or_takes_is_there() -> None:
    """A test that got another name would fall out of it, or into it, unseen."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["sousmain"]["tests"]
    for entry in (*listed["slow"], *listed["quick"]):
        place, *names = entry.partition("[")[0].split("::")
        files = [*ROOT.glob(f"{place}*")]
        assert files, entry
        text = files[0].read_text("utf-8") if names else ""
        for name in names:
            assert re.search(rf"^ *(def|class) {name}", text, re.MULTILINE), entry
