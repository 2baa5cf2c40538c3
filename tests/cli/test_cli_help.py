"""Help answers at once, `games` lists what there is, and both speak the language of the system."""

from __future__ import annotations

import re

import pytest

from referee.registry import GAMES, pieces
from templates import loader

HEAVY = {"reportlab", "flask", "PIL", "pikepdf", "pypdfium2", "qrcode", "sqlalchemy"}


def test_help_is_light(empty_desk):
    """It imports neither reportlab nor anything else that draws or serves."""
    found = empty_desk.loaded((), ("--help",), ("-h",), ("print", "--help"), ("preview", "--help"))
    assert "typer" in found
    assert found & HEAVY == set()


def test_printing_loads_what_it_needs_alone(empty_desk):
    """What draws, which is also proof that the test above sees what a command imports; nothing for codes, rules, machines or
    phones where none are printed."""
    found = empty_desk.loaded(("print", "--only", "tiles,notes", "--quiet"))
    assert {"reportlab", "pikepdf"} <= found
    assert found & {"qrcode", "markdown_it", "ezdxf", "numpy", "flask", "sqlalchemy"} == set()
    assert "reportlab" in empty_desk.loaded(("print", "--only", "tiles", "--quiet"), ("--help",)), (
        "the first one counts"
    )


@pytest.mark.parametrize("word", ["--help", "-h"])
def test_the_help_of_the_whole_makes_no_command(monkeypatch, word):
    """It tells what each does and makes none of their words: they are half of the time; what it tells is the same."""
    from cli.main import app, command

    told = {}
    for words in ([word], []):
        monkeypatch.setattr("sys.argv", ["sousmain", *words])
        told[*words] = command().commands
    assert not any(each.params for each in told[word,].values())
    rows = [[(name, each.help, each.rich_help_panel) for name, each in found.items()] for found in told.values()]
    assert rows[0] == rows[1] and len(rows[0]) == len(app.registered_commands)
    assert any(each.params for each in told[()].values())


def test_help_is_the_same_by_any_name(empty_desk):
    """With -h and with --help."""
    assert empty_desk.run("--help") == empty_desk.run("-h")


def test_without_a_command_there_is_a_greeting(empty_desk):
    """A sentence or two and three next steps, each of which is a command that exists; not the whole help."""
    result = empty_desk.run()
    assert (result.code, result.err) == (0, "")
    steps = [line for line in result.out.splitlines() if line[:5].strip().rstrip(".").isdigit()]
    assert [line.split()[2] for line in steps] == ["games", "print", "play"]
    assert [line.split()[3] for line in steps[1:]] == [next(iter(GAMES))] * 2
    assert "sousmain doctor" in result.out
    assert "sousmain --help" in result.out
    assert len(result.out.splitlines()) < 10
    french = empty_desk.run(lang="fr_FR.UTF-8").out
    assert "rend des jeux de déduction" in french
    assert french.splitlines()[2].split()[1:3] == ["sousmain", "games"]


def test_games_lists_the_registry(empty_desk):
    """Each registered game with its name and players, in their order, and no other; within 80 columns."""
    result = empty_desk.run("games", COLUMNS="80")
    assert (result.code, result.err) == (0, "")
    assert max(map(len, result.out.splitlines())) <= 80
    *blocks, last = result.out.split("\n\n")
    assert [block.split()[0] for block in blocks] == list(GAMES)
    assert "sousmain print code777" in last
    for slug, block in zip(GAMES, blocks, strict=True):
        of, kit = pieces(slug), loader.kit_data(slug)
        row, told = block.splitlines()[0], " ".join(block.split())
        assert kit["name"] in row
        least, most = of.PLAYERS[0], of.PLAYERS[-1]
        assert (f" {least}–{most} " if least < most else f" {least} ") in row
        assert all(kit[component]["title"] in told and component in told for component in of.box(of.USUAL))


def test_the_options_of_play_stand_where_one_looks_for_them(empty_desk):
    """Nothing is printed there, so no heading says so; what is spoken and what is played stand together."""
    told = empty_desk.run("play", "--help").out
    assert "printed" not in told and "goes" not in told
    groups = {block.splitlines()[0]: re.findall(r"^  (--[a-z-]+)", block, re.M) for block in told.split("\n\n")}
    assert groups["What is played"] == ["--robots", "--deal", "--tables", "--lang", "--map", "--with"]
    assert groups["Where phones find it"] == [
        "--port",
        "--address",
        "--bind",
        "--public-url",
        "--trust-proxy",
        "--connections",
        "--wifi",
        "--wifi-password",
        "--word",
    ]
    assert groups["On this computer"] == ["--no-open", "--data", "--store", "--new-codes"]


def test_version(empty_desk):
    """As installed."""
    from importlib.metadata import version

    assert empty_desk.run("--version") == (0, f"sousmain {version('sousmain')}\n", "")


def test_no_colour_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The help, the list of games and the greeting are styled in one place."""
    from cli.help import shelf, styled

    monkeypatch.setenv("NO_COLOR", "1")
    assert styled("games", fg="cyan", bold=True) == "games"
    assert not any("\x1b" in line for line in shelf())
    monkeypatch.setenv("NO_COLOR", "")
    assert "\x1b" in styled("games", fg="cyan")
    monkeypatch.delenv("NO_COLOR")
    assert any("\x1b" in line for line in shelf())
