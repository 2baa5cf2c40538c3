"""Servers that share a database are killed under play: phones go on at another at once, nothing is lost or done twice."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from support.companion.running import Running, party
from support.companion.server_kills import SOON, ServerKills, ShakenDatabase
from support.companion.stalling import Way
from support.postgres import missing, own_cluster


def test_a_few_kills(tmp_path: Path, postgres: Callable[[], str]) -> None:
    run = ServerKills(tmp_path, 1, postgres())
    run.run(3)
    assert len(run.acknowledged) > 20, str(run)
    assert run.slowest < SOON, str(run)


@pytest.mark.soak
@pytest.mark.skipif(bool(missing()), reason=missing() or "PostgreSQL")
@pytest.mark.parametrize("seed", range(3))
def test_many_kills(tmp_path: Path, seed: int) -> None:
    """And after each tenth of them the database crashes and starts anew, or the way to it stalls."""
    with own_cluster() as cluster, Way(cluster.folder) as way:
        run = ShakenDatabase(tmp_path, seed, cluster, way)
        run.run(100)
        print(run)
        assert run.slowest < SOON


def test_a_wait_for_the_database_gives_way_to_the_phones_of_other_tables(
    tmp_path: Path, postgres: Callable[[], str]
) -> None:
    """In a server that has one thread: another program holds the log of one table for a second."""
    url = postgres()
    with Running(tmp_path, store=url) as server:
        held, free = party(server, "code777", 3), party(server, "code777", 3)
        with psycopg.connect(url) as other:
            log = "INSERT INTO log (table_id, version, at, act) SELECT %s, max(version) + 1, 0, '' FROM log WHERE table_id = %s"
            other.execute(log, [held.table, held.table])
            waiting = threading.Thread(target=held.do, args=("pause",), kwargs={"on": True})
            waiting.start()
            slowest = 0.0
            for on in (True, False) * 5:
                begun = time.monotonic()
                assert free.do("pause", on=on).status == 200
                slowest = max(slowest, time.monotonic() - begun)
            assert waiting.is_alive(), "nobody waited: this proves nothing"
            other.rollback()
        waiting.join(10)
        assert slowest < 0.5


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
