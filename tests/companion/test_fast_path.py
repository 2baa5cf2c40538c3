"""The short way to a phone's own view, and of its moves, says what the long way says; what is kept of pages is what would be made anew."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask
from support.companion.rig import BASE, PORT, Browser, app_of, robot_call, seated, tables_in
from werkzeug.test import EnvironBuilder, TestResponse, run_wsgi_app

from companion.service.tables import Tables
from referee.chance import Chance
from referee.game import Refused
from referee.registry import GAMES, game


class Companion:
    """One application with a short way, the same with the long way alone, and phones at a table."""

    def __init__(self, folder: Path, slug: str) -> None:
        self.tables: Tables = tables_in(folder, clock=lambda: 1000.0)
        self.app = app_of(self.tables)
        self.slug = slug
        self.table, self.phones = seated(self.app, self.tables, slug)
        self.tables.begin(self.table)

    def address(self, seat: int, what: str) -> str:
        """What a phone asks for."""
        return f"/t/{self.table}/seat/{seat}/{what}"

    def next(self, chance: Chance) -> tuple[int, Any]:
        """Who moves: whoever is awaited, unless he lets others speak first."""
        for _ in range(9):
            for seat in (self.tables.table_state(self.table).awaited[0], *range(len(self.phones))):
                call = robot_call(self.slug, self.phones[seat].get(self.address(seat, "view")).json, seat, chance)
                if call:
                    return seat, call
        raise AssertionError("nobody moves")

    def moves(self, count: int) -> Iterator[None]:
        """So many moves of robots."""
        chance = Chance(bytes(32), 0)
        for _ in range(count):
            if self.tables.table_state(self.table).phase != "playing":
                self.tables.begin(self.table)  # somebody won
            yield
            seat, call = self.next(chance)
            assert self.phones[seat].post(self.address(seat, "move"), call).status_code == 200


@pytest.fixture(scope="module", params=GAMES)
def companion(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    """One for all that only look."""
    found = Companion(tmp_path_factory.mktemp(request.param), request.param)
    yield found
    found.tables.store.close()


@pytest.fixture(scope="module")
def ways(companion: Companion) -> tuple[Flask, Flask]:
    """The short way and the long one to the same tables; neither has shown anything that the other did not."""
    return app_of(companion.tables), long_way(app_of(companion.tables))


def long_way(app: Flask) -> Flask:
    """The application without its short way."""
    app.wsgi_app = Flask.wsgi_app.__get__(app)  # type: ignore[method-assign]
    return app


def told(reply: TestResponse) -> tuple[Any, ...]:
    """All that a phone gets."""
    return reply.status_code, sorted(reply.headers), reply.data


STRANGE: dict[str, dict[str, Any]] = {
    "plain": {},
    "in French": {"headers": {"Cookie": "{own}; lang=fr; theme=dark; tap=true"}},
    "a browser that prefers French": {"headers": {"Accept-Language": "fr-CH, en;q=0.5", "Cookie": "{own}"}},
    "no phone of ours": {"headers": {"Cookie": ""}},
    "another phone": {"headers": {"Cookie": "{other}"}},
    "rubbish for a cookie": {"headers": {"Cookie": f"sousmain-{PORT}=\xff; lang=\u00e9; ;;=="}},
    "another name": {"base_url": "http://elsewhere.example"},
    "no name": {"headers": {"Host": "", "Cookie": "{own}"}},
    "a question that goes on": {"query_string": "x=1"},
}


@pytest.mark.parametrize("what", ["part", "view"])
@pytest.mark.parametrize("case", STRANGE)
def test_both_ways_say_the_same(companion: Companion, ways: tuple[Flask, Flask], what: str, case: str) -> None:
    def asked(app: Flask, path: str, method: str = "GET") -> tuple[Any, ...]:
        more = {"base_url": BASE, **STRANGE[case]}
        cookies = {name: cookie_of(phone) for name, phone in zip(("own", "other"), companion.phones, strict=False)}
        sent = {name: value.format(**cookies) for name, value in more.pop("headers", {"Cookie": "{own}"}).items()}
        return told(app.test_client(use_cookies=False).open(path, method=method, headers=sent, **more))

    short, long = ways
    for path in (companion.address(0, what), companion.address(77, what), f"/t/nowhere/seat/0/{what}"):
        for method in ("GET", "HEAD", "POST"):
            assert asked(short, path, method) == asked(long, path, method)


def cookie_of(phone: Browser) -> str:
    """What a phone sends along."""
    name = f"sousmain-{PORT}"
    found = phone.client.get_cookie(name, "127.0.0.1")
    assert found
    return f"{name}={found.value}"


def test_the_short_way_is_taken(companion: Companion, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: Any) -> None:
        raise AssertionError("the long way")

    monkeypatch.setattr(companion.app, "full_dispatch_request", lost)
    for what in ("part", "view"):
        assert companion.phones[0].get(companion.address(0, what)).status_code == 200


MOVES: dict[str, dict[str, Any]] = {
    "plain": {},
    "in French": {"Cookie": "{own}; lang=fr"},
    "from another page": {"Origin": "http://elsewhere.example"},
    "from nowhere": {"Origin": None},
    "without a token": {"X-Csrf": None},
    "with another token": {"X-Csrf": "{other csrf}"},
    "with letters for a token": {"X-Csrf": "\xe9"},
    "of nobody": {"Cookie": ""},
    "of another phone": {"Cookie": "{other}", "X-Csrf": "{other csrf}"},
    "under another name": {"Host": "elsewhere.example"},
    "of no length": {"Content-Length": ""},
    "longer than it says": {"Content-Length": "20"},
    "shorter than it says": {"Content-Length": "9999"},
    "too long": {"Content-Length": "99999"},
}
BODIES: dict[str, dict[str, Any] | bytes] = {
    "played": {},
    "no JSON": b"{",
    "no move": {"move": 7},
    "more than a move": {"more": 1},
    "no key": {"key": "short"},
    "another offer": {"offer": "1.none"},
    "a move of no kind": {"move": {"kind": "none"}},
    "refused": {},
}


@pytest.mark.parametrize(
    ("case", "body"), [*((case, "played") for case in MOVES), *(("plain", body) for body in BODIES)]
)
@pytest.mark.parametrize("first", ["short", "long"])
def test_both_ways_answer_a_move_alike(
    case: str, body: str, first: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same key gets the same answer: whichever way it went first, the other one says so byte for byte."""

    def refuse(*_: Any) -> Any:
        raise Refused("not your turn", seat=0)

    companion = Companion(tmp_path, "code777")
    seat, call = companion.next(Chance(bytes(32), 0))
    if body == "refused":
        monkeypatch.setattr(game("code777"), "decide", refuse, raising=False)
    mine, other = companion.phones[seat], companion.phones[seat - 1]
    words = {"own": cookie_of(mine), "other": cookie_of(other), "other csrf": other.csrf}
    given = BODIES[body]
    sent = given if isinstance(given, bytes) else msgspec.json.encode(call | given)
    usual = {"Cookie": "{own}", "Origin": BASE, "X-Csrf": mine.csrf, "Content-Length": str(len(sent))}
    headers = {name: value.format(**words) for name, value in (usual | MOVES[case]).items() if value is not None}
    ways = {"short": app_of(companion.tables), "long": long_way(app_of(companion.tables))}
    answers = []
    for way in (first, *ways):
        environ = EnvironBuilder(companion.address(seat, "move"), BASE, method="POST", headers=headers).get_environ()
        environ |= {"wsgi.input": BytesIO(sent), "CONTENT_LENGTH": headers["Content-Length"]}
        data, status, told = run_wsgi_app(ways[way], environ, buffered=True)
        answers.append((status, sorted(told), b"".join(data)))
    assert answers[0] == answers[1] == answers[2]
    assert (answers[0][0] == "200 OK") == (case in ("plain", "in French") and body == "played")
    assert (answers[0][0] == "422 UNPROCESSABLE ENTITY") == (body == "refused")
    companion.tables.store.close()


