"""A word before the code works: who does not know it learns nothing of the table; it is written down nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from support.companion.rig import BASE, Browser, app_of, host_of, seated, tables_in

from companion.server import launch
from companion.service.door import word as module
from companion.service.tables import Tables
from companion.storage import pubsub
from companion.storage.store import Store
from companion.storage.tokens import FolderSecret
from companion.web import security
from companion.web.app import WORDS_AT_A_TABLE
from generator.errors import BadValue
from referee.registry import GAMES, game

SLUG = next(iter(GAMES))
WORD = "Coquelicot sauvage"


@pytest.fixture
def app(tables: Tables) -> Flask:
    return app_of(tables)


def opened(tables: Tables) -> tuple[str, str]:
    """A table where two seats are free, and the code for any."""
    state = tables.open(SLUG, 4, game(SLUG).Options(), "en")
    for seat, name in enumerate(("Anneliese", "Bartholo")):
        tables.take(tables.code(state, seat), seat, name, seat, "")
    return state.id, tables.code(tables.table_state(state.id), None)


def pages_of(app: Flask, table: str) -> list[str]:
    """Every page that there is of a table, with a seat, a game and a turn where it wants them."""
    there = {"table": table, "seat": 0, "number": 1, "turn": 0}
    rules = [rule for rule in app.url_map.iter_rules() if "table" in rule.arguments and "GET" in (rule.methods or ())]
    return [app.url_map.bind("").build(rule.endpoint, {name: there[name] for name in rule.arguments}) for rule in rules]


def test_before_the_word_nothing_of_the_table_is_told(tables: Tables, app: Flask) -> None:
    """Neither names nor game nor whether seats are free, on every page; and the same in a house where other people sit."""
    table, _ = opened(tables)
    for seat in (2, 3):
        tables.absent(table, seat, True)
    tables.begin(table)
    tables.abandon(table)  # there is a record, and something to look back on
    code = tables.code(tables.table_state(table), None)
    stranger = Browser(app)
    assert "Anneliese" in stranger.get(f"/join/{code}").text
    assert stranger.get(f"/t/{table}/debrief/1").status_code == 200
    assert "Anneliese" in stranger.get("/").text
    tables.words.ask_for(WORD, table)
    pages = [f"/join/{code}", "/", *pages_of(app, table)]
    assert f"/t/{table}/debrief/1" in pages and len(pages) > 15
    told = {}
    for page in pages:
        reply = stranger.get(page)
        told[page] = reply.text
        assert reply.status_code == (200 if page == "/" else 403), page
        assert not re.search("Anneliese|Bartholo", reply.text), page
        if page != "/":
            assert game(SLUG).slug not in reply.text.replace("/static", "") and "seat" not in reply.text.lower(), page
    assert "is not listed here" in told["/"] and "None yet" not in told["/"]
    for path, data in (
        (f"/join/{code}", {"seat": 2, "name": "Eve", "colour": 2}),
        (f"/t/{table}/seat/2/name", {"name": "Eve", "colour": 2}),
        (f"/t/{table}/begin", {}),
    ):
        reply = stranger.post(path, data)
        assert reply.status_code == 403 and "word" in reply.json["error"]
    tables.free(table, 0)
    tables.free(table, 1)
    again = tables.code(tables.table_state(table), None)
    for page, before in told.items():
        now = stranger.get(page.replace(code, again)).text.replace(again, code)
        assert now == before, page


def test_who_knows_it_comes_in_and_who_sits_stays(tables: Tables, app: Flask) -> None:
    table, phones = seated(app, tables, SLUG, 3)
    tables.free(table, 2)
    code = tables.code(tables.table_state(table), None)
    host = host_of(app)
    assert host.post(f"/t/{table}/word", {"word": WORD}).status_code == 200
    for seat in (0, 1):
        assert phones[seat].get(f"/t/{table}/seat/{seat}").status_code == 200
        assert phones[seat].get(f"/t/{table}").status_code == 200
    assert host.get(f"/t/{table}").status_code == 200
    guest = Browser(app)
    guest.get(f"/join/{code}")
    assert guest.post("/word", {"word": "poppy", "code": code}).status_code == 403
    reply = guest.post("/word", {"word": " coquelicot SAUVAGE ", "code": code})
    assert reply.json == {"go": f"/join/{code}"}
    cookie = reply.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "oquelicot" not in cookie
    guest.sit(code, 2, "Zoé")
    watcher = Browser(app)
    watcher.get(f"/t/{table}")
    assert watcher.post("/word", {"word": WORD, "table": table}).json == {"go": f"/t/{table}"}
    assert watcher.get(f"/t/{table}").status_code == 200
    host.post(f"/t/{table}/word", {"word": "another one"})
    assert watcher.get(f"/t/{table}").status_code == 403
    assert guest.get(f"/t/{table}/seat/2").status_code == 200
    host.post(f"/t/{table}/word", {"word": ""})
    assert watcher.get(f"/t/{table}").status_code == 200


def test_the_house_may_have_one_for_all_and_a_table_its_own(tables: Tables, app: Flask) -> None:
    one, first = opened(tables)
    two, second = opened(tables)
    host = host_of(app)
    assert host.post("/house/word", {"word": "for all"}).status_code == 200
    host.post(f"/t/{two}/word", {"word": "for two"})
    guest = Browser(app)
    guest.get("/")
    assert guest.post("/word", {"word": "for all", "code": first}).status_code == 200
    assert guest.get(f"/join/{first}").status_code == 200
    assert guest.get(f"/join/{second}").status_code == 403
    assert guest.post("/word", {"word": "for all", "code": second}).status_code == 403
    assert guest.post("/word", {"word": "for two", "code": second}).status_code == 200
    tables.delete(two)
    assert tables.store.setting(f"word {two}") is None and tables.words.asks(one)
    assert "A word is asked for at all tables" in host.get("/house").text
    for wrong in ("abc", "x" * 41, "a\nbcd"):
        assert host.post("/house/word", {"word": wrong}).status_code == 400
    assert tables.words.asks(one)


def test_a_browser_keeps_the_words_of_several_tables(tables: Tables, app: Flask) -> None:
    places = [opened(tables)[0] for _ in range(security.WORDS_KEPT + 1)]
    guest = Browser(app)
    guest.get("/")
    for table in places:
        tables.words.ask_for(f"word of {table}", table)
        assert guest.post("/word", {"word": f"word of {table}", "table": table}).status_code == 200
        assert guest.post("/word", {"word": f"word of {table}", "table": table}).status_code == 200
    statuses = [guest.get(f"/t/{table}").status_code for table in places]
    assert statuses == [403] + [200] * security.WORDS_KEPT, "the last ones, no more than fit"


def test_who_guesses_waits_and_his_right_one_is_refused_too(tables: Tables, app: Flask) -> None:
    table, code = opened(tables)
    tables.words.ask_for(WORD)
    guesser = Browser(app)
    guesser.get(f"/join/{code}")
    statuses = [guesser.post("/word", {"word": f"guess {n}", "code": code}).status_code for n in range(12)]
    assert statuses == [403] * 10 + [429] * 2
    assert guesser.post("/word", {"word": WORD, "code": code}).status_code == 429
    assert guesser.post("/word", {"word": WORD, "code": "nothing"}).status_code == 429
    typed = app.extensions["typed"].of(tables.table_state(table))
    assert guesser.post("/code", {"code": typed}).status_code == 200, "codes are counted apart"


@pytest.mark.parametrize("house", [False, True])
def test_many_who_guess_wait_together_and_nobody_learns_which_tables_there_are(
    tables: Tables, app: Flask, house: bool
) -> None:
    """Each from another address; a table that there is not answers as one that there is, to whoever has a cookie or none."""
    table, _ = opened(tables)
    tables.words.ask_for(WORD, "" if house else table)
    guest = Browser(app)
    guest.get("/")
    for path, nowhere in zip(pages_of(app, table), pages_of(app, "nowhere"), strict=True):
        for browser in (Browser(app), guest):
            there, not_there = browser.get(path), browser.get(nowhere)
            assert (there.status_code, not_there.status_code) == (403, 403), path
            assert there.text.replace(table, "") == not_there.text.replace("nowhere", "") or browser is not guest
    for place in (table, "nowhere") if not house else (table,):
        statuses = [say_from(guest, number, place, "guess") for number in range(WORDS_AT_A_TABLE + 2)]
        assert statuses == [403] * WORDS_AT_A_TABLE + [429] * 2
    assert say_from(guest, 99, table, WORD) == 429
    assert say_from(guest, 99, "another", "guess") == (429 if house else 403), "one word guards all of the house"


def say_from(browser: Browser, number: int, table: str, word: str) -> int:
    """What is answered to a word from some address."""
    sent = {"Origin": BASE, "X-Csrf": browser.csrf}
    there = {"REMOTE_ADDR": f"10.0.0.{number}"}
    given = {"word": word, "table": table}
    return browser.client.post("/word", base_url=BASE, json=given, headers=sent, environ_base=there).status_code


def test_a_stream_of_whoever_watches_ends_when_a_word_is_asked_for(tables: Tables, app: Flask) -> None:
    table, _ = opened(tables)
    stranger = Browser(app)
    stranger.get(f"/t/{table}")
    with stranger.client.get(f"/t/{table}/stream?has=&window=", base_url=BASE) as stream:
        told = iter(stream.response)
        assert b"Anneliese" in next(told)
        tables.words.ask_for(WORD)
        assert next(told, None) is None


def test_numbers_alone_end_too_and_so_does_whoever_only_waits(
    tables: Tables, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = opened(tables)
    stranger = Browser(app)
    with stranger.client.get(f"/t/{table}/stream", base_url=BASE) as stream:
        told = iter(stream.response)
        assert b"event: version" in next(told)
        tables.words.ask_for(WORD, table)
        assert next(told, None) is None
    tables.words.ask_for("", table)
    with stranger.client.get(f"/t/{table}/stream", base_url=BASE) as stream:
        told = iter(stream.response)
        next(told)
        monkeypatch.setattr(pubsub.Listener, "next", lambda *_: None)  # another server was told: nothing is heard here
        tables.words.ask_for(WORD)
        assert next(told, None) is None
    tables.words.ask_for("")
    monkeypatch.setattr(pubsub.Listener, "next", lambda *_: tables.words.ask_for(WORD))
    version = tables.table_state(table).version
    assert stranger.get(f"/t/{table}/wait?version={version}").status_code == 403


def test_the_word_is_written_nowhere(tmp_path: Path) -> None:
    tables = tables_in(tmp_path)
    app = app_of(tables)
    table, code = opened(tables)
    host = host_of(app)
    host.post(f"/t/{table}/word", {"word": WORD})
    guest = Browser(app)
    guest.get(f"/join/{code}")
    guest.post("/word", {"word": WORD, "code": code})
    guest.sit(code, 2, "Zoé")
    tables.absent(table, 3, True)
    assert WORD not in host.get(f"/t/{table}").text
    tables.begin(table)
    tables.abandon(table)
    written = [tables.record(table, 1), *(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())]
    tables.store.close()
    for data in (*written, *(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())):
        assert b"oquelicot" not in data


@pytest.mark.slow
def test_several_servers_ask_for_the_same_word(postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BELIEVED", 0.0)
    url = postgres()
    one, two = (Tables(Store(url), FolderSecret(bytes(32))) for _ in range(2))
    table, _ = opened(one)
    assert two.words.proved(table, ())
    one.words.ask_for(WORD)
    assert not two.words.proved(table, ())
    proof = two.words.proof(table, WORD)
    assert proof and one.words.proved(table, [proof])
    for each in (one, two):
        each.store.close()


def test_a_word_on_the_command_line_is_checked_and_not_repeated() -> None:
    assert (launch.checked_word(None), launch.checked_word("sesame")) == ("", "sesame")
    with pytest.raises(BadValue) as refused:
        launch.checked_word("zut")
    assert "zut" not in str(refused.value) and "4" in str(refused.value)
