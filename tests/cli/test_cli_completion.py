"""Tab: what the shell is offered, by the script that it is given."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from generator.layout.paper import PAPERS
from referee.registry import GAMES, pieces

OFFERS = {
    "commands": ("sousmain cal", {"calibrate"}),
    "games": ("sousmain print ", set(GAMES)),
    "a second game": ("sousmain print code777 in", {"inkognito"}),
    "game to play": ("sousmain play al", {"allo"}),
    "game of a table": ("sousmain table fu", {"fully"}),
    "game to simulate": ("sousmain simulate co", {"code777"}),
    "papers": ("sousmain print --paper ", set(PAPERS)),
    "papers of the sheet": ("sousmain calibrate --paper le", {"letter", "legal"}),
    "inks": ("sousmain print --ink ", {"full", "saver", "mono"}),
    "sides": ("sousmain print --sides ", {"single", "long-edge", "short-edge", "fold"}),
    "edges": ("sousmain calibrate --sides ", {"long-edge", "short-edge"}),
    "languages": ("sousmain games --lang ", {"en", "fr"}),
    "components of a game": ("sousmain print fully --only ", {*pieces("fully").box(4), "contents"}),
    "the next component": ("sousmain print code777 --only tiles,n", {"tiles,notes"}),
    "copies": ("sousmain print code777 --copies ti", {"tiles="}),
    "printers": ("sousmain print --printer ", {"home", "office"}),
    "presets": ("sousmain print --preset ", {"mardi", "tuesday"}),
    "presets to forget": ("sousmain presets --forget t", {"tuesday"}),
    "a printer to forget": ("sousmain calibrate --forget o", {"office"}),
}


@pytest.fixture
def settings(empty_desk):
    """Settings of a user with two printers."""
    folder = empty_desk.folder / "settings"
    (folder / "sousmain").mkdir(parents=True)
    (folder / "sousmain" / "printers.toml").write_text("[home]\n[office]\n")
    (folder / "sousmain" / "presets.toml").write_text("[mardi]\n[tuesday]\n")
    return {"XDG_CONFIG_HOME": str(folder), "APPDATA": str(folder), "HOME": str(folder)}


def offered(desk, line, env):
    """What is offered at the end of a line."""
    words = line.split(" ")
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1), "_SOUSMAIN_COMPLETE": "complete_bash"}
    result = desk.run(**env, **asked)
    assert (result.code, result.err) == (0, "")
    return set(result.out.split())


@pytest.mark.parametrize(("line", "expected"), OFFERS.values(), ids=OFFERS)
def test_tab_offers_the_words_that_fit(empty_desk, settings, line, expected):
    """And no others."""
    assert offered(empty_desk, line, settings) == expected


def test_a_broken_file_of_printers_offers_nothing_and_says_nothing(empty_desk, settings):
    """Nobody wants a sentence between two keys."""
    (empty_desk.folder / "settings" / "sousmain" / "printers.toml").write_text("[home")
    assert offered(empty_desk, "sousmain print --printer ", settings) == set()


def by(shell):
    """Python that makes a command believe it was started from that shell, whatever runs the tests."""
    return f"import shellingham; shellingham.detect_shell = lambda *_: ({shell!r}, '')"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "pwsh"])
def test_the_script_of_each_shell(empty_desk, shell):
    """It asks us, by our name."""
    result = empty_desk.run("--show-completion", before=by(shell))
    assert (result.code, result.err) == (0, "")
    assert "_SOUSMAIN_COMPLETE" in result.out
    assert "sousmain" in result.out


def test_the_script_is_one_that_bash_takes(empty_desk):
    """A completion for our command is set up, and nothing is said."""
    bash = shutil.which("bash")
    if not bash:
        pytest.skip("there is no bash here")
    script = empty_desk.run("--show-completion", before=by("bash")).out + "\ncomplete -p sousmain\n"
    done = subprocess.run([bash, "--norc"], input=script, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.strip().endswith("sousmain")


@pytest.mark.parametrize(("shell", "file"), [("bash", ".bashrc"), ("zsh", ".zshrc"), ("fish", ".config/fish")])
def test_installing_writes_where_the_shell_looks(empty_desk, settings, shell, file):
    """And tells where; what stood there stays."""
    home = empty_desk.folder / "settings"
    if file.endswith("rc"):
        (home / file).write_text("alias ll='ls -l'\n")
    result = empty_desk.run("--install-completion", before=by(shell), **settings)
    assert (result.code, result.err) == (0, "")
    assert str(home) in result.out
    assert (home / file).exists()
    if (home / file).is_file():
        assert "alias ll" in (home / file).read_text()


@pytest.mark.parametrize("shell", ["powershell", "tcsh"])
def test_a_shell_that_we_leave_alone(empty_desk, settings, shell):
    """Typer would loosen the rules of PowerShell for it: there the script is shown, not installed."""
    told = empty_desk.refused("--install-completion", before=by(shell), **settings)
    assert "bash, zsh, fish" in told
    assert shell in told
