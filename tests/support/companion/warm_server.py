"""A process that has everything imported and turns into a server whenever it is asked. A program, started by forked.py.

Each server is a fork with real streams, a real environment and a real exit code. It is minded by another fork, which tells
its number, then how it ended and what it used: so any number of them may run. All die with the tester.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
NUMBER = 12  # letters for each that is told


def die_with_parent() -> None:
    """Where the system can: a test that is interrupted leaves no server behind."""
    with suppress(OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def warm() -> None:
    """Imports what servers import, and compiles all pages."""
    from support.companion import rig

    from companion.server import connections  # noqa: F401
    from companion.service import upkeep  # noqa: F401
    from companion.storage import data_folder  # noqa: F401
    from referee.registry import GAMES, game, pieces, robot

    with suppress(ImportError):
        from companion.storage import postgres  # noqa: F401
    for slug in GAMES:
        game(slug), pieces(slug), robot(slug)
    pages = rig.app_of(rig.Tables(rig.Store("sqlite://"), rig.FolderSecret(bytes(32)))).jinja_env
    for page in pages.list_templates(extensions=["html"]):
        pages.get_template(page)
    gc.collect()
    gc.freeze()  # or the first collection of every child copies it all


def told(line: int, *numbers: int) -> None:
    """Tells numbers."""
    os.write(line, b"".join(f"{number:{NUMBER}d}".encode() for number in numbers))


def serve_all(line: Any) -> dict[str, Any] | None:
    """In this process nothing, when nobody asks any more; in each that is to be a server, what was asked for."""
    from gevent.monkey import get_original
    from support.forkserver import become

    fork, recv_fds = get_original("os", "fork"), get_original("socket", "recv_fds")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that mind
    while True:
        size, fds, _, _ = recv_fds(line, NUMBER, 3)
        if not size:
            return None
        body = b""
        while len(body) < int(size):
            body += line.recv(int(size) - len(body))
        if fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            die_with_parent()
            out, err, tell = fds
            if (child := fork()) == 0:
                die_with_parent()
                signal.signal(signal.SIGINT, signal.default_int_handler)
                asked: dict[str, Any] = json.loads(body)
                become(asked, out, err)
                return asked
            line.close()
            os.close(out), os.close(err)
            told(tell, child)
            _, status, used = os.wait4(child, 0)
            told(tell, os.waitstatus_to_exitcode(status), round(1e6 * (used.ru_utime + used.ru_stime)))
            os._exit(0)
        for fd in fds:
            os.close(fd)


def main() -> None:
    """Warm, then whatever is asked for."""
    from companion.server import wsgi

    wsgi.patch()
    from gevent.monkey import get_original

    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    warm()
    asked = serve_all(get_original("socket", "socket")(fileno=int(sys.argv[1])))
    if asked:
        import msgspec
        from support.companion.running import Wish, serve

        folder, wish = asked["words"]
        serve(Path(folder), msgspec.json.decode(wish, type=Wish))


if __name__ == "__main__":
    main()
