"""On the disk before it is answered: also when somebody deletes, moves or overwrites the file while it is played."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask
from support.companion.befallen import NAMES, Table, after_restart, move_away
from support.companion.playing import ask, dealt, moved
from support.companion.rig import Browser, app_of, robot_call, seated, tables_in
from support.companion.running import Running, party

from companion.service.tables import Tables
from companion.service.upkeep import Upkeep
from companion.storage import copies, database, file_identity
from companion.storage.file_identity import DAMAGED, GONE, OLDER, OTHER
from companion.storage.store import Conflict, DatabaseReplaced, Locked, Store, StoredReply, WriteSet
from referee.chance import Chance

BEFELL = {
    "deleted": (GONE,),
    "all deleted": (GONE,),
    "moved away": (GONE,),
    "database moved away": (GONE,),
    "truncated": (DAMAGED, OTHER),
    "half of it": (DAMAGED, OLDER),
    "garbage": (DAMAGED,),
    "another copied over it": (OTHER, DAMAGED),
    "another renamed over it": (OTHER, DAMAGED),
    "an older one copied over it": (OLDER, DAMAGED),
    "an older one renamed over it": (OLDER, DAMAGED),
}


@pytest.fixture
def here(tmp_path: Path) -> Table:
    return Table(tmp_path)


@pytest.mark.parametrize("what", BEFELL)
def test_nothing_is_acknowledged_that_a_restart_would_not_find(what: str, here: Table) -> None:
    before = moved(here.tables, here.table)
    here.befall(what)
    for _ in range(2):
        with pytest.raises(DatabaseReplaced):
            here.move()
    assert here.tables.store.look() in BEFELL[what]
    assert here.tables.table_state(here.table).phase == "playing", "what memory knows can be shown"
    here.put_back()
    assert here.tables.store.look() == ""
    assert here.move() == 200
    assert [v for v, _ in after_restart(here.folder, here.table)] == [v for v, _ in before] + [before[-1][0] + 1]
    here.tables.store.close()
    assert len(moved(tables_in(here.folder), here.table)) == len(before) + 1


@pytest.mark.parametrize("what", BEFELL)
def test_what_happens_between_commit_and_answer_is_noticed_too(
    what: str, here: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat, made = ask(here.tables, here.table)
    still_ours = file_identity.FileGuard.still_ours

    def too_late(guard: file_identity.FileGuard) -> bool:
        here.befall(what)
        return still_ours(guard)

    with monkeypatch.context() as patch:
        patch.setattr(file_identity.FileGuard, "still_ours", too_late)
        with pytest.raises(DatabaseReplaced):
            here.tables.play(here.table, seat, made)
    here.put_back()
    reply = here.tables.play(here.table, seat, made)
    assert reply.status == 200, "the same key: done once, whether it was kept or not"
    assert len(after_restart(here.folder, here.table)) == 4


def test_an_older_copy_is_not_taken_for_the_right_one_by_patience(here: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_identity, "AGAIN", 0.0)
    here.befall("an older one renamed over it")
    for name in NAMES[1:]:
        (here.folder / name).unlink()
    for _ in range(3):
        assert here.tables.store.look() == OLDER
    here.tables.store.close()
    with closing(sqlite3.connect(here.file)) as found:
        assert found.execute("PRAGMA integrity_check").fetchone() == ("ok",), "and it is left as it was put there"


def test_an_older_copy_in_place_is_not_mixed_with_what_was_newer_at_the_end(tmp_path: Path) -> None:
    """SQLite would write its write-ahead log into whatever lies there now, when the program ends."""
    program = f"""
import shutil, sys
sys.path[:0] = {[*sys.path]!r}
from pathlib import Path
from support.companion.befallen import Table
here = Table(Path({str(tmp_path)!r}))
here.befall("an older one copied over it")
here.tables.store.look()
here.tables.store.close()
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
    assert (tmp_path / NAMES[0]).read_bytes() == (tmp_path / "old.sqlite").read_bytes()


def test_a_write_ahead_log_that_was_deleted_costs_nothing(here: Table) -> None:
    """All of it is still open here: it goes into the database before anything else is written."""
    for name in NAMES[1:]:
        (here.folder / name).unlink()
    assert here.move() == 200 and here.move() == 200
    assert len(after_restart(here.folder, here.table)) == 5


