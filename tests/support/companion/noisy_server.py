"""A real server that logs all it can and fails when it is told to. A program: `python noisy_server.py FOLDER HOST_CODE`.

It prints its port, then serves. A request with the header X-Boom fails in the way that it names.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from companion.server import wsgi  # noqa: E402

wsgi.patch()

import logging  # noqa: E402
from typing import Any  # noqa: E402

from flask import Flask, Response, request  # noqa: E402

from companion import network  # noqa: E402
from companion.service.tables import Tables  # noqa: E402
from companion.storage import error_log  # noqa: E402
from companion.storage.data_folder import Folder  # noqa: E402
from companion.storage.store import Store  # noqa: E402
from companion.storage.tokens import load_secret  # noqa: E402
from companion.web import rendering  # noqa: E402
from companion.web.app import Door, create_app  # noqa: E402


def fragile(app: Flask) -> None:
    """Fails on demand, with all that it knows in its last words."""

    @app.before_request
    def at_first() -> None:
        if request.headers.get("X-Boom") in ("first", "twice"):
            raise RuntimeError(f"no luck with {request.path} {request.cookies} {request.headers}")

    @app.after_request
    def at_last(reply: Response) -> Response:
        if request.headers.get("X-Boom") == "last":
            raise RuntimeError(f"so close: {request.path} {request.cookies}")
        if request.headers.get("X-Boom") == "late":
            reply.call_on_close(lambda: 1 // 0)
        return reply

    usual = rendering.render_page

    def page(name: str, **more: Any) -> str:
        if request.headers.get("X-Boom") == "twice":
            raise RuntimeError(f"not even an apology: {request.path}")
        return usual(name, **more)

    rendering.render_page = page


def main() -> None:
    """Serves until it is told to stop."""
    folder, host_code = Path(sys.argv[1]), sys.argv[2]
    logging.basicConfig(level=logging.DEBUG, stream=sys.stderr)
    listener = network.listening("127.0.0.1", 0)
    port = listener.getsockname()[1]
    with Folder(folder, f"http://127.0.0.1:{port}") as held, error_log.logging_to(held.path):
        tables = Tables(Store(held.url), load_secret(held.path))
        app = create_app(tables, Door("127.0.0.1", port, (), host_code))
        fragile(app)
        print(port, flush=True)
        wsgi.run(app, listener)
        tables.store.close()


if __name__ == "__main__":
    main()
