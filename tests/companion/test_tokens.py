"""Codes and cookies: who holds what, what a look at a link does, what a release takes away; no token is written down."""

from __future__ import annotations

import http.client
import re
import signal
import socket
import subprocess
import sys
import time
from base64 import b32decode
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from flask import Flask
from sqlalchemy.exc import DBAPIError
from support.companion.house import COOKIE, GUEST, HOST, House, phone, right
from support.companion.rig import BASE, HOST_CODE, Browser, app_of, host_of, seated

from companion.service.tables import Tables
from companion.storage import pubsub
from companion.storage import tokens as secrets_of
from companion.storage.schema import metadata
from companion.storage.tokens import FolderSecret, hashed, redacted, token
from referee.game import TABLE
from referee.registry import GAMES, game

SLUG = next(iter(GAMES))
OPTIONS = game(SLUG).Options()
PROGRAM = Path(__file__).parents[1] / "support" / "companion" / "noisy_server.py"


@pytest.fixture
def app(tables: Tables) -> Flask:
    """Its application."""
    return app_of(tables)


@pytest.fixture(scope="module")
def house() -> House:
    """All the tables, for tests that end with everything as it was."""
    return House()


def rows(tables: Tables) -> dict[str, list[str]]:
    """All that the store keeps."""
    with tables.store._engine.connect() as connection:
        return {t.name: sorted(map(repr, connection.execute(t.select()))) for t in metadata.sorted_tables}


# What a token is


def test_a_token_has_128_bits_from_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(secrets_of.secrets, "token_bytes", lambda size: asked.append(size) or bytes(range(size)))
    made = token()
    assert asked == [16]
    assert b32decode(made.upper() + "======") == bytes(range(16))


def test_codes_have_128_bits_and_follow_from_the_secret_alone() -> None:
    one, other = FolderSecret(b"a" * 32), FolderSecret(b"b" * 32)
    codes = [
        one.seat("t", 0, 0),
        one.seat("t", 0, 1),
        one.seat("t", 1, 0),
        one.table("t"),
        one.csrf("t"),
        other.table("t"),
    ]
    assert len(set(codes)) == len(codes)
    assert {len(code) for code in codes} == {26}
    assert one.seat("t", 0, 0) == FolderSecret(b"a" * 32).seat("t", 0, 0)


def test_the_store_knows_hashes_alone(house: House) -> None:
    kept = repr(rows(house.tables))
    for secret in (*house.codes, HOST, phone(0), phone(1)):
        assert secret not in kept
    assert hashed(house.codes[0]) in kept
    assert hashed(phone(0)) in kept
    assert hashed(HOST) in kept


# A look at a link


def test_looking_at_a_link_takes_nothing(app: Flask, tables: Tables) -> None:
    """Chats fetch a link to show a preview of it, some of them twice, some with a browser's whole apparatus."""
    table_state = tables.open(SLUG, 4, OPTIONS, "en")
    codes = [tables.code(table_state, seat) for seat in (None, 0, 1, 2, 3)]
    before = rows(tables)
    preview = Browser(app)
    for code in codes:
        for _ in range(3):
            assert preview.get(f"/join/{code}").status_code == 200
            assert preview.client.head(f"/join/{code}", base_url=BASE).status_code == 200
            assert preview.client.options(f"/join/{code}", base_url=BASE).status_code == 200
    assert rows(tables) == before
    assert Browser(app).sit(codes[1], 0, "Ann") == f"/t/{table_state.id}/seat/0"
    assert Browser(app).sit(codes[0], 3, "Bob") == f"/t/{table_state.id}/seat/3"


