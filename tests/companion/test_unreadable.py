"""A table that this version cannot read is put aside: told once, in the way of nobody, deleted by the host alone."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from support.companion.evening import spoilt
from support.companion.playing import dealt
from support.companion.rig import Browser, app_of, host_of, tables_in

from companion.service.tables import Tables
from companion.storage.store import WriteSet
from companion.table import acts
from referee.registry import game


def test_it_is_told_once_and_without_a_trace(tables: Tables, caplog: pytest.LogCaptureFixture) -> None:
    good, _ = dealt(tables)
    bad = spoilt(tables)
    for _ in range(3):
        assert [table_state.id for table_state in tables.all(10)] == [good]
        tables.wake()
        tables.expire_clocks()
        tables.after_move(bad)
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(told) == 1 and bad in told[0].getMessage()
    assert not told[0].exc_info and not told[0].exc_text and "\n" not in told[0].getMessage()


def test_it_is_read_once(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = spoilt(tables)
    tables.all(10)
    monkeypatch.setattr(tables.store, "acts", lambda *_: pytest.fail("it was put aside"))
    for _ in range(3):
        tables.all(10)
        tables.after_move(bad)


def test_its_address_says_so_and_the_front_page_of_the_host_too(tables: Tables) -> None:
    app = app_of(tables)
    host, guest = host_of(app), Browser(app)
    bad = spoilt(tables)
    for path in ("", "/part", "/view", "/stream", "/wait", "/seat/0", "/seat/0/part", "/record/1"):
        reply = guest.get(f"/t/{bad}{path}")
        assert reply.status_code == 404 and f"Table {bad} cannot be read" in reply.text, path
    for act in ("begin", "abandon"):
        assert f"Table {bad} cannot be read" in host.post(f"/t/{bad}/{act}").json["error"]
    front = host.get("/").text
    assert f"Table {bad} cannot be read" in front and "Nothing of it is deleted" in front and "(since " in front
    assert bad not in guest.get("/").text
    assert guest.post(f"/t/{bad}/delete").status_code == 403
    assert host.post(f"/t/{bad}/delete").json == {"go": "/"}
    assert bad not in host.get("/").text
    assert tables.store.tables(10) == [] and tables.store.token("5" * 64) is None


def test_it_is_tried_again_at_the_next_start_and_says_since_when(tmp_path: Path) -> None:
    first = tables_in(tmp_path, clock=lambda: 1000.0)
    bad = spoilt(first)
    first.all(10)
    first.store.close()
    second = tables_in(tmp_path, clock=lambda: 2000.0)
    second.all(10)
    assert second.aside() == [(bad, 1000.0)]
    right = acts.encode(acts.TableOpened("fully", "en", 4, {}))
    with second.store._writing() as connection:
        connection.exec_driver_sql("UPDATE log SET act = ? WHERE table_id = ?", (right, bad))
    second.store.close()
    third = tables_in(tmp_path, clock=lambda: 3000.0)
    assert [table_state.id for table_state in third.all(10)] == [bad] and third.aside() == []
    assert third.store.setting(f"unreadable {bad}") is None
    third.store.close()


def test_one_that_becomes_so_in_play_stops_no_other_clock(tables: Tables, caplog: pytest.LogCaptureFixture) -> None:
    """Another program wrote into it; and a table whose clock stumbles is told once, not every second."""
    a, _ = dealt(tables)
    b, _ = dealt(tables)
    tables.store.write(WriteSet(a, tables.table_state(a).version + 1, b'{"act":"of tomorrow"}'))
    tables.cache.forget(a)
    looked: list[str] = []
    usual = tables.left

    def left(table: str, at: float | None = None) -> float | None:
        looked.append(table)
        if table == b:
            raise RuntimeError("stumbles")
        return usual(table, at)

    c = tables.open("fully", 4, game("fully").Options(), "en").id
    tables.left = left  # type: ignore[method-assign]
    tables.cache.known[a] = tables.cache.known[b]  # as it was a moment ago
    for _ in range(3):
        tables.expire_clocks()
    assert looked.count(c) == 3
    assert len([record for record in caplog.records if "stumbled" in record.getMessage()]) == 1
