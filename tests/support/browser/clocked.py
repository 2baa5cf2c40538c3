"""A real server whose clock is a file with a number. A program: `python clocked.py CLOCK FOLDER NAME PORT`.

It prints the host's link, then serves and rings.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from companion.server import wsgi

wsgi.patch()

from companion import network  # noqa: E402
from companion.service.tables import Tables  # noqa: E402
from companion.storage.data_folder import Folder  # noqa: E402
from companion.storage.store import Store  # noqa: E402
from companion.storage.tokens import load_secret, token  # noqa: E402
from companion.web.app import Door, create_app  # noqa: E402


def main() -> None:
    """Serves until it is told to stop."""
    wall, data, name, port = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    listener, code = network.listening("127.0.0.1", port), token()
    with Folder(data, f"http://{name}:{port}") as folder:
        tables = Tables(Store(folder.url), load_secret(folder.path), clock=lambda: float(wall.read_text("utf-8")))
        app = create_app(tables, Door(name, port, (), code))
        print(f"http://{name}:{port}/host/{code}", flush=True)
        wsgi.run(app, listener, tables.expire_clocks)
        tables.store.close()


if __name__ == "__main__":
    main()
