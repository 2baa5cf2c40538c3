"""Copies of the tables: made while they are played, thinned out, put back; and what the doctor says of a folder."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.companion.playing import dealt, moved, play
from support.companion.rig import robot_call, tables_in
from support.companion.running import ROOT, Party, Running, party

from cli.doctor import Installation, data
from companion.server.launch import tables_in as started
from companion.service.tables import Tables
from companion.service.upkeep import Upkeep
from companion.storage import copies
from companion.storage.copies import Copies, checked_contents, connected, copies_to_keep, copy_database
from companion.storage.data_folder import Folder, InUse, NotWritable
from companion.storage.restore import backup, restore
from companion.storage.schema import SCHEMA
from companion.storage.store import StoredReply, WriteSet
from companion.storage.tokens import load_secret
from generator.errors import PrintError
from referee.chance import Chance

HOUR = 3600.0


def listed(folder: Path) -> list[str]:
    return sorted(file.name for file in (folder / "backups").iterdir())


def examined(folder: Path) -> str:
    """What the doctor says of a folder."""
    return data(Installation(folder, folder, 7770))


# Rolling copies


class TestRolling:
    """One at the start, one an hour, if something has changed."""

    def test_one_an_hour_if_something_changed(self, tmp_path: Path) -> None:
        tables = tables_in(tmp_path)
        table, _ = dealt(tables)
        now = [1_000_000.0 * HOUR]
        upkeep = Upkeep(tables, tmp_path / "tables.sqlite", print, lambda: now[0])
        upkeep()
        first = listed(tmp_path)
        assert len(first) == 1
        play(tables, table, 1)
        upkeep()
        assert listed(tmp_path) == first, "not yet"
        now[0] += HOUR
        upkeep()
        assert len(listed(tmp_path)) == 2
        now[0] += HOUR
        upkeep()
        assert len(listed(tmp_path)) == 2, "nothing is new"
        tables.store.close()
        tables = tables_in(tmp_path)
        Upkeep(tables, tmp_path / "tables.sqlite", print, lambda: now[0])()
        assert len(listed(tmp_path)) == 2, "a start alone is nothing new"
        for file in (tmp_path / "backups").iterdir():
            assert file.stat().st_mode & 0o077 == 0
            assert checked_contents(file).tables == 1
        assert (tmp_path / "backups").stat().st_mode & 0o077 == 0

    def test_eight_hours_and_seven_days_stay(self) -> None:
        names = [
            f"tables-2026-{month:02}-{day:02}-{hour:02}h.sqlite"
            for month in (1, 2)
            for day in range(1, 29)
            for hour in range(24)
        ]
        stay = copies_to_keep([*names, "by-hand-2026-01-01-10h00m00.sqlite"])
        assert stay[:8] == [f"tables-2026-02-28-{hour:02}h.sqlite" for hour in range(23, 15, -1)]
        assert stay[8:] == [f"tables-2026-02-{day}-23h.sqlite" for day in range(27, 21, -1)]

    def test_whoever_plays_once_a_month_keeps_the_last_seven_evenings(self) -> None:
        names = [f"tables-2026-{month:02}-01-{hour}h.sqlite" for month in range(1, 13) for hour in (20, 21)]
        assert [name[7:17] for name in copies_to_keep(names)][-1] == "2026-06-01"

    def test_all_of_them_together_are_bounded_and_the_latest_stays(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tables = tables_in(tmp_path)
        table, _ = dealt(tables)
        (tmp_path / "backups").mkdir()
        (tmp_path / "backups" / "by-hand-1.sqlite").write_bytes(bytes(10))
        now = [1_000_000.0 * HOUR]
        rolling = Copies(tmp_path / "tables.sqlite", lambda: now[0])
        one = (tmp_path / "tables.sqlite").stat().st_size
        for most, stay in ((10**9, 4), (one * 7 // 2, 3), (1, 1)):
            monkeypatch.setattr(copies, "MOST_BYTES", most)
            for _ in range(4):
                play(tables, table, 1)
                now[0] += HOUR
                made = rolling.make(tables.store.stamp)
            assert made and made.exists()
            sizes = [file.stat().st_size for file in made.parent.glob("tables-*")]
            assert len(sizes) == stay if most != 10**9 else len(sizes) >= 4
            assert len(sizes) == 1 or sum(sizes) <= most
        assert (tmp_path / "backups" / "by-hand-1.sqlite").exists(), "what somebody made himself is his"

    def test_a_copy_that_cannot_be_made_stops_nothing(self, tmp_path: Path) -> None:
        tables = tables_in(tmp_path)
        table, _ = dealt(tables)
        (tmp_path / "backups").write_text("a file, no folder")
        told: list[str] = []
        upkeep = Upkeep(tables, tmp_path / "tables.sqlite", told.append)
        for _ in range(3):
            upkeep()
        assert len(told) == 1
        play(tables, table, 1)

    def test_phones_are_served_between_the_pages(self, tmp_path: Path) -> None:
        """And what they do meanwhile is in the next copy: this one is of one moment, and comes to an end."""
        tables = tables_in(tmp_path)
        table, _ = dealt(tables)
        for number in range(10):
            tables.store.write(WriteSet(table, reply=("0", f"key-key-{number}", StoredReply(422, os.urandom(200_000)))))
        before, rests = tables.table_state(table).version, 0

        def rest() -> None:
            nonlocal rests
            rests += 1
            tables.pause(table, bool(rests % 2))

        with closing(connected(tmp_path / "tables.sqlite")) as source:
            copy_database(source, tmp_path / "copy.sqlite", rest)
        assert rests >= 5 and tables.table_state(table).version == before + rests
        with closing(connected(tmp_path / "copy.sqlite", "ro")) as found:
            assert found.execute("SELECT max(version) FROM log").fetchone() == (before,)

    def test_half_a_copy_is_none(self, tmp_path: Path) -> None:
        tables = tables_in(tmp_path)
        dealt(tables)

        def dies() -> None:
            raise KeyboardInterrupt

        (tmp_path / "copy.sqlite").write_bytes(b"the one before")
        with closing(connected(tmp_path / "tables.sqlite")) as source, pytest.raises(KeyboardInterrupt):
            copy_database(source, tmp_path / "copy.sqlite", dies)
        assert (tmp_path / "copy.sqlite").read_bytes() == b"the one before"
        assert not list(tmp_path.glob("copy.sqlite?*"))

    def test_a_damaged_page_pushes_no_good_copy_out(self, tmp_path: Path) -> None:
        """SQLite copies pages as they are: what was sound in the last hours stays, this hour's copy too."""
        tables = tables_in(tmp_path)
        dealt(tables)
        now = [1_000_000.0 * HOUR]
        Upkeep(tables, tmp_path / "tables.sqlite", print, lambda: now[0])()
        (good,) = (tmp_path / "backups").iterdir()
        then = good.read_bytes()
        tables.store.close()
        tables = tables_in(tmp_path)
        rot(tmp_path / "tables.sqlite")
        told: list[str] = []
        upkeep = Upkeep(tables, tmp_path / "tables.sqlite", told.append, lambda: now[0])
        for _ in range(20):
            tables.store.write_setting("something", str(now[0]))
            upkeep()
            now[0] += HOUR
        assert listed(tmp_path) == [good.name] and good.read_bytes() == then
        assert len(told) == 1 and "damaged" in told[0] and "doctor" in told[0], told
        tables.store.close()

    @pytest.mark.parametrize("folders", [True, False], ids=["folders too", "no folders"])
    def test_a_system_that_brings_only_to_the_disk_what_may_be_written(
        self, folders: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As Windows does; and it opens no folder."""
        import errno
        import fcntl

        brought, fsync, opened = [], os.fsync, os.open

        def strict(handle: int) -> None:
            if not fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_RDWR:
                raise OSError(errno.EBADF, "Bad file descriptor")
            brought.append(handle)
            fsync(handle)

        def open_(path: Any, flags: int, *rest: Any, **words: Any) -> int:
            if not folders and os.path.isdir(path):
                raise PermissionError(errno.EACCES, "Permission denied")
            return opened(path, flags, *rest, **words)

        tables = tables_in(tmp_path)
        dealt(tables)
        with monkeypatch.context() as patch, closing(connected(tmp_path / "tables.sqlite")) as source:
            patch.setattr(os, "fsync", strict)
            patch.setattr(os, "open", open_)
            copy_database(source, tmp_path / "copy.sqlite")
        assert len(brought) == 1 and checked_contents(tmp_path / "copy.sqlite").tables == 1
        tables.store.close()


# What is rescued


class TestRescued:
    """A folder that another program synchronises may lose its file every minute: that fills no disk."""

    def lose(self, tables: Tables, upkeep: Upkeep, file: Path) -> None:
        """It goes, and comes back."""
        file.rename(file.with_name("away"))
        upkeep.look()
        file.with_name("away").rename(file)
        upkeep.look()
        assert not tables.store.trouble

    def test_the_same_state_is_rescued_once(self, tmp_path: Path) -> None:
        tables = tables_in(tmp_path)
        dealt(tables)
        told: list[str] = []
        upkeep = Upkeep(tables, tmp_path / "tables.sqlite", told.append)
        for _ in range(5):
            self.lose(tables, upkeep, tmp_path / "tables.sqlite")
        (only,) = listed(tmp_path)
        assert len(told) == 15 and all(only in line for line in told[1::3]), "and where it is, is told each time"
        spoil(tmp_path / "backups" / only)
        self.lose(tables, upkeep, tmp_path / "tables.sqlite")
        (other,) = {*listed(tmp_path)} - {only}
        assert other in told[-2] and checked_contents(tmp_path / "backups" / other).tables == 1
        tables.store.close()

    def test_three_of_different_states_stay(self, tmp_path: Path) -> None:
        tables = tables_in(tmp_path)
        dealt(tables)
        told: list[str] = []
        upkeep = Upkeep(tables, tmp_path / "tables.sqlite", told.append)
        for number in range(6):
            tables.store.write_setting("something", str(number))
            self.lose(tables, upkeep, tmp_path / "tables.sqlite")
            os.utime(tmp_path / "backups" / latest_named(told), (number, number))  # the clock of a disk may be slow
        assert len(listed(tmp_path)) == 3
        for name in listed(tmp_path):
            assert any(name in line for line in told[-9:]), "the last ones"
            os.utime(tmp_path / "backups" / name, (2**33, 2**33))
        tables.store.write_setting("something", "after the clock was put back")
        self.lose(tables, upkeep, tmp_path / "tables.sqlite")
        assert len(listed(tmp_path)) == 3 and latest_named(told) in listed(tmp_path)
        tables.store.close()


def latest_named(told: list[str]) -> str:
    """The file of which the terminal has spoken last."""
    return re.findall(r"rescued-[\w-]+\.sqlite", told[-2])[0]


# Before a database is brought to the form of this version


class TestBeforeMigration:
    """The version before cannot read it afterwards: it is copied first."""

    def test_a_copy_is_made_once(self, tmp_path: Path) -> None:
        from support.companion.before import known, unpack

        folder = unpack("folder", tmp_path / "old")
        with closing(connected(folder / "tables.sqlite")) as old:
            rows = old.execute("SELECT * FROM holders ORDER BY 1, 2, 3").fetchall()
        for _ in range(2):
            tables_in(folder).store.close()
        (copy,) = (folder / "backups").glob("before-schema-*.sqlite")
        assert checked_contents(copy).schema == "1" and checked_contents(copy).tables == len(known(folder)["tables"])
        assert checked_contents(folder / "tables.sqlite").schema == str(SCHEMA)
        with closing(connected(copy, "ro")) as found:
            assert found.execute("SELECT * FROM holders ORDER BY 1, 2, 3").fetchall() == rows, "no column more"
        assert copy.stat().st_mode & 0o077 == 0 and copies.latest_copy(folder / "backups") is None, (
            "it is no rolling one"
        )

    def test_a_new_database_needs_none(self, tmp_path: Path) -> None:
        tables_in(tmp_path).store.close()
        assert not (tmp_path / "backups").exists()

    def test_a_damaged_one_is_copied_as_it_is(self, tmp_path: Path) -> None:
        from support.companion.before import unpack

        folder = unpack("folder", tmp_path / "old")
        image = bytearray((folder / "tables.sqlite").read_bytes())
        image[-3 * 4096 :] = b"\xff" * (3 * 4096)
        (folder / "tables.sqlite").write_bytes(image)
        tables_in(folder).store.close()
        (copy,) = (folder / "backups").glob("before-schema-*.sqlite")
        assert copy.read_bytes()[-3 * 4096 :] == image[-3 * 4096 :]

    def test_without_a_copy_it_stays_as_it_is(self, tmp_path: Path) -> None:
        from support.companion.before import unpack

        folder = unpack("folder", tmp_path / "old")
        (folder / "backups").write_text("a file, no folder")
        with pytest.raises(NotWritable):
            started(Folder(folder, ""))
        with closing(connected(folder / "tables.sqlite")) as old:
            assert old.execute("SELECT value FROM about WHERE key = 'schema'").fetchone() == ("1",)


# Backup and restore


def command(*words: object) -> tuple[int, str, str]:
    """What `sousmain` says to that, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "cli", *map(str, words)], capture_output=True, text=True, cwd=ROOT, timeout=60
    )
    return done.returncode, done.stdout, done.stderr


