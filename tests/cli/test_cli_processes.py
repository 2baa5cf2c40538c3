"""Real processes: what the forks of the other tests say is what a Python of its own says, and what only one can show."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import Commands, Desk, environment
from support.soak import SOAK

FRENCH = "fr_FR.UTF-8"
# Every command, in both languages between them, what succeeds and what is refused; some of them, unless there is time.
SOME = ("help of print in French", "print", "a misspelt option", "play")
SAME = {
    "greeting": ([], FRENCH),
    "help": (["--help"], "C"),
    "help of print in French": (["print", "--help"], FRENCH),
    "games": (["games"], FRENCH),
    "print": (["print", "code777", "--only", "tiles,list", "--json"], "C"),
    "print in French": (["print", "fully", "--only", "pawns"], FRENCH),
    "a misspelt option": (["print", "--papr", "a4"], FRENCH),
    "a misspelt command": (["prnt"], "C"),
    "own words": (["print", "allo", "--with", "nowhere.toml"], FRENCH),
    "preview": (["preview", "nowhere.pdf"], "C"),
    "calibrate": (["calibrate", "--sides", "short-edge"], FRENCH),
    "deal": (["deal", "inkognito", "--verify", "0123-4567-89AB-CDEF"], "C"),
    "simulate": (["simulate", "code777", "--games", "1", "--option", "target=1"], FRENCH),
    "verify": (["verify", "nowhere.jsonl"], "C"),
    "table": (["table", "code777", "--players", "9"], "C"),
    "play": (["play", "--port", "many"], FRENCH),
}


@pytest.mark.parametrize(
    ("words", "lang"),
    [pytest.param(*each, id=name, marks=[] if name in SOME else [pytest.mark.soak]) for name, each in SAME.items()],
)
def test_a_fork_says_and_leaves_what_a_process_does(
    tmp_path: Path, commands: Commands, words: list[str], lang: str
) -> None:
    """To the byte: exit code, both streams, every file."""
    found = []
    for real in (True, False):
        folder = tmp_path / str(real)
        folder.mkdir()
        desk = Desk(folder, commands)
        home = str(folder)
        said = desk.run(*words, lang=lang, real=real, HOME=home, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home)
        left = {name: data for name, (_, data) in desk.snapshot().items()}
        found.append((said, left))
    assert found[0] == found[1]


def test_a_fork_leaves_no_trace_in_the_next_one(desk: Desk) -> None:
    """Neither what a command put on, nor what it changed in its memory."""
    was = desk.run("games")
    spoil = "import templates, os; templates.catalogue = None; os.environ['LANG'] = 'fr'; os.chdir('/')"
    desk.run("games", before=spoil)
    assert desk.run("games") == was
    assert desk.run("print", "code777", "--only", "tiles", "--quiet").code == 0
    assert (desk.output / "code777-tiles-en-a4.pdf").is_file()


def test_without_assertions_it_is_the_same(empty_desk: Desk) -> None:
    """`python -O` leaves `assert` out: no check of ours is one."""
    every = (["print", "--paper", "leter"], ["deal", "allo", "--verify", "0123"], ["verify", "nowhere"])
    for words in every if SOAK else every[:1]:
        done = subprocess.run(
            [sys.executable, "-O", "-m", "cli", *words],
            cwd=empty_desk.folder, env=environment(LANG="C"), capture_output=True, encoding="utf-8", timeout=60,
        )  # fmt: skip
        assert (done.returncode, done.stdout, done.stderr) == empty_desk.run(*words)


def test_a_reader_that_has_seen_enough(empty_desk: Desk) -> None:
    """`sousmain games | head -1`: no trace, no complaint."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "games"],
        cwd=empty_desk.folder, env=environment(LANG="C"), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout and process.stderr
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(60) in (0, 1)
    process.stderr.close()


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed so in a Unix shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_streams_that_are_closed(empty_desk: Desk, closed: str) -> None:
    """Nobody listens, and the work is done all the same."""
    line = f'exec "{sys.executable}" -m cli print code777 --only tiles {closed}'
    done = subprocess.run(
        ["sh", "-c", line], cwd=empty_desk.folder, env=environment(LANG="C"), capture_output=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert (empty_desk.output / "code777-tiles-en-a4.pdf").is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device here is full")
def test_a_stream_that_is_full(empty_desk: Desk) -> None:
    """One sentence, exit 2."""
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cli", "games"],
            cwd=empty_desk.folder, env=environment(LANG="C"), stdout=full, stderr=subprocess.PIPE, timeout=60,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith(b"sousmain: ") and done.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is another signal there")
def test_ctrl_c_in_the_middle_of_a_long_command(empty_desk: Desk) -> None:
    """Exit 130, one word, nothing half-done."""
    process = subprocess.Popen(
        [sys.executable, "-c", ONCE_IT_PLAYS, "simulate", "code777", "--games", "100000", "--record", "games"],
        cwd=empty_desk.folder, env=environment(LANG="C"), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout
    try:
        assert process.stdout.read(4) == b"now\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, out) == (130, b"")
    assert err in (b"", b"sousmain: Stopped.\n")
    assert not (empty_desk.folder / "games").exists() or not list((empty_desk.folder / "games").glob("*.jsonl"))


ONCE_IT_PLAYS = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts what runs behind it without
from cli import main, record_reports
simulated = record_reports.simulated
def telling(*words):
    for number, game in enumerate(simulated(*words)):
        if number == 1:
            os.write(1, b"now\\n")
        yield game
record_reports.simulated = telling
main.main()
"""
