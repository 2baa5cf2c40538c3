"""A real server whose clock is a file with a number. A program: `python clocked.py CLOCK FOLDER NAME PORT`.

It prints the host's link, then serves and rings.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from companion import serve

serve.patch()

from companion import address  # noqa: E402
from companion.app import Door, create_app  # noqa: E402
from companion.folder import Folder  # noqa: E402
from companion.secret import secret, token  # noqa: E402
from companion.store import Store  # noqa: E402
from companion.tables import Tables  # noqa: E402


def main() -> None:
    """Serves until it is told to stop."""
    wall, data, name, port = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    listener, code = address.listening("127.0.0.1", port), token()
    with Folder(data, f"http://{name}:{port}") as folder:
        tables = Tables(Store(folder.url), secret(folder.path), clock=lambda: float(wall.read_text("utf-8")))
        app = create_app(tables, Door(name, port, (), code))
        print(f"http://{name}:{port}/host/{code}", flush=True)
        serve.run(app, listener, tables.ring)
        tables.store.close()


if __name__ == "__main__":
    main()