def one_move(here: Party) -> dict[str, Any]:
    """Whoever is next moves; the answer."""
    for seat in range(len(here.phones)):
        call = robot_call("code777", here.view(seat), seat, Chance(bytes(32), 0))
        if call:
            reply = here.phones[seat].post(here.path(seat, "move"), call)
            assert reply.status == 200, reply.body
            answer: dict[str, Any] = reply.json
            return answer
    raise AssertionError("nobody moves")


def test_a_game_is_restored_in_the_middle_and_played_on(tmp_path: Path) -> None:
    """Same phones, same seats, same hands as at the moment of the copy."""
    with Running(tmp_path / "data") as server:
        here = party(server, "code777", 3)
        one_move(here)
        copy = tmp_path / "copy.sqlite"
        code, out, err = command("backup", "--to", copy, "--data", server.folder)
        assert (code, err) == (0, "") and str(copy) in out
        then = [here.view(seat) for seat in range(3)]
        one_move(here)
        one_move(here)
        code, out, err = command("restore", copy, "--data", server.folder)
        assert (code, out) == (2, "") and "running already" in err and len(err.splitlines()) == 1
        server.kill()
        code, out, err = command("restore", copy, "--data", server.folder)
        assert (code, err) == (0, "")
        (aside,) = (server.folder / "backups").glob("replaced-*.sqlite")
        assert str(aside) in out and checked_contents(aside).stamp.number > checked_contents(copy).stamp.number
        assert sorted(file.name for file in server.folder.iterdir()) == ["backups", "in-use", "secret", "tables.sqlite"]
        server.start()
        assert [here.view(seat) for seat in range(3)] == then
        assert one_move(here)["version"] == then[0]["table"]["version"] + 1
        assert server.stop() == 0


