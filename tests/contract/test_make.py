"""From a clean clone, with nothing done by hand: `make kit` prints every kit, and the second time sets up nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from referee.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What git would give a newcomer."""
    folder = tmp_path_factory.mktemp("clone")
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True, encoding="utf-8"
    )
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def make(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if k not in ("VIRTUAL_ENV", "MAKEFLAGS", "MAKELEVEL", "PYTHONPATH")}
    return subprocess.run(
        ["make", *words], cwd=folder, capture_output=True, encoding="utf-8", timeout=900, env=clean | environment
    )


def test_make_kit_prints_every_kit_and_sets_up_once(clone: Path) -> None:
    first = make(clone, "kit", LANG="C")
    assert first.returncode == 0, first.stderr
    printed = {path.name.partition("-")[0] for path in (clone / "output").glob("*.pdf")}
    assert printed == set(GAMES)
    born = (clone / ".venv" / "pyvenv.cfg").stat().st_mtime_ns
    again = make(clone, "kit", "ARGS=--paper letter", LANG="C")
    assert "Installing" not in again.stdout
    assert (clone / ".venv" / "pyvenv.cfg").stat().st_mtime_ns == born
    assert (clone / "output" / "code777-en-letter.pdf").is_file()


def test_an_old_python_gets_one_sentence(clone: Path, tmp_path: Path) -> None:
    old = tmp_path / "python3.9"
    old.write_text('#!/bin/sh\n[ "$1" = -V ] && echo Python 3.9.2 && exit 0\nexit 1\n', encoding="utf-8")
    old.chmod(0o755)
    done = subprocess.run(
        ["tools/venv", str(old), str(tmp_path / "venv")], cwd=clone, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "3.11" in done.stderr
    assert "3.9.2" in done.stderr
    assert not (tmp_path / "venv").exists()


def test_what_cannot_be_installed_gets_one_sentence(clone: Path, tmp_path: Path) -> None:
    """A package manager that fails: the sentence says what to install."""
    (tmp_path / "bin").mkdir()
    for name in ("apt-get", "sudo"):
        (tmp_path / "bin" / name).write_text("#!/bin/sh\nexit 100\n", encoding="utf-8")
        (tmp_path / "bin" / name).chmod(0o755)
    path = f"{tmp_path / 'bin'}:/usr/bin:/bin"
    done = subprocess.run(
        ["tools/need", "no-such-command-anywhere"], cwd=clone, capture_output=True, encoding="utf-8",
        env={"PATH": path},
    )  # fmt: skip
    assert done.returncode == 2
    assert "please install no-such-command-anywhere" in done.stderr


def test_what_is_there_is_not_installed(clone: Path) -> None:
    done = subprocess.run(["tools/need", "sh", "git"], cwd=clone, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stdout) == (0, "")


def test_ci_runs_the_tests_and_nothing_cleverer() -> None:
    lines = [
        line for line in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines() if not line.startswith("#")
    ]
    assert lines == ["set -euo pipefail", 'cd "$(dirname "$0")/.."', "exec make test"]