def test_another_program_may_read_write_and_tidy_up(here: Table) -> None:
    """As long as all is there that was answered."""
    for words in ("INSERT INTO about VALUES ('mine', 'x')", "PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM"):
        program = (
            f"import sqlite3; c = sqlite3.connect({str(here.file)!r}, timeout=5); c.execute({words!r}); c.commit()"
        )
        subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
        assert here.move() == 200
    assert here.tables.store.setting("mine") == "x"
    assert len(after_restart(here.folder, here.table)) == 6


def test_looking_at_the_files_does_not_let_go_of_the_locks_of_sqlite(here: Table) -> None:
    """Else another program would take the database for its own, and delete the write-ahead log when it ends."""
    with closing(copies.connected(here.file)) as other:
        other.execute("INSERT INTO about VALUES ('mine', 'x')")
    assert here.move() == 200, "it has looked"
    program = f"import sqlite3; c = sqlite3.connect({str(here.file)!r}, timeout=0); print(*c.execute('PRAGMA journal_mode = DELETE'))"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert "locked" in told.stderr, told.stdout


def test_the_write_ahead_log_is_brought_in_when_it_is_large(here: Table) -> None:
    wal = here.folder / NAMES[1]
    big = bytes(300_000)
    sizes = []
    for number in range(35):
        here.tables.store.write(WriteSet(here.table, reply=("0", f"key-key-{number}", StoredReply(422, big))))
        sizes.append(wal.stat().st_size)
    assert 0 in sizes and max(sizes) < file_identity.LARGEST_WAL + 1_000_000
    for number in range(file_identity.COMMITS):
        here.tables.store.write_setting("number", str(number))
    guard = here.tables.store._guard
    assert guard and guard.stamp.number - guard.checkpointed.number < file_identity.COMMITS
    assert wal.stat().st_size, "an old one is written over: that is quicker than a new one"
    assert here.tables.store.look() == "" and here.move() == 200


def test_looking_takes_microseconds(here: Table) -> None:
    """Two looks for each move: far below what the disk takes."""
    import timeit

    guard = here.tables.store._guard
    assert guard
    took = min(timeit.repeat(guard.unchanged, number=100, repeat=5)) / 100
    print(f"\none look: {took * 1e6:.1f} µs")
    assert took < 0.001


# What the phones and the terminal are told


class Evening:
    """A table with phones, the upkeep of the server, and what it said in the terminal."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / NAMES[0]
        self.tables: Tables = tables_in(folder)
        self.app: Flask = app_of(self.tables)
        self.table, self.phones = seated(self.app, self.tables, "code777")
        self.tables.begin(self.table)
        self.told: list[str] = []
        self.upkeep = Upkeep(self.tables, self.file, self.told.append)

    def move(self) -> tuple[Browser, str, dict[str, Any]]:
        """Who is next, and what he sends where."""
        (seat,) = self.tables.table_state(self.table).awaited
        _, made = ask(self.tables, self.table)
        body = {"offer": made.offer, "key": made.key, "move": {"kind": "ask"}}
        return self.phones[seat], f"/t/{self.table}/seat/{seat}/move", body

    def pages(self) -> list[str]:
        """What everybody sees, the table screen too."""
        seats = [phone.get(f"/t/{self.table}/seat/{i}/part").text for i, phone in enumerate(self.phones)]
        return [*seats, Browser(self.app).get(f"/t/{self.table}/part").text]


def test_an_act_that_was_refused_leaves_no_hole_in_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file goes between commit and answer, a page is drawn from what is still open, then a copy comes back."""
    tables = tables_in(tmp_path)
    table, _ = dealt(tables)
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in NAMES[:2]:
        shutil.copyfile(tmp_path / name, copy / name)
    real = file_identity.FileGuard.still_ours

    def late(guard: file_identity.FileGuard) -> bool:
        for name in NAMES:
            (tmp_path / name).unlink()
        monkeypatch.undo()
        return real(guard)

    before = tables.table_state(table).version
    monkeypatch.setattr(file_identity.FileGuard, "still_ours", late)
    with pytest.raises(DatabaseReplaced):
        tables.rename(table, 0, "Refused", 3)
    assert tables.table_state(table).version == before + 1, (
        "what is open still has it, and shows it until the file is back"
    )
    for name in NAMES[:2]:
        shutil.copyfile(copy / name, tmp_path / name)
    assert tables.store.look() == ""
    assert tables.table_state(table).version == before
    tables.rename(table, 0, "Taken", 5)
    assert [version for version, _ in tables.store.acts(table)] == [*range(1, before + 2)]
    with pytest.raises(Conflict):
        tables.store.write(WriteSet(table, version=before + 9, act=b"{}"))
    tables.store.close()
    again = tables_in(tmp_path)
    assert again.table_state(table).chairs[0].name == "Taken"
    again.store.close()


