"""Arrows point one way: companion -> generator -> referee, templates. import-linter holds them, and this proves it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("companion", "generator", "referee", "templates")
BREACHES = {  # where, what, the contract that forbids it
    "the referee draws": ("referee/code777/pieces.py", "import reportlab", "The referee is pure"),
    "the referee asks the generator": ("referee/registry.py", "import generator.paper", "Arrows point one way"),
    "the referee reads the shelf": ("referee/game.py", "import templates", "Arrows point one way"),
    "the shelf asks the referee": ("templates/__init__.py", "import referee.registry", "Arrows point one way"),
    "paper asks phones": ("generator/paper.py", "import companion", "Arrows point one way"),
    "a kit draws by itself": ("generator/kits/code777/tiles.py", "import reportlab", "Only ink.py and fonts.py"),
}


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What import-linter says of a copy with one wrong import of each kind. (`make lint` holds the rooms themselves.)"""
    copy = tmp_path_factory.mktemp("rooms")
    for room in ROOMS:
        shutil.copytree(ROOT / room, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    for file, line, _ in BREACHES.values():
        with (copy / file).open("a", encoding="utf-8") as source:
            source.write(f"\n{line}\n")
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=copy, capture_output=True, encoding="utf-8", timeout=60)
    assert done.returncode != 0
    return " ".join(done.stdout.split())


@pytest.mark.parametrize(("file", "line", "contract"), BREACHES.values(), ids=BREACHES)
def test_a_wrong_arrow_is_seen(told, file, line, contract):
    """Proof: the contract that forbids it is broken, and the import is named under its heading."""
    breaches = told.partition("Broken contracts")[2]
    headings = {heading for *_, heading in BREACHES.values()}
    assert headings <= {heading for heading in headings if heading in breaches}
    under = breaches[breaches.index(contract) :]
    ends = [under.index(other) for other in headings - {contract} if other in under]
    module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    assert f"{module} -> {line.removeprefix('import ')}" in under[: min(ends, default=len(under))]


def test_every_package_is_in_the_wheel():
    """pyproject lists the packages by hand: none is forgotten, none is there that should not be."""
    import tomllib

    with (ROOT / "pyproject.toml").open("rb") as file:
        listed = set(tomllib.load(file)["tool"]["setuptools"]["packages"])
    found = {
        ".".join(path.parent.relative_to(ROOT).parts) for room in ROOMS for path in (ROOT / room).rglob("__init__.py")
    }
    assert listed == found
