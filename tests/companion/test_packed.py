"""Files that pages bring along are packed for browsers that can unpack them, and plain for others."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from flask import Flask
from support.companion.rig import BASE, Browser, app_of, host_of, seated, tables_in

from companion.web import rendering
from referee.registry import GAMES, game


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return app_of(tables_in(tmp_path))


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_that_a_secret_stands_in_is_packed(slug: str, app: Flask) -> None:
    """The length of what is packed would tell of what is in it (docs/security.md): hands and table screens while a game lasts, and
    what is told of it when it is over."""
    tables = app.extensions["tables"]
    table, phones = seated(app, tables, slug)
    tables.begin(table)
    host, seat = host_of(app), f"/t/{table}/seat/0"
    for what in ("", "/part", "/part?has=", "/view", "/stream?has="):
        plain(phones[0], f"{seat}{what}")
        plain(host, f"/t/{table}{what}")
    plain(phones[0], f"{seat}/notes")
    tables.abandon(table)
    looked_back = [f"/t/{table}/debrief/1"] if game(slug).knowledge else []
    for path in (seat, f"/t/{table}", f"/t/{table}/record/1", *looked_back):
        plain(phones[0], path)


def plain(browser: Browser, path: str) -> None:
    """What that browser is given there must not be packed, though it could unpack it."""
    headers = {"Accept-Encoding": "gzip, deflate, br, zstd"}
    reply = browser.client.get(path, base_url=BASE, headers=headers, buffered=False)
    assert reply.status_code == 200 and "Content-Encoding" not in reply.headers, path
    reply.close()


@pytest.mark.parametrize("name", ["app.js", "fair.js", "app.css", "shapes.svg", "allo.css", "rallye.js"])
def test_packed_once_and_the_same(app: Flask, name: str) -> None:
    client = app.test_client()
    with app.app_context():
        path = rendering.asset(name)
    plain = client.get(path, base_url=BASE)
    packed = client.get(path, base_url=BASE, headers={"Accept-Encoding": "br, gzip;q=0.5"})
    refused = client.get(path, base_url=BASE, headers={"Accept-Encoding": "gzip;q=0, identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers and "Content-Encoding" not in refused.headers
    assert gzip.decompress(packed.data) == plain.data == refused.data
    assert len(packed.data) < len(plain.data)
    for reply in (plain, packed):
        assert reply.headers["Vary"] == "Accept-Encoding" and "immutable" in reply.headers["Cache-Control"]
