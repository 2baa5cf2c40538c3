"""A process that has everything imported and turns into a command whenever it is asked. A program, started by commands.py.

A command costs most of its time for starting Python and importing. Here that is done once: each command is a fork with
real streams, a real environment, a real working directory and a real exit code, and whatever it changes in memory dies
with it. So nothing need be put back between two tests. Texts of the help are said while modules are imported, so there is
one such process for each language.
"""

from __future__ import annotations

import gc
import io
import json
import os
import signal
import socket
import sys
import tempfile
import time
import traceback
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
IMPORTED = (
    "companion.server.launch", "cli.record_reports", "generator.press.deal_slips", "generator.press.gallery", "cli.greeting", "cli.help",
    "generator.press.preview", "generator.kits.common.slips", "rich.table", "templates.foreign_messages", "templates.overrides",
)  # fmt: skip
STDOUT_LOST = 120  # what Python says when the last words cannot be written


def warm() -> None:
    """Imports what commands import, and reads the shelf and the typefaces. Not the doctor: tests put it on other ground."""
    import typer.main

    from cli.main import app
    from generator.drawing import fonts
    from generator.press import build
    from referee.registry import GAMES, game, robot
    from templates import i18n

    for name in IMPORTED:
        import_module(name)
    typer.main.get_command = cache(typer.main.get_command)  # typer builds all commands anew for each one that is run
    typer.main.get_command(app)
    for font in fonts.FILES:
        fonts.register(font)
    for slug in GAMES:
        build.kit(slug), game(slug), robot(slug)
    if i18n.language() != "en":
        i18n.catalogue(i18n.language())
    gc.collect()
    gc.freeze()  # or the first collection of every child copies it all


def become(asked: dict[str, Any], out: int, err: int) -> None:
    """This process is a command from here to its end."""
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # as Python has it
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (out, 1), (err, 2)):
        os.dup2(source, target)
    os.closerange(3, 64)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["env"])
    time.tzset()
    tempfile.tempdir = None
    sys.argv = ["sousmain", *asked["words"]]
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w")), "utf-8", "surrogateescape")
    sys.stderr = io.TextIOWrapper(
        io.FileIO(2, "w"), "utf-8", "backslashreplace", line_buffering=True, write_through=True
    )
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr


def run(before: str) -> int:
    """The exit code of the command."""
    from cli.main import main

    try:
        exec(before, {"__name__": "__main__"})
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:
        traceback.print_exc()
        code = 1
    else:
        code = 0
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        code = STDOUT_LOST
    return code


def serve(line: socket.socket) -> None:
    """One command after the other, until nobody asks any more."""
    while True:
        size, fds, _, _ = socket.recv_fds(line, 8, 2)
        if not size:
            return
        body = b""
        while len(body) < int(size):
            body += line.recv(int(size) - len(body))
        asked = json.loads(body)
        if (child := os.fork()) == 0:
            try:
                become(asked, *fds)
                code = run(asked["before"])
            except BaseException:
                code = 70
                traceback.print_exc()
            os._exit(code)
        for fd in fds:
            os.close(fd)
        line.sendall(f"{child:8d}".encode())
        _, status, used = os.wait4(child, 0)
        line.sendall(f"{os.waitstatus_to_exitcode(status):8d}".encode())
        line.sendall(f"{round(1e6 * (used.ru_utime + used.ru_stime)):12d}".encode())


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    warm()
    serve(socket.socket(fileno=int(sys.argv[1])))
