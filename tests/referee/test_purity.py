"""The referee is pure: no files, no clock, no dice, no network, no printing; see referee/README.md."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "referee").rglob("*.py"))
STRANGERS = (
    "numpy",
    "reportlab",
    "flask",
    "sqlalchemy",
    "PIL",
    "typer",
    "rich",
    "pikepdf",
    "qrcode",
    "babel",
    "jinja2",
)
# Of the standard library all but these, then msgspec and the referee itself: everything else is a stranger.
IMPURE = {
    "sys", "random", "secrets", "time", "datetime", "os", "pathlib", "io", "shutil", "tempfile", "socket", "subprocess",
    "urllib", "http", "sqlite3", "logging", "threading", "asyncio",
}  # fmt: skip
ALLOWED = (set(sys.stdlib_module_names) - IMPURE) | {"msgspec", "referee"}
LATE = {"numpy"}  # where it was measured to be needed, and only when it is: within a function
SPEAKING = {"open", "print", "input", "exec", "eval", "breakpoint", "__import__"}
IMPORT_ALL = """
import importlib, pkgutil, sys
import referee
for module in pkgutil.walk_packages(referee.__path__, "referee."):
    importlib.import_module(module.name)
print(*sys.modules)
"""


def breaches(source):
    """Imports of what is impure, and calls of what speaks to the world, as line and name."""
    found = []
    tree = ast.parse(source)
    within = {id(node) for body in ast.walk(tree) if isinstance(body, ast.FunctionDef) for node in ast.walk(body)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name.partition(".")[0] for alias in node.names]
            allowed = ALLOWED | LATE if id(node) in within else ALLOWED
            found += [(node.lineno, name) for name in names if name not in allowed]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            name = (node.module or "").partition(".")[0]
            found += [(node.lineno, name)] if name not in ALLOWED else []
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SPEAKING:
            found.append((node.lineno, node.func.id))
    return found


def test_importing_the_referee_brings_no_stranger():
    """All of it, in a fresh interpreter: neither paper nor pages nor database comes along."""
    command = [sys.executable, "-c", IMPORT_ALL]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8", timeout=60)
    loaded = done.stdout.split()
    assert "referee.code777.questions" in loaded
    assert sorted({name.partition(".")[0] for name in loaded} & set(STRANGERS)) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_touches_nothing_outside(path):
    """No impure import, not even within a function, and no call that reads, writes or asks."""
    assert breaches(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import random", [(1, "random")]),
        ("import os.path as p", [(1, "os")]),
        ("from datetime import date", [(1, "datetime")]),
        ("def f():\n    from pathlib import Path", [(2, "pathlib")]),
        ("import math, time", [(1, "time")]),
        ("import numpy as np", [(1, "numpy")]),
        ("def f():\n    import numpy as np", []),
        ("import markdown_it", [(1, "markdown_it")]),
        ("from sys import stdout", [(1, "sys")]),
        ("x = open('f').read()", [(1, "open")]),
        ("print('hello')", [(1, "print")]),
        ("name = input()", [(1, "input")]),
        ("__import__('os')", [(1, "__import__")]),
        ("from math import floor\nimport collections\nfrom .time import x\nfrom referee.time import y", []),
        ("class A:\n    def open(self): ...\nA().open()", []),
    ],
)
def test_a_breach_is_seen(source, expected):
    """Proof of the walker, on snippets that break the rule and on some that only look so."""
    assert breaches(source) == expected
