"""Under an address for the whole world: one name, one origin, a cookie that nobody can plant, and the right address counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace
from support.companion.rig import COMPILED, HOST_CODE, tables_in
from werkzeug.test import EnvironBuilder, TestResponse, run_wsgi_app

from companion import network
from companion.server import launch
from companion.service.tables import Tables
from companion.web.app import Door, create_app
from companion.web.proxies import FairShare
from companion.web.security import PublicHost
from generator.drawing.svg import qr_svg
from generator.errors import BadValue, PrintError
from referee.registry import GAMES, game

WORLD = "https://games.example"
DOOR = Door("games.example", 7770, (), HOST_CODE, public=WORLD)


def app_at(tables: Tables, **door: Any) -> Flask:
    """An application behind a proxy."""
    app = create_app(tables, replace(DOOR, **door))
    app.jinja_env.bytecode_cache = COMPILED
    return app


def became_host(app: Flask, base: str = WORLD) -> tuple[Callable[..., TestResponse], TestResponse]:
    """What the host's browser sends with, and what the link answered."""
    client = app.test_client()
    opened = client.get(f"/host/{HOST_CODE}", base_url=base)
    page = client.get("/", base_url=base)
    csrf = re.search(r'data-csrf="([^"]+)"', page.text)
    assert csrf

    def post(path: str, data: Any, **headers: str) -> TestResponse:
        return client.post(path, base_url=base, json=data, headers={"Origin": base, "X-Csrf": csrf[1], **headers})

    return post, opened


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("https://games.example", WORLD),
        ("https://Games.Example/", WORLD),
        ("https://games.example:443", WORLD),
        ("https://games.example:8443", "https://games.example:8443"),
        ("http://192.168.1.5:80", "http://192.168.1.5"),
        ("http://192.168.1.5:443", "http://192.168.1.5:443"),
        ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
        ("", ""),
    ],
)
def test_an_address_as_browsers_write_it(given: str, expected: str) -> None:
    assert network.public("--public-url", given) == expected


@pytest.mark.parametrize(
    "given",
    [
        "games.example",
        "ftp://games.example",
        "https://",
        "https://games.example/play",
        "https://me@games.example",
        "https://games.example?x",
        "https://games.example:port",
        "https://a,b",
        "https://[::1",
        "//games.example",
    ],
)
def test_what_is_no_address_is_refused_in_one_sentence(given: str) -> None:
    with pytest.raises(BadValue, match=r"https://games\.example, without anything after it"):
        network.public("--public-url", given)


def test_a_server_behind_a_proxy_listens_to_this_computer_alone(tmp_path: Path) -> None:
    at = launch.checked_place("", 7770, "", tmp_path, WORLD, 1)
    assert (at.bind, at.base, at.proxies) == ("127.0.0.1", WORLD, 1)
    assert launch.checked_place("0.0.0.0", 7770, "", tmp_path, WORLD).bind == "0.0.0.0"
    assert launch.checked_place("", 7770, "games.local", tmp_path).bind == "0.0.0.0"
    with pytest.raises(PrintError, match="give one of them"):
        launch.checked_place("", 7770, "games.local", tmp_path, WORLD)


def test_every_door_is_open_there_and_only_there(tables: Tables) -> None:
    """What was refused behind TLS is taken; the names of the machine behind the proxy are nobody's business."""
    app = app_at(tables)
    post, _ = became_host(app)
    wanted = {"game": next(iter(GAMES))}
    assert post("/open", wanted).status_code == 200
    for origin in ("http://games.example", "https://evil.example", "https://games.example:8443", "null"):
        assert post("/open", wanted, Origin=origin).status_code == 403
    for base in ("http://127.0.0.1:7770", "http://localhost:7770", "https://evil.example", "http://games.example:7770"):
        assert app.test_client().get("/", base_url=base).status_code == 400
    assert app.test_client().get("/", base_url="https://games.example:443").status_code == 200


def test_over_https_the_cookie_is_one_that_nobody_can_plant(tables: Tables) -> None:
    _, opened = became_host(app_at(tables))
    name, *rest = re.split("; |=", opened.headers["Set-Cookie"], maxsplit=1)
    assert name == "__Host-sousmain"
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(rest[0].split("; "))
    assert "Domain" not in opened.headers["Set-Cookie"]
    assert opened.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_a_proxy_without_tls_has_plain_cookies(tables: Tables) -> None:
    post, opened = became_host(app_at(tables, public="http://games.local:8080"), "http://games.local:8080")
    assert opened.headers["Set-Cookie"].startswith("sousmain-8080=") and "Secure" not in opened.headers["Set-Cookie"]
    assert "Strict-Transport-Security" not in opened.headers
    assert post("/open", {"game": next(iter(GAMES))}).status_code == 200


def test_codes_and_links_lead_to_the_world(tables: Tables) -> None:
    app = app_at(tables)
    assert DOOR.host_link == f"{WORLD}/host/{HOST_CODE}"
    table_state = tables.open(next(iter(GAMES)), 4, game(next(iter(GAMES))).Options(), "en")
    client = app.test_client()
    client.get(f"/host/{HOST_CODE}", base_url=WORLD)
    screen = client.get(f"/t/{table_state.id}", base_url=WORLD).text
    assert qr_svg(f"{WORLD}/join/{tables.code(table_state, 0)}") in screen
    told = client.get("/help", base_url=WORLD).text
    assert "What is different from a living room" in told and "hotspot" not in told