@pytest.mark.parametrize("what", ["locked", "gone"])
def test_the_end_of_a_game_is_shown_though_nothing_can_be_written(evening: Evening, what: str) -> None:
    """Its final seal cannot be kept then: it is shown all the same, and the other pages too."""
    evening.tables.abandon(evening.table)
    if what == "gone":
        move_away(evening.folder)
        shown = evening.pages()
    else:
        with closing(sqlite3.connect(evening.file)) as other:
            other.execute("BEGIN IMMEDIATE")
            shown = evening.pages()
    assert all('id="final-1"' in page for page in shown)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_one_sentence_on_every_phone_and_one_in_the_terminal(evening: Evening) -> None:
    listening = [evening.tables.hub.listen(evening.table, seat) for seat in (0, 1, "table")]
    while any(each.next(0.0) for each in listening):
        pass
    phone, path, body = evening.move()
    put_back = move_away(evening.folder)
    for _ in range(3):
        reply = phone.post(path, body)
        assert (reply.status_code, reply.headers["Retry-After"]) == (503, "1")
        assert "cannot keep moves" in reply.json["error"]
    for _ in range(3):
        evening.upkeep()
    assert len(evening.told) == 2 and str(evening.file) in evening.told[0], evening.told
    assert [each.next(0.0) for each in listening] == [("here", 0)] * 3, "every page looks"
    assert all(page.count("cannot keep moves") == 1 for page in evening.pages())
    assert "cannot keep moves" in Browser(evening.app).get("/").text
    saved = next(evening.folder.glob("backups/rescued-*.sqlite"))
    assert str(saved) in evening.told[1] and saved.stat().st_mode & 0o077 == 0
    assert saved.parent.stat().st_mode & 0o077 == 0
    put_back()
    evening.upkeep()
    assert len(evening.told) == 3
    assert [each.next(0.0) for each in listening] == [("here", 0)] * 3
    assert not any("cannot keep moves" in page for page in evening.pages())
    assert phone.post(path, body).status_code == 200


def test_what_was_rescued_can_be_put_in_place(evening: Evening) -> None:
    for name in NAMES:
        (evening.folder / name).unlink()
    evening.upkeep()
    (saved,) = evening.folder.glob("backups/rescued-*.sqlite")
    shutil.copyfile(saved, evening.file)
    phone, path, body = evening.move()
    assert phone.post(path, body).status_code == 200
    assert len(after_restart(evening.folder, evening.table)) == 1


def test_a_full_disk_is_told_and_overcome(evening: Evening) -> None:
    def limit(pages: str) -> None:
        with evening.tables.store._reading() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    phone, path, body = evening.move()
    with evening.tables.store._reading() as connection:
        now = connection.exec_driver_sql("PRAGMA page_count").scalar()
    limit(str(now))
    statuses = set()
    for number in range(40):  # until the last page is full: a note page takes five of them
        seat = number % len(evening.phones)
        wanted = {"game": 1, "set": {os.urandom(4).hex(): "x" * 3000}}
        reply = evening.phones[seat].post(f"/t/{evening.table}/seat/{seat}/notes", wanted)
        statuses.add(reply.status_code)
        if reply.status_code == 503:
            break
    assert reply.status_code == 503 and "disk" in reply.json["error"]
    evening.upkeep.look()
    limit("1000000")
    evening.upkeep.look()
    assert phone.post(path, body).status_code == 200
    assert statuses <= {200, 400, 503}


