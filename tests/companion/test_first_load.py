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
from referee.registry import GAMES, game

FILE = re.compile(r"/static/[0-9a-f]{8}/([\w.-]+)")
AFTER = (0, 15, 30, 60, 60)  # moves, one after the other
MOST = 100_000  # bytes, without headers
FULL = 100 * 1024  # the same with every seat taken, by people with the longest names
LONGEST = "Éléonore-Marguerites"  # twenty letters


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
    for moves in AFTER:
        robots(tables, table, moves)
        for seat, phone in enumerate(phones):
            reply = phone.client.get(f"/t/{table}/seat/{seat}", base_url=BASE)
            found = weights(app, reply.text)
            assert len(found) >= 10 and sum(name.endswith("woff2") for name in found) == 3
            assert sum(found.values()) < MOST, found


@pytest.mark.parametrize("slug", GAMES)
def test_a_full_table_of_long_names_is_as_light(slug: str, tmp_path: Path) -> None:
    """In French, in a second game to its end: logs and tallies have filled by then."""
    tables = tables_in(tmp_path)
    app = app_of(tables)
    table, phones = seated(app, tables, slug, max(game(slug).players))
    for seat, phone in enumerate(phones):
        tables.rename(table, seat, f"{LONGEST[:-1]}{seat}", seat)
        phone.client.set_cookie("lang", "fr", domain="127.0.0.1")
    tables.begin(table)
    for _ in range(2):
        for _ in range(30):
            robots(tables, table, 3)
            seat = min(tables.table_state(table).awaited, default=0)
            reply = phones[seat].client.get(f"/t/{table}/seat/{seat}", base_url=BASE)
            assert LONGEST[:-1] in reply.text and 'lang="fr"' in reply.text
            found = weights(app, reply.text)
            assert sum(found.values()) < FULL, found
        if tables.table_state(table).phase == "playing":
            tables.abandon(table)
        tables.begin(table)