def test_a_move_takes_the_short_way_and_is_told_when_its_answer_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    companion = Companion(tmp_path, "code777")
    seat, call = companion.next(Chance(bytes(32), 0))
    monkeypatch.setattr(companion.app, "full_dispatch_request", None)
    told: list[int] = []
    monkeypatch.setattr(companion.tables.hub, "publish", lambda _, version: told.append(version))
    mine, before = companion.phones[seat], companion.tables.table_state(companion.table).version
    headers = {"Cookie": cookie_of(mine), "Origin": BASE, "X-Csrf": mine.csrf}
    sent = EnvironBuilder(companion.address(seat, "move"), BASE, method="POST", headers=headers, json=call)
    answer: Any = companion.app.wsgi_app(sent.get_environ(), lambda *_: None)
    assert b"".join(answer) == b'{"version":%d}' % (before + 1)
    assert companion.tables.store.version(companion.table) == before + 1
    assert not told
    answer.close()
    assert told == [before + 1]
    companion.tables.store.close()


def test_a_fault_is_answered_by_the_long_way(companion: Companion, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("companion.web.rendering.public_table", broken)
    reply = companion.phones[0].get(companion.address(0, "view"))
    assert reply.status_code == 500 and "Nothing is lost" in reply.json["error"]


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_kept_is_what_would_be_made_anew(slug: str, tmp_path: Path) -> None:
    """Every seat's page and the table's, in one language after the other, from the application that has shown all pages before it."""
    companion = Companion(tmp_path, slug)
    places = [*(companion.address(seat, "part") for seat in range(len(companion.phones))), f"/t/{companion.table}/part"]
    for number, _ in enumerate(companion.moves(31)):
        for lang in [("en", "fr")[number // 5 % 2]] if number % 5 == 0 else ():
            anew = app_of(companion.tables)
            for place, phone in zip(places, [*companion.phones, None], strict=True):
                anew.extensions["pieces"].clear()  # it has no page of anybody else's
                sent = {"Cookie": f"{cookie_of(phone)}; lang={lang}" if phone else f"lang={lang}"}
                kept, made = (
                    app.test_client(use_cookies=False).get(place, base_url=BASE, headers=sent)
                    for app in (companion.app, anew)
                )
                assert kept.status_code == made.status_code == 200
                assert kept.text == made.text
