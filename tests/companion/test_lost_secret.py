"""The file `secret` was lost or damaged: new codes for all seats at once, the host is told, phones keep their seats."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.companion.before import known, unpack
from support.companion.evening import spoilt
from support.companion.playing import ask, dealt
from support.companion.rig import app_of, host_of, seated

from companion.errors import NotFound
from companion.server.launch import tables_in
from companion.service.code_renewal import renew_codes
from companion.service.tables import Tables
from companion.storage.data_folder import Folder
from companion.table import acts
from referee.registry import game


def started(folder: Path) -> Tables:
    """As the command does it."""
    return tables_in(Folder(folder, ""))


def codes(tables: Tables, table: str) -> list[str]:
    """What the screen shows for a table."""
    table_state = tables.table_state(table)
    return [tables.code(table_state, seat) for seat in (None, *range(table_state.seats))]


def lost(folder: Path) -> None:
    """It is not there any more."""
    (folder / "secret").unlink()


def damaged(folder: Path) -> None:
    """It is there, and worth nothing."""
    (folder / "secret").write_bytes(b"half a sec\xff")


@pytest.mark.parametrize("harm", [lost, damaged])
def test_every_code_on_the_screen_holds(
    harm: Callable[[Path], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = started(tmp_path)
    names = [dealt(tables)[0], tables.open("fully", 4, game("fully").Options(), "en").id]
    tables.free(names[1], 2)
    old = [code for name in names for code in codes(tables, name)]
    tables.store.close()
    assert "new code" not in capsys.readouterr().out, "nothing was lost yet"
    harm(tmp_path)
    again = started(tmp_path)
    assert "every seat has a new code" in capsys.readouterr().out
    for name in names:
        shown = codes(again, name)
        assert [again.opened_by(code)[1] for code in shown] == [None, *range(4)]
        assert not {*shown} & {*old}
    for code in old:
        with pytest.raises(NotFound):
            again.opened_by(code)
    now = codes(again, names[0])
    again.store.close()
    third = started(tmp_path)
    assert codes(third, names[0]) == now and capsys.readouterr().out == "", "told once"
    third.store.close()
    if harm is damaged:
        assert (tmp_path / "secret.damaged").read_bytes() == b"half a sec\xff"


def test_words_that_nobody_could_say_any_more_are_not_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = started(tmp_path)
    table = tables.open("fully", 4, game("fully").Options(), "en").id
    tables.words.ask_for("for all")
    tables.words.ask_for("for this one", table)
    tables.store.close()
    again = started(tmp_path)
    assert again.words.own() and again.words.own(table), "nothing was lost yet"
    again.store.close()
    lost(tmp_path)
    third = started(tmp_path)
    assert not third.words.asks(table)
    sentence = "Where a word was asked for before the code, none is now: choose one again."
    assert sentence in " ".join(capsys.readouterr().out.split())
    assert sentence in host_of(app_of(third)).get("/").text
    third.store.close()


def test_phones_keep_their_seats_and_an_open_page_says_what_to_do(tmp_path: Path) -> None:
    tables = started(tmp_path)
    app = app_of(tables)
    host = host_of(app)
    table, phones = seated(app, tables, "code777")
    tables.begin(table)
    for phone, seat in zip(phones, range(4), strict=True):
        phone.get(f"/t/{table}/seat/{seat}")
    tables.store.close()
    lost(tmp_path)
    after = started(tmp_path)
    fresh = app_of(after)
    cookies = [phone.client for phone in phones]
    for client in (*cookies, host.client):
        client.application = fresh
    seat, made = ask(after, table)
    sent = {"offer": made.offer, "key": made.key, "move": {"kind": "ask"}}
    phone = phones[seat]
    assert phone.client.get(f"/t/{table}/seat/{seat}/part", base_url="http://127.0.0.1:7770").status_code == 200
    reply = phone.post(f"/t/{table}/seat/{seat}/move", sent)
    assert reply.status_code == 403 and "Reload" in reply.json["error"], "the page in the browser is of then"
    assert phone.get(f"/t/{table}/seat/{seat}").status_code == 200
    assert phone.post(f"/t/{table}/seat/{seat}/move", sent).status_code == 200
    assert "every seat has a new code" in host.get("/").text, "and the host is told on the front page"
    assert "every seat has a new code" in host.get("/").text, "until it was read"
    assert "every seat has a new code" not in phone.get("/").text
    assert phone.post("/noted").status_code == 403
    assert host.post("/noted").json == {"go": "/"}
    assert "every seat has a new code" not in host.get("/").text
    after.store.close()


def test_a_folder_of_the_version_before_knows_no_fingerprint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = unpack("folder", tmp_path / "data")
    tables = started(folder)
    then = known(folder)["tables"]
    for table, was in then.items():
        assert codes(tables, table) == was["codes"]
    tables.store.close()
    assert capsys.readouterr().out == ""
    other = unpack("folder", tmp_path / "other")
    lost(other)
    again = started(other)
    assert "every seat has a new code" in capsys.readouterr().out
    for table in then:
        assert all(again.opened_by(code)[0].id == table for code in codes(again, table))
    again.store.close()


def test_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kill in the middle leaves the old ones, and the next start makes the new ones."""
    tables = started(tmp_path)
    table, _ = dealt(tables)
    old = codes(tables, table)
    tables.store.close()
    lost(tmp_path)

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("companion.storage.store.Store._say", dies)
        with pytest.raises(KeyboardInterrupt):
            started(tmp_path)
    again = started(tmp_path)
    assert again.opened_by(codes(again, table)[1])[1] == 0
    with pytest.raises(NotFound):
        again.opened_by(old[1])
    again.store.close()


def test_a_table_that_could_not_be_read_then_gets_its_codes_when_it_can(tmp_path: Path) -> None:
    tables = started(tmp_path)
    bad = spoilt(tables)
    dealt(tables)
    tables.store.close()
    lost(tmp_path)
    second = started(tmp_path)
    assert second.store.token("5" * 64) is None
    with second.store._writing() as connection:
        right = acts.encode(acts.TableOpened("fully", "en", 4, {}))
        connection.exec_driver_sql("UPDATE log SET act = ? WHERE table_id = ?", (right, bad))
    second.store.close()
    third = started(tmp_path)
    assert all(third.opened_by(code)[0].id == bad for code in codes(third, bad))
    assert third.store.without_codes() == []
    assert not renew_codes(third)
    third.store.close()