def test_strangers_of_the_world_are_shown_no_list(tables: Tables) -> None:
    table_state = tables.open(next(iter(GAMES)), 4, game(next(iter(GAMES))).Options(), "en")
    client = app_at(tables).test_client()
    assert table_state.id not in client.get("/", base_url=WORLD).text
    _, device = tables.take(tables.code(table_state, 0), 0, "Anne", 0, "")
    client.set_cookie("__Host-sousmain", device, domain="games.example", secure=True)
    assert table_state.id in client.get("/", base_url=WORLD).text
    living_room = create_app(tables, Door("127.0.0.1", 7770, (), HOST_CODE)).test_client()
    assert table_state.id in living_room.get("/", base_url="http://127.0.0.1:7770").text


@pytest.mark.parametrize(
    ("proxies", "told", "counts"),
    [
        (0, "10.0.0.1", "192.0.2.9"),  # nobody is believed
        (1, "10.0.0.1", "10.0.0.1"),
        (1, "6.6.6.6, 10.0.0.1", "10.0.0.1"),  # what a phone says of itself stands before what the proxy adds
        (2, "10.0.0.1, 172.16.0.1", "10.0.0.1"),
        (2, "10.0.0.1", "192.0.2.9"),  # fewer than there should be
    ],
)
def test_wrong_codes_count_for_who_is_behind_the_proxy(tmp_path: Path, proxies: int, told: str, counts: str) -> None:
    tables = tables_in(tmp_path)
    app = create_app(tables, replace(DOOR, proxies=proxies), joins=1)
    client = app.test_client()

    def status(forwarded: str) -> int:
        sent = {"X-Forwarded-For": forwarded, "X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example"}
        proxy = {"REMOTE_ADDR": "192.0.2.9"}
        return client.get("/join/x", base_url=WORLD, headers=sent, environ_overrides=proxy).status_code

    assert [status(told), status(told)] == [404, 429]
    assert set(app.extensions["joins"]._tries) == {counts}


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_came_without_tls_is_sent_to_where_there_is_some(tables: Tables, method: str) -> None:
    plain = {"X-Forwarded-Proto": "http", "X-Forwarded-For": "10.0.0.1"}
    reply = app_at(tables, proxies=1).test_client().open("/help?a=b", method=method, base_url=WORLD, headers=plain)
    assert (reply.status_code, reply.headers["Location"]) == (308, f"{WORLD}/help?a=b")
    assert app_at(tables).test_client().get("/help", base_url=WORLD, headers=plain).status_code == 200


@pytest.mark.parametrize(
    ("path", "query", "leads"),
    [
        ("/a\nb", "", "/a%0Ab"),
        ("/a?b#c", "", "/a%3Fb%23c"),
        ("/t/\xc3\xa9", "x=\xff&y=%20", "/t/%C3%A9?x=%FF&y=%20"),
    ],
)
def test_it_leads_to_what_was_asked_whatever_letters_are_in_it(
    tables: Tables, path: str, query: str, leads: str
) -> None:
    builder = EnvironBuilder("/", WORLD, headers={"X-Forwarded-Proto": "http", "X-Forwarded-For": "10.0.0.1"})
    environ = builder.get_environ() | {"PATH_INFO": path, "QUERY_STRING": query}
    _, status, headers = run_wsgi_app(app_at(tables, proxies=1), environ)
    assert (status, headers["Location"]) == ("308 PERMANENT REDIRECT", WORLD + leads)


def test_each_address_behind_a_proxy_has_its_share(tables: Tables) -> None:
    """Streams that stay open count; those that ended do not; a proxy that tells nobody is not taken for one phone."""
    counted = []

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        counted.append(environ["REMOTE_ADDR"])
        return [b"x"]

    share, told = FairShare(application, 2), []

    def ask(address: str) -> Any:
        original = {"REMOTE_ADDR": "192.0.2.9"}
        environ = {"REMOTE_ADDR": address, "werkzeug.proxy_fix.orig": original}
        return share(environ, lambda status, headers: told.append(status))

    first, _ = ask("10.0.0.1"), ask("10.0.0.1")
    ask("10.0.0.1")
    assert told == ["503 Service Unavailable"] and len(counted) == 2
    ask("10.0.0.2")
    first.close()
    ask("10.0.0.1")
    for _ in range(5):
        ask("192.0.2.9")
    assert len(told) == 1 and len(counted) == 9


def test_a_place_is_given_back_also_where_something_breaks_after_an_answer() -> None:
    class Breaking(list[bytes]):
        def close(self) -> None:
            raise BrokenPipeError

    share = FairShare(lambda environ, start_response: Breaking([b"x"]), 1)
    environ = {"REMOTE_ADDR": "10.0.0.1", "werkzeug.proxy_fix.orig": {"REMOTE_ADDR": "192.0.2.9"}}
    for _ in range(2):
        with pytest.raises(BrokenPipeError):
            share(environ, lambda status, headers: None).close()  # type: ignore[attr-defined]


def test_any_letters_of_the_name(tables: Tables) -> None:
    assert PublicHost(WORLD).know("GAMES.example") and not PublicHost(WORLD).know("games.example.evil")