def test_a_tap_exchanges_the_code_for_a_cookie(app: Flask, tables: Tables) -> None:
    """HttpOnly, for this site alone, for a year; and the address bar holds no secret from now on."""
    table_state = tables.open(SLUG, 4, OPTIONS, "en")
    code, browser = tables.code(table_state, 0), Browser(app)
    browser.get(f"/join/{code}")
    before = browser.client.get_cookie(COOKIE, domain="127.0.0.1")
    reply = browser.post(f"/join/{code}", {"seat": 0, "name": "Ann", "colour": 0})
    after = browser.client.get_cookie(COOKIE, domain="127.0.0.1")
    assert before and after and before.value != after.value
    cookie = reply.headers["Set-Cookie"]
    for part in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"):
        assert part in cookie
    assert "Domain" not in cookie
    assert reply.json == {"go": f"/t/{table_state.id}/seat/0"}
    assert code not in reply.text
    for path in (f"/t/{table_state.id}/seat/0", f"/t/{table_state.id}/seat/0/view", f"/t/{table_state.id}", "/"):
        page = browser.get(path).text
        assert code not in page
        assert after.value not in page
    again = browser.get(f"/join/{code}")
    assert again.status_code == 200 and "Go on as <bdi>Ann</bdi>" in again.text
    back = browser.post(f"/join/{code}", {"seat": 0, "name": "Ann", "colour": 0, "key": "a key of mine"})
    assert back.json == reply.json and browser.get(f"/t/{table_state.id}/seat/0").status_code == 200
    assert tables.held(table_state.id, after.value) == (), "the token of before is worth nothing"


def test_a_cookie_that_somebody_planted_is_replaced(app: Flask, tables: Tables) -> None:
    """Another program on the laptop can set cookies for its address. A token that was not ours to give holds nothing."""
    table_state = tables.open(SLUG, 4, OPTIONS, "en")
    for enter in (
        lambda browser: browser.sit(tables.code(table_state, 0), 0),
        lambda browser: browser.get(f"/host/{HOST_CODE}"),
    ):
        browser = Browser(app)
        browser.client.set_cookie(COOKIE, GUEST, domain="127.0.0.1")
        enter(browser)
        given = browser.client.get_cookie(COOKIE, domain="127.0.0.1")
        assert given and given.value != GUEST
    assert not tables.held(table_state.id, GUEST)
    assert not tables.is_host(GUEST)


def test_the_host_link_leaves_the_address_bar_and_is_no_guess(app: Flask, tables: Tables) -> None:
    browser = Browser(app)
    for wrong in ("x", HOST_CODE[:-1], HOST_CODE + "h", HOST_CODE.upper()):
        assert browser.get(f"/host/{wrong}").status_code == 404
    assert rows(tables)["hosts"] == []
    reply = browser.get(f"/host/{HOST_CODE}")
    assert (reply.status_code, reply.headers["Location"]) == (303, "/")
    assert "HttpOnly" in reply.headers["Set-Cookie"]
    assert len(rows(tables)["hosts"]) == 1
    browser.get(f"/host/{HOST_CODE}")
    assert len(rows(tables)["hosts"]) == 1


# Whose is what


def test_a_second_phone_cannot_take_a_seat(app: Flask, tables: Tables) -> None:
    table, phones = seated(app, tables, SLUG, 4)
    table_state = tables.table_state(table)
    thief = Browser(app)
    before = rows(tables)
    for code in (tables.code(table_state, 0), tables.code(table_state, None)):
        assert "taken" in thief.get(f"/join/{code}").text
        assert thief.post(f"/join/{code}", {"seat": 0, "name": "Eve", "colour": 7}).status_code == 409
    assert thief.post(f"/join/{tables.code(table_state, 1)}", {"seat": 0}).status_code == 404, (
        "the code of another seat"
    )
    assert thief.get(f"/t/{table}/seat/0").status_code == 403
    assert rows(tables) == before
    assert phones[0].get(f"/t/{table}/seat/0").status_code == 200


SEAT_PAGES = ("", "/part", "/view", "/notes", "/stream", "/wait")
SEAT_DOORS = ("move", "notes", "name")
HOST_DOORS = ("arrange", "begin", "abandon", "pause", "free", "absent", "move")


@pytest.mark.parametrize(
    "who", [phone(1), GUEST, HOST, "", "x" * 26], ids=["neighbour", "guest", "host", "nobody", "forger"]
)
def test_a_seat_is_for_its_own_phone(house: House, who: str) -> None:
    """Not even the host sees a hand."""
    for table in house.ids:
        for page in SEAT_PAGES:
            assert house.ask("GET", f"/t/{table}/seat/0{page}", who).status_code == 403, page
        for door in SEAT_DOORS:
            assert house.ask("POST", f"/t/{table}/seat/0/{door}", who, right(door)).status_code == 403, door
    assert house.state() == house.before


