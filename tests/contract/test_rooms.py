"""Arrows point one way, between the rooms and inside them. import-linter holds them, and this proves it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("cli", "companion", "generator", "referee", "templates")
BREACHES = {  # where, what, the contract that forbids it
    "the referee draws": ("referee/code777/pieces.py", "import reportlab", "The referee is pure"),
    "the referee asks the generator": ("referee/registry.py", "import generator.files", "Arrows point one way"),
    "the referee reads the shelf": ("referee/game.py", "import templates.i18n", "Arrows point one way"),
    "paper asks phones": ("generator/layout/paper.py", "import companion.network", "Arrows point one way"),
    "phones ask the command line": ("companion/server/launch.py", "import cli.console", "Arrows point one way"),
    "a table asks the store": ("companion/table/names.py", "import companion.storage.store", "Inside the companion"),
    "the service asks a page": ("companion/service/hosts.py", "import companion.web.app", "Inside the companion"),
    "a drawing asks the paper": ("generator/drawing/qr.py", "import generator.layout.paper", "Inside the generator"),
    "an order asks the press": ("generator/order/printers.py", "import generator.press.build", "Inside the generator"),
    "two modules ask each other": ("templates/i18n.py", "import templates.loader", "No cycles"),
    "a kit draws by itself": (
        "generator/kits/code777/tiles.py",
        "import reportlab",
        "Only the PDF writer and the fonts",
    ),
    "a phone prints a kit": (
        "companion/web/routes/home.py",
        "import generator.press.build",
        "The companion takes nothing",
    ),
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
    asked = line.removeprefix("import ")
    told_so = (
        f"No cycles are allowed in {module.partition('.')[0]}." if contract == "No cycles" else f"{module} -> {asked}"
    )
    assert told_so in under[: min(ends, default=len(under))]


def test_only_two_modules_touch_reportlab():
    """Whoever else draws would draw past the display list."""
    found = {
        str(file.relative_to(ROOT))
        for room in ROOMS
        for file in (ROOT / room).rglob("*.py")
        if re.search(r"^\s*(from|import) reportlab", file.read_text("utf-8"), re.MULTILINE)
    }
    assert found == {"generator/press/pdf_writer.py", "generator/drawing/fonts.py"}


def test_no_folder_is_a_heap():
    """At most twenty modules lie in one folder, and every folder is a package that says what it is for."""
    folders = {file.parent for room in (*ROOMS, "bench") for file in (ROOT / room).rglob("*.py")}
    assert {folder: n for folder in folders if (n := len([*folder.glob("*.py")])) > 20} == {}
    assert [folder for folder in folders if not (folder / "__init__.py").read_text("utf-8").startswith('"""')] == []
