"""Behind a real proxy with a real certificate, set up as docs/hosting.md says: people sit down, play, and hear of it at once."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.companion.proxies import Proxy, SecurePhone, caddy, nginx
from support.serving import playing

from companion.web.app import JOINS_A_MINUTE

PROXIES = {"nginx": nginx, "caddy": caddy}


@pytest.fixture(scope="module", params=PROXIES)
def proxied(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Proxy, str]]:
    """A companion behind a proxy, and the host's link."""
    folder: Path = tmp_path_factory.mktemp(request.param)
    with PROXIES[request.param](folder) as proxy:
        words = ("--public-url", proxy.base, "--trust-proxy", 1, "--port", proxy.behind, "--data", folder / "data")
        with playing("code777", *words) as told:
            text = "\n".join(told)
            assert f"Phones, wherever they are: {proxy.base}" in text
            link = re.search(rf"{re.escape(proxy.base)}(/host/\S+)", text)
            assert link, text
            yield proxy, link[1]


def test_people_sit_down_and_hear_of_each_other_at_once(proxied: tuple[Proxy, str]) -> None:
    """Every POST behind TLS was refused; and a stream that a proxy holds back would say nothing for a long time."""
    proxy, link = proxied
    host = SecurePhone(proxy)
    status, _, told = host.ask("GET", link)
    assert status == 303 and host.cookie.startswith("__Host-sousmain="), told
    assert told["strict-transport-security"]
    table = told["location"].rpartition("/")[2]
    assert host.ask("GET", told["location"])[0] == 200
    screen = host.open("GET", f"/t/{table}/stream")
    line = host.line
    assert line.sock
    line.sock.settimeout(5.0)  # a heartbeat comes after fifteen
    heard = [screen.readline() for _ in range(5)]
    assert b"event: version\n" in heard
    status, text, _ = host.ask("POST", f"/t/{table}/absent", {"seat": 0, "on": True})
    assert status == 200, text
    while not (said := screen.readline()).startswith(b"data: "):
        assert said
    assert int(said.removeprefix(b"data: ")) >= 2
    line.close()
    assert SecurePhone(proxy).ask("POST", f"/t/{table}/absent", {"seat": 0})[0] == 403


def test_who_guesses_waits_and_who_comes_from_elsewhere_does_not(proxied: tuple[Proxy, str]) -> None:
    """What a phone says of its address itself counts for nothing."""
    proxy, _ = proxied
    guesser, other = SecurePhone(proxy, "127.0.0.2"), SecurePhone(proxy, "127.0.0.3")
    tries = [guesser.ask("GET", f"/join/{i}", **{"X-Forwarded-For": f"10.0.0.{i}"})[0] for i in range(JOINS_A_MINUTE)]
    assert set(tries) == {404}
    assert guesser.ask("GET", "/join/x", **{"X-Forwarded-For": "127.0.0.3"})[0] == 429
    assert other.ask("GET", "/join/x")[0] == 404


def test_without_tls_nobody_is_answered(proxied: tuple[Proxy, str]) -> None:
    proxy, _ = proxied
    with socket.create_connection(("127.0.0.1", proxy.plain), 10) as line:
        line.sendall(b"GET /help HTTP/1.1\r\nHost: games.example\r\nConnection: close\r\n\r\n")
        said = line.recv(1000)
    assert re.match(rb"HTTP/1.1 30[18] ", said) and b"Location: https://games.example" in said
