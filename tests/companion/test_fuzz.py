"""Rubbish at every door: never a 5xx, and nothing changes that was not asked for properly.

What must stay is all that the store keeps (log, tokens, holders, hosts, notes, what the program knows of itself) and what
memory makes of it. One thing may be added: the answer to a move that the rules refused is kept under its key, so that
the same question gets the same answer. It is the sender's own, and changes no table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from support.companion.fuzzing import ACTS, RULES, bodies, headers, house, owner, paths, seldom, spoilt
from support.companion.house import COOKIE, GUEST, HOST, READING, SECRET, STAGES, House, phone, proper
from support.companion.house import right as right_for
from support.companion.rig import BASE, app_of
from werkzeug.test import TestResponse

from companion.service.tables import Tables
from companion.storage.store import Store
from referee.registry import GAMES, game, pieces

many = settings(
    max_examples=min(150, max(3, settings().max_examples // 10)),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large],
)


@pytest.fixture(autouse=True)
def at_once() -> Iterator[None]:
    """Nobody waits."""
    with patch("companion.web.routes.hand.LONGEST_WAIT", 0.0), patch("companion.storage.pubsub.HEARTBEAT", 0.0):
        yield


def unchanged(reply: TestResponse, told: object) -> None:
    """The test itself. A house where something was done properly is replaced by a new one."""
    assert reply.status_code < 500, told
    if reply.status_code < 300 and reply.request.method not in READING:
        house.cache_clear()
        return
    assert house().state() == house().before, told


@pytest.mark.parametrize(("rule", "endpoint"), RULES)
@many
@given(data=st.data())
def test_rubbish_breaks_nothing(rule: str, endpoint: str, data: st.DataObject) -> None:
    """Ids, bodies, cookies, headers, methods, on every route, by whoever may use it and by others."""
    path, body = data.draw(paths(rule)), data.draw(bodies(endpoint.rpartition(".")[2]))
    more = data.draw(headers) if data.draw(seldom) else {}
    odd = data.draw(st.sampled_from(["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "BREW"]))
    for method in ("GET", "POST", odd):
        for device in (owner(path), GUEST, data.draw(st.sampled_from(["", "x", "x" * 26, "ÿ", phone(0)]))):
            sent = b"" if method in READING else body
            unchanged(house().ask(method, path, device, sent, **more), (method, path, device, sent, more))


numbers = st.integers(-1, 24)
tiles = st.fixed_dictionaries({"digit": numbers, "colour": st.sampled_from(["green", "blue", "pink", "x"])})
FIELDS = {  # of any game so far; what a game does not know is rubbish to it
    "question": numbers,
    "answer": st.one_of(numbers, st.sampled_from(["first", "same", "second"])),
    "digits": st.lists(numbers, min_size=3, max_size=3),
    "tiles": st.lists(tiles, min_size=3, max_size=3),
    "rack": numbers,
    "filling": numbers,
    "line": numbers,
    "place": st.sampled_from(["rialto", "marco", "salute", "x"]),
    "cards": st.lists(st.sampled_from(["F", "B", "Z", "X", "52", "11", "0", "29", "x"]), min_size=2, max_size=2),
    "card": st.sampled_from(["identity", "fragment", "x", None]),
    "to": numbers,
    "agent": numbers,
    "seat": numbers,
    "met": st.one_of(numbers, st.none()),
    "heard": st.booleans(),
    "identities": st.lists(st.sampled_from(["F", "B", "Z", "X"]), min_size=4, max_size=4),
    "fragments": st.lists(st.sampled_from(["52", "11", "0", "29"]), min_size=4, max_size=4),
}
fields = st.sampled_from(sorted(FIELDS)).flatmap(lambda name: st.fixed_dictionaries({name: FIELDS[name]}))


@settings(many, max_examples=max(60, settings().max_examples))
@given(st.data())
def test_moves_that_are_not_moves(data: st.DataObject) -> None:
    """By a seat and by the host, each with a right to move, for offers that are open: nearly right, and refused."""
    here = house()
    table = data.draw(st.sampled_from(here.ids[1::3] * 4 + here.ids))  # mostly where somebody plays
    table_state = here.tables.table_state(table)
    actor: Any = data.draw(st.sampled_from([*range(table_state.seats), "table"]))
    offer = data.draw(st.sampled_from(here.tables.offers(table_state, actor) or [None]))
    move = {"kind": offer.kind, **offer.settled} if offer else {"kind": "ask"}
    move |= data.draw(st.one_of(fields, fields, st.just({})))
    key = SECRET.derived(data.draw(st.integers(0, 99)))
    call = {
        "offer": offer.id if offer else "1.x",
        "key": key,
        "move": data.draw(st.one_of(st.just(move), spoilt(move))),
    }
    body = json.dumps(data.draw(st.one_of(st.just(call), spoilt(call)))).encode()
    path = f"/t/{table}/move" if actor == "table" else f"/t/{table}/seat/{actor}/move"
    unchanged(here.ask("POST", path, owner(path), body), body)


DOORS = (
    "/open",
    "/join/<code>",
    *(f"/t/<table>/seat/0/{door}" for door in ("move", "notes", "name", "pledge", "share")),
)
DOORS += tuple(f"/t/<table>/{act}" for act in ACTS)


@pytest.mark.parametrize("path", DOORS)
@pytest.mark.parametrize("stage", STAGES)
def test_what_is_not_in_the_right_form_is_refused(path: str, stage: str) -> None:
    """No JSON, no object, a field too many, a value of another kind: none of it is overlooked."""
    here = house()
    at = path.replace("<table>", here[stage]).replace("<code>", here.codes[0])
    right = json.loads(right_for(at))
    wrong: list[Any] = [b"", b"{", b"\xff", b"{}{}", b"[" * 50_000, [], None, 1, "x", {**right, "more": 1}]
    for name, value in right.items():
        wrong += [{**right, name: other} for other in ([], None, 0.5, 7 if isinstance(value, str) else "7")]
    for one in wrong:
        body = one if isinstance(one, bytes) else json.dumps(one).encode()
        reply = here.ask("POST", at, owner(at), body)
        assert 400 <= reply.status_code < 500, (at, one)
        assert here.state() == here.before, (at, one)


def test_the_answer_to_a_refused_move_is_kept_and_nothing_else() -> None:
    """The one thing that a refusal may add; and it is there for the one who asked."""
    here = House()
    table_state = here.tables.table_state(here["playing"])
    seat = table_state.awaited[0]
    offer = next(o for o in here.tables.offers(table_state, seat) if o.kind == "ask")
    body = json.dumps({"offer": offer.id, "key": "not-today", "move": {"kind": "ask", "question": 1}}).encode()
    first, again = (here.ask("POST", f"/t/{table_state.id}/seat/{seat}/move", phone(seat), body) for _ in range(2))
    assert (first.status_code, first.data) == (again.status_code, again.data)
    assert first.status_code == 422
    assert here.state() == here.before
    assert here.tables.store.reply(table_state.id, str(seat), "not-today")
    assert not here.tables.store.reply(table_state.id, str((seat + 1) % table_state.seats), "not-today")


# What the host may do, in any order

deeds = st.one_of(
    st.builds(
        lambda n, lang: ("arrange", {"players": n, "lang": lang}), st.integers(2, 5), st.sampled_from(["en", "fr"])
    ),
    st.just(("begin", {})),
    st.just(("abandon", {})),
    st.builds(lambda on: ("pause", {"on": on}), st.booleans()),
    st.builds(lambda seat: ("free", {"seat": seat}), st.integers(0, 4)),
    st.builds(lambda seat, on: ("absent", {"seat": seat, "on": on}), st.integers(0, 4), st.booleans()),
    st.builds(lambda seat: ("sit", {"seat": seat}), st.integers(0, 4)),
)


OVER: list[tuple[str, dict[str, Any]]] = [("begin", {}), ("abandon", {})]


@many
@example([*OVER, ("arrange", {"players": 5, "lang": "en"})], next(iter(GAMES)))
@example([*OVER, ("arrange", {"players": 2, "lang": "en"})], next(iter(GAMES)))
@example([("begin", {}), ("free", {"seat": 1}), ("absent", {"seat": 1, "on": True})], next(iter(GAMES)))
@given(st.lists(deeds, min_size=1, max_size=12), st.sampled_from(tuple(GAMES)))
def test_every_page_survives_whatever_the_host_does(done: list[tuple[str, dict[str, Any]]], slug: str) -> None:
    """Played, abandoned, with more seats or fewer, released in the middle: pages are shown, and a restart changes none."""
    with closing(Store("sqlite://")) as store:
        tables = Tables(store, SECRET, clock=lambda: 0.0)
        app = app_of(tables)
        tables.add_host(HOST)
        table_state = tables.open(slug, pieces(slug).USUAL, game(slug).Options(), "en")
        client = app.test_client(use_cookies=False)
        host = HOST
        for act, data in [*(("sit", {"seat": seat}) for seat in range(table_state.seats)), *done]:
            path = f"/join/{tables.code(table_state, None)}" if act == "sit" else f"/t/{table_state.id}/{act}"
            reply = client.post(path, base_url=BASE, data=json.dumps(data), headers=proper(host), buffered=True)
            assert reply.status_code < 500, (act, data)
            given = re.match(rf"{COOKIE}=(\w+)", reply.headers.get("Set-Cookie", ""))
            host = given[1] if given else host
        sent = proper(host)
        again = app_of(Tables(store, SECRET, clock=lambda: 0.0))
        for path in (
            "",
            "/part",
            "/view",
            "/record/1",
            *(f"/seat/{n}{part}" for n in range(5) for part in ("", "/view")),
        ):
            shown = [
                one.test_client(use_cookies=False).get(f"/t/{table_state.id}{path}", base_url=BASE, headers=sent)
                for one in (app, again)
            ]
            assert shown[0].status_code < 500, path
            assert shown[0].data == shown[1].data, path
