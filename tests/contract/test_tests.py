"""The tests themselves: one process takes them all, and test files stand alone."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]


def test_no_two_files_have_one_name() -> None:
    """Folders are no packages: of two modules of one name Python would take the first for both."""
    names = Counter(path.name for path in TESTS.glob("*/*.py") if path.name != "conftest.py")
    assert [name for name, count in names.items() if count > 1] == []


def test_test_files_import_nothing_from_each_other() -> None:
    """What they share stands in `tests/support/`; programs in texts are looked at as well."""
    files = [*TESTS.glob("*/*.py"), *TESTS.glob("support/*/*.py")]
    assert len(files) > 200
    found = re.compile(r"^\s*(from|import) (tests\.\w+\.)?test_\w+", re.MULTILINE)
    assert [file.name for file in files if found.search(file.read_text("utf-8"))] == []


def test_no_browser_test_waits_for_a_time() -> None:
    """A state comes when it comes; a time is too short for a busy machine and too long for a quiet one."""
    waits = re.compile(r"wait_for_timeout|\bsleep\(")
    files = [file for folder in ("browser", "support/browser") for file in (TESTS / folder).glob("*.py")]
    assert len(files) > 15
    assert [file.name for file in files if waits.search(file.read_text("utf-8"))] == []


def test_what_a_browser_test_waits_for_is_a_function() -> None:
    """An expression is evaluated again by `eval`, which our pages forbid: it would do only where it holds at once."""
    bare = re.compile(r'wait_for_function\(\s*f?"+(?!\(|\w+ =>|async )')
    files = [file for folder in ("browser", "support/browser") for file in (TESTS / folder).glob("*.py")]
    assert [file.name for file in files if bare.search(file.read_text("utf-8"))] == []
