"""`sousmain play` as a person starts it, and what its pages say."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

ROOT = Path(__file__).resolve().parents[2]


FIRST, SHARE, SHARES = 20_000, 1_000, 12  # below what systems hand out by themselves


def free_port() -> int:
    """A port that nobody uses now, and that nobody gets by chance while a server of ours is down.

    Each process of a run of tests has its share; the system gives the ports above to whoever connects to anything.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % SHARES
    first = FIRST + worker * SHARE
    for port in random.SystemRandom().sample(range(first, first + SHARE), SHARE):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                continue
        with socket.socket() as probe:
            try:
                probe.bind(("0.0.0.0", port))
            except OSError:
                continue
            return port
    raise AssertionError("every port is taken")


def command(*words: object) -> list[str]:
    """A command of ours."""
    return [sys.executable, "-m", "cli", *map(str, words)]


@contextmanager
def playing(*words: object) -> Iterator[list[str]]:
    """A server while it runs, and all it told at its start."""
    process = subprocess.Popen(
        command("play", "--bind", "127.0.0.1", "--no-open", *words), stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdout
    try:
        told = []
        for line in process.stdout:
            told.append(line.rstrip("\n"))
            if "Ctrl+C" in line:
                break
        yield told
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.stdout.close()


def get(url: str, host: str = "") -> str:
    """A page."""
    with urlopen(Request(url, headers={"Host": host} if host else {}), timeout=10) as reply:
        return str(reply.read().decode())


def get_as_host(link: str) -> str:
    """What the host's browser shows after the link."""
    with build_opener(HTTPCookieProcessor(CookieJar())).open(link, timeout=10) as reply:
        assert "/host/" not in reply.url, "the address bar holds no secret"
        return str(reply.read().decode())
