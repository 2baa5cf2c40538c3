"""Runs a command and tells how long it took: `python tools/timed.py types mypy`. Its exit code is the command's.

`python tools/timed.py types mypy -- tests pytest tests` runs both at once. All but the last are heard when they are over, in
one piece; the exit code is that of the first one that failed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from itertools import groupby
from threading import Thread
from typing import IO


class Timed(Thread):
    """One command, while it runs and when it is over."""

    def __init__(self, words: list[str], said: IO[bytes] | None) -> None:
        super().__init__()
        (self.part, *command), self.said, self.code = words, said, 0
        self.began = time.monotonic()
        self.process = subprocess.Popen(command, stdout=said, stderr=said and subprocess.STDOUT)
        self.start()

    def run(self) -> None:
        """Waits for it, and tells."""
        _, status, used = os.wait4(self.process.pid, 0)
        took = time.monotonic() - self.began
        self.code = self.process.returncode = os.waitstatus_to_exitcode(status)
        told = f"{self.part:<27}{took:>10.1f}{used.ru_utime + used.ru_stime:>11.1f}\n".encode()
        if self.said:  # whoever runs meanwhile may be in the middle of a line
            self.said.seek(0)
            told = b"\n" + self.said.read() + told
        os.write(1, told)


def main() -> int:
    """The exit code."""
    *beside, last = (list(words) for apart, words in groupby(sys.argv[1:], lambda word: word == "--") if not apart)
    commands = [Timed(words, tempfile.TemporaryFile()) for words in beside] + [Timed(last, None)]  # noqa: SIM115
    for command in commands:
        command.join()
    return next((command.code for command in commands if command.code), 0)


if __name__ == "__main__":
    sys.exit(main())
