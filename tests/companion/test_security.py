"""What stands before every page: whose name was asked for, where a request came from, how large, how often; and what every
answer carries. The routes are taken from the application, so that a new one is held to the same."""

from __future__ import annotations

import re
from functools import cache, partial, reduce
from html.parser import HTMLParser
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from flask import Flask
from support.companion.house import FILES, GUEST, HOST, SECRET, House, phone, proper, right
from support.companion.rig import BASE, HOST_CODE, PORT
from support.companion.scenes import PEOPLE, sample
from support.companion.visits import Heard, visit
from support.soak import SOAK
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.errors import Busy
from companion.web import security
from referee.registry import GAMES
from templates import loader

FOREIGN = (
    "evil.example",
    f"evil.example:{PORT}",
    f"127.0.0.1.evil.example:{PORT}",
    f"127.0.0.1:{PORT}.evil.example",
    f"evil@127.0.0.1:{PORT}",
    f"127.0.0.1:{PORT + 1}",
    "127.0.0.1",
    "localhost",
    "localhost:80",
    f"0.0.0.0:{PORT}",
    f"192.0.2.77:{PORT}",
    f"[2001:db8::1]:{PORT}",
    f":{PORT}",
    "",
)


@pytest.fixture(scope="module")
def house() -> House:
    """Nothing here may change anything in it."""
    return House()


@pytest.fixture(autouse=True)
def untouched(house: House):
    """Nothing has."""
    yield
    assert house.state() == house.before


# Whose name was asked for


@pytest.mark.parametrize("name", FOREIGN)
def test_it_answers_to_no_other_name(house: House, name: str) -> None:
    """DNS can lead any name here; a page under that name would be "the same origin"."""
    for path in ("/", "/help", f"/t/{house['playing']}", f"/t/{house['playing']}/seat/0/view", "/host/x"):
        assert house.ask("GET", path, phone(0), Host=name).status_code == 400, path
    for path, device in house.doors():
        reply = house.ask("POST", path, device, right(path), Host=name, Origin=f"http://{name}")
        assert reply.status_code == 400, path


def test_it_does_not_answer_without_a_name(house: House) -> None:
    environ = EnvironBuilder("/", base_url=BASE).get_environ()
    del environ["HTTP_HOST"]
    _, status, _ = run_wsgi_app(house.app, environ)
    assert status.startswith("400")


@pytest.mark.parametrize("name", ["localhost", "LocalHost", "127.0.0.1", "[::1]", "127.0.0.2"])
def test_it_answers_to_its_own_names(house: House, name: str) -> None:
    """All that lead to this machine and nowhere else."""
    if name == "127.0.0.2" and not security.is_mine(name):
        pytest.skip("this system has one loopback address")
    assert house.ask("GET", "/help", Host=f"{name}:{PORT}").status_code == 200


def test_an_address_that_came_later_is_known_by_its_number_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The laptop may join another Wi-Fi; that address is its own, whatever name somebody gives it."""
    names = security.TrustedHosts(PORT, ("localhost",))
    monkeypatch.setattr(security, "is_mine", lambda address: address == "10.1.2.3")
    assert names.know(f"10.1.2.3:{PORT}")
    assert not names.know("10.1.2.3:80")
    assert not names.know(f"10.1.2.4:{PORT}")
    assert not names.know(f"my.laptop:{PORT}")


def test_the_port_may_be_left_out_only_where_browsers_leave_it_out() -> None:
    assert security.TrustedHosts(80, ("localhost",)).know("localhost")
    assert security.TrustedHosts(80, ("localhost",)).know("localhost:80")
    assert not security.TrustedHosts(PORT, ("localhost",)).know("localhost")


# Where a request came from


def guarded(house: House, path: str, device: str, **headers: str) -> None:
    """Refused, and for no other reason than the headers."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    reply = house.ask("POST", path, device, right(path), **sent)
    assert reply.status_code == 403, path
    assert reply.json["error"] in (
        "This came from another page. Reload and try again.",
        "This page is too old. Reload and try again.",
    ), path


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "",
        "http://evil.example",
        f"https://127.0.0.1:{PORT}",
        "http://127.0.0.1",
        f"http://127.0.0.1:{PORT + 1}",
        f"http://localhost:{PORT}",
        f"{BASE}/",
        f"{BASE}, {BASE}",
        f"http://user@127.0.0.1:{PORT}",
    ],
)
def test_every_door_wants_the_right_origin(house: House, origin: str) -> None:
    """Forms of other pages and of ours (their Origin is null under our referrer policy), other ports, other names."""
    for path, device in house.doors():
        guarded(house, path, device, Origin=origin)