@pytest.mark.parametrize("who", [phone(1), GUEST, "", "x" * 26], ids=["player", "guest", "nobody", "forger"])
def test_the_host_s_buttons_are_the_host_s(house: House, who: str) -> None:
    assert house.ask("POST", "/open", who, right("/open")).status_code == 403
    for table in house.ids:
        assert house.ask("GET", f"/t/{table}/cards.pdf", who).status_code == 403
        for door in HOST_DOORS:
            assert house.ask("POST", f"/t/{table}/{door}", who, right(door)).status_code == 403, door
        page = house.ask("GET", f"/t/{table}", who).text
        assert re.findall('data-post="([^"]*)"', page) in ([], ["/code"]), "to sit down needs no right"
        assert "/join/" not in page
        assert 'class="qr"' not in page
    assert house.state() == house.before


def test_a_spectator_sees_what_the_table_sees(house: House) -> None:
    table = house["playing"]
    table_state = house.tables.table_state(table)
    for who in (GUEST, "", phone(0)):
        seen = house.ask("GET", f"/t/{table}/view", who).json
        assert seen["view"] == msgspec.json.decode(msgspec.json.encode(table_state.game.view(table_state.state, TABLE)))
        assert seen["offers"] == []
    assert house.ask("GET", f"/t/{table}/view", HOST).json["offers"] != []


def test_notes_are_for_their_seat_and_nobody_hears_of_them(app: Flask, tables: Tables) -> None:
    table, phones = seated(app, tables, SLUG, 4)
    host_of(app).post(f"/t/{table}/begin")
    own, others = f"/t/{table}/seat/0", (f"/t/{table}/seat/1", f"/t/{table}")
    streams = [
        phones[n].client.get(f"{page}/stream", base_url=BASE) for n, page in ((0, own), *((1, o) for o in others))
    ]
    assert phones[0].post(f"{own}/notes", {"game": 1, "set": {"text": "it is the butler"}}).status_code == 200
    for seat in range(4):
        tables.hub.dismiss(table, seat)
    heard = [b"".join(islice(stream.response, 2)) for stream in streams[:2]]
    assert [b"event: notes" in one for one in heard] == [True, False]
    assert streams[2].response and b"notes" not in next(streams[2].response)
    for stream in streams:
        stream.close()
    assert phones[0].get(f"{own}/notes").json["notes"] == {"text": "it is the butler"}
    for page in (own, *others):
        assert "butler" not in phones[1].get(f"{page}/view").text + phones[1].get(page).text
    assert phones[1].get(f"/t/{table}/seat/1/notes").json["notes"] == {}


# Released


def test_a_release_takes_seat_code_and_stream_and_everybody_is_told(
    app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pubsub, "HEARTBEAT", 0.1)
    table, phones = seated(app, tables, SLUG, 4)
    host, lost = host_of(app), phones[1]
    host.post(f"/t/{table}/begin")
    old = tables.code(tables.table_state(table), 1)
    stream = lost.client.get(f"/t/{table}/seat/1/stream", base_url=BASE)
    other = phones[2].client.get(f"/t/{table}/seat/2/stream", base_url=BASE)
    assert b"event: version" in next(stream.response)
    assert len(tables.hub) == 2
    assert host.post(f"/t/{table}/free", {"seat": 1}).status_code == 200
    assert list(islice(stream.response, 1)) == [], "its stream has ended, without another word"
    next(other.response)
    assert b"event: version" in next(other.response)
    stream.close()
    assert len(tables.hub) == 1
    other.close()
    for page in SEAT_PAGES:
        assert lost.get(f"/t/{table}/seat/1{page}").status_code == 403, page
    for door in SEAT_DOORS:
        assert lost.post(f"/t/{table}/seat/1/{door}", right(door)).status_code == 403, door
    assert lost.get(f"/join/{old}").status_code == 404
    assert lost.post(f"/join/{old}", {"seat": 1}).status_code == 404
    told = "The host has released a seat: <bdi>Player 2</bdi>"
    for path, browser in (
        (f"/t/{table}/seat/0", phones[0]),
        (f"/t/{table}/seat/2/part", phones[2]),
        (f"/t/{table}/seat/3", phones[3]),
        (f"/t/{table}", host),
        (f"/t/{table}", Browser(app)),
        (f"/t/{table}", lost),
    ):
        assert told in browser.get(path).text, path
    new = tables.code(tables.table_state(table), 1)
    assert new != old
    Browser(app).sit(new, 1, "Player 2")
    assert lost.get(f"/t/{table}/seat/1").status_code == 403
    assert (
        app_of(Tables(tables.store, tables.secret)).test_client().get(f"/join/{old}", base_url=BASE).status_code == 404
    )


