"""Processes that draw while phones are served: at most two, each bounded in time and memory, and a queue that is short.

The server knows a command and nothing of what it does: it starts it, tells it on its standard input where to call back, and
talks to it over that line. A worker that takes too long is ended; the next question starts another.
"""

from __future__ import annotations

import hmac
import socket
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from companion.errors import Busy, PhoneError
from companion.storage.error_log import LOG
from companion.storage.tokens import token
from companion.web.shop.frames import Frame, exactly, receive, send
from templates.i18n import say

QUICK, LONG = "quick", "long"  # what somebody watches, and what he waits for
SECONDS = {QUICK: 60.0, LONG: 300.0}  # that a job of each kind may take
STARTING = 60.0  # seconds until a worker has called back
GLANCE = 0.2  # seconds after which one looks whether it is still there to call
WAITING = 12  # jobs that may wait for a worker
PATIENCE = 1.0  # seconds that a drawing which nobody wants any more may go on: a worker that is warm is worth as much
IDLE = 300.0  # seconds after which a worker goes, and its memory with it
TABS = 50  # pages whose last wish is remembered


class Outdated(PhoneError):
    """The same page has asked for something else meanwhile."""

    status = 409


class NotDone(PhoneError):
    """It could not be drawn: why, and which field of the form that is about, if any."""

    status = 422

    def __init__(self, sentence: str, field: str = "") -> None:
        self.field = field
        super().__init__(sentence)


class NotStarted(Exception):
    """A worker never called back."""


class Stumbled(Exception):
    """What a worker says of a mistake of ours: for the log."""


class Worker:
    """One process, started when it is first needed, and jobs that come one after the other."""

    def __init__(self, command: Sequence[str], seconds: float, clock: Callable[[], float]) -> None:
        self._command, self._seconds, self._clock = command, seconds, clock
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._turn, self._waiting = threading.Lock(), 0
        self._running: tuple[str, int, float] | None = None  # page, its wish, since when
        self._wishes: OrderedDict[str, int] = OrderedDict()
        self._rest: threading.Timer | None = None

    def ask(self, job: dict[str, Any], body: bytes, tab: str, wish: int) -> Frame:
        """What the worker makes of a job. Of one page only the newest wish counts: older ones are refused as they come up,
        and one that is being drawn is ended if it takes long."""
        if self._waiting >= WAITING:
            raise Busy(say("The print shop is busy. Try again in a moment."))
        self._wishes[tab] = max(wish, self._wishes.pop(tab, 0))
        while len(self._wishes) > TABS:
            self._wishes.popitem(last=False)
        running = self._running
        if running and running[0] == tab and running[1] < wish and self._clock() - running[2] > PATIENCE:
            self.end()
        self._waiting += 1
        try:
            with self._turn:
                self._wanted(tab, wish)
                try:
                    line = self._open()
                    self._wanted(tab, wish)
                    self._running = tab, wish, self._clock()
                    return self._answer(line, job, body)
                except NotStarted:
                    self._wanted(tab, wish)
                    raise NotDone(say("The print shop could not start its work. Try again in a moment.")) from None
                except OSError:  # TimeoutError is one
                    self.end()
                    self._wanted(tab, wish)
                    raise NotDone(too_much(self._seconds)) from None
                finally:
                    self._running = None
                    self._rest_later()
        finally:
            self._waiting -= 1

    def warm(self) -> None:
        """Starts the process, so that it is there when it is asked; nobody waits for it."""
        if self._process is None and not self._turn.locked():
            threading.Thread(target=self._warm, daemon=True).start()

    def _warm(self) -> None:
        with self._turn, suppress(NotStarted):
            self._open()
            self._rest_later()

    def _wanted(self, tab: str, wish: int) -> None:
        if wish < self._wishes.get(tab, 0):
            raise Outdated(say("Something else was chosen meanwhile."))

    def _answer(self, line: socket.socket, job: dict[str, Any], body: bytes) -> Frame:
        line.settimeout(self._seconds)
        send(line, job, body)
        return receive(line)

    def _open(self) -> socket.socket:
        if self._process is not None and self._process.poll() is None and self._line is not None:
            return self._line
        self.end()
        try:
            return self._called_back()
        except OSError as refusal:  # a command that is not there, a process that is gone before it was told anything
            self.end()
            if not isinstance(refusal, ConnectionAbortedError):
                LOG.error("a worker did not start: %s", refusal)
            raise NotStarted from None

    def _called_back(self) -> socket.socket:
        """The line of a process that is started now. One that dies, or is ended by somebody, keeps nobody waiting."""
        with socket.create_server(("127.0.0.1", 0)) as door:
            door.settimeout(GLANCE)
            word = token()
            self._process = process = started(self._command)
            assert process.stdin
            with process.stdin as told:
                told.write(f"{door.getsockname()[1]} {word}\n".encode())
            latest = time.monotonic() + STARTING
            while time.monotonic() < latest:
                code = process.poll()
                if self._process is not process or (code is not None and code < 0):  # somebody wanted that
                    raise ConnectionAbortedError
                if code is not None:
                    raise ConnectionError(f"it went with code {code}")
                with suppress(OSError):  # TimeoutError is one
                    line, _ = door.accept()
                    line.settimeout(STARTING)
                    with suppress(OSError):  # whoever else calls there does not know the word
                        if hmac.compare_digest(exactly(line, len(word)), word.encode()):
                            self._line = line
                            return line
                    line.close()
            raise TimeoutError(f"it did not call within {STARTING:.0f} seconds")

    def _rest_later(self) -> None:
        if self._rest:
            self._rest.cancel()
        self._rest = threading.Timer(IDLE, self._rest_now)
        self._rest.daemon = True
        self._rest.start()

    def _rest_now(self) -> None:
        if self._turn.acquire(blocking=False):
            try:
                self.end()
            finally:
                self._turn.release()

    def end(self) -> None:
        """Ends the process, whatever it does."""
        line, process, self._line, self._process = self._line, self._process, None, None
        if line:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)  # whoever reads from it hears of it
            line.close()
        if process:
            process.kill()
            process.wait()