# Another program's lock


@pytest.fixture
def holder(evening: Evening) -> sqlite3.Connection:
    """Another program that writes and does not come to an end."""
    other = sqlite3.connect(evening.file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    return other


def test_a_lock_that_stays_is_told_with_503_and_all_pages_are_shown(
    evening: Evening, holder: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.0)
    phone, path, body = evening.move()
    joined = Browser(evening.app)
    posts = [
        partial(phone.post, path, body),
        partial(phone.post, path.replace("move", "notes"), {"game": 1, "set": {"text": "x"}}),
        partial(phone.post, path.replace("move", "name"), {"name": "Zoe", "colour": 7}),
    ]
    for post in posts:
        reply = post()
        assert (reply.status_code, reply.headers["Retry-After"]) == (503, "1"), reply.text
        assert "Try again" in reply.json["error"]
    assert len(evening.pages()) == 5 and joined.get("/").status_code == 200
    holder.execute("ROLLBACK")
    assert [post().status_code for post in posts] == [200, 200, 200]
    assert len(moved(evening.tables, evening.table)) == 1


def test_a_lock_is_waited_for_while_others_are_served(
    evening: Evening, holder: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two tries nothing is held: here every other phone asks in that moment, and the lock goes."""
    phone, path, body = evening.move()
    served: list[list[str]] = []

    def others(_: float) -> None:
        asking = threading.Thread(target=lambda: served.append(evening.pages()))
        asking.start()
        asking.join(30)
        if len(served) == 3:
            holder.execute("COMMIT")

    monkeypatch.setattr(database, "PATIENCE", 600.0)  # on a busy machine the others take longer than a phone waits
    monkeypatch.setattr(database.time, "sleep", others)
    assert phone.post(path, body).status_code == 200
    assert len(served) == 3
    assert len(moved(evening.tables, evening.table)) == 1


def test_a_server_serves_everybody_while_one_write_waits(tmp_path: Path) -> None:
    """The real one, which is one thread: other tables and other phones are answered while a move waits for its lock."""
    with Running(tmp_path) as server:
        tables = [party(server, "code777", 3) for _ in range(2)]
        with closing(sqlite3.connect(tmp_path / NAMES[0], isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            sent = []
            for each in tables:
                seat = each.view(0)["table"]["awaited"][0]
                view = each.view(seat)
                call = robot_call("code777", view, seat, Chance(bytes(32), 0))
                phone, path = each.phones[seat].twin(), each.path(seat, "move")
                sent.append((phone, path, call, phone.send("POST", path, msgspec.json.encode(call))))
            for _ in range(3):
                for each in tables:
                    assert all(each.view(seat)["table"]["phase"] == "playing" for seat in range(3))
            other.execute("COMMIT")
        for phone, path, call, line in sent:
            status = phone.read(line).status
            while status == 503:  # on a busy machine it may have waited for too long: then, as a phone does
                status = phone.post(path, call).status
            assert status == 200
        assert [each.view(0)["table"]["version"] for each in tables] == [6, 6], "once"


def test_absent_seats_move_on_when_the_lock_has_gone(evening: Evening) -> None:
    (seat,) = evening.tables.table_state(evening.table).awaited
    evening.tables.absent(evening.table, seat, True)
    other = sqlite3.connect(evening.file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    evening.tables.after_move(evening.table)
    evening.tables.expire_clocks()
    assert not moved(evening.tables, evening.table)
    other.execute("ROLLBACK")
    evening.tables.expire_clocks()
    assert moved(evening.tables, evening.table)
    other.close()


def test_a_start_waits_for_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(f"sqlite:///{tmp_path / NAMES[0]}").close()
    other = sqlite3.connect(tmp_path / NAMES[0], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(database.time, "sleep", lambda _: other.execute("COMMIT"))
    Store(f"sqlite:///{tmp_path / NAMES[0]}").close()


def test_locked_is_no_trouble_of_the_file(evening: Evening, holder: sqlite3.Connection) -> None:
    with pytest.raises(Locked):
        evening.tables.store.write_setting("x", "y")
    assert evening.tables.store.look() == ""
    evening.upkeep.look()
    assert evening.told == []
