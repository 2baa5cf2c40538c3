"""The store keeps all of a change or nothing, and never two acts of one version. One suite for every database.

PostgreSQL is a real one, started for the session of tests (`support/postgres.py`).
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool
from support.companion.playing import together

from companion.storage import postgres as driver
from companion.storage import schema as module
from companion.storage import sqlite_engine
from companion.storage.data_folder import Folder
from companion.storage.database import retry_while_locked
from companion.storage.postgres import CONNECTIONS
from companion.storage.schema import SCHEMA
from companion.storage.sqlite_engine import SAFE, NotPlain, configure_sqlite
from companion.storage.store import (
    Conflict,
    Locked,
    Store,
    StoredReply,
    StoreError,
    WriteSet,
)

ANY_BYTES = bytes(range(256))
NEW_TABLES = {  # by schema
    2: (module.seals, module.snapshots),
    3: (module.tries, module.servers, module.presence),
    4: (module.games, module.players, module.left_out),
}


def opened(table: str = "b23456", **more: Any) -> WriteSet:
    """The first act of a table."""
    return WriteSet(table, version=1, act=b"opened", opens=True, **more)


class StoreSuite:
    """What every store keeps. A database gives the fixture `url`: an empty one, the same for the whole test."""

    @pytest.fixture
    def open_store(self, url: str) -> Iterator[Callable[[], Store]]:
        """Opens the database; as often as one likes."""
        opened_stores: list[Store] = []

        def open_it() -> Store:
            opened_stores.append(Store(url))
            return opened_stores[-1]

        yield open_it
        for each in opened_stores:
            each.close()

    @pytest.fixture
    def store(self, open_store: Callable[[], Store]) -> Store:
        """One that is open."""
        return open_store()

    def change_schema(self, url: str, value: str | None) -> None:
        """As another version of the program would have left it."""
        made = make_url(url)
        engine = create_engine(made.set(drivername="postgresql+psycopg") if "postgres" in url else made)
        with engine.begin() as connection:
            connection.execute(text("DELETE FROM about WHERE key = 'schema'"))
            if value is not None:
                connection.execute(text("INSERT INTO about (key, value) VALUES ('schema', :v)"), {"v": value})
        engine.dispose()

    def test_empty(self, store: Store) -> None:
        assert store.tables(10) == []
        assert store.acts("b23456") == []
        assert store.version("b23456") == 0
        assert store.token("0" * 64) is None
        assert store.holders("b23456") == []
        assert store.reply("b23456", "0", "key-key-key") is None
        assert store.notes("b23456", 1, 0) == (0, b"{}")
        assert store.hosts() == set()
        assert store.setting("nothing") is None
        assert store.setting("schema") == str(SCHEMA)
        assert store.sound()

    def test_all_of_a_change_is_there_after_a_restart(self, store: Store, open_store: Callable[[], Store]) -> None:
        reply = StoredReply(200, ANY_BYTES, "d" * 64)
        store.write(
            opened(tokens=[("a" * 64, None), ("b" * 64, 1)], holds=[(1, "c" * 64)], reply=("1", "k" * 64, reply))
        )
        store.write(WriteSet("b23456", version=2, act=ANY_BYTES, at=1e9))
        store.write_notes("b23456", 1, 1, 1, ANY_BYTES)
        store.add_host("e" * 64)
        store.write_setting("cards b23456", "http://192.0.2.1:7770")
        store.close()
        again = open_store()
        assert again.acts("b23456") == [(1, b"opened"), (2, ANY_BYTES)]
        assert again.acts("b23456", after=1) == [(2, ANY_BYTES)]
        assert again.version("b23456") == 2
        assert (again.token("a" * 64), again.token("b" * 64)) == (("b23456", None), ("b23456", 1))
        assert again.holders("b23456") == [(1, "c" * 64)]
        assert again.holds("c" * 64) and not again.holds("d" * 64)
        assert again.reply("b23456", "1", "k" * 64) == reply
        assert again.notes("b23456", 1, 1) == (1, ANY_BYTES)
        assert again.hosts() == {"e" * 64}
        assert again.setting("cards b23456") == "http://192.0.2.1:7770"

    def test_another_version_of_the_schema_is_refused_and_left_alone(
        self, store: Store, open_store: Callable[[], Store], url: str
    ) -> None:
        store.write(opened())
        store.close()
        for value in (str(SCHEMA + 1), None):
            self.change_schema(url, value)
            with pytest.raises(StoreError, match=f"schema {value}"):
                open_store()
        self.change_schema(url, str(SCHEMA))
        assert open_store().acts("b23456") == [(1, b"opened")]

    @pytest.mark.parametrize("schema", range(1, SCHEMA))
    def test_every_schema_before_is_brought_to_this_one(
        self, store: Store, open_store: Callable[[], Store], url: str, schema: int
    ) -> None:
        """Whole, with what it held; a server of that version that still runs finds nothing missing."""
        store.write(opened(holds=[(0, "c" * 64)]))
        store.add_host("e" * 64)
        with store._writing() as connection:
            for table in [table for number, made in NEW_TABLES.items() if number > schema for table in made]:
                connection.execute(text(f"DROP TABLE IF EXISTS {table.name}"))
            for column in [each for number, added in module.ADDED.items() if number > schema for each in added]:
                connection.execute(text(f"ALTER TABLE {column.table.name} DROP COLUMN {column.name}"))
        store.close()
        self.change_schema(url, str(schema))
        for _ in range(2):
            again = open_store()
            assert again.setting("schema") == str(SCHEMA)
            assert again.holders("b23456") == [(0, "c" * 64)] and again.hosts() == {"e" * 64}
            again.write(WriteSet("b23456", again.version("b23456") + 1, b"x"))
            if again.shared:
                again.count_try("join", "f" * 64, 1.0, 0.0)
                assert again.tries("join", None, 0.0)
            again.drop("c23456")
            again.close()

    def test_no_version_twice_and_nothing_of_the_change_that_came_second(self, store: Store) -> None:
        store.write(opened(tokens=[("a" * 64, 0)], holds=[(0, "c" * 64)]))
        second = WriteSet(
            "b23456",
            version=1,
            act=b"another",
            tokens=[("b" * 64, 1)],
            revoked=["a" * 64],
            released=[0],
            holds=[(1, "d" * 64)],
            reply=("0", "key-key-key", StoredReply(200, b"yes")),
        )
        with pytest.raises(Conflict):
            store.write(second)
        assert store.acts("b23456") == [(1, b"opened")]
        assert store.token("a" * 64) == ("b23456", 0) and store.token("b" * 64) is None
        assert store.holders("b23456") == [(0, "c" * 64)]
        assert store.reply("b23456", "0", "key-key-key") is None
        store.write(WriteSet("b23456", version=2, act=b"and on it goes"))
        assert store.version("b23456") == 2

    def test_what_comes_last_in_a_change_undoes_what_came_first(self, store: Store) -> None:
        """A key that was answered already: not even the act is kept."""
        store.write(opened(reply=("0", "key-key-key", StoredReply(200, b"yes"))))
        with pytest.raises(Conflict):
            store.write(WriteSet("b23456", version=2, act=b"x", reply=("0", "key-key-key", StoredReply(200, b"no"))))
        assert store.version("b23456") == 1
        kept = store.reply("b23456", "0", "key-key-key")
        assert kept and kept.body == b"yes"

    def test_keys_are_per_table_and_seat(self, store: Store) -> None:
        store.write(opened("b23456"))
        store.write(opened("c23456"))
        for table, actor in (("b23456", "0"), ("b23456", "1"), ("b23456", "table"), ("c23456", "0")):
            store.write(WriteSet(table, reply=(actor, "key-key-key", StoredReply(422, f"{table} {actor}".encode()))))
        kept = store.reply("b23456", "table", "key-key-key")
        assert kept and kept.body == b"b23456 table"
        assert store.version("b23456") == 1, "a refusal is no act"

    def test_a_table_that_nobody_opened_has_no_log(self, store: Store) -> None:
        with pytest.raises(Conflict):
            store.write(WriteSet("b23456", version=1, act=b"x"))
        assert store.acts("b23456") == []

    def test_two_tables_of_one_name(self, store: Store) -> None:
        store.write(opened(tokens=[("a" * 64, 0)]))
        with pytest.raises(Conflict):
            store.write(opened(tokens=[("b" * 64, 0)]))
        assert store.token("b" * 64) is None

    def test_a_revoked_code_and_a_released_seat_are_gone(self, store: Store) -> None:
        store.write(opened(tokens=[("a" * 64, 0)], holds=[(0, "c" * 64), (0, "d" * 64), (1, "c" * 64)]))
        store.write(WriteSet("b23456", 2, b"x", revoked=["a" * 64], tokens=[("b" * 64, 0)], released=[0]))
        assert store.token("a" * 64) is None and store.token("b" * 64) == ("b23456", 0)
        assert store.holders("b23456") == [(1, "c" * 64)]
        assert not store.holds("d" * 64)

    def test_a_seat_is_released_at_one_table_only(self, store: Store) -> None:
        for table in ("b23456", "c23456"):
            store.write(opened(table, holds=[(0, "c" * 64)]))
        store.write(WriteSet("b23456", 2, b"x", released=[0]))
        assert store.holders("c23456") == [(0, "c" * 64)]

    def test_notes_made_from_old_ones_are_refused(self, store: Store) -> None:
        store.write(opened())
        store.write_notes("b23456", 1, 0, 1, b"one")
        for stale in (1, 3, 0):
            with pytest.raises(Conflict):
                store.write_notes("b23456", 1, 0, stale, b"another")
        store.write_notes("b23456", 1, 0, 2, b"two")
        store.write_notes("b23456", 2, 0, 1, b"next game")
        assert store.notes("b23456", 1, 0) == (2, b"two")
        assert store.notes("b23456", 2, 0) == (1, b"next game")

    def test_the_latest_tables_first_and_no_more_than_asked(self, store: Store) -> None:
        for at, table in enumerate(("d23456", "b23456", "c23456")):
            store.write(opened(table, at=float(at)))
        assert store.tables(2) == ["c23456", "b23456"]

    def test_telling_and_hosting_again_changes_nothing_else(self, store: Store) -> None:
        for value in ("one", "two"):
            store.write_setting("it", value)
            store.add_host("e" * 64)
        assert store.setting("it") == "two" and store.hosts() == {"e" * 64}
        assert store.setting("schema") == str(SCHEMA)

    def test_many_threads_write_one_version_and_one_of_them_does(self, store: Store) -> None:
        store.write(opened())
        for version in range(2, 7):
            tries = [WriteSet("b23456", version, bytes([i])) for i in range(8)]
            found = together(*(partial(store.write, change) for change in tries))
            assert sorted(type(x).__name__ for x in found) == ["Conflict"] * 7 + ["NoneType"]
            assert store.acts("b23456", version - 1) == [(version, bytes([found.index(None)]))]

    def test_two_stores_write_one_version_and_one_of_them_does(self, open_store: Callable[[], Store]) -> None:
        stores = [open_store(), open_store()]
        stores[0].write(opened())
        for version in range(2, 7):
            tries = [partial(s.write, WriteSet("b23456", version, b"x")) for s in stores]
            found = together(*(partial(retry_while_locked, each) for each in tries))
            assert sorted(type(x).__name__ for x in found) == ["Conflict", "NoneType"]
            assert [each.version("b23456") for each in stores] == [version, version]

    def test_two_stores_that_look_before_they_write(self, open_store: Callable[[], Store]) -> None:
        """Neither finds the database locked for long, nor trips over what the other has just written."""
        stores = [open_store(), open_store()]

        def say(store: Store) -> None:
            for number in range(20):
                retry_while_locked(partial(store.add_host, f"{number:064}"))
                retry_while_locked(partial(store.write_setting, f"it {number}", "so"))

        assert together(*(partial(say, each) for each in stores)) == [None, None]
        assert len(stores[0].hosts()) == 20 and stores[1].setting("it 19") == "so"

    def test_readers_and_a_writer_in_many_threads(self, store: Store) -> None:
        store.write(opened())

        def write() -> None:
            for version in range(2, 60):
                store.write(WriteSet("b23456", version, b"x", tokens=[(f"{version:064}", 0)]))

        def read() -> None:
            for _ in range(60):
                acts = store.acts("b23456")
                assert [v for v, _ in acts] == list(range(1, len(acts) + 1))

        assert together(write, read, read, read) == [None] * 4


class TestSqlite(StoreSuite):
    """The database of a data folder."""

    @pytest.fixture
    def url(self, tmp_path: Path) -> str:
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"

    def test_who_asks_after_the_end_leaves_nothing_behind(self, url: str, tmp_path: Path) -> None:
        """A server that ends may have a question left: it would open the database again, and nobody would close it."""
        store = Store(url)
        store.close()
        with pytest.raises(StoreError):
            store.setting("stamp")
        store.close()
        assert [file.name for file in tmp_path.iterdir()] == ["tables.sqlite"]

    def test_it_writes_as_safely_as_it_says(self, store: Store, tmp_path: Path) -> None:
        with store._reading() as connection:
            assert {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in SAFE} == SAFE
        assert SAFE["journal_mode"] == "wal" and SAFE["synchronous"] == 2
        assert (tmp_path / "tables.sqlite-wal").exists()

    def test_there_is_one_connection(self, store: Store) -> None:
        assert isinstance(store._engine.pool, StaticPool)
        with store._writing() as one:
            first = one.connection.dbapi_connection
        with store._reading() as other:
            assert other.connection.dbapi_connection is first

    @pytest.mark.parametrize("spoilt", [{"journal_mode": "delete"}, {"synchronous": 1}, {"foreign_keys": 0}])
    def test_a_disk_that_cannot_be_written_safely_is_refused(
        self, spoilt: dict[str, Any], url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        real = configure_sqlite

        def unsafely(connection: Any, record: Any) -> None:
            real(connection, record)
            for name, value in spoilt.items():
                connection.execute(f"PRAGMA {name} = {value}")

        monkeypatch.setattr(sqlite_engine, "configure_sqlite", unsafely)
        (name,) = spoilt
        with pytest.raises(StoreError, match=f"cannot write safely there: {name} is"):
            Store(url)

    def test_half_a_schema_is_never_left_behind(self, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """Killed while it makes its tables, it makes them at the next start."""
        real = module.metadata.create_all

        def dies(connection: Any) -> None:
            real(connection)
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(module.metadata, "create_all", dies)
            with pytest.raises(KeyboardInterrupt):
                Store(url)
        store = Store(url)
        store.write(opened())
        store.close()

    def test_a_file_that_is_none_of_ours(self, url: str, tmp_path: Path) -> None:
        (tmp_path / "tables.sqlite").write_bytes(b"a letter to my aunt, and no database" * 100)
        with pytest.raises(StoreError, match="not a database"):
            Store(url)

    def test_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(StoreError, match="unable to open"):
            Store(f"sqlite:///{tmp_path}/nowhere/tables.sqlite")

    def test_a_file_that_may_only_be_read(self, store: Store, tmp_path: Path) -> None:
        store.write(opened())
        store.close()
        with pytest.raises(StoreError, match="readonly"):
            Store(f"sqlite:///file:{tmp_path}/tables.sqlite?mode=ro&uri=true")

    @pytest.mark.parametrize("url", ["nonsense", "neverheard://of/it"])
    def test_an_address_that_is_none(self, url: str) -> None:
        with pytest.raises(StoreError):
            Store(url)

    def test_a_full_disk_loses_nothing_and_is_overcome(self, store: Store, tmp_path: Path) -> None:
        store.write(opened())
        with store._reading() as connection:
            pages = connection.execute(text("PRAGMA page_count")).scalar()
            connection.execute(text(f"PRAGMA max_page_count = {pages}"))
        large = WriteSet("b23456", 2, bytes(200_000), tokens=[("a" * 64, 0)])
        with pytest.raises(DBAPIError, match="full"):
            store.write(large)
        assert store.acts("b23456") == [(1, b"opened")] and store.token("a" * 64) is None
        with store._reading() as connection:
            connection.execute(text("PRAGMA max_page_count = 1000000"))
        store.write(large)
        assert store.version("b23456") == 2 and store.sound()

    def test_another_program_that_writes_is_waited_for_by_whoever_can_wait(self, store: Store, tmp_path: Path) -> None:
        """The store itself waits for nobody: it would hold up all that ask it."""
        store.write(opened())
        other = sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        change = WriteSet("b23456", 2, b"x")
        with pytest.raises(Locked):
            store.write(change)
        assert store.acts("b23456") == [(1, b"opened")], "readers are not held up"
        tries = 0

        def write() -> None:
            nonlocal tries
            tries += 1
            if tries == 3:
                other.execute("COMMIT")
            store.write(change)

        retry_while_locked(write)
        assert (tries, store.version("b23456")) == (3, 2)
        other.close()

    def test_a_damaged_database_says_so(self, store: Store, open_store: Callable[[], Store], tmp_path: Path) -> None:
        store.write(opened())
        store.write(WriteSet("b23456", 2, bytes(100_000)))
        store.close()
        file = tmp_path / "tables.sqlite"
        data = bytearray(file.read_bytes())
        data[8192:40960] = b"\xff" * (40960 - 8192)
        file.write_bytes(data)
        try:
            sound = open_store().sound()
        except StoreError:
            sound = False
        assert not sound

    @pytest.mark.parametrize("name", ["plain", "what?", "100%", "50%25", "a b#c", "été"])
    def test_any_folder_will_do(self, name: str, tmp_path: Path) -> None:
        with Folder(tmp_path / name, "here") as folder:
            Store(folder.url).close()
        assert (tmp_path / name / "tables.sqlite").is_file()

    def test_closing_leaves_one_file(self, store: Store, tmp_path: Path) -> None:
        store.write(opened())
        store.close()
        assert [file.name for file in tmp_path.iterdir()] == ["tables.sqlite"]


class TestPostgres(StoreSuite):
    """The same on a server."""

    @pytest.fixture
    def url(self, postgres: Callable[[], str]) -> str:
        return postgres()

    def test_a_lock_of_another_program_is_not_waited_for_without_end(self, store: Store, url: str) -> None:
        """Nor does it hold up the other tables."""
        for table in ("b23456", "c23456"):
            store.write(opened(table))
        with psycopg.connect(url) as other:
            other.execute("SELECT * FROM log WHERE table_id = 'b23456' FOR UPDATE")
            other.execute("DELETE FROM log WHERE table_id = 'b23456' AND version = 1")
            found = together(
                partial(store.drop, "b23456"),
                *(partial(store.write, WriteSet("c23456", 2, bytes([i]))) for i in (1, 2)),
            )
            assert sorted(type(each).__name__ for each in found) == ["Conflict", "Locked", "NoneType"]
            other.rollback()
        store.write(WriteSet("b23456", 2, b"x"))
        assert store.version("b23456") == 2

    def test_all_connections_in_use_is_told_and_passes(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        with ExitStack() as held:
            for _ in range(CONNECTIONS):
                held.enter_context(store._reading())
            monkeypatch.setattr(driver, "QUEUE", 0.1)
            with pytest.raises(Locked):
                store.write(opened())
        store.write(opened())

    def test_servers_that_start_together_make_the_tables_once(self, open_store: Callable[[], Store]) -> None:
        assert [type(each).__name__ for each in together(*[open_store] * 4)] == ["Store"] * 4

    def test_a_server_that_forgets_what_it_confirmed_is_refused(self, url: str) -> None:
        with psycopg.connect(url, autocommit=True) as admin:
            admin.execute(f'ALTER DATABASE "{admin.info.dbname}" SET synchronous_commit = off')
        with pytest.raises(StoreError, match="synchronous_commit is off"):
            Store(url)

    def test_a_server_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(StoreError):
            Store(f"postgresql://sousmain@/x?host={tmp_path}")


def test_whoever_waits_for_a_connection_is_not_overtaken() -> None:
    """Also not by somebody who gives one back and asks for the next in the same moment."""
    turnstile, order = driver.Turnstile(1), list[str]()
    assert turnstile.enter(0)

    def wait() -> None:
        assert turnstile.enter(10)
        order.append("who waited")
        turnstile.leave()

    waiting = threading.Thread(target=wait)
    waiting.start()
    while not turnstile._waiting:
        pass
    turnstile.leave()
    assert turnstile.enter(10)
    order.append("who came again")
    waiting.join()
    assert order == ["who waited", "who came again"]
    assert not turnstile.enter(0.01), "there is room for one"


class TestPlainMoves:
    """What goes straight to SQLite: the rows and the refusals of the long way."""

    def move(self, version: int, key: str = "") -> WriteSet:
        """An act with its reply."""
        reply = "0", key or f"key-key-{version}", StoredReply(200, b"yes", "d" * 64)
        return WriteSet("b23456", version, ANY_BYTES, 1e9 + version, game=1, reply=reply)

    def test_the_same_rows_and_stamps(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_: object) -> None:
            raise NotPlain

        found = {}
        for way in ("plain", "long"):
            store = Store(f"sqlite:///{tmp_path / way}")
            store.write(opened())
            with monkeypatch.context() as patch:
                if way == "long":
                    patch.setattr("companion.storage.store.write_move", refuse)
                else:
                    patch.setattr(store, "_write", lambda _: pytest.fail("it is plain"))
                for version in (2, 3, 4):
                    store.write(self.move(version))
                store.write(WriteSet("b23456", 5, b"of a robot", 1e9))
            numbers = store.stamp.split(" ")[1], (store.setting("stamp") or "").split(" ")[1]
            store.close()
            with sqlite3.connect(tmp_path / way) as rows:
                found[way] = [rows.execute(f"SELECT * FROM {name}").fetchall() for name in ("log", "replies")], numbers
        assert found["plain"] == found["long"]
        assert found["plain"][1][0] == found["plain"][1][1], "the stamp that is known is the one in the file"

    def test_what_is_in_its_way_is_told_by_the_long_way_and_nothing_is_written(self, tmp_path: Path) -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        store.write(opened())
        store.write(self.move(2))
        stamp = store.stamp
        for wrong in (self.move(2, "another-key"), self.move(4), self.move(3, "key-key-2")):
            with pytest.raises(Conflict):
                store.write(wrong)
        assert (store.version("b23456"), store.stamp, store.trouble) == (2, stamp, "")
        assert store.reply("b23456", "0", "another-key") is None
        store.write(self.move(3))
        assert store.version("b23456") == 3
        store.close()

    @pytest.mark.parametrize("plain", [True, False])
    def test_a_transaction_that_is_open_is_left_alone(self, tmp_path: Path, plain: bool) -> None:
        """Whoever writes within one is told, and what was written before is kept."""
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        store.write(opened())
        change = self.move(2) if plain else WriteSet("b23456", 2, ANY_BYTES, 1e9, released=(0,))
        assert change.is_move == plain
        with store.writing() as connection:
            connection.execute(text("INSERT INTO about (key, value) VALUES ('first', 'kept')"))
            with pytest.raises(StoreError, match="within a transaction"):
                store.write(change)
        assert (store.setting("first"), store.version("b23456"), store.trouble) == ("kept", 1, "")
        with store.reading(), pytest.raises(StoreError, match="within a transaction"):
            store.write(change)
        store.write(change)
        assert (store.version("b23456"), store.setting("stamp")) == (2, store.stamp)
        store.close()

    def test_whoever_writes_more_than_an_act_goes_the_long_way(self) -> None:
        assert self.move(2).is_move and WriteSet("b23456", 2, b"x").is_move and not WriteSet("b23456", 1, b"x").is_move
        alone = {"table", "version", "act", "at", "game", "reply"}
        within = {"read": "holds", "duplicate": "opens", "seal": "finished"}  # written with those alone
        for name in (name for name in WriteSet.__struct_fields__ if name not in alone | within.keys()):
            assert not WriteSet("b23456", 2, b"x", **{name: (1, 2)}).is_move, name