def test_every_door_wants_an_origin_at_all(house: House) -> None:
    for path, device in house.doors():
        headers = {name: value for name, value in proper(device).items() if name != "Origin"}
        reply = house.client.post(path, base_url=BASE, data=right(path), headers=headers)
        assert reply.status_code == 403, path


@pytest.mark.parametrize("sent", ["", "x", SECRET.csrf(GUEST), SECRET.csrf(""), phone(0), "ÿ" * 26])
def test_every_door_wants_the_token_of_this_browser(house: House, sent: str) -> None:
    """Not none, not another browser's, not the cookie itself."""
    for path, device in house.doors():
        guarded(house, path, device, X_Csrf=sent)


def test_a_browser_without_a_cookie_has_no_token(house: House) -> None:
    for path, _ in house.doors():
        guarded(house, path, "", X_Csrf=SECRET.csrf(""))


def test_what_the_guard_lets_through_arrives(house: House) -> None:
    """Proof: with the right headers the very same requests are answered by the doors themselves."""
    fresh = House()
    for path, device in fresh.doors():
        reply = fresh.ask("POST", path, device, right(path))
        assert "another page" not in reply.text, path
        assert "too old" not in reply.text, path
    assert fresh.state() != fresh.before


def test_no_answer_lets_another_page_read_it(house: House) -> None:
    """No CORS: a preflight is answered, and grants nothing."""
    for path, device in house.doors():
        for method in ("OPTIONS", "POST"):
            reply = house.ask(
                method, path, device, Origin="http://evil.example", **{"Access-Control-Request-Method": "POST"}
            )
            assert not [name for name, _ in reply.headers if name.lower().startswith("access-control")]


def test_no_door_opens_within_a_page_of_somebody_else(house: House) -> None:
    """Told by a refusal as well, twice, since old browsers know one of the two; all answers are looked at below."""
    for path, device in house.doors():
        headers = dict(house.ask("GET", path, device).headers)
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"].split("; "), path
        assert headers["X-Frame-Options"] == "DENY", path


# How much, how often


def test_a_body_may_have_64_kib(house: House) -> None:
    for path, device in house.doors():
        if path in FILES:
            continue
        most = b'"' + b"x" * (64 * 1024 - 2) + b'"'
        assert house.ask("POST", path, device, most).status_code == 400, path
        assert house.ask("POST", path, device, most + b" ").status_code == 413, path