def started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """A process that is told something on its standard input. Among greenlets gevent must start it: Python's own way would
    wait there for ever."""
    found: Any = subprocess
    if "gevent.monkey" in sys.modules and sys.modules["gevent.monkey"].is_module_patched("socket"):
        import gevent.subprocess

        found = gevent.subprocess
    made: subprocess.Popen[bytes] = found.Popen(command, stdin=found.PIPE, stdout=found.DEVNULL)
    return made


class Workshop:
    """The workers, by what they are for."""

    def __init__(
        self,
        command: Sequence[str],
        seconds: dict[str, float] = SECONDS,
        clock: Callable[[], float] = time.monotonic,
        about: dict[str, Any] | None = None,
    ) -> None:
        self.about = about or {}  # where this server is and keeps its tables: for whoever looks whether all is well
        self._workers = {kind: Worker(command, seconds[kind], clock) for kind in (QUICK, LONG)}

    def ask(self, job: dict[str, Any], body: bytes = b"", kind: str = QUICK, tab: str = "", wish: int = 0) -> Frame:
        """What a worker makes of a job: facts and bytes. What the user can put right is NotDone, with the worker's sentence."""
        facts, made = self._workers[kind].ask(job, body, tab, wish)
        if "failed" in facts:
            LOG.error("a worker stumbled over %s", job.get("do"), exc_info=Stumbled(facts["failed"]))
            raise NotDone(say("Something is wrong on the laptop. Nothing is lost: try again."))
        if "error" in facts:
            raise NotDone(facts["error"], facts.get("field", ""))
        return facts, made

    def warm(self) -> None:
        """Starts the one that somebody is about to watch."""
        self._workers[QUICK].warm()

    def close(self) -> None:
        """Ends all of them."""
        for worker in self._workers.values():
            worker.end()


def too_much(seconds: float) -> str:
    """What is told of a job that was ended."""
    return say(
        "That took more than {seconds} seconds or more memory than there is, and was stopped: ask for less."
    ).format(seconds=round(seconds))
