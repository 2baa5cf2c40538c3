"""The companion under one WSGI server or another, in a process of its own.

`python -m bench.phones.serving SERVER FOLDER` serves a café and prints its port; with the address of a database instead of
a folder it is one of several that share it.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

THREADS = 1200  # for servers that need one for each stream

Ready = Callable[[], None]

ONE_ADDRESS = 100_000  # connections from it


def gevent(app: Any, listener: socket.socket, ready: Ready) -> None:
    """As it is shipped; only that all phones of the café come from one address here."""
    from companion.server.wsgi import run

    tables, tick = app.extensions["tables"], lambda: None
    if tables.store.shared:
        from companion.service.others import OtherServers

        tick = OtherServers(tables)
    ready()
    run(app, listener, tick, an_address=ONE_ADDRESS)


def gevent_delayed(app: Any, listener: socket.socket, ready: Ready) -> None:
    """gevent's own handler, without TCP_NODELAY."""
    from gevent import socket as gevent_socket
    from gevent.pywsgi import WSGIServer

    shared = gevent_socket.socket(fileno=listener.detach())
    ready()
    WSGIServer(shared, app, log=None, error_log=None).serve_forever()


def cheroot(app: Any, listener: socket.socket, ready: Ready) -> None:
    """A pool of threads, as many as streams and some more."""
    from cheroot.wsgi import Server

    where = listener.getsockname()
    listener.close()  # it opens one of its own
    made = Server(where, app, numthreads=THREADS, request_queue_size=1024)
    made.prepare()
    ready()
    made.serve()


def werkzeug(app: Any, listener: socket.socket, ready: Ready) -> None:
    """A thread for each connection, as in Flask's tutorial."""
    import logging

    from werkzeug.serving import make_server

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    host, port = listener.getsockname()
    ready()
    make_server(host, port, app, threaded=True, fd=listener.fileno()).serve_forever()


def waitress(app: Any, listener: socket.socket, ready: Ready) -> None:
    """A pool of threads behind one that reads and writes."""
    from waitress import serve

    ready()
    serve(app, sockets=[listener], threads=THREADS, connection_limit=8000, channel_timeout=3600, asyncore_use_poll=True)


SERVERS: dict[str, Callable[[Any, socket.socket, Ready], None]] = {
    server.__name__: server for server in (gevent, gevent_delayed, cheroot, werkzeug, waitress)
}


def main(name: str, where: str) -> None:
    """Serves the café of a folder, or of a database."""
    if name.startswith("gevent"):
        from companion.server.wsgi import patch

        patch()
    from bench.phones.cafe import FILE, SECRET
    from companion.network import listening
    from companion.server.wsgi import raise_limit
    from companion.service.tables import Tables
    from companion.storage.store import Store
    from companion.web.app import Door, create_app

    raise_limit()
    url = where if where.startswith("postgresql:") else f"sqlite:///{Path(where) / FILE}"
    listener = listening("127.0.0.1", 0)
    listener.setblocking(not name.startswith("gevent"))
    port = listener.getsockname()[1]
    app = create_app(Tables(Store(url), SECRET), Door("127.0.0.1", port))
    SERVERS[name](app, listener, lambda: print(port, flush=True))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
