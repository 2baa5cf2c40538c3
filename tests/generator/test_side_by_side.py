"""Kits on several cores: the same bytes in the same order, and a mistake is told as if there were one process."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

import pytest

from generator.errors import PrintError
from generator.order.request import requests
from generator.press import build, side_by_side
from generator.press.side_by_side import side_by_side as shared_out

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="one process there")


def test_all_is_done_once_and_elsewhere() -> None:
    found = dict(shared_out([partial(lambda n: (n, os.getpid()), n) for n in range(5)], at_once=2))
    assert [found[n][0] for n in range(5)] == [*range(5)]
    assert len({pid for _, pid in found.values()} - {os.getpid()}) == 2


def test_one_process_where_there_is_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "cores", lambda: 1)
    assert dict(shared_out([os.getpid, os.getpid])) == {0: os.getpid(), 1: os.getpid()}


def test_what_a_double_could_not_do_is_done_here() -> None:
    """It died, or made a mistake: that is told here."""
    here = os.getpid()

    def dies() -> str:
        if os.getpid() != here:
            os._exit(9)
        return "done here"

    def refuses() -> str:
        raise PrintError("no such paper")

    assert dict(shared_out([dies, lambda: "there"], at_once=2)) == {0: "done here", 1: "there"}
    with pytest.raises(PrintError, match="no such paper"):
        dict(shared_out([lambda: "there", refuses], at_once=2))


def test_the_same_bytes_on_one_core_and_on_two(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    orders, made = requests(["code777", "inkognito"], only=("rules",), lang="en"), {}
    for count in (1, 2):
        monkeypatch.setattr(side_by_side, "cores", lambda count=count: count)
        made[count] = build.build(orders, tmp_path)
    assert made[1] == made[2]
    assert [path.name for path, _ in made[2].files][:2] == [order.file() for order in orders]
