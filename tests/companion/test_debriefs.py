"""The debrief on phones: nothing of it before the end, for anybody; then with any seat's eyes, proofs for what is tapped, and
on the table screen what decided the game."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from support.companion.playing import dealt, play
from support.companion.rig import Browser, app_of, host_of, tables_in

from companion.errors import NotFound
from companion.service.past import debriefs
from companion.service.tables import Tables
from companion.storage.store import StoreError
from referee.game import TABLE
from templates import i18n


@pytest.fixture
def tables(tmp_path: Path) -> Any:
    found = tables_in(tmp_path, dice=lambda size: b"\x07" * size)
    found.debriefs = debriefs.Debriefs(found.store, away=lambda make: make())
    yield found
    found.store.close()


@pytest.fixture
def app(tables: Tables) -> Flask:
    return app_of(tables)


def paths(table: str, number: int = 1) -> list[str]:
    """All that there is to ask about a game."""
    page = f"/t/{table}/debrief/{number}"
    return [page, f"{page}?seat=1", f"{page}/seat/0/0.json", f"{page}/seat/0/0.json?why=fact.0"]


def test_nothing_of_it_before_the_end_for_anybody(tables: Tables, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even reckoned: no length and no time can tell of it. The host is nobody else."""
    monkeypatch.setattr(debriefs, "finished_game", lambda *_: pytest.fail("looked at the log"))
    table, _ = dealt(tables)
    play(tables, table, 6)
    tables.hub.listen(table, TABLE)
    tables.look_back()
    for browser in (Browser(app), host_of(app)):
        for path in (*paths(table), *paths(table, 0), *paths(table, 2)):
            reply = browser.get(path)
            assert reply.status_code == 404 and "not yet" in reply.text, path
        assert "/debrief/" not in browser.get(f"/t/{table}").text
    with pytest.raises(NotFound):
        tables.debriefs.of(tables.table_state(table), 1)


def test_after_the_end_any_seat_and_every_proof(tables: Tables, app: Flask) -> None:
    table, _ = dealt(tables, target=1)
    play(tables, table)
    browser = Browser(app)
    assert f'href="/t/{table}/debrief/1"' in browser.get(f"/t/{table}").text
    proven = 0
    for seat in range(4):
        for lang in i18n.LANGUAGES:
            reply = browser.get(f"/t/{table}/debrief/1?seat={seat}", headers={"Accept-Language": lang})
            assert reply.status_code == 200
            told = reply.text.partition("<header")[2]  # before it: words for the script
            assert "{" not in told and "None" not in told
        page = browser.get(f"/t/{table}/debrief/1?seat={seat}").text
        assert re.search(r"After question \d+ \(move \d+\) ", page) or "It was never certain." in page
        turns = len(tables.table_state(table).turns)
        assert len(re.findall(r"<b>(Move 0|Question \d+ \(move \d+\))</b>", page)) == turns
        assert page.count("<polyline") == 8  # a curve of each player, and its line in the legend
        answered = browser.get(f"/t/{table}/debrief/1/seat/{seat}/{turns - 1}.json").json
        ways = [*re.findall(r'data-why="([^"]+why=[^"]+)"', page), *(fact["why"] for fact in answered["certain"])]
        for way in ways:
            reply = browser.get(f"/t/{table}/debrief/1/seat/{seat}/{way}")
            assert reply.status_code == 200 and reply.json["proof"], way
            proven += 1
    assert proven > 4


def test_what_is_not_there_is_told_in_one_sentence(tables: Tables, app: Flask) -> None:
    table, _ = dealt(tables, target=1)
    play(tables, table)
    page, browser = f"/t/{table}/debrief/1", Browser(app)
    for path in ("?seat=4", "?seat=x", "?seat=%C2%B2", "?seat=-1", "?seat=0000999", f"?seat={5000 * chr(48)}"):
        assert browser.get(page + path).status_code == 404, path
    for path in ("9/0.json", "0/999.json", "0/0.json?why=secret.0", "0/0.json?why=x", "0/0.json?why=fact.-1"):
        reply = browser.get(f"{page}/seat/{path}")
        assert reply.status_code == 404 and reply.json["error"], path


