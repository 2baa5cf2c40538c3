"""`sousmain` alone, as a double click runs it: real processes at a terminal, and a browser that writes down what it opens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from support.commands import LONGEST
from support.serving import free_port

pty = pytest.importorskip("pty", reason="a terminal of its own is a Unix thing")

# The program as it is, on a port that nobody else has here.
PROGRAM = """
import functools, sys
from cli import main, playing
playing.play_ = functools.partial(playing.play_, port=sys.argv.pop(), bind="127.0.0.1")
main.main()
"""


class Desktop:
    """A computer with a desktop, and a browser that is a file with all that it was asked to open."""

    def __init__(self, folder: Path, environ: Callable[..., dict[str, str]]) -> None:
        self.folder, self.port, self._environ = folder, str(free_port()), environ
        self._terminals: list[int] = []
        self.running: list[subprocess.Popen[bytes]] = []

    def click(self, browser: str = 'echo "$1" >> "$0.opened"') -> subprocess.Popen[bytes]:
        """What a double click starts; its browser does that."""
        script = self.folder / "browser"
        script.write_text(f"#!/bin/sh\n{browser}\n", "utf-8")
        script.chmod(0o755)
        home = str(self.folder)
        env = self._environ(LANG="C", DISPLAY=":0", BROWSER=f"{script} %s", PATH="/nowhere", HOME=home)
        env |= {"XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home, "PYTHONPATH": str(Path(__file__).parents[2])}
        ours, theirs = pty.openpty()
        command = [sys.executable, "-c", PROGRAM, self.port]
        process = subprocess.Popen(command, cwd=self.folder, env=env, stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        self._terminals.append(ours)
        self.running.append(process)
        return process

    def opened(self, count: int) -> list[str]:
        """All that the browser opened, as soon as it is so much."""
        file = self.folder / "browser.opened"
        latest = time.monotonic() + LONGEST
        while time.monotonic() < latest:
            found = file.read_text("utf-8").split() if file.exists() else []
            if len(found) >= count:
                return found
            time.sleep(0.02)
        raise AssertionError("no browser was asked to open anything")

    def said(self, until: str = "") -> str:
        """What the last terminal got, to the end or until it has that."""
        got = b""
        try:
            while (chunk := os.read(self._terminals[-1], 65536)) and not (until and until.encode() in got + chunk):
                got += chunk
            got += chunk
        except OSError:
            pass  # Linux says so when the other side is closed
        return got.decode("utf-8")

    def shut_down(self) -> None:
        """Nothing is left running."""
        for process in self.running:
            process.kill()
            process.wait(10)
        for terminal in self._terminals:
            os.close(terminal)


@pytest.fixture
def desktop(tmp_path: Path, environ: Callable[..., dict[str, str]]) -> Iterator[Desktop]:
    """Somebody's computer."""
    made = Desktop(tmp_path, environ)
    yield made
    made.shut_down()


def test_it_opens_two_doors_and_a_second_click_opens_them_again(desktop: Desktop) -> None:
    """The second one starts nothing; where no browser opens, the link is told."""
    first = desktop.click()
    (link,) = desktop.opened(1)
    visit = build_opener(HTTPCookieProcessor(CookieJar()))
    doors = visit.open(link, timeout=LONGEST).read().decode()
    assert 'href="/shop"' in doors and 'href="#play"' in doors
    again = desktop.click()
    assert again.wait(LONGEST) == 0
    assert "running already" in desktop.said()
    link, front = desktop.opened(2)
    assert link.startswith(front) and 'href="/shop"' in visit.open(front, timeout=LONGEST).read().decode()
    blind = desktop.click("exit 1")
    assert blind.wait(LONGEST) == 0
    assert f"No browser could be opened here: open {front}" in desktop.said()
    first.send_signal(signal.SIGINT)
    assert first.wait(LONGEST) == 130 or first.returncode == 0


def test_without_a_browser_the_first_click_tells_the_link(desktop: Desktop) -> None:
    """And serves: the link is good in any browser that somebody has."""
    desktop.click("exit 1")
    told = desktop.said(until="yourself.")
    assert f"No browser could be opened here: open http://127.0.0.1:{desktop.port}/host/" in told
