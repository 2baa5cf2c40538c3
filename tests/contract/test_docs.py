"""docs/cli.md is what `--help` says, and says it all; docs/games/ tell the rules as leaflet and phones do."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from typer.main import get_command

from cli.main import app
from generator.order.amounts import rules_with_amounts
from referee.registry import GAMES
from templates.i18n import speaking

ROOT = Path(__file__).resolve().parents[2]


def loaded(name):
    """A module of tools/, which is no package."""
    spec = spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tool():
    return loaded("cli_docs")


def test_the_pictures_of_kits_on_pages_are_fresh():
    """Stale? `make docs` draws them anew."""
    found = loaded("page_art").art()
    assert found
    assert [file for file, text in found.items() if file.read_text(encoding="utf-8") != text] == []


def test_the_page_is_fresh_and_the_same_for_everybody(tool, monkeypatch):
    """Stale? `make docs` writes it anew. Neither the language nor the terminal of who runs that shows in it."""
    assert tool.PAGE == ROOT / "docs" / "cli.md"
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERMINAL_WIDTH", "40")
    monkeypatch.setenv("FORCE_COLOR", "1")
    page = tool.render()
    assert page == tool.PAGE.read_text(encoding="utf-8"), "docs/cli.md is stale: make docs"
    assert "\x1b" not in page
    assert max(map(len, page.splitlines())) <= tool.WIDTH


def test_the_page_says_it_all():
    """Each command has its heading, and each option stands below the heading of its command."""
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for name, command in get_command(app).commands.items():
        _, _, below = page.partition(f"\n## sousmain {name}\n")
        below, _, _ = below.partition("\n## ")
        options = [word for parameter in command.params for word in parameter.opts if word.startswith("--")]
        assert options
        assert [word for word in options if f" {word}" not in below] == []


def test_a_new_option_makes_the_page_stale(tool, monkeypatch):
    """Proof: the program with one more option, in memory, no longer agrees with the page."""
    more = """
from cli import main, options
@main.app.command("shred")
def shred(fine: bool = False, help_: options.Help = False) -> None:
    '''Undoes a print.'''
"""
    monkeypatch.setattr(tool, "ASK", more + tool.ASK)
    page = tool.render()
    assert "## sousmain shred" in page
    assert "--fine" in page
    assert page != tool.PAGE.read_text(encoding="utf-8")


def test_the_printing_guide_names_options_that_exist():
    """And the bounds of a profile as they are."""
    from generator.layout.printer_profile import FARTHEST, LEAST_SCALE, MOST_SCALE, MOST_TURN

    guide = (ROOT / "docs" / "printing.md").read_text(encoding="utf-8")
    known = {word for command in get_command(app).commands.values() for each in command.params for word in each.opts}
    named = set(re.findall(r"--[a-z][a-z-]+", guide))
    assert {"--printer", "--set", "--fronts-first", "--pads"} <= named
    assert named - known == set()
    assert f"| {FARTHEST:g} mm |" in guide
    assert f"| {MOST_TURN:g}° |" in guide
    assert f"| {LEAST_SCALE:g} to {MOST_SCALE:g} % |" in guide


@pytest.mark.parametrize("slug", GAMES)
def test_the_page_of_a_game_tells_the_rules_as_leaflet_and_phones_do(slug):
    """Stale? `make docs` writes it anew."""
    tool = loaded("game_docs")
    page = (ROOT / "docs" / "games" / f"{slug}.md").read_text(encoding="utf-8")
    assert page == tool.render(slug), f"docs/games/{slug}.md is stale: make docs"
    with speaking("en"):
        text = rules_with_amounts(slug)
    for line in text.splitlines()[1:]:
        assert line.startswith("![") or line in page
    heads = re.findall(r"(?m)^## (.*)", text)
    assert len(heads) >= 3 and all(f"### {head}\n" in page for head in heads)


def test_the_picture_of_the_rooms_is_fresh():
    """It is drawn from the imports: whoever adds an arrow draws it anew, and sees it."""
    rooms = loaded("rooms")
    drawn, page = rooms.render()
    assert drawn == rooms.PICTURE.read_text("utf-8"), "stale: make docs"
    assert page == rooms.PAGE.read_text("utf-8"), "stale: make docs"
    found = rooms.arrows()
    assert not [ends for ends in found if ends[::-1] in found]
