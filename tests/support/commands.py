"""The command line as a user meets it, in a folder of its own, judged by what it leaves behind.

Most commands are forks of a process that is warm already (forkserver.py). `real=True` starts Python anew, and so does
whatever sets PYTHON… or runs where nothing can be forked.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from support import timing

from templates import i18n

ROOT = Path(__file__).resolve().parents[2]
FORKS = hasattr(os, "fork") and hasattr(socket, "send_fds") and sys.platform != "darwin"
SYSTEM = {"en": "C", "fr": "fr_FR.UTF-8"}  # what LANG says there
LONGEST = 60  # seconds
IN_ONE = """
import atexit, contextlib, io, sys
atexit.register(lambda: sys.stderr.write("\\n".join(sys.modules)))
from cli.main import main
for words in {before!r}:
    sys.argv[1:], last = words, sys.argv[1:]
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            main()
    except SystemExit as done:
        if done.code:
            raise
    sys.argv[1:] = last
"""
OLD_KIT = b"%PDF-1.7 an older kit"
KEPT = (
    "PATH",
    "HOME",
    "SYSTEMROOT",
    "TMPDIR",
    "TEMP",
    "TMP",
)  # nothing else of the tester's environment reaches a command


class Result(NamedTuple):
    """What a command said."""

    code: int
    out: str
    err: str


class ForkServer:
    """A warm process that becomes commands."""

    def __init__(self, language: str) -> None:
        self.line, theirs = socket.socketpair()
        self.spent = 0.0
        program = Path(__file__).with_name("forkserver.py")
        self.process = subprocess.Popen(
            [sys.executable, str(program), str(theirs.fileno())],
            env=environment(LANG=SYSTEM[language]),
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
        )
        theirs.close()

    def run(self, words: tuple[str, ...], folder: Path, env: dict[str, str], before: str) -> tuple[int, bytes, bytes]:
        """Exit code and both streams of a command."""
        pipes = [os.pipe(), os.pipe()]
        body = json.dumps({"words": words, "folder": str(folder), "env": env, "before": before}).encode()
        socket.send_fds(self.line, [f"{len(body):8d}".encode()], [write for _, write in pipes])
        for _, write in pipes:
            os.close(write)
        self.line.sendall(body)
        child = self.number()
        try:
            out, err = drained([read for read, _ in pipes])
        except TimeoutError:
            os.kill(child, signal.SIGKILL)
            self.end()
            raise subprocess.TimeoutExpired(list(words), LONGEST) from None
        finally:
            for read, _ in pipes:
                os.close(read)
        return self.end(), out, err

    def end(self) -> int:
        """The exit code of a command that is over; what it used is counted at once."""
        code, used = self.number(), self.number(12) / 1e6
        self.spent += used
        timing.lent += used
        return code

    def number(self, wide: int = 8) -> int:
        """The next one that it tells."""
        told = self.line.recv(wide, socket.MSG_WAITALL)
        assert told, "the process that turns into commands is gone"
        return int(told)

    def close(self) -> None:
        """Nobody asks any more."""
        self.line.close()
        self.process.wait(LONGEST)
        timing.lent -= self.spent  # now the system counts it


def drained(streams: list[int]) -> list[bytes]:
    """All that comes out of some streams, until they end."""
    found = dict.fromkeys(streams, b"")
    end = time.monotonic() + LONGEST
    with selectors.DefaultSelector() as selector:
        for stream in streams:
            selector.register(stream, selectors.EVENT_READ)
        while selector.get_map():
            ready = selector.select(max(0, end - time.monotonic()))
            if not ready:
                raise TimeoutError
            for key, _ in ready:
                chunk = os.read(key.fd, 65536)
                found[key.fd] += chunk
                if not chunk:
                    selector.unregister(key.fd)
    return list(found.values())


class Commands:
    """Runs commands; the warm processes are started when they are first needed."""

    def __init__(self) -> None:
        self.servers: dict[str, ForkServer] = {}

    def run(self, words: tuple[str, ...], folder: Path, env: dict[str, str], before: str, real: bool) -> Result:
        """What a command said, and its exit code."""
        real = real or not FORKS or any(name.startswith("PYTHON") for name in env)
        code, out, err = (process if real else self.fork)(words, folder, env, before)
        return Result(code, out.decode("utf-8"), err.decode("utf-8"))

    def fork(self, words: tuple[str, ...], folder: Path, env: dict[str, str], before: str) -> tuple[int, bytes, bytes]:
        """From the warm process of the language that the product takes from that environment."""
        with patch.dict(os.environ, env, clear=True):
            language = i18n.system_language()
        if language not in self.servers:
            self.servers[language] = ForkServer(language)
        return self.servers[language].run(words, folder, env, before)

    def close(self) -> None:
        """After the last command."""
        for server in self.servers.values():
            server.close()


def process(words: tuple[str, ...], folder: Path, env: dict[str, str], before: str) -> tuple[int, bytes, bytes]:
    """The same from a Python of its own."""
    command = ["-c", f"{before}\nfrom cli.main import main\nmain()"] if before else ["-m", "cli"]
    done = subprocess.run(
        [sys.executable, *command, *words],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=LONGEST,
    )
    return done.returncode, done.stdout, done.stderr


class Desk:
    """A folder in which commands are run."""

    def __init__(self, folder: Path, commands: Commands) -> None:
        self.folder, self.commands = folder, commands
        self.output = folder / "output"  # where kits go unless told

    def old_kit(self, name: str = "code777-en-a4.pdf") -> Path:
        """A kit printed earlier, where the next one would go."""
        self.output.mkdir(exist_ok=True)
        path = self.output / name
        path.write_bytes(OLD_KIT)
        return path

    def run(self, *words: str, lang: str = "C", before: str = "", real: bool = False, **env: str) -> Result:
        """Runs `sousmain` with those words; `before` is Python that the process runs first."""
        return self.commands.run(words, self.folder, environment(LANG=lang, **env), before, real)

    def loaded(self, *commands: tuple[str, ...]) -> set[str]:
        """The top-level modules that are there after some commands in one Python that is started anew."""
        *before, last = commands
        result = self.run(*last, before=IN_ONE.format(before=before), real=True)
        assert result.code == 0, result
        return {name.partition(".")[0] for name in result.err.split()}

    def snapshot(self) -> dict[str, tuple[int, bytes]]:
        """Everything in the folder: names, and times and contents of files."""
        found = {}
        for path in sorted(self.folder.rglob("*")):
            is_file = path.is_file()
            entry = (path.stat().st_mtime_ns, path.read_bytes()) if is_file else (0, b"a folder")
            found[path.relative_to(self.folder).as_posix()] = entry
        return found

    def refused(self, *words: str, lang: str = "C", before: str = "", real: bool = False, **env: str) -> str:
        """Runs a command that must be refused as the product promises; gives its sentence."""
        was = self.snapshot()
        result = self.run(*words, lang=lang, before=before, real=real, **env)
        return sentence(result, was, self.snapshot())


def environment(**env: str) -> dict[str, str]:
    """The same for every tester."""
    return {name: os.environ[name] for name in KEPT if name in os.environ} | env


def sentence(result: Result, was: dict[str, tuple[int, bytes]], now: dict[str, tuple[int, bytes]]) -> str:
    """Holds a refusal to its rule: exit 2, one sentence on stderr, nothing else said, nothing written or changed."""
    assert "Traceback" not in result.err + result.out
    assert result.code == 2, result
    assert result.out == ""
    assert result.err.startswith("sousmain: ")
    assert result.err.endswith("\n")
    assert result.err.count("\n") == 1, result.err
    assert not [name for name in now if ".part" in name]
    assert now == was
    return result.err.removeprefix("sousmain: ").strip()
