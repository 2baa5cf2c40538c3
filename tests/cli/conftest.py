"""The command line as a user meets it: a process of its own, in a folder of its own, judged by what it leaves behind."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

OLD_KIT = b"%PDF-1.7 an older kit"
KEPT = (
    "PATH",
    "HOME",
    "SYSTEMROOT",
    "TMPDIR",
    "TEMP",
    "TMP",
)  # nothing else of the tester's environment reaches a command


class Result(NamedTuple):
    """What a command said."""

    code: int
    out: str
    err: str


class Desk:
    """A folder in which commands are run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.output = folder / "output"  # where kits go unless told

    def old_kit(self, name: str = "code777-en-a4.pdf") -> Path:
        """A kit printed earlier, where the next one would go."""
        self.output.mkdir(exist_ok=True)
        path = self.output / name
        path.write_bytes(OLD_KIT)
        return path

    def run(self, *words: str, lang: str = "C", before: str = "", **env: str) -> Result:
        """Runs `sousmain` with those words; `before` is Python that the process runs first."""
        command = ["-c", f"{before}\nfrom companion.cli import main\nmain()"] if before else ["-m", "companion.cli"]
        done = subprocess.run(
            [sys.executable, *command, *words],
            cwd=self.folder,
            env=environment(LANG=lang, **env),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
        )
        return Result(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    def snapshot(self) -> dict[str, tuple[int, bytes]]:
        """Everything in the folder: names, and times and contents of files."""
        found = {}
        for path in sorted(self.folder.rglob("*")):
            is_file = path.is_file()
            entry = (path.stat().st_mtime_ns, path.read_bytes()) if is_file else (0, b"a folder")
            found[path.relative_to(self.folder).as_posix()] = entry
        return found

    def refused(self, *words: str, lang: str = "C", before: str = "", **env: str) -> str:
        """Runs a command that must be refused as the product promises; gives its sentence."""
        was = self.snapshot()
        result = self.run(*words, lang=lang, before=before, **env)
        return sentence(result, was, self.snapshot())


def environment(**env: str) -> dict[str, str]:
    """The same for every tester."""
    return {name: os.environ[name] for name in KEPT if name in os.environ} | env


def sentence(result: Result, was: dict[str, tuple[int, bytes]], now: dict[str, tuple[int, bytes]]) -> str:
    """Holds a refusal to its rule: exit 2, one sentence on stderr, nothing else said, nothing written or changed."""
    assert "Traceback" not in result.err + result.out
    assert result.code == 2, result
    assert result.out == ""
    assert result.err.startswith("sousmain: ")
    assert result.err.endswith("\n")
    assert result.err.count("\n") == 1, result.err
    assert not [name for name in now if ".part" in name]
    assert now == was
    return result.err.removeprefix("sousmain: ").strip()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A desk with an older kit on it, so that a command that touches it is seen."""
    folder = tmp_path / "desk"
    folder.mkdir()
    made = Desk(folder)
    made.old_kit()
    return made


@pytest.fixture
def empty_desk(tmp_path: Path) -> Desk:
    """A desk where nothing was ever printed."""
    folder = tmp_path / "empty"
    folder.mkdir()
    return Desk(folder)


@pytest.fixture(scope="session")
def judge() -> Callable[..., str]:
    """The rule of refusals, for the test that proves it."""
    return sentence


@pytest.fixture(scope="session")
def environ() -> Callable[..., dict[str, str]]:
    """The environment of commands, for tests that start processes themselves."""
    return environment
