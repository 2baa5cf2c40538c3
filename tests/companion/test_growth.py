"""A table that is used for a year starts as quickly as a new one, and keeps no more than it needs."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, func, select, update
from support.companion.before import known, unpack
from support.companion.evening import robots, sat_down, spend
from support.companion.playing import ask, call, dealt
from support.companion.rig import app_of, seated, tables_in

from companion.errors import NotFound, OfferClosed
from companion.service import moves
from companion.service.tables import Tables
from companion.storage.schema import log, replies, snapshots
from companion.storage.store import Store
from companion.storage.tokens import FolderSecret, load_secret
from companion.table import snapshot, state
from referee.registry import GAMES


def count(tables: Tables, what: Any, **where: Any) -> int:
    """How many rows there are."""
    wanted = [what.c[name] == value for name, value in where.items()]
    with tables.store._reading() as connection:
        return int(connection.execute(select(func.count()).select_from(what).where(*wanted)).scalar() or 0)


def afresh(tables: Tables, table: str) -> Any:
    """The table as a server finds it that starts now: all of it."""
    tables.cache.forget(table)
    return vars(tables.table_state(table))


def records(tables: Tables, table: str) -> list[bytes | None]:
    """The record of every game of a table."""
    found: list[bytes | None] = []
    for number in range(1, tables.table_state(table).number + 1):
        try:
            found.append(tables.record(table, number))
        except NotFound:
            found.append(None)  # it is being played
    return found


def without_snapshots(tables: Tables) -> None:
    """As the version before would have left it."""
    with tables.store._writing() as connection:
        connection.execute(delete(snapshots))


@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=settings().max_examples // 3)
@given(seed=st.integers(0, 2**32))
def test_a_snapshot_gives_the_table_that_the_whole_log_gives(slug: str, seed: int) -> None:
    """For every game of a random evening, and its record."""
    tables = Tables(Store("sqlite://"), FolderSecret(bytes(32)), clock=lambda: 0.0)
    table = sat_down(tables, slug)
    spend(tables, table, Random(seed), 12)
    tables.cache.forget(table)
    quick, written, clock = vars(tables.table_state(table)), records(tables, table), tables.cache.load(table).watch
    assert count(tables, snapshots) == tables.table_state(table).number
    without_snapshots(tables)
    assert afresh(tables, table) == quick
    assert records(tables, table) == written
    assert tables.cache.load(table).watch == clock
    tables.store.close()


def test_all_of_a_table_is_in_a_snapshot_or_is_made_anew_by_the_beginning_of_a_game(tables: Tables) -> None:
    """Whoever adds something to a table decides here where it belongs."""
    there = {name.lstrip("_") for name in vars(tables.table_state(sat_down(tables, "fully")))}
    kept = set(snapshot.Snapshot.__struct_fields__) - {"form"}
    assert there - {"id", "version", "game"} == kept | snapshot.OF_THE_GAME


def test_only_the_last_game_is_read_again(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = dealt(tables)
    tables.abandon(table)
    for n in range(20):
        tables.rename(table, 0, f"Name {n}", 0)
    tables.begin(table)
    read: list[int] = []
    usual = state.decode
    monkeypatch.setattr(state, "decode", lambda data: read.append(1) or usual(data))
    tables.cache.forget(table)
    assert tables.table_state(table).number == 2
    assert len(read) == 1, "the beginning of the second game, and nothing before it"


@pytest.mark.parametrize("body", [b"", b"{}", b'{"form": 0}', b"\x00\xff", b"null"])
def test_a_snapshot_that_cannot_be_read_is_ignored(tables: Tables, body: bytes) -> None:
    table, _ = dealt(tables)
    tables.abandon(table)
    tables.begin(table)
    then, written = afresh(tables, table), records(tables, table)
    with tables.store._writing() as connection:
        connection.execute(update(snapshots).values(body=body))
    assert afresh(tables, table) == then
    assert records(tables, table) == written


def test_a_table_of_the_version_before_gets_one_with_its_next_game(tmp_path: Path) -> None:
    folder = unpack("folder", tmp_path / "data")
    tables = Tables(Store(f"sqlite:///{folder / 'tables.sqlite'}"), load_secret(folder))
    begun = 0
    for table in known(folder)["tables"]:
        table_state = tables.table_state(table)
        assert not count(tables, snapshots, table_id=table)
        if table_state.phase in ("over", "abandoned"):
            number = table_state.number
            for seat, chair in enumerate(table_state.chairs):
                if not chair.taken:
                    tables.absent(table, seat, True)
            tables.begin(table)
            begun += 1
            assert count(tables, snapshots, table_id=table, game=number + 1) == 1
            assert afresh(tables, table)["number"] == number + 1
    assert begun


def test_replies_of_games_long_over_go_and_those_of_the_last_one_stay(tables: Tables) -> None:
    table, _ = dealt(tables)
    asked = []
    for number in (1, 2, 3):
        table_state = tables.table_state(table)
        seat = table_state.awaited[0]
        offer = next(o for o in tables.offers(table_state, seat) if o.kind == "ask")
        sent = call(offer.id, {"kind": "ask"}, f"the-key-of-{number}")
        asked.append((seat, sent, tables.play(table, seat, sent)))
        tables.abandon(table)
        tables.begin(table)
    assert [count(tables, replies, game=n) for n in (1, 2, 3)] == [0, 0, 1], "the fourth has begun"
    seat, sent, reply = asked[2]
    assert tables.play(table, seat, sent) == reply, "of the game that has just ended"
    version = tables.table_state(table).version
    with pytest.raises(OfferClosed):
        tables.play(table, *asked[0][:2])
    assert tables.table_state(table).version == version, "an old key moves nothing in a new game"


def test_replies_that_the_version_before_kept_go_too(tables: Tables) -> None:
    table, _ = dealt(tables)
    robots(tables, table, 3)
    with tables.store._writing() as connection:
        connection.execute(update(replies).values(game=0))
    tables.abandon(table)
    tables.begin(table)
    assert count(tables, replies) == 0


def test_refusals_are_kept_up_to_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last ones are answered as they were; an older key is decided again."""
    monkeypatch.setattr(moves, "REFUSALS", 10)
    tables = tables_in(tmp_path)
    table, _ = dealt(tables, answers="announced")
    seat, made = ask(tables, table)
    tables.play(table, seat, made)
    offer = next(o for o in tables.offers(tables.table_state(table), seat) if o.kind == "announce")
    true = tables.table_state(table).state.pending.answer
    wrong = {"kind": "announce", "answer": next(answer for answer in offer.choices if answer != true)}

    def refused(n: int) -> Any:
        return tables.play(table, seat, call(offer.id, wrong, f"refused-{n:04}"))

    first = [refused(n) for n in range(25)]
    assert {reply.status for reply in first} == {422}
    assert count(tables, replies, status=422) == 10
    assert [refused(n) for n in range(15, 25)] == first[15:]
    assert count(tables, replies, status=422) == 10, "asking again keeps nothing more"
    tables.store.close()
    again = tables_in(tmp_path)
    again.play(table, seat, call(offer.id, wrong, "refused-after-a-restart"))
    assert count(again, replies, status=422) == 10
    assert again.play(table, seat, made).status == 200, "what was accepted is not among them"
    assert again.store.reply(table, str(seat), "refused-after-a-restart")
    assert count(again, log) == again.table_state(table).version


def test_a_hundred_games_are_not_on_every_page(tables: Tables) -> None:
    """The last records are; the others have a page of their own."""
    app = app_of(tables)
    table, phones = seated(app, tables, "fully")
    sizes = []
    for number in range(1, 31):
        tables.begin(table)
        tables.abandon(table)
        page = phones[0].get(f"/t/{table}/seat/0/part").text
        assert f"/t/{table}/record/{number}" in page
        sizes.append(len(page))
    assert max(sizes[-10:]) - min(sizes[-10:]) < 50
    assert page.count(f"/t/{table}/record/") == 12 and f"/t/{table}/records" in page
    every = phones[0].get(f"/t/{table}/records").text
    assert every.count(f"/t/{table}/record/") == 30 == every.count(f"/t/{table}/debrief/")
    assert phones[0].get(f"/t/{table}/record/1").status_code == 200
