"""From a clean clone, with nothing done by hand: `make kit` prints every kit, and the second time sets up nothing.

And from a wheel, used outside the checkout. Clone, environment and wheel are made once for all of these.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pikepdf
import pytest
from packaging.requirements import Requirement
from support.soak import SOAK

from referee.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {"cli", "companion", "generator", "referee", "templates"}


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
    ours = ("VIRTUAL_ENV", "MAKEFLAGS", "MAKELEVEL", "PYTHONPATH", "ARGS")  # the last of whoever says make test ARGS=…
    clean = {k: v for k, v in os.environ.items() if k not in ours}
    clean["PIP_NO_COMPILE"] = "1"  # most of the time would go into modules that nobody imports
    return subprocess.run(
        ["make", *words], cwd=folder, capture_output=True, encoding="utf-8", timeout=900, env=clean | environment
    )


@pytest.fixture(scope="module")
def kitted(clone: Path) -> Path:
    """The clone after `make kit`: its environment holds Sousmain and what it depends on, and nothing else."""
    if not SOAK:
        made = make(clone, ".venv/.made", LANG="C")
        assert made.returncode == 0, made.stderr
        lend(clone)
    first = make(clone, "kit", LANG="C")
    assert first.returncode == 0, first.stderr
    return clone


def lend(clone: Path) -> None:
    """Lays into the clone's environment what Sousmain says it depends on, from the tester's own: to unpack it all once more
    is two thirds of the work, and pip has done it for the tester. A long run lets pip do it."""
    ours = Path(sysconfig.get_path("platlib"))
    theirs = clone / ".venv" / ours.relative_to(sys.prefix)
    if not theirs.is_dir():  # another Python: pip has to do it all
        return
    for name in needed():
        for file in distribution(name).files or ():
            source = Path(str(distribution(name).locate_file(file)))
            if ".." not in file.parts and file.suffix != ".pyc" and source.is_file():
                (theirs / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, theirs / file)


def needed() -> set[str]:
    """The names of all that Sousmain needs in order to run, and of what that needs."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        todo = [Requirement(each) for each in tomllib.load(file)["project"]["dependencies"]]
    found: set[str] = set()
    while todo:
        one = todo.pop()
        if one.name not in found:
            found.add(one.name)
            more = [Requirement(each) for each in distribution(one.name).requires or ()]
            extras = one.extras or {""}
            todo += [
                each for each in more if not each.marker or any(each.marker.evaluate({"extra": e}) for e in extras)
            ]
    return found


def test_make_kit_prints_every_kit_and_sets_up_once(kitted: Path) -> None:
    printed = {path.name.partition("-")[0] for path in (kitted / "output").glob("*-en-a4.pdf")}
    assert printed == set(GAMES)
    born = (kitted / ".venv" / "pyvenv.cfg").stat().st_mtime_ns
    again = make(kitted, "kit", "ARGS=code777 --paper letter", LANG="C")
    assert "Installing" not in again.stdout
    assert (kitted / ".venv" / "pyvenv.cfg").stat().st_mtime_ns == born
    assert (kitted / "output" / "code777-en-letter.pdf").is_file()


def run(*command: object, cwd: Path) -> str:
    """A command that must succeed, with no help from the checkout."""
    hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    env = {name: value for name, value in os.environ.items() if name not in hidden} | {"PIP_NO_COMPILE": "1"}
    done = subprocess.run([*map(str, command)], cwd=cwd, env=env, capture_output=True, encoding="utf-8", timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_prints_a_kit_from_elsewhere(kitted: Path, tmp_path: Path) -> None:
    """Built, looked into, put in the place of the checkout, and used outside of it."""
    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path / "dist", kitted, cwd=tmp_path)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
    papers = "-".join(wheel.name.split("-")[:2]) + ".data"
    assert {name.partition("/")[0] for name in inside} == ROOMS | {papers}  # no tests, output, bench, tools
    docs = [*kitted.glob("docs/*.md"), kitted / "docs" / "own-words.toml", *kitted.glob("docs/games/*.md")]
    assert {name for name in inside if name.startswith(papers)} == {
        f"{papers}/data/share/doc/sousmain/{path.relative_to(kitted / 'docs').as_posix()}" for path in docs
    }
    on_the_shelf = {
        path.relative_to(kitted).as_posix()
        for folder in ("kits", "rules", "evenings", "locale", "pages")
        for path in (kitted / "templates" / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert "templates/kits/code777.toml" in on_the_shelf
    assert on_the_shelf <= inside

    scripts = kitted / ".venv" / ("Scripts" if sys.platform == "win32" else "bin")
    quiet = ("--quiet", "--disable-pip-version-check")
    run(scripts / "pip", "install", *quiet, "--no-deps", "--force-reinstall", wheel, cwd=tmp_path)
    run(scripts / "pip", "check", *quiet[1:], cwd=tmp_path)
    where = run(scripts / "python", "-c", "import generator; print(generator.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(kitted / ".venv"), "the installed one, not the checkout"
    assert "Code 777" in run(scripts / "sousmain", "games", cwd=tmp_path)
    pages = [Path(line) for line in run(scripts / "sousmain", "docs", cwd=tmp_path).splitlines()]
    assert {(page.name, page.is_file(), page.is_relative_to(kitted / ".venv")) for page in pages} == {
        (path.name, True, True) for path in docs
    }
    assert Path(run(scripts / "sousmain", "docs", "printing", cwd=tmp_path).strip()).name == "printing.md"
    for lang in ("en", "fr"):
        words = ("print", "code777", "--only", "tiles", "--lang", lang, "--out", "kits", "--quiet")
        assert run(scripts / "sousmain", *words, cwd=tmp_path) == ""
        kit = tmp_path / "kits" / f"code777-tiles-{lang}-a4.pdf"
        assert kit.read_bytes().startswith(b"%PDF")
        with pikepdf.open(kit) as pdf:
            assert len(pdf.pages) == 1


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
