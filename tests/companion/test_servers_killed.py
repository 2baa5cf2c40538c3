"""Servers that share a database are killed under play: phones go on at another at once, nothing is lost or done twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.companion.running import Running, party
from support.companion.server_kills import SOON, ServerKills
from support.postgres import missing, own_cluster


def test_a_few_kills(tmp_path: Path, postgres: Callable[[], str]) -> None:
    run = ServerKills(tmp_path, 1, postgres())
    run.run(3)
    assert len(run.acknowledged) > 20, str(run)
    assert run.slowest < SOON, str(run)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_many_kills(tmp_path: Path, postgres: Callable[[], str], seed: int) -> None:
    run = ServerKills(tmp_path, seed, postgres(), 3)
    run.run(100)
    print(run, f"slowest {run.slowest:.2f} s")
    assert run.slowest < SOON


@pytest.mark.skipif(bool(missing()), reason=missing() or "PostgreSQL")
def test_a_database_that_is_restarted(tmp_path: Path) -> None:
    """As a crash would end it: phones see what they saw, and go on when it is back."""
    with own_cluster() as cluster, Running(tmp_path, store=cluster.database("tables")) as server:
        found = party(server, "code777", 3)
        before = found.view(0)
        for _ in range(2):
            cluster.stop()
            assert found.view(0) == before
            assert found.do("pause", on=True).status in (403, 503), "nobody knows who hosts, or nothing can be written"
            cluster.start()
            while (done := found.do("pause", on=True)).status == 503:
                assert found.view(0)["table"]["phase"] == "playing"
            assert done.status == 200
            assert found.do("pause", on=False).status == 200
            before = found.view(0)
