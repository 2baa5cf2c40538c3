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
ASK = f"""
import sys
from cli.main import app
app(sys.argv[1:], prog_name="sousmain", terminal_width={WIDTH}, max_content_width={WIDTH})
"""
LIST = """
from typer.main import get_command
from cli.main import app
print(*get_command(app).commands)
"""


def run(script: str, *words: str) -> str:
    """What a Python script says in a process of its own: texts are chosen when the program is imported."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    command = [sys.executable, "-c", script, *words]
    done = subprocess.run(command, env=kept | ENVIRONMENT, capture_output=True, check=True, encoding="utf-8")
    return done.stdout


def section(heading: str, help_: str) -> str:
    """A heading with help below it, as it stands on a terminal."""
    text = "\n".join(line.rstrip() for line in help_.strip().splitlines())
    return f"{heading}\n\n```text\n{text}\n```\n"


def render() -> str:
    """The whole page."""
    commands = run(LIST).split()
    sections = [section("## sousmain", run(ASK, "--help"))]
    sections += [section(f"## sousmain {command}", run(ASK, command, "--help")) for command in commands]
    return "\n".join([HEAD, *sections])


def main() -> None:
    """Writes the page."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(render(), encoding="utf-8", newline="\n")
    print(f"{PAGE.relative_to(ROOT)} is written")


if __name__ == "__main__":
    main()
