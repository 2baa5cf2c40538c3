"""Arrows point one way: companion -> generator -> referee, templates. import-linter holds them, and this proves it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("companion", "generator", "referee", "templates")
BREACHES = {
    "the referee draws": ("referee/code777/pieces.py", "import reportlab", "The referee is pure"),
    "the referee asks the generator": ("referee/registry.py", "import generator.paper", "Arrows point one way"),
    "the referee reads the shelf": ("referee/registry.py", "import templates", "Arrows point one way"),
    "the shelf asks the referee": ("templates/__init__.py", "import referee.registry", "Arrows point one way"),
    "paper asks phones": ("generator/paper.py", "import companion", "Arrows point one way"),
    "a kit draws by itself": ("generator/kits/code777/tiles.py", "import reportlab", "Only ink.py and fonts.py"),
}


def lint(folder):
    """import-linter on the rooms in that folder."""
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", timeout=60)


@pytest.fixture
def copy(tmp_path):
    """The rooms, to be spoilt."""
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_arrows_hold():
    """Here and now."""
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


def test_the_copy_is_whole(copy):
    """A copy that nobody spoilt passes, so that what fails below fails for its breach."""
    done = lint(copy)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("file", "line", "contract"), BREACHES.values(), ids=BREACHES)
def test_a_wrong_arrow_is_seen(copy, file, line, contract):
    """Proof: one wrong import in a copy breaks the contract that forbids it."""
    path = copy / file
    path.write_text(path.read_text(encoding="utf-8") + f"\n{line}\n", encoding="utf-8")
    done = lint(copy)
    assert done.returncode != 0
    assert any(contract in row and "BROKEN" in row for row in done.stdout.splitlines()), done.stdout


def test_every_package_is_in_the_wheel():
    """pyproject lists the packages by hand: none is forgotten, none is there that should not be."""
    import tomllib

    with (ROOT / "pyproject.toml").open("rb") as file:
        listed = set(tomllib.load(file)["tool"]["setuptools"]["packages"])
    found = {
        ".".join(path.parent.relative_to(ROOT).parts) for room in ROOMS for path in (ROOT / room).rglob("__init__.py")
    }
    assert listed == found
