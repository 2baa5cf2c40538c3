"""Servers that need not start: forks of a process that has everything imported (warm_server.py), held as a `Popen` would be."""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path

from support import luck, timing

PROGRAM = Path(__file__).with_name("warm_server.py")
NUMBER = 12  # letters for each that is told
LONGEST = 60.0  # seconds


@cache
def nursery() -> socket.socket:
    """The line to the warm process, which ends when nobody holds it any more."""
    ours, theirs = socket.socketpair()
    words = [sys.executable, str(PROGRAM), str(theirs.fileno())]
    process = subprocess.Popen(words, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait(LONGEST)

    atexit.register(end)
    return ours


class Forked:
    """One of them, with the words that Python would be given. Its standard error is the tester's, or a file."""

    def __init__(self, words: list[str], err: str = "", env: Mapping[str, str] = os.environ) -> None:
        self.returncode: int | None = None
        out, self._told = os.pipe(), os.pipe()
        self.stdout = open(out[0], encoding="utf-8")  # noqa: SIM115
        asked = {"words": words, "folder": os.getcwd(), "env": dict(env), "luck": luck.number()}
        body = json.dumps(asked).encode()
        with ExitStack() as stack:
            for fd in (out[1], self._told[1]):
                stack.callback(os.close, fd)
            lost = stack.enter_context(open(err, "ab")).fileno() if err else 2
            socket.send_fds(nursery(), [f"{len(body):{NUMBER}d}".encode()], [out[1], lost, self._told[1]])
            nursery().sendall(body)
        self.pid = self._number()

    def _number(self) -> int:
        """The next one that is told of it."""
        told = b""
        while len(told) < NUMBER:
            read = os.read(self._told[0], NUMBER - len(told))
            assert read, "the process that turns into servers is gone"
            told += read
        return int(told)

    def poll(self) -> int | None:
        """How it ended; nothing while it runs."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float) -> int:
        """How it ended. What it used is counted at once."""
        if self.returncode is None:
            if not select.select([self._told[0]], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(str(PROGRAM), timeout)
            self.returncode, used = self._number(), self._number()
            timing.lent += used / 1e6
            os.close(self._told[0])
        return self.returncode

    def send_signal(self, by: int) -> None:
        """If it runs still."""
        if self.poll() is None:
            os.kill(self.pid, by)

    def kill(self) -> None:
        """As a power cut would end it, but for the disk."""
        self.send_signal(signal.SIGKILL)