def test_a_body_says_how_long_it_is(house: House) -> None:
    """In pieces without end it would be cut off at the limit, and its beginning taken for the whole."""
    for path, device in house.doors():
        reply = house.client.post(
            path,
            base_url=BASE,
            headers=proper(device),
            input_stream=BytesIO(right(path)),
            environ_overrides={"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True},
        )
        assert reply.status_code == 400, path


@pytest.mark.parametrize("device", [HOST, phone(0), ""])
def test_an_address_may_hold_letters_that_nobody_can_read(
    house: House, device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Browsers do not write such; whoever does is no reason to speak of something that is wrong on the laptop."""
    monkeypatch.setattr("companion.web.routes.hand.LONGEST_WAIT", 0.0)  # nobody has to hear anything new
    names = {"<table>": house["abandoned"], "<int:seat>": "0", "<int:number>": "1", "<slug>": next(iter(GAMES))}
    asked = 0
    for rule in house.app.url_map.iter_rules():
        path = reduce(lambda text, name: text.replace(name, names[name]), names, rule.rule)
        if "<" in path or "GET" not in (rule.methods or ()):
            continue
        for query in ("seat=\xe9", "\xff=1&day", "page=\xc3&version=\xb2&edition=\xfe&why=\x80"):
            reply = house.client.get(
                path, base_url=BASE, headers=proper(device), environ_overrides={"QUERY_STRING": query}, buffered=False
            )
            reply.close()
            assert reply.status_code < 500, (path, query)
            asked += reply.status_code == 200
    assert asked > 20


def test_wrong_codes_are_counted_for_each_address() -> None:
    """Guessing is hopeless anyway; now it is slow too. Right codes never count and are never refused: somebody else may be
    guessing behind the same router. A minute later all is well."""
    now = [0.0]
    house = House(joins=3, clock=lambda: now[0])
    code = house.codes[0]

    def status(method: str, path: str, address: str = "10.0.0.1") -> int:
        reply = house.client.open(
            path,
            method=method,
            base_url=BASE,
            data=right(f"/join/{code}"),
            headers=proper(GUEST) | {"X-Forwarded-For": f"10.9.9.{now[0]:.0f}"},
            environ_overrides={"REMOTE_ADDR": address},
        )
        return reply.status_code

    assert [status("GET", f"/join/{code}") for _ in range(5)] == 5 * [200]
    assert [status("GET", "/join/x"), status("POST", "/join/x"), status("GET", "/host/x")] == 3 * [404]
    for method, path in (("GET", "/join/x"), ("POST", "/join/x"), ("HEAD", "/join/x"), ("GET", "/host/x")):
        assert status(method, path) == 429
    assert [status("GET", f"/join/{code}") for _ in range(5)] == 5 * [200]
    assert status("GET", "/") == 200
    assert status("GET", "/join/x", "10.0.0.2") == 404
    now[0] = 59.0
    assert status("GET", "/join/x") == 429
    now[0] = 61.0
    assert status("GET", "/join/x") == 404
    assert house.state() == house.before
    for wrong in range(40):
        assert status("GET", f"/join/{wrong}") in (404, 429)
    assert status("POST", f"/join/{code}") == 200, "a phone sits down"
    assert status("GET", f"/host/{HOST_CODE}") == 303, "the host's link opens"


def test_the_limit_forgets_old_addresses_first() -> None:
    limit = security.RateLimiter(1, lambda: 0.0, addresses=2)
    for address in ("a", "b", "c"):
        limit.count(address)
    limit.check("a")  # forgotten: there was room for two
    for address in ("b", "c"):
        with pytest.raises(Busy):
            limit.check(address)


# What every answer carries


@cache
def everything() -> list[Heard]:
    """What everybody hears at a table: every route, let in and refused."""
    kinds = PEOPLE if SOAK else ("seat and host", "stranger")
    return [one for kind in kinds for one in visit(sample(kind, 6, next(iter(GAMES))), 0) if one.status]


@pytest.mark.slow
def test_every_answer_carries_the_headers() -> None:
    assert {200, 303, 400, 403, 404, 405, 409, 422} <= {one.status for one in everything()}
    for one in everything():
        headers = dict(one.headers)
        assert headers["Referrer-Policy"] == "no-referrer", one.question
        assert headers["X-Content-Type-Options"] == "nosniff", one.question
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin", one.question
        rule, _ = one.route or ("", "")
        if one.status != 200 or rule not in ("/static/<mark>/<name>", "/favicon.ico"):
            assert headers["Cache-Control"] == "no-store", one.question
        if one.status == 200 and headers["Content-Type"].startswith(("text/css", "text/javascript")):
            continue  # what browsers heed of documents alone
        assert headers["X-Frame-Options"] == "DENY", one.question
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin", one.question
        policy = dict(rule.split(" ", 1) for rule in headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["frame-ancestors"] == "'none'"
        assert policy["base-uri"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert "http" not in headers["Content-Security-Policy"]


def test_the_short_way_says_what_the_long_way_says(house: House) -> None:
    """`companion/web/fast_path.py` answers two questions by itself: the same status, headers and bytes, whoever asks."""
    for table, page, cookie, host in product(
        house.ids, ("part", "view"), ("", *map(phone, range(3)), HOST, "x" * 26), (f"localhost:{PORT}", "evil.example")
    ):
        environ = EnvironBuilder(f"/t/{table}/seat/0/{page}", headers=proper(cookie) | {"Host": host}).get_environ()
        answers = []
        for way in (house.app.wsgi_app, partial(Flask.wsgi_app, house.app)):
            body, status, headers = run_wsgi_app(way, environ, buffered=True)
            answers.append((status, sorted(headers), b"".join(body)))
        assert answers[0] == answers[1], (table, page, cookie, host)
        assert answers[0][0][:3] == ("400" if host == "evil.example" else "200" if cookie == phone(0) else "403")


class Page(HTMLParser):
    """Finds what the policy forbids, and what would leave this server."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Every attribute of every element."""
        given = dict(attrs)
        if tag in ("style", "iframe", "object", "embed", "base") or (tag == "script" and "src" not in given):
            self.found.append(f"<{tag}>")
        if tag == "meta" and "http-equiv" in given:
            self.found.append("<meta http-equiv>")
        for name, value in attrs:
            if name.startswith("on") or name in ("style", "srcdoc", "ping", "formaction", "integrity"):
                self.found.append(f"{name}={value}")
            if name in ("src", "href", "action", "xlink:href") and not re.match(r"/(?!/)|#", value or ""):
                self.found.append(f"{name}={value}")
        self.inside = tag

    def handle_data(self, data: str) -> None:
        """A script has no words of its own."""
        if self.inside == "script" and data.strip():
            self.found.append(data)

    def handle_endtag(self, tag: str) -> None:
        """Out of it."""
        self.inside = ""


def test_no_page_has_anything_that_the_policy_forbids() -> None:
    """Inline scripts, styles and handlers would silently not work; addresses elsewhere would tell somebody."""
    pages = [
        one for one in everything() if dict(one.headers).get("Content-Type", "").startswith("text/html") and one.body
    ]
    assert len({one.route for one in pages}) >= 9
    for one in pages:
        assert Page(one.body.decode()).found == [], one.question


@pytest.mark.parametrize("file", sorted((loader.SHELF / "pages").rglob("*.html")), ids=lambda file: file.name)
def test_no_template_has_any_either(file: Path) -> None:
    """Also in branches that no test has seen."""
    text = file.read_text("utf-8")
    assert not re.search(r"<style|<script(?![^>]* src=)|\sstyle=|\son[a-z]+=|javascript:|https?://[^,]", text)


def test_the_parser_would_notice() -> None:
    for wrong in ("<p style='x'>", "<a onclick=x>", "<script>x()</script>", "<style>", "<img src=//evil.example/x>"):
        assert Page(wrong).found


def test_the_page_about_security_names_tests_that_exist() -> None:
    """docs/security.md promises nothing that no test holds."""
    tests = loader.SHELF.parent / "tests"
    named = set(re.findall(r"\btest_\w+", (tests.parent / "docs" / "security.md").read_text("utf-8")))
    there = {file.stem for file in tests.rglob("test_*.py")}
    there |= {
        name for file in tests.rglob("test_*.py") for name in re.findall(r"def (test_\w+)", file.read_text("utf-8"))
    }
    assert len(named) >= 25
    assert named - there == set()


def test_a_name_is_shown_as_letters_and_never_as_markup() -> None:
    """What a player types reaches every other phone."""
    house = House()
    table, name = house["playing"], "<script>'\"&{{7*7}}"
    body = b'{"name":"<script>\'\\"&{{7*7}}","colour":1}'
    assert house.ask("POST", f"/t/{table}/seat/0/name", phone(0), body).status_code == 200
    assert house.tables.table_state(table).chairs[0].name == name
    for path, device in (
        (f"/t/{table}/seat/1", phone(1)),
        (f"/t/{table}", HOST),
        ("/", GUEST),
        (f"/t/{table}/seat/0", phone(0)),
    ):
        page = house.ask("GET", path, device).text
        assert "&lt;script&gt;" in page, path
        assert "{{7*7}}" in page, path
        assert Page(page).found == [], path
