"""What a phone fetches when it opens its hand, typefaces and scripts included: at the beginning, and however long a game lasts."""

from __future__ import annotations

import gzip
import re
from functools import cache
from pathlib import Path

import pytest
from flask import Flask
from support.companion.evening import robots
from support.companion.rig import BASE, app_of, seated, tables_in

from companion.web import rendering
from referee.registry import GAMES

FILE = re.compile(r"/static/[0-9a-f]{8}/([\w.-]+)")
AFTER = (0, 15, 30, 60, 60)  # moves, one after the other
# Bytes, without headers. The aim is 100,000; what is above it is the page itself, which is never packed: calls in Allo have a
# dialog for each person, Fully’s end all that was said and found.
MOST = {"code777": 90_000, "inkognito": 115_000, "fully": 125_000, "allo": 135_000, "rallye": 108_000}


@cache
def file(app: Flask, name: str) -> tuple[int, str]:
    """How much a file weighs on the wire, and what it says."""
    with app.app_context():
        contents = rendering.asset_contents(name)[0]
        if name.endswith(".woff2"):
            return len(contents), ""
        return len(rendering.packed(name)), gzip.decompress(rendering.packed(name)).decode()


def weights(app: Flask, page: str) -> dict[str, int]:
    """The bytes of a page and of all that it names, and of what that names."""
    found, texts = {"page": len(page.encode())}, [page]
    for text in texts:
        for name in FILE.findall(text):
            if name not in found:
                found[name], more = file(app, name)
                texts.append(more)
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_a_hand_is_light_however_long_a_game_lasts(slug: str, tmp_path: Path) -> None:
    tables = tables_in(tmp_path)
    app = app_of(tables)
    table, phones = seated(app, tables, slug)
    tables.begin(table)
    begun = 0
    for moves in AFTER:
        robots(tables, table, moves)
        for seat, phone in enumerate(phones):
            reply = phone.client.get(f"/t/{table}/seat/{seat}", base_url=BASE)
            found = weights(app, reply.text)
            assert len(found) >= 10 and sum(name.endswith("woff2") for name in found) == 3
            begun = begun or sum(found.values())
            assert sum(found.values()) < MOST.get(slug, 100_000), found
    assert begun < 100_000
