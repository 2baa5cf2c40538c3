"""Somebody's own words with markup in them: on every page they are letters, and nothing breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.companion.evening import robots
from support.companion.rig import app_of, host_of, seated, tables_in

from cli.record_reports import narrated_game
from companion.web import rendering
from referee import record
from referee.registry import GAMES, pieces
from templates import i18n, loader
from templates.overlay import laying
from templates.overrides import in_every_language

SIGNS = "<script>&\"' "
NO_TEXT = {"accent", "figure", "hex", "people", "shape", "letter", "badge", "short"}
RAW = re.compile(r"<script>&|&amp;(?:amp|lt|gt|quot|#3\d);|=\"[^\"<>]*<script")  # taken for markup, or escaped twice


def with_signs(told: Any) -> Any:
    """The same with these signs before every text, told as one tells one's own."""
    if isinstance(told, dict | list):
        named = told.items() if isinstance(told, dict) else ((str(n), each) for n, each in enumerate(told, 1))
        found = {key: with_signs(each) for key, each in named if key not in NO_TEXT}
        return {key: each for key, each in found.items() if each not in (None, {})}
    return SIGNS + told if isinstance(told, str) else None


@pytest.fixture(params=GAMES)
def marked(request: pytest.FixtureRequest) -> Iterator[str]:
    """A game whose own words all have such signs."""
    slug: str = request.param
    words = {slug: with_signs(loader.kit_data(slug))}
    rendering._kit.cache_clear()
    try:
        with laying(words, Path("own.toml")):
            in_every_language(lambda: loader.kit_data(slug))
            yield slug
    finally:
        rendering._kit.cache_clear()


def test_signs_in_own_words_are_letters_on_every_page(marked: str, tmp_path: Path) -> None:
    """Before, in and after a game: hands, the table screen, panels as they are streamed, rules, the front page, the record."""
    tables = tables_in(tmp_path, dice=bytes)
    app = app_of(tables)
    table, phones = seated(app, tables, marked, pieces(marked).USUAL)
    host = host_of(app)
    escaped = 0

    def look(browser: Any, path: str) -> None:
        nonlocal escaped
        reply = browser.get(path)
        assert reply.status_code == 200, path
        assert RAW.search(reply.text) is None, (path, RAW.findall(reply.text))
        escaped += reply.text.count("&lt;script&gt;&amp;")

    def everywhere() -> None:
        for browser, path in [(host, f"/t/{table}"), *((p, f"/t/{table}/seat/{s}") for s, p in enumerate(phones))]:
            look(browser, path)
            look(browser, f"{path}/part?has=")

    everywhere()
    tables.begin(table)
    for _ in range(5):
        everywhere()
        robots(tables, table, 5)
    if tables.table_state(table).phase == "playing":
        tables.abandon(table)
    everywhere()
    look(host, f"/rules/{marked}")
    look(host, "/")
    assert escaped > 100, "there are such words to be seen"
    assert list(narrated_game(record.verify(tables.record(table, 1))))
    with i18n.speaking("fr"):
        assert list(narrated_game(record.verify(tables.record(table, 1))))


def test_the_way_to_the_rules_tells_the_edition(tmp_path: Path) -> None:
    """Escaped once: a browser asked for `amp;edition`."""
    tables = tables_in(tmp_path)
    app = app_of(tables)
    table, phones = seated(app, tables, "rallye", 2)
    page = phones[0].get(f"/t/{table}/seat/0").text
    assert f"?for=phone&amp;edition={tables.table_state(table).options.edition}" in page
