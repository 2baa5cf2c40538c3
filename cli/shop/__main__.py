"""One worker: calls the server back, does one job after the other, and goes when the line does."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from typing import Any

from companion.web.shop.folders import sweep
from companion.web.shop.frames import Frame, receive, send

MEMORY = 2 << 30  # bytes of addresses, not of memory in use: half of them are never touched
LONGEST = 20_000  # characters of what is told of a mistake of ours: the last ones say what it was
NICE = 10  # phones at the table come first


def bounded() -> None:
    """From now on this process takes no more than its share, where the system can see to that."""
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def performed(job: dict[str, Any], body: bytes) -> Frame:
    """What a job comes to; a mistake is told in one sentence of the language that its page speaks."""
    from cli.shop.jobs import JOBS, field_of, sentence_of
    from referee.errors import UserError
    from templates import i18n
    from templates.i18n import say

    with i18n.speaking(job["spoken"]):
        try:
            return JOBS[job["do"]](job, body)
        except UserError as mistake:
            return {"error": sentence_of(mistake, job), "field": field_of(mistake)}, b""
        except MemoryError:
            return {"error": say("There is not enough memory for that: ask for less.")}, b""
        except Exception:
            import traceback

            return {"failed": traceback.format_exc()[-LONGEST:]}, b""


def main() -> None:
    """Works until nobody asks any more."""
    port, word = sys.stdin.readline().split()
    bounded()
    with suppress(OSError), socket.create_connection(("127.0.0.1", int(port))) as line:
        line.sendall(word.encode())
        sweep()
        import generator.press.build  # noqa: F401 - what every drawing needs, while nobody waits for it yet

        while True:
            send(line, *performed(*receive(line)))


if __name__ == "__main__":
    main()
