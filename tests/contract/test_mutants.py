"""The table of faults: at least 240, and all of them can be put in, in every room. Whether they are caught, `make mutants` tells."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEAST = 240
FAULTS = [
    fault
    for table in sorted((ROOT / "tests" / "mutants").glob("*.toml"))
    for fault in tomllib.loads(table.read_text("utf-8"))["fault"]
]
PAGES, RULES = "templates/pages/", "referee/"
ROOMS = {  # and where the files of each lie
    "rules": (RULES,),
    "views": (RULES, PAGES),
    "offers": ("companion/service/moves.py", "companion/service/tables.py", "companion/web/refusals.py", PAGES),
    "store": ("companion/storage/",),
    "cache": ("companion/storage/cache.py", "companion/table/", "companion/service/", "companion/web/fragments.py"),
    "routes": ("companion/web/", "companion/service/", "companion/server/", PAGES),
    "layout": ("generator/layout/", "generator/kits/", "generator/press/", "templates/kits/"),
    "ink": ("generator/drawing/", "generator/press/"),
    "records": (RULES, "companion/service/", "companion/storage/history.py", "cli/league/"),
    "catalogue": ("templates/",),
    "script": ("companion/static/", PAGES),
    "commands": ("cli/", "companion/server/", "generator/order/"),
    "knowledge": (RULES, "companion/service/minds/", "companion/service/past/"),
}


def test_many_can_be_put_in_every_room() -> None:
    """Their text stands in their file once: where the code has moved on, they follow."""
    lost = [fault["name"] for fault in FAULTS if (ROOT / fault["file"]).read_text("utf-8").count(fault["old"]) != 1]
    assert lost == []
    assert len(FAULTS) >= LEAST
    assert {fault["room"] for fault in FAULTS} == ROOMS.keys()
    assert all(fault["new"] != fault["old"] for fault in FAULTS)
    assert len({fault["name"] for fault in FAULTS}) == len(FAULTS)


def test_each_stands_under_the_room_of_its_file() -> None:
    """`make mutants ARGS="--only store"` tries what keeps tables, and nothing that draws kits."""
    astray = [fault["name"] for fault in FAULTS if not fault["file"].startswith(ROOMS[fault["room"]])]
    assert astray == []


def test_each_names_tests_that_exist() -> None:
    """A file, or a part of one where the rest would take long."""
    for test in {test for fault in FAULTS for test in fault["tests"]}:
        name, _, part = test.partition("::")
        words = (ROOT / name).read_text("utf-8")
        assert not part or re.search(rf"^(def|class) {part}\b", words, re.MULTILINE), test


def test_none_is_caught_because_python_cannot_read_it() -> None:
    """Each would run: what does not even compile is no fault that somebody could make."""
    for fault in FAULTS:
        if fault["file"].endswith(".py"):
            ast.parse((ROOT / fault["file"]).read_text("utf-8").replace(fault["old"], fault["new"]))
