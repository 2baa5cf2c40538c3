"""The server: gevent's WSGI server, one thread, a greenlet for each phone. docs/benchmarks.md says why this one.

`patch` must run before anything else imports sockets and threads for good.
"""

from __future__ import annotations

import errno
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from io import BytesIO
from typing import Any

from companion.server.connections import (
    AN_ADDRESS,
    BUSY,
    IDLE,
    SILENT,
    UNFINISHED,
    Connection,
    Connections,
    set_up,
    turn_away,
)
from companion.server.housekeeping import Housekeeping
from companion.server.unreadable_requests import UnreadableRequests
from companion.storage.error_log import LOG

MOST_FILES = 8192
OTHER_FILES = 96  # for the database, the listening socket, and connections that are being closed
TICK = 1.0  # seconds
BEATS = 5  # looks at `Stop` in that time
LONGEST_HEADERS = 32 * 1024  # bytes of all headers of a request
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
NETWORK = ("EPIPE", "ECONNRESET", "ECONNABORTED", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENETDOWN", "ENETRESET")
GONE = tuple(getattr(errno, name) for name in (*NETWORK, "EBADF", "ENOTCONN", "ESHUTDOWN") if hasattr(errno, name))


def patch() -> None:
    """Lets waiting for one phone not keep the others waiting."""
    from gevent import monkey

    monkey.patch_all(subprocess=False, signal=False)


def raise_limit() -> None:
    """A stream is an open file: asks the system for as many as it allows."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def server(app: Any, listener: socket.socket, an_address: int = AN_ADDRESS) -> Any:
    """A server for an application on a socket that listens already."""
    import gevent
    from gevent import GreenletExit
    from gevent import socket as gevent_socket
    from gevent.pywsgi import Input, WSGIHandler, WSGIServer

    class Body(Input):  # type: ignore[misc]
        """The body of a request; tells when all of it is there."""

        def __init__(self, handler: Any, like: Any) -> None:
            super().__init__(like.rfile, like.content_length, like.socket)
            self._handler = handler

        def _do_read(self, *given: Any, **more: Any) -> Any:
            found = super()._do_read(*given, **more)
            if self.position >= (self.content_length or 0):
                self._handler.body_is_there()
            return found

    class Handler(WSGIHandler):  # type: ignore[misc]
        """Nothing is logged: addresses can hold secrets, and what strangers send is only counted."""

        ignored_socket_errors = GONE
        wsgi_input: Any

        def __init__(self, sock: Any, address: Any, server: Any, rfile: Any = None) -> None:
            set_up(sock)
            self.connections: Connections = server.connections
            self.line = self.connections.get(sock) or Connection(sock, address[0], 0.0)  # ended before it began
            super().__init__(sock, address, server, rfile)

        def handle(self) -> None:
            """Asks and answers. What breaks off, or makes no sense, ends here."""
            try:
                super().handle()
            except (OSError, GreenletExit):
                pass
            except Exception as mistake:  # what the application does wrong has been answered
                LOG.debug("a request that could not be taken", exc_info=mistake)
                self._handle_client_error(mistake)

        def handle_one_request(self) -> Any:
            """The next question."""
            if self.line.kind != SILENT:
                self.connections.turn(self.line, IDLE)
                gevent.sleep(0)  # whoever sends questions without a pause waits for everybody else after each of them
            found = super().handle_one_request()
            if isinstance(found, tuple) and found[0] == "414":
                self.server.strangers.unreadable(self.client_address[0])
            return found

        def MessageClass(self, rfile: Any, *_: Any) -> Any:  # noqa: N802 - as the handler calls it
            """The headers, if they are there to the last line and not too many."""
            found = b""
            while (line := rfile.readline(LONGEST_HEADERS)) not in (b"\r\n", b"\n"):
                found += line
                if not line or len(found) > LONGEST_HEADERS:
                    raise ValueError("headers without end")
            return super().MessageClass(BytesIO(found + line))

        def read_request(self, raw_requestline: str) -> Any:
            """All of it but its body is there."""
            found = super().read_request(raw_requestline)
            if self.headers.get("transfer-encoding"):  # no page of ours sends in pieces, and nobody waits for theirs
                raise ValueError("a body in pieces")
            more = self.content_length
            self.connections.turn(self.line, UNFINISHED if more else BUSY)
            return found

        def get_environ(self) -> Any:
            """What the application is told. It may take its time for the answer, but nobody may for a body."""
            found = super().get_environ()
            if found["wsgi.input"] is self.wsgi_input:
                found["wsgi.input"] = self.wsgi_input = Body(self, self.wsgi_input)
            found["companion.follow"] = partial(self.connections.follow, self.line)
            return found

        def body_is_there(self) -> None:
            """From now on it is up to us."""
            if self.line.kind == UNFINISHED:
                self.connections.turn(self.line, BUSY)

        def _sendall(self, data: Any) -> None:
            with self.connections.writing(self.line):
                super()._sendall(data)

        def log_error(self, msg: str, *args: Any) -> None:
            """Not here."""

        def _log_error(self, *mistake: Any) -> None:
            """What escapes from the application goes where the rest goes, and is as discreet."""
            LOG.error("a mistake that was not answered", exc_info=mistake)

        def _handle_client_error(self, ex: Exception) -> tuple[str, bytes]:
            """What is no request is answered in one line and counted."""
            if (
                not isinstance(ex, OSError) or type(ex).__name__ == "_InvalidClientInput"
            ):  # a piece of a body is rubbish
                self.server.strangers.unreadable(self.client_address[0])
            return "400", BAD_REQUEST

    class Server(WSGIServer):  # type: ignore[misc]
        """Counts who comes."""

        max_accept = 32  # at a time: what is ended meanwhile takes a moment until it is closed

        def do_handle(self, sock: Any, address: Any) -> None:
            """A newcomer."""
            if self.connections.admit(sock, address[0]):
                super().do_handle(sock, address)
            else:
                self.strangers.turned_away(address[0])
                turn_away(sock)

        def do_close(self, sock: Any, *more: Any) -> None:
            """It has gone."""
            self.connections.forget(sock)
            super().do_close(sock, *more)

    shared = gevent_socket.socket(fileno=listener.detach())
    shared.setblocking(False)
    made = Server(shared, app, handler_class=Handler, log=None, error_log=None)
    made.connections, made.strangers = Connections(connection_limit(), an_address), UnreadableRequests()
    return made


def connection_limit() -> int:
    """How many connections there can be before the system refuses another file."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY:
            files = min(MOST_FILES, soft)
            return files - min(OTHER_FILES, files // 4)
    return MOST_FILES - OTHER_FILES


class StopSignal:
    """Hears Ctrl+C from now on. Python's own exception is lost when it comes up inside an import or a finaliser."""

    def __init__(self) -> None:
        self.told = False
        for name in ("SIGINT", "SIGTERM"):
            signal.signal(getattr(signal, name), self)

    def __call__(self, *_: Any) -> None:
        self.told = True


def run(
    app: Any,
    listener: socket.socket,
    tick: Callable[[], None] = lambda: None,
    stop: StopSignal | None = None,
    an_address: int = AN_ADDRESS,
) -> None:
    """Serves until it is told to stop; `tick` is called every second. So many connections may come from one address."""
    import gevent

    raise_limit()
    stop = stop or StopSignal()
    made = server(app, listener, an_address)
    keep_house = Housekeeping()
    made.start()
    start, ticks = time.monotonic(), 0
    while not stop.told:
        # On the second, not a second after the last work was done: else everybody could see how long a robot had to think.
        gevent.sleep(TICK / BEATS - (time.monotonic() - start) % (TICK / BEATS))
        keep_house()
        passed = int((time.monotonic() - start) / TICK)
        if passed == ticks:
            continue
        ticks = passed
        made.connections.sweep()
        if told := made.strangers.summary():
            with suppress(OSError, ValueError):  # a terminal may be closed
                print(told, flush=True)
        try:
            tick()
        except Exception as mistake:  # the phones must be served all the same
            LOG.error("the clock stumbled", exc_info=mistake)
    made.stop(timeout=1)
