"""Writes docs/cli.md from what `--help` says.

    make docs

A test fails when the page is stale.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "cli.md"
WIDTH = 100
HEAD = """# The command line

Written by `make docs` from what `--help` says, in plain text. Do not edit it here.
"""
# Help that depends on nothing but the program: English, no colours, no frames, one width for all terminals.
ENVIRONMENT = {"LANG": "C", "TYPER_USE_RICH": "0", "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT)}
ENDS = "\x1e"  # before the name of each command and the help for it
ASK = f"""
from typer.main import get_command
from cli.main import app
for command in ("", *get_command(app).commands):
    print("{ENDS}" + command)
    words = [command, "--help"] if command else ["--help"]
    try:
        app(words, prog_name="sousmain", terminal_width={WIDTH}, max_content_width={WIDTH})
    except SystemExit as end:
        if end.code:
            raise
"""


def run(script: str) -> str:
    """What a Python script says in a process of its own: texts are chosen when the program is imported."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=kept | ENVIRONMENT, capture_output=True, check=True, encoding="utf-8")
    return done.stdout


def section(heading: str, help_: str) -> str:
    """A heading with help below it, as it stands on a terminal."""
    text = "\n".join(line.rstrip() for line in help_.strip().splitlines())
    return f"{heading}\n\n```text\n{text}\n```\n"


def render() -> str:
    """The whole page."""
    told = (each.partition("\n") for each in run(ASK).split(ENDS)[1:])
    sections = [section(f"## sousmain {command}".rstrip(), help_) for command, _, help_ in told]
    return "\n".join([HEAD, *sections])


def main() -> None:
    """Writes the page."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(render(), encoding="utf-8", newline="\n")
    print(f"{PAGE.relative_to(ROOT)} is written")


if __name__ == "__main__":
    main()