def test_copies_under_load_hold_what_had_been_answered(tmp_path: Path) -> None:
    with Running(tmp_path / "data") as server:
        here = party(server, "code777", 3)
        over, answered, mistakes = threading.Event(), [0], []
        one_more = threading.Semaphore(0)

        def load() -> None:
            phone, path = here.phones[0].twin(), here.path(0, "notes")
            try:
                while not over.is_set():
                    note = {"game": 1, "set": {"n": answered[0] + 1}}
                    assert phone.post(path, note).status == 200
                    answered[0] += 1
                    one_more.release()
            except Exception as mistake:
                mistakes.append(mistake)

        playing = threading.Thread(target=load)
        playing.start()
        try:
            found = []
            for number in range(5):
                assert one_more.acquire(timeout=60), mistakes  # something has been answered since the last copy
                before = answered[0]
                backup(server.folder, tmp_path / f"{number}.sqlite")
                found.append((before, tmp_path / f"{number}.sqlite"))
            assert one_more.acquire(timeout=60), mistakes
            before = answered[0]
        finally:
            over.set()
            playing.join(30)
        assert not mistakes and answered[0] >= before > 0
        assert server.stop() == 0
        for least, copy in found:
            restore(copy, server.folder)
            tables = tables_in(server.folder)
            assert tables.notes(here.table, 0)[1].get("n", 0) >= least
            tables.store.close()
        server.start()
        assert one_move(here)
        assert server.stop() == 0