def test_a_seat_that_falls_away_is_released_too(app: Flask, tables: Tables) -> None:
    """Fewer players, then more again: the old code and the old phone stay worthless."""
    table, phones = seated(app, tables, SLUG, 4)
    host = host_of(app)
    old = tables.code(tables.table_state(table), 3)
    assert host.post(f"/t/{table}/arrange", {"players": 3, "lang": "en"}).status_code == 409, "somebody sits there"
    assert phones[3].get(f"/t/{table}/seat/3").status_code == 200
    host.post(f"/t/{table}/free", {"seat": 3})
    for players in (3, 4):
        assert host.post(f"/t/{table}/arrange", {"players": players, "lang": "en"}).status_code == 200
        assert phones[3].get(f"/t/{table}/seat/3").status_code == 403
        assert phones[3].get(f"/join/{old}").status_code == 404
    assert tables.code(tables.table_state(table), 3) != old


# Never written down


def test_whatever_looks_like_a_token_is_blotted_out() -> None:
    made = token()
    assert made not in redacted(f"/join/{made} {{'sousmain-7770': '{made}'}} {made}{made}")
    assert redacted("Nothing to hide: table b23456, 28 tiles") == "Nothing to hide: table b23456, 28 tiles"


def test_an_error_of_the_database_does_not_quote_what_was_written(tables: Tables) -> None:
    """Its message goes to the log; what was to be written does not."""
    with tables.store._writing() as connection:
        connection.exec_driver_sql("DROP TABLE about")
    with pytest.raises(DBAPIError) as raised:
        tables.store.write_setting("murderer", "it is the butler")
    assert "about" in str(raised.value)
    assert "butler" not in str(raised.value)


