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
from random import Random
from runpy import run_module, run_path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
NUMBER = 12  # letters for each that is told
OF_A_GAME = ("hand.html", "hand_part.html", "screen.html", "screen_part.html", "join.html")  # compiled for each of them


def die_with_parent() -> None:
    """Where the system can: a test that is interrupted leaves no server behind."""
    with suppress(OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def warm() -> None:
    """Imports what servers import, and compiles all pages."""
    from support import luck  # noqa: F401
    from support.companion import rig

    import cli.main  # noqa: F401
    from companion.server import connections, launch  # noqa: F401
    from companion.service import upkeep  # noqa: F401
    from companion.storage import data_folder  # noqa: F401
    from companion.web.templating import game_page
    from referee.registry import GAMES, game, pieces, robot
    from templates.i18n import LANGUAGES

    with suppress(ImportError):
        from companion.storage import postgres  # noqa: F401
    for slug in GAMES:
        game(slug), pieces(slug), robot(slug)
    share_pages()
    pages = rig.app_of(rig.Tables(rig.Store("sqlite://"), rig.FolderSecret(bytes(32)))).jinja_env
    for page in pages.list_templates(extensions=["html"]):
        for slug in GAMES if page in OF_A_GAME else ("",):
            for lang in LANGUAGES:
                pages.get_template(game_page(page, slug, lang))
    gc.collect()
    gc.freeze()  # or the first collection of every child copies it all


def share_pages() -> None:
    """What is compiled here is compiled for every application, whoever creates it."""
    from support.companion.rig import COMPILED

    from companion.web import app

    create_app = app.create_app

    def created(*given: Any, **more: Any) -> Any:
        made = create_app(*given, **more)
        made.jinja_env.bytecode_cache = COMPILED
        return made

    app.create_app = created


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


def run(words: list[str]) -> None:
    """What Python does with those words; by itself it has them as a program in a file or, after -m, in a package. Digests are of
    this server alone, as they are where it starts anew."""
    from companion.web import panels

    panels.KEY = os.urandom(16)
    program, *sys.argv[1:] = words
    if program == "-m":
        run_module(sys.argv.pop(1), run_name="__main__")
    else:
        run_path(program, run_name="__main__")


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
        follow_luck(asked["luck"])
        run(asked["words"])


def follow_luck(number: int | None) -> None:
    """Draws from here on what follows from a number; what is true where there is none."""
    from support import luck

    if number is not None:
        luck.foretell(Random(number), Random(number + 1))


if __name__ == "__main__":
    main()
