"""A progress bar on a terminal, none in a pipe; no colours in files."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

pty = pytest.importorskip("pty", reason="a terminal of its own is a Unix thing")
ESCAPE = "\x1b"


def on_terminal(desk, environ, *words):
    """Runs a command whose output is a terminal; gives its exit code and all that the terminal got."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *words],
        cwd=desk.folder,
        env=environ(LANG="C", TERM="xterm-256color", COLUMNS="100"),
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    got = b""
    try:
        while chunk := os.read(ours, 65536):
            got += chunk
    except OSError:
        pass  # Linux says so when the other side is closed
    os.close(ours)
    return process.wait(60), got.decode("utf-8")


def test_a_bar_on_a_terminal(empty_desk, environ):
    """It runs up to all the pages, goes away, and the table follows."""
    code, got = on_terminal(empty_desk, environ, "print", "code777", "--pads", "60")
    assert code == 0
    bar, table = got.index("Printing"), got.index("strokes")
    assert bar < table
    assert "%" in got[bar:table]
    assert ESCAPE in got[bar:table]
    assert "Printing" not in got[table:]
    assert (empty_desk.output / "code777-en-a4-60pads.pdf").is_file()


def test_a_bar_while_robots_play(desk, environ):
    """Many games take a while: it runs up to all of them, goes away, and the figures follow."""
    code, got = on_terminal(desk, environ, "simulate", "code777", "--games", "20")
    assert code == 0
    bar, table = got.index("Playing"), got.rindex("Code 777")
    assert bar < table
    assert "100%" in got[bar:table]
    assert "Playing" not in got[table:]


def test_no_bar_for_quiet(empty_desk, environ):
    """--quiet is quiet on a terminal, too."""
    assert on_terminal(empty_desk, environ, "print", "code777", "--quiet") == (0, "")


def test_no_bar_within_data(empty_desk, environ):
    """--json is nothing but data, also on a terminal."""
    code, got = on_terminal(empty_desk, environ, "print", "code777", "--json")
    assert code == 0
    assert json.loads(got)["files"][0]["game"] == "code777"


def test_a_mistake_on_a_terminal(desk, environ):
    """The same single line as in a pipe."""
    code, got = on_terminal(desk, environ, "print", "--paper", "leter")
    assert code == 2
    assert got.replace("\r\n", "\n").count("\n") == 1
    assert "did you mean “letter”?" in got


@pytest.mark.parametrize("words", [["print", "code777"], ["games"], ["--help"], ["print", "--help"]], ids=" ".join)
def test_no_bar_and_no_colours_in_a_pipe(empty_desk, words):
    """Whatever the terminal around the pipe can do."""
    result = empty_desk.run(*words, TERM="xterm-256color", COLORTERM="truecolor")
    assert (result.code, result.err) == (0, "")
    assert result.out
    assert ESCAPE not in result.out
    assert "Printing" not in result.out
