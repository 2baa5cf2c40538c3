"""Files that pages bring along are packed for browsers that can unpack them, and plain for others."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from flask import Flask
from support.companion.rig import BASE, app_of, seated, tables_in

from companion.web import rendering
from referee.registry import GAMES


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return app_of(tables_in(tmp_path))


def test_nothing_that_a_secret_stands_in_is_packed(app: Flask) -> None:
    """The length of what is packed would tell of what is in it (docs/security.md)."""
    tables = app.extensions["tables"]
    table, phones = seated(app, tables, next(iter(GAMES)), 3)
    tables.begin(table)
    for what in ("", "/part", "/part?has=", "/view", "/notes", "/stream?has="):
        path = f"/t/{table}/seat/0{what}"
        reply = phones[0].client.get(path, base_url=BASE, headers={"Accept-Encoding": "gzip"}, buffered=False)
        assert reply.status_code == 200 and "Content-Encoding" not in reply.headers, what
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
