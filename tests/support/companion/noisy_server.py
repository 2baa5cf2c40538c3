"""A real server that logs all it can and fails when it is told to. A program: `python noisy_server.py FOLDER HOST_CODE`.

It prints its port, then serves. A request with the header X-Boom fails in the way that it names.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from companion import serve  # noqa: E402

serve.patch()

import logging  # noqa: E402
from typing import Any  # noqa: E402

from flask import Flask, Response, request  # noqa: E402

from companion import address, journal, looks  # noqa: E402
from companion.app import Door, create_app  # noqa: E402
from companion.folder import Folder  # noqa: E402
from companion.secret import secret  # noqa: E402
from companion.store import Store  # noqa: E402
from companion.tables import Tables  # noqa: E402


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

    usual = looks.page

    def page(name: str, **more: Any) -> str:
        if request.headers.get("X-Boom") == "twice":
            raise RuntimeError(f"not even an apology: {request.path}")
        return usual(name, **more)

    looks.page = page


def main() -> None:
    """Serves until it is told to stop."""
    folder, host_code = Path(sys.argv[1]), sys.argv[2]
    logging.basicConfig(level=logging.DEBUG, stream=sys.stderr)
    listener = address.listening("127.0.0.1", 0)
    port = listener.getsockname()[1]
    with Folder(folder, f"http://127.0.0.1:{port}") as held, journal.kept(held.path):
        tables = Tables(Store(held.url), secret(held.path))
        app = create_app(tables, Door("127.0.0.1", port, (), host_code))
        fragile(app)
        print(port, flush=True)
        serve.run(app, listener)
        tables.store.close()


if __name__ == "__main__":
    main()