class TestRestore:
    """What is refused changes nothing; what was there is kept."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        found = tmp_path / "data"
        found.mkdir()
        tables = tables_in(found)
        play(tables, dealt(tables)[0], 2)
        tables.store.close()
        load_secret(found)
        return found

    def snapshot(self, folder: Path) -> dict[str, bytes]:
        return {str(file): file.read_bytes() for file in folder.rglob("*") if file.is_file() and file.name != "in-use"}

    @pytest.mark.parametrize(
        "what", ["nothing", "empty", "garbage", "half", "spoiled", "another", "newer", "itself", "a folder"]
    )
    def test_what_is_no_copy_is_refused(self, what: str, folder: Path, tmp_path: Path) -> None:
        file = tmp_path / "copy.sqlite"
        if what not in ("nothing", "itself", "a folder"):
            backup(folder, file)
        if what == "empty":
            file.write_bytes(b"")
        elif what == "garbage":
            file.write_bytes(b"a letter to my aunt" * 1000)
        elif what == "half":
            os.truncate(file, file.stat().st_size // 8192 * 4096)
        elif what == "spoiled":
            spoil(file)
        elif what == "another":
            file.unlink()
            with closing(sqlite3.connect(file)) as other:
                other.execute("CREATE TABLE recipes (name)")
        elif what == "newer":
            with closing(sqlite3.connect(file)) as other:
                other.execute("UPDATE about SET value = '99' WHERE key = 'schema'")
                other.commit()
        elif what == "itself":
            file = folder / "tables.sqlite"
        elif what == "a folder":
            file = tmp_path
        before = self.snapshot(tmp_path)
        with pytest.raises(PrintError) as refused:
            restore(file, folder)
        assert str(file) in str(refused.value) or what == "newer"
        assert self.snapshot(tmp_path) == before
        if what != "itself":
            with pytest.raises(PrintError):
                restore(file, tmp_path / "new")
            assert not (tmp_path / "new").exists()

    def test_what_was_there_is_kept_whatever_it_was(self, folder: Path, tmp_path: Path) -> None:
        backup(folder, tmp_path / "copy.sqlite")
        for contents_ in (b"rubbish" * 1000, b""):
            (folder / "tables.sqlite").write_bytes(contents_)
            (folder / "tables.sqlite-wal").write_bytes(b"stale")
            told = restore(tmp_path / "copy.sqlite", folder)
            (aside,) = [file for file in (folder / "backups").glob("replaced-*.sqlite") if str(file) in " ".join(told)]
            assert aside.read_bytes() == contents_ and Path(f"{aside}-wal").read_bytes() == b"stale"
            assert not (folder / "tables.sqlite-wal").exists()
            tables = tables_in(folder)
            assert len(moved(tables, tables.store.tables(1)[0])) == 2
            tables.store.close()

    def test_a_write_ahead_log_beside_the_copy_belongs_to_it(self, folder: Path, tmp_path: Path) -> None:
        """Whoever copied the folder of a server that was killed."""
        tables = tables_in(folder)
        table = tables.store.tables(1)[0]
        play(tables, table, 2)
        shutil.copytree(folder, tmp_path / "copied")
        tables.store.close()
        restore(tmp_path / "copied" / "tables.sqlite", tmp_path / "new")
        again = tables_in(tmp_path / "new")
        assert len(moved(again, table)) == 4

    def test_the_games_to_come_have_other_seeds_than_those_that_may_have_been_shown(
        self, folder: Path, tmp_path: Path
    ) -> None:
        def sealed() -> list[str]:
            tables = tables_in(folder)
            (table_state,) = tables.all(9)
            if table_state.phase == "playing":
                tables.abandon(table_state.id)
            found = [tables.fairness.commitment(tables.table_state(table_state.id)) for _ in range(2)]
            tables.store.close()
            assert found[0] == found[1]
            return found[:1]

        backup(folder, tmp_path / "copy.sqlite")
        shown = sealed() + sealed()  # the same after a restart
        for _ in range(2):
            restore(tmp_path / "copy.sqlite", folder)
            shown += sealed()
        assert shown[0] == shown[1] and len(set(shown)) == 3

    def test_phones_will_speak_of_a_changed_promise_and_the_host_is_told_why(
        self, folder: Path, tmp_path: Path
    ) -> None:
        backup(folder, tmp_path / "copy.sqlite")
        told = " ".join(restore(tmp_path / "copy.sqlite", folder))
        assert "promised for the next deal was changed" in told

    def test_a_copy_of_another_laptop_is_not_said_to_have_lost_its_secret(
        self, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        backup(folder, tmp_path / "copy.sqlite")
        here = tmp_path / "here"
        here.mkdir()
        own = load_secret(here).fingerprint
        restore(tmp_path / "copy.sqlite", here)
        tables = started(Folder(here, ""))
        told = capsys.readouterr().out
        assert tables.secret.fingerprint == own and "every seat has a new code" in told
        assert "not the one that these tables were made with" in told
        assert "promised for the next deal was changed" in told
        tables.store.close()

    def test_a_folder_in_use_is_left_alone(self, folder: Path, tmp_path: Path) -> None:
        backup(folder, tmp_path / "copy.sqlite")
        with Folder(folder, "here"), pytest.raises(InUse):
            restore(tmp_path / "copy.sqlite", folder)

    def test_an_older_schema_is_taken(self, tmp_path: Path) -> None:
        from support.companion.before import known, unpack

        old = unpack("folder", tmp_path / "old")
        restore(old / "tables.sqlite", tmp_path / "new")
        assert {each.id for each in tables_in(tmp_path / "new").all(1000)} == set(known(old)["tables"])

    def test_nothing_to_back_up(self, tmp_path: Path) -> None:
        with pytest.raises(PrintError):
            backup(tmp_path / "nowhere", None)
        assert list(tmp_path.iterdir()) == []

    def test_a_backup_is_not_written_over_a_database_in_use(self, folder: Path) -> None:
        before = self.snapshot(folder)
        with pytest.raises(PrintError, match="--to"):
            backup(folder, folder / "tables.sqlite")
        assert self.snapshot(folder) == before

    @pytest.mark.parametrize("what", ["letter", "empty", "another", "spoiled", "of another folder"])
    def test_a_backup_is_written_over_no_file_but_a_backup(self, what: str, folder: Path, tmp_path: Path) -> None:
        file = tmp_path / "thesis.txt"
        if what == "of another folder":  # closed, and so without a write-ahead log
            file = tmp_path / "other" / "tables.sqlite"
            file.parent.mkdir()
            with Folder(file.parent, ""):
                tables_in(file.parent).store.close()
        elif what == "another":
            with closing(sqlite3.connect(file)) as other:
                other.execute("CREATE TABLE recipes (name)")
        elif what == "spoiled":
            backup(folder, file)
            spoil(file)
        else:
            file.write_bytes(b"a letter to my aunt" * (what == "letter"))
        before = self.snapshot(tmp_path)
        with pytest.raises(PrintError, match="--to") as refused:
            backup(folder, file)
        assert str(file) in str(refused.value)
        assert self.snapshot(tmp_path) == before
        if what == "letter":
            code, out, err = command("backup", "--to", file, "--data", folder)
            assert (code, out, len(err.splitlines())) == (2, "", 1)

    def test_a_backup_may_take_the_place_of_an_older_one(self, folder: Path, tmp_path: Path) -> None:
        file = tmp_path / "copy.sqlite"
        backup(folder, file)
        tables = tables_in(folder)
        play(tables, tables.store.tables(1)[0], 1)
        tables.store.close()
        then = checked_contents(file).stamp.number
        backup(folder, file)
        assert checked_contents(file).stamp.number > then
        assert sorted(each.name for each in tmp_path.iterdir()) == ["copy.sqlite", "data"]

    @pytest.mark.parametrize("harm", ["pages", "an index"])
    def test_a_damaged_database_gives_no_backup(self, harm: str, folder: Path, tmp_path: Path) -> None:
        """And the one before is not lost for it."""
        backup(folder, tmp_path / "copy.sqlite")
        before = (tmp_path / "copy.sqlite").read_bytes()
        if harm == "pages":
            spoil(folder / "tables.sqlite")
        else:
            with closing(sqlite3.connect(folder / "tables.sqlite", isolation_level=None)) as other:
                other.execute("INSERT INTO holders (table_id, seat, device) SELECT id, 3, 'some phone' FROM tables")
                other.execute("PRAGMA writable_schema = 1")  # every page is one, but the index is of another column
                other.execute(
                    "UPDATE sqlite_master SET sql = replace(sql, 'device)', 'table_id)') WHERE type = 'index'"
                )
            copies.quick_check(folder / "tables.sqlite")
        with pytest.raises(PrintError):
            backup(folder, tmp_path / "copy.sqlite")
        assert (tmp_path / "copy.sqlite").read_bytes() == before


def spoil(file: Path) -> None:
    """Something fell on the disk."""
    image = bytearray(file.read_bytes())
    image[8192:40960] = b"\xff" * (40960 - 8192)
    file.write_bytes(image)


def rot(file: Path) -> None:
    """The same, and the system knows nothing of it: neither time nor size tells."""
    was = file.stat()
    spoil(file)
    os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))


# The doctor


class TestDoctor:
    """Looks at the folder, running or not, and leaves it as it is."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        tables = tables_in(tmp_path)
        dealt(tables)
        tables.store.close()
        load_secret(tmp_path)
        return tmp_path

    def test_all_is_well(self, folder: Path) -> None:
        before = {file.name: file.read_bytes() for file in folder.iterdir()}
        assert "(1)" in examined(folder) and "no copy" in examined(folder)
        assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
        tables = tables_in(folder)
        Upkeep(tables, folder / "tables.sqlite", print)()
        tables.store.close()
        assert time.strftime("%Y-%m-%d") in examined(folder)

    def test_beside_a_server_that_plays(self, tmp_path: Path) -> None:
        with Running(tmp_path) as server:
            here = party(server, "code777", 3)
            assert "(1)" in examined(tmp_path)
            one_move(here)
            assert examined(tmp_path)
            assert server.stop() == 0

    @pytest.mark.parametrize("others", [True, False])
    def test_the_copy_that_it_looks_at_is_thinned_out_meanwhile(
        self, others: bool, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        backups = folder / "backups"
        backups.mkdir()
        names = [f"tables-2026-01-01-{hour}h.sqlite" for hour in (10, 11)]
        for name in names[1 - others :]:
            (backups / name).write_bytes(b"")
        latest = copies.latest_copy

        def thinned_out(where: Path) -> Path | None:
            found = latest(where)
            if found and found.name == names[1]:
                found.unlink()
            return found

        monkeypatch.setattr(copies, "latest_copy", thinned_out)
        assert ("Last copy: " if others else "no copy") in examined(folder)

    def damage(self, folder: Path) -> None:
        spoil(folder / "tables.sqlite")

    def schema(self, folder: Path) -> None:
        with closing(sqlite3.connect(folder / "tables.sqlite")) as other:
            other.execute("UPDATE about SET value = '99' WHERE key = 'schema'")
            other.commit()

    def unreadable(self, folder: Path) -> None:
        with closing(sqlite3.connect(folder / "tables.sqlite")) as other:
            other.execute("UPDATE log SET act = X'00' WHERE version = 3")
            other.commit()

    def half_a_secret(self, folder: Path) -> None:
        (folder / "secret").write_text("00")

    @pytest.mark.parametrize("harm", [damage, schema, unreadable, half_a_secret], ids=lambda harm: harm.__name__)
    def test_what_is_wrong(self, harm: Callable[[Any, Path], None], folder: Path) -> None:
        harm(self, folder)
        before = {file.name: file.read_bytes() for file in folder.iterdir()}
        with pytest.raises(PrintError):
            examined(folder)
        assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_a_server_copies_at_its_start_and_tells_what_befell_its_file(tmp_path: Path) -> None:
    """`sousmain play` itself."""
    words = ["play", "code777", "--bind", "127.0.0.1", "--port", "0", "--no-open", "--data", str(tmp_path)]
    process = subprocess.Popen([sys.executable, "-m", "cli", *words], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout
    try:
        told = iter(process.stdout)
        assert any("Ctrl+C" in line for line in told)
        wait_for(lambda: list(tmp_path.glob("backups/tables-*h.sqlite")))
        (tmp_path / "tables.sqlite").rename(tmp_path / "away.sqlite")
        assert "is gone" in next(told)
        assert "rescued-" in next(told)
        (tmp_path / "away.sqlite").rename(tmp_path / "tables.sqlite")
        assert "goes on" in next(told)
    finally:
        process.terminate()
        assert process.wait(20) == 0
        process.stdout.close()


def at_a_start(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What the terminal says when the tables of a folder are opened and copied, as at a start."""
    with Folder(folder, "") as held:
        tables = started(held)
        Upkeep(tables, held.file, print)()
        tables.store.close()
    return capsys.readouterr().out


def test_a_database_that_was_lost_between_two_evenings_is_told_and_its_copy_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No copy is replaced by one that has less in it."""
    with Folder(tmp_path, "") as held:
        tables = started(held)
        play(tables, dealt(tables)[0], 5)
        Upkeep(tables, held.file, print)()
        tables.store.close()
    (full,) = (tmp_path / "backups").iterdir()
    much = checked_contents(full).stamp
    assert "restore" not in at_a_start(tmp_path, capsys), "all is there"
    earlier = tmp_path / "earlier.sqlite"
    shutil.copyfile(full, earlier)
    (tmp_path / "tables.sqlite").unlink()
    told = at_a_start(tmp_path, capsys)
    assert "begin anew" in told and f"sousmain restore {full}" in told
    assert much in [checked_contents(file).stamp for file in (tmp_path / "backups").iterdir()]
    restore(earlier, tmp_path)
    assert "restore" not in at_a_start(tmp_path, capsys), "going back was meant"


def test_an_older_file_between_two_evenings_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Folder(tmp_path, "") as held:
        tables = started(held)
        table, _ = dealt(tables)
        backup(tmp_path, tmp_path / "earlier.sqlite")
        play(tables, table, 5)
        Upkeep(tables, held.file, print)()
        tables.store.close()
    (full,) = (tmp_path / "backups").iterdir()
    much = checked_contents(full).stamp
    shutil.copyfile(tmp_path / "earlier.sqlite", tmp_path / "tables.sqlite")
    told = at_a_start(tmp_path, capsys)
    assert "has less in it" in told and f"sousmain restore {full}" in told
    assert much in [checked_contents(file).stamp for file in (tmp_path / "backups").iterdir()]


def wait_for(state: Callable[[], object]) -> None:
    """Until it is so."""
    end = time.monotonic() + 30
    while not state():
        assert time.monotonic() < end, "it never comes"
        time.sleep(0.02)
