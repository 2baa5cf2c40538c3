"""Games are apart: a module, page or tool may name the game in whose folder it lies, and no other. The registry names them all."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from referee.registry import GAMES
from templates.shelves import shelf

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("cli", "companion", "generator", "referee", "templates", "tools")
NAMED = {  # where a game is named all the same, and why
    "referee/registry.py": set(GAMES),  # the list
    "tools/strength.py": {"code777", "fully"},  # what strikes one in the figures of a game is said beside them
    "tools/phones.py": {"code777"},  # the READMEs show the phones of one game in the middle of it
}
PAGES = [
    file
    for folder in (ROOT / "templates" / "pages", ROOT / "companion" / "static")
    for file in sorted(folder.rglob("*"))
    if file.suffix in (".html", ".js", ".css", ".txt")
]
MODULES = [file for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))]


def folders(slug: str) -> Iterator[Path]:
    """What belongs to a game alone: the packages of its home, and its folders on the shelf."""
    home = GAMES[slug]
    for package in filter(None, (home.rules, home.kit, home.presenter)):
        spec = find_spec(package)
        assert spec and spec.origin
        file = Path(spec.origin)
        yield file.parent if file.name == "__init__.py" else file
    yield from (shelf(slug) / "pages" / slug, shelf(slug) / "kits" / slug)


OWNERS = {folder: slug for slug in GAMES for folder in folders(slug)}


def owner(file: Path) -> set[str]:
    """The game to which a file belongs, if it is one's own."""
    return {OWNERS[folder] for folder in (file, *file.parents) if folder in OWNERS}


def named(source: str) -> set[str]:
    """The games that a module imports from, or has the name of in a text. What explains it may give examples."""
    tree = ast.parse(source)
    explained = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        if node.body and isinstance(node.body[0], ast.Expr)
    }
    words: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            words += [*(alias.name for alias in node.names), getattr(node, "module", None) or ""]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explained:
            words.append(node.value)
    return mentioned(" ".join(words))


def mentioned(text: str) -> set[str]:
    """The games whose slug is a word of a text."""
    return set(GAMES) & set(re.findall(r"\w+", text))


@pytest.mark.parametrize("room", ROOMS)
def test_a_module_names_no_game_but_its_own(room: str) -> None:
    """So a new game is one line in the registry, and no game leans on another."""
    found = {}
    for file in MODULES:
        path = str(file.relative_to(ROOT))
        if path.startswith(f"{room}/"):
            found[path] = named(file.read_text("utf-8")) - owner(file) - NAMED.get(path, set())
    assert found
    assert {path: games for path, games in found.items() if games} == {}


def test_a_page_names_no_game_but_its_own() -> None:
    """What all games share knows them by `slug`."""
    assert len(PAGES) > 30
    found = {file.name: mentioned(without_notes(file.read_text("utf-8"))) - owner(file) for file in PAGES}
    assert {name: games for name, games in found.items() if games} == {}


def without_notes(page: str) -> str:
    """A page, script or style without its comments."""
    return re.sub(r"{#.*?#}|/\*.*?\*/|^\s*//.*?$", "", page, flags=re.DOTALL | re.MULTILINE)


def test_what_is_allowed_is_needed() -> None:
    """An exception that nobody makes use of any more goes."""
    for path, games in NAMED.items():
        assert named((ROOT / path).read_text("utf-8")) == games


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import referee.allo.pieces", {"allo"}),
        ("from generator.kits import fully", {"fully"}),
        ("if slug == 'rallye': pass", {"rallye"}),
        ("def f():\n    '''As in code777.'''\n    return 'code777x'  # allo", set()),
        ("x = {'inkognito': 1}", {"inkognito"}),
    ],
)
def test_a_name_is_seen(source: str, expected: set[str]) -> None:
    """Proof of the rule above."""
    assert named(source) == expected


def test_each_knows_its_own() -> None:
    """Proof that folders are told apart."""
    assert owner(ROOT / "referee" / "allo" / "pieces.py") == {"allo"}
    assert owner(ROOT / "templates" / "pages" / "fully" / "narration.py") == {"fully"}
    assert owner(ROOT / "generator" / "kits" / "common" / "slips.py") == set()
    assert owner(ROOT / "templates" / "pages" / "parts.html") == set()
