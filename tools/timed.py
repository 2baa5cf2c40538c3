"""Runs a command and tells how long it took: `python tools/timed.py types mypy`. Its exit code is the command's."""

from __future__ import annotations

import resource
import subprocess
import sys
import time


def main() -> int:
    """The exit code."""
    part, *command = sys.argv[1:]
    began = time.monotonic()
    code = subprocess.run(command).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{part:<27}{time.monotonic() - began:>10.1f}{used.ru_utime + used.ru_stime:>11.1f}", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
