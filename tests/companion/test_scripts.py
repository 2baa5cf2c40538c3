"""Scripts travel without what only we read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.web import rendering
from companion.web.rendering import STATIC, minified
from referee.registry import GAMES
from templates.loader import SHELF

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = [*STATIC.glob("*.js"), *SHELF.glob("pages/*/page.js")]


def test_a_lean_script_has_lost_comments_and_indentation_alone():
    """Line by line the same words; an address stays, and so does whatever might stand in a text."""
    script = '// why\nlet a = 1; // said\n\n  if (a) {\n    // more\n    go("http://x", " // y");\n  }\n'
    assert minified(script) == 'let a = 1;\nif (a) {\ngo("http://x", " // y");\n}\n'


def test_our_script_is_served_lean():
    """And loses nothing but that: no text in it runs over several lines, where indentation would count."""
    source = (STATIC / "app.js").read_text("utf-8")
    sent, kind = rendering.asset_contents("app.js")
    assert kind == "text/javascript"
    assert sent.decode() == rendering.served_script(source)
    assert len(sent) < 0.9 * len(source.encode())
    assert all(line.count("`") % 2 == 0 for line in source.splitlines())


def test_games_and_pages_share_one_copy_of_the_script():
    """What a script imports is at the very address that pages load it from: else a phone would run it twice."""
    served = [rendering.asset_contents(f"{slug}.js")[0].decode() for slug in GAMES if slug in rendering.scripted()]
    served += [rendering.asset_contents(name)[0].decode() for name in ("fair.js", "fill.js")]
    found = [address for script in served for address in re.findall(r'^import .* from "(.*)";$', script, re.M)]
    assert found.count(rendering.asset("app.js")) == len(served)
    assert set(found) == {rendering.asset("app.js"), rendering.asset("fill.js")}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.parent.name)
def test_scripts_hear_of_a_new_page_by_one_event_and_leave_no_globals(script):
    """No script watches the whole document, and none hands things over by `window`."""
    source = script.read_text("utf-8")
    assert "MutationObserver" not in source
    assert not re.search(r"\b(window|globalThis)\.", source)


IDS = r"""#([a-z][\w-]*)"""
GIVEN = r"""id="([a-z][\w-]*)|\.id = "([\w-]+)"|id=f?["']([a-z][\w-]*)"""


def named_ids(file: Path) -> set[str]:
    """The ids that a script, a style sheet or a test of pages asks for."""
    source = file.read_text("utf-8")
    if file.suffix == ".css":
        return {*re.findall(IDS, re.sub(r"/\*.*?\*/|\{[^{}]*\}", "", source, flags=re.S))}
    return {*re.findall(rf"""["'`( ,>]{IDS}""", source)}


@pytest.mark.parametrize("folder", ["companion/static", "templates/pages", "tests/browser", "tests/support/browser"])
def test_no_id_is_asked_for_that_no_page_gives(folder: str) -> None:
    """What is renamed in a template alone leaves a style that never holds, and a test that cannot fail."""
    pages = [*(ROOT / "templates" / "pages").rglob("*.*"), *STATIC.glob("*.js")]
    text = "\n".join(file.read_text("utf-8") for file in pages if file.suffix in {".html", ".svg", ".py", ".js"})
    given = {name for found in re.findall(GIVEN, text) for name in found if name}
    asked = {
        (file.name, name)
        for file in (ROOT / folder).rglob("*.*")
        if file.suffix in {".css", ".js", ".py"}
        for name in named_ids(file)
    }
    begun = tuple(name for name in given if name.endswith("-"))  # the rest is told by whoever makes the page
    assert {
        (file, name) for file, name in asked if name not in given and not name.startswith((*begun, "entry-"))
    } == set()