class Server:
    """The server of `noisy_server.py` and what it wrote."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.host_code = folder, token()
        self.out, self.err = folder.parent / "out.txt", folder.parent / "err.txt"
        program = [sys.executable, str(PROGRAM), str(folder), self.host_code]
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = subprocess.Popen(program, stdout=out, stderr=err, cwd=folder.parent)
        self.port = self._port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.secrets = [self.host_code]

    def _port(self) -> int:
        for _ in range(600):
            if self.process.poll() is not None:
                break
            if (text := self.out.read_text()).endswith("\n"):
                return int(text)
            time.sleep(0.05)
        raise AssertionError(self.err.read_text())

    def ask(self, method: str, path: str, device: str = "", body: bytes = b"", **headers: str) -> tuple[int, str]:
        """Status and body; a new cookie is one more secret."""
        sent = {"Cookie": f"sousmain-{self.port}={device}", "Origin": self.base, **headers}
        if device:
            sent["X-Csrf"] = self.csrf(device)
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request(method, path, body or None, sent)
            reply = connection.getresponse()
            for cookie in reply.headers.get_all("Set-Cookie") or ():
                self.secrets.append(re.search(r"=(\w+)", cookie)[1])  # type: ignore[index]
            return reply.status, reply.read().decode(errors="replace")

    def csrf(self, device: str) -> str:
        """What its pages would carry."""
        return self.key().csrf(device)

    def key(self) -> FolderSecret:
        """The secret of its folder."""
        return secrets_of.load_secret(self.folder)

    def raw(self, data: bytes) -> bytes:
        """Bytes that no browser would send."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as line:
            line.sendall(data)
            with suppress(OSError):
                line.shutdown(socket.SHUT_WR)
            found = b""
            with suppress(ConnectionResetError):  # it does not wait for what it has refused
                while part := line.recv(65536):
                    found += part
            return found

    def written(self) -> dict[str, bytes]:
        """Every byte that it left anywhere."""
        files = [self.out, self.err, *(file for file in self.folder.rglob("*") if file.is_file())]
        return {file.name: file.read_bytes() for file in files}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A real one, in a process of its own."""
    (tmp_path / "data").mkdir()
    found = Server(tmp_path / "data")
    yield found
    if found.process.poll() is None:
        found.process.send_signal(signal.SIGTERM)
        found.process.wait(20)


def test_no_token_is_ever_written_down(server: Server) -> None:
    """Canary: a whole evening with everything logged, then failures of every kind; then all files are searched."""
    assert server.ask("GET", f"/host/{server.host_code}")[0] == 303
    host = server.secrets[-1]
    status, body = server.ask("POST", "/open", host, b'{"game":"%s","players":2}' % SLUG.encode())
    assert status == 200
    table = body.split("/t/")[1].rstrip('"}')
    key = server.key()
    codes = [key.table(table), key.table(table, 1), *(key.seat(table, seat, n) for seat in (0, 1) for n in (0, 1))]
    phones = []
    for seat, code in enumerate((key.seat(table, 0, 0), key.table(table))):
        server.ask("GET", f"/join/{code}")
        browser = server.secrets[-1]
        assert server.ask("POST", f"/join/{code}", browser, b'{"seat":%d}' % seat)[0] == 200
        phones.append(server.secrets[-1])
    assert server.ask("POST", f"/t/{table}/begin", host, b"{}")[0] == 200
    for seat, device in enumerate(phones):
        assert server.ask("GET", f"/t/{table}/seat/{seat}", device)[0] == 200
        assert server.ask("POST", f"/t/{table}/seat/{seat}/notes", device, b'{"game":1,"set":{"a":1}}')[0] == 200
    assert server.ask("POST", f"/t/{table}/free", host, b'{"seat":1}')[0] == 200
    assert server.ask("GET", f"/t/{table}/seat/1", phones[1])[0] == 403
    assert server.ask("GET", f"/t/{table}", host)[0] == 200

    code = key.table(table, 1)  # a seat was released
    for boom, status in (("first", 500), ("last", 500), ("twice", 500), ("late", 200)):
        for path in (f"/join/{code}", f"/t/{table}/seat/0"):
            assert server.ask("GET", path, phones[0], **{"X-Boom": boom})[0] == status, boom
        server.ask("POST", f"/join/{code}", phones[0], b'{"seat":1}', **{"X-Boom": boom})
        server.ask("GET", f"/host/{server.host_code}", host, **{"X-Boom": boom})
    cookie = f"Cookie: sousmain-{server.port}={phones[0]}\r\n"
    for line in (f"GET /join/{code} HTP/9\r\n", f"/join/{code}\r\n", f"GET /join/{code}{'x' * 9000} HTTP/1.1\r\n"):
        server.raw(f"{line}{cookie}\r\n".encode())
    server.raw(f"POST /join/{code} HTTP/1.1\r\nHost: x\r\n{cookie}Content-Length: nonsense\r\n\r\n".encode())
    server.raw(f"GET /join/{code} HTTP/1.1\r\nno colon {code}\r\n{cookie}\r\n".encode())

    during = server.written()
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(20) == 0
    assert {"tables.sqlite", "tables.sqlite-wal", "err.txt", "out.txt", "mistakes.log"} <= during.keys()
    for log in ("err.txt", "mistakes.log"):
        assert during[log].decode().count("RuntimeError") >= 8, "the log works"
    assert any(hashed(phones[0]).encode() in data for data in during.values()), "the search finds what is there"
    tokens = {*codes, *server.secrets, *map(key.csrf, server.secrets)}
    assert len(tokens) >= 15
    for written in (during, server.written()):
        for name, data in written.items():
            assert [found for found in tokens if found.encode() in data] == [], name


def test_a_body_without_a_length_is_limited_too(server: Server) -> None:
    """In pieces without end: a server could take its beginning for the whole. Browsers say how long it will be."""
    server.ask("GET", f"/host/{server.host_code}")
    host = server.secrets[-1]
    head = (
        f"POST /open HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.base}\r\nConnection: close\r\n"
        f"Cookie: sousmain-{server.port}={host}\r\nX-Csrf: {server.csrf(host)}\r\nTransfer-Encoding: chunked\r\n\r\n"
    ).encode()
    wish = b'{"game":"%s"}' % SLUG.encode()
    piece, end = b"1000\r\n" + b" " * 0x1000 + b"\r\n", b"0\r\n\r\n"
    for pieces in (0, 17):
        reply = server.raw(head + b"%x\r\n%s\r\n" % (len(wish), wish) + pieces * piece + end)
        assert not reply or reply.split()[1] == b"400"
    assert server.ask("POST", "/open", host, wish)[0] == 200
    assert server.ask("POST", "/open", host, wish + 65536 * b" ")[0] == 413


def test_the_folder_is_for_its_owner_alone(server: Server) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows keeps a user's folders from others by itself")
    assert (server.folder / "secret").stat().st_mode & 0o077 == 0
