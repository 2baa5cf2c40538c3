"""The server: gevent's WSGI server, one thread, a greenlet for each phone. docs/benchmarks.md says why this one.

`patch` must run before anything else imports sockets and threads for good.
"""

from __future__ import annotations

import gc
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from companion.journal import LOG

MOST_FILES = 8192
TICK = 1.0  # seconds
BEATS = 5  # looks at `Stop` in that time
VANISHED = 30_000  # milliseconds until a phone that acknowledges nothing has gone


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


def server(app: Any, listener: socket.socket) -> Any:
    """A server for an application on a socket that listens already."""
    from gevent import socket as gevent_socket
    from gevent.pywsgi import WSGIHandler, WSGIServer

    class Handler(WSGIHandler):  # type: ignore[misc]
        """Small answers leave at once, and nothing is logged: addresses can hold secrets."""

        def __init__(self, sock: Any, address: Any, server: Any, rfile: Any = None) -> None:
            with suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with suppress(OSError, AttributeError):  # where the system knows it: a phone out of reach is given up
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED)
            super().__init__(sock, address, server, rfile)

        def log_error(self, msg: str, *args: Any) -> None:
            """Not here."""

        def _log_error(self, *mistake: Any) -> None:
            """What escapes from the application goes where the rest goes, and is as discreet."""
            LOG.error("a mistake that was not answered", exc_info=mistake)

    shared = gevent_socket.socket(fileno=listener.detach())
    shared.setblocking(False)
    return WSGIServer(shared, app, handler_class=Handler, log=None, error_log=None)


class Stop:
    """Hears Ctrl+C from now on. Python's own exception is lost when it comes up inside an import or a finaliser."""

    def __init__(self) -> None:
        self.told = False
        for name in ("SIGINT", "SIGTERM"):
            signal.signal(getattr(signal, name), self)

    def __call__(self, *_: Any) -> None:
        self.told = True


def run(app: Any, listener: socket.socket, tick: Callable[[], None] = lambda: None, stop: Stop | None = None) -> None:
    """Serves until it is told to stop; `tick` is called every second."""
    import gevent

    raise_limit()
    stop = stop or Stop()
    made = server(app, listener)
    gc.collect()
    gc.freeze()  # what is here now stays: looking through it for rubbish would stop all phones for a tenth of a second
    made.start()
    beats = 0
    while not stop.told:
        gevent.sleep(TICK / BEATS)
        beats += 1
        if beats % BEATS:
            continue
        try:
            tick()
        except Exception as mistake:  # the phones must be served all the same
            LOG.error("the clock stumbled", exc_info=mistake)
    made.stop(timeout=1)