def test_it_is_made_once_and_anew_for_the_next_game(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    real = debriefs.debriefed

    def counted(*given: Any, **more: Any) -> Any:
        made.append(1)
        return real(*given, **more)

    monkeypatch.setattr(debriefs, "debriefed", counted)
    table, _ = dealt(tables, target=1)
    play(tables, table)
    for _ in range(3):
        tables.debriefs.of(tables.table_state(table), 1)
    assert len(made) == 1
    tables.begin(table)
    tables.debriefs.of(tables.table_state(table), 1)
    with pytest.raises(NotFound):
        tables.debriefs.of(tables.table_state(table), 2)
    assert tables.debriefs.ready(tables.table_state(table)) is None
    play(tables, table)
    before = len(made)
    tables.debriefs.of(tables.table_state(table), 2)
    assert len(made) == before + 1


def test_an_abandoned_game_can_be_looked_back_on_as_its_record_can(tables: Tables, app: Flask) -> None:
    """Its seed and its record are public by then; nothing was decided, though."""
    table, _ = dealt(tables)
    play(tables, table, 5)
    tables.abandon(table)
    browser = Browser(app)
    assert browser.get(f"/t/{table}/record/1").status_code == 200
    page = browser.get(f"/t/{table}/debrief/1")
    assert page.status_code == 200 and "What decided it" not in page.text


def test_the_table_screen_says_what_decided_it(tables: Tables, app: Flask) -> None:
    """By itself, once it is worked out; only while somebody looks at that screen, and once."""
    table, _ = dealt(tables, target=1)
    play(tables, table)
    tables.look_back()
    assert tables.debriefs.ready(tables.table_state(table)) is None, "nobody looks"
    listener = tables.hub.listen(table, TABLE)
    assert "What decided it" not in Browser(app).get(f"/t/{table}").text
    tables.look_back()
    assert listener.next(60) is not None
    told = Browser(app).get(f"/t/{table}").text.partition('id="decided"')[2].partition("</ol>")[0]
    assert told.count("<li>") == 3
    assert not tables.debriefs.due(tables.table_state(table))


def test_what_could_not_be_read_is_tried_again(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database was away for a moment: the screen says what decided the game all the same."""
    table, _ = dealt(tables, target=1)
    play(tables, table)
    state = tables.table_state(table)

    def away(*_: object) -> None:
        raise StoreError("away")

    with monkeypatch.context() as now:
        now.setattr(debriefs, "finished_game", away)
        assert tables.debriefs.due(state)
        tables._looked_back(state)
    assert tables.debriefs.due(state) and not tables.debriefs.due(state)
    tables._looked_back(state)
    assert tables.debriefs.ready(state)


def test_names_are_letters_here_too(tables: Tables, app: Flask) -> None:
    table, _ = dealt(tables, target=1)
    tables.rename(table, 0, "<b>Ann", 0)
    play(tables, table)
    page = Browser(app).get(f"/t/{table}/debrief/1").text
    assert "<bdi>&lt;b&gt;Ann</bdi>" in page and "<b>Ann" not in page


def test_games_are_made_away_from_the_thread_that_serves(tmp_path: Path) -> None:
    """Whatever takes long goes through `away`: the game, what was certain, and proofs."""
    tables, asked = tables_in(tmp_path, dice=lambda size: b"\x07" * size), []

    def away(make: Callable[[], Any]) -> Any:
        asked.append(make)
        return make()

    tables.debriefs = debriefs.Debriefs(tables.store, away=away)
    table, _ = dealt(tables, target=1)
    play(tables, table)
    state = tables.table_state(table)
    facts = tables.debriefs.certain(state, 1, 0, len(state.turns) - 1)
    assert len(asked) == 2
    last = tables.debriefs.of(state, 1).last_event(len(state.turns) - 1)
    for _ in range(2):
        tables.debriefs.proof(state, 1, 0, last, facts[0].fact)
    assert len(asked) == 3
    tables.store.close()
