"""Open connections: from where, since when, and what each is doing. Nobody takes the room that others need.

A connection that says nothing, or not enough, is closed after a while. When one address has too many, or the server nears
what the system allows it, those go first that were never answered, then those that wait between two questions; if there
is none of these the newcomer is turned away. One that is being answered stays: streams of the table are among them.
"""

from __future__ import annotations

import socket
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

AN_ADDRESS = 200  # a café's router may put all phones behind one
SILENT, UNFINISHED, IDLE, BUSY = range(4)  # in the order in which they have to go
PATIENCE = {SILENT: 10.0, UNFINISHED: 30.0, IDLE: 60.0}  # seconds for a first question, for its body, for the next one
READING = 20.0  # seconds for whoever is sent something to take it
VANISHED = 12.0  # the same for whoever is only told what is new: a phone that acknowledges nothing of it has gone
KEEPALIVE = {
    "TCP_KEEPIDLE": 30,
    "TCP_KEEPINTVL": 10,
    "TCP_KEEPCNT": 3,
}  # seconds, seconds, times: it may be gone silently
TOO_MANY = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n"


class Connection:
    """One of them."""

    __slots__ = ("address", "kind", "since", "socket")

    def __init__(self, sock: Any, address: str, now: float) -> None:
        self.socket, self.address, self.kind, self.since = sock, address, SILENT, now

    def end(self) -> None:
        """Whoever waits for it wakes up, and closes it."""
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)


class Connections:
    """All that are open."""

    def __init__(self, most: int, an_address: int = AN_ADDRESS, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self.an_address, self._clock = most, an_address, clock
        self._open: dict[Any, Connection] = {}
        self._from: Counter[str] = Counter()
        # Of each kind, all of them and those of each address; the first is the one that has been so for longest.
        self._kinds: dict[tuple[int, str], OrderedDict[Connection, None]] = {}
        self._writing: dict[Connection, float] = {}
        self._followed: dict[Connection, Callable[[], None]] = {}

    def __len__(self) -> int:
        return len(self._open)

    def get(self, sock: Any) -> Connection | None:
        """That one, unless it has been ended since."""
        return self._open.get(sock)

    def admit(self, sock: Any, address: str) -> bool:
        """Lets a newcomer in, in place of one that does nothing if need be; or does not."""
        if self._from[address] >= self.an_address and not self._make_room(address):
            return False
        if len(self._open) >= self.most and not self._make_room(""):
            return False
        found = Connection(sock, address, self._clock())
        self._open[sock] = found
        self._from[address] += 1
        self._enter(found)
        return True

    def follow(self, connection: Connection, gone: Callable[[], None]) -> None:
        """Calls `gone` when the other end has closed it, for whoever sends nothing that would find out."""
        self._followed[connection] = gone
        give_up_after(connection.socket, VANISHED)

    def forget(self, sock: Any) -> None:
        """It is closed."""
        found = self._open.pop(sock, None)
        if found:
            self._followed.pop(found, None)
            self._leave(found)
            self._uncount(found)

    def turn(self, connection: Connection, kind: int) -> None:
        """From now on it does that."""
        if connection.socket in self._open:
            self._leave(connection)
            if self._followed.pop(connection, None):
                give_up_after(connection.socket, READING)
            connection.kind, connection.since = kind, self._clock()
            self._enter(connection)

    @contextmanager
    def writing(self, connection: Connection) -> Iterator[None]:
        """While something is sent to it."""
        self._writing[connection] = self._clock()
        try:
            yield
        finally:
            self._writing.pop(connection, None)

    def sweep(self) -> None:
        """Ends those whose time is up."""
        now = self._clock()
        for kind, patience in PATIENCE.items():
            waiting = self._kinds.get((kind, ""), ())
            late = []
            for connection in waiting:
                if now - connection.since < patience:
                    break
                late.append(connection)
            for connection in late:
                self._end(connection)
        for connection, since in list(self._writing.items()):
            if now - since >= READING:
                del self._writing[connection]
                connection.end()
        for connection in [each for each in self._followed if is_closed(each.socket)]:
            self._followed.pop(connection)()

    def _make_room(self, address: str) -> bool:
        """Ends the one that can best be spared, of that address or of all."""
        for kind in PATIENCE:
            waiting = self._kinds.get((kind, address))
            if waiting:
                self._end(next(iter(waiting)))
                return True
        return False

    def _end(self, connection: Connection) -> None:
        """It counts no more, although it takes a moment until it is closed."""
        self._leave(connection)
        self._open.pop(connection.socket, None)
        self._uncount(connection)
        connection.end()

    def _uncount(self, connection: Connection) -> None:
        self._from[connection.address] -= 1
        if not self._from[connection.address]:
            del self._from[connection.address]

    def _enter(self, connection: Connection) -> None:
        if connection.kind in PATIENCE:
            for address in ("", connection.address):
                self._kinds.setdefault((connection.kind, address), OrderedDict())[connection] = None

    def _leave(self, connection: Connection) -> None:
        if connection.kind in PATIENCE:
            for address in ("", connection.address):
                waiting = self._kinds[connection.kind, address]
                del waiting[connection]
                if not waiting:
                    del self._kinds[connection.kind, address]


def is_closed(sock: Any) -> bool:
    """Has the other end closed it? A phone that only waits for events says nothing more before it goes."""
    try:
        return not sock._sock.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True


def set_up(sock: Any) -> None:
    """Small answers leave at once; a phone that is out of reach is given up, where the system knows how."""
    with suppress(OSError):
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    set_options(sock, {"TCP_NODELAY": 1, **KEEPALIVE})
    give_up_after(sock, READING)


def give_up_after(sock: Any, seconds: float) -> None:
    """Lets the system end it when nothing that was sent has been taken for so long."""
    set_options(sock, {"TCP_USER_TIMEOUT": round(seconds * 1000)})


def set_options(sock: Any, wanted: Mapping[str, int]) -> None:
    """Sets those that the system knows."""
    for name, value in wanted.items():
        if hasattr(socket, name):
            with suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def turn_away(sock: Any) -> None:
    """One line if it takes it at once, and the end."""
    with suppress(OSError):
        sock._sock.send(TOO_MANY)
    sock.close()
