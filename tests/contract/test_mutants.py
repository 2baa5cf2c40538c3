"""The table of faults: at least eighty can be put in, in every room. Whether they are caught, `make mutants` tells."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEAST = 80
FAULTS = [
    fault
    for table in sorted((ROOT / "tests" / "mutants").glob("*.toml"))
    for fault in tomllib.loads(table.read_text("utf-8"))["fault"]
]
ROOMS = {"rules", "views", "offers", "layout", "ink", "store", "cache", "routes", "script", "catalogue", "records"}


def test_many_can_be_put_in_every_room() -> None:
    """Their text stands in their file once. Where the code has moved on, `make mutants` says which ones must follow."""
    ready = [fault for fault in FAULTS if (ROOT / fault["file"]).read_text("utf-8").count(fault["old"]) == 1]
    assert len(ready) >= LEAST
    assert {fault["room"] for fault in ready} == ROOMS
    assert all(fault["new"] != fault["old"] for fault in FAULTS)
    assert len({fault["name"] for fault in FAULTS}) == len(FAULTS)


def test_each_names_tests_that_exist() -> None:
    assert [test for fault in FAULTS for test in fault["tests"] if not (ROOT / test).is_file()] == []
