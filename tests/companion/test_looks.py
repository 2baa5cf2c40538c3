"""The kits' own drawings on the pages, and everybody's own mark on the front page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.companion.rig import app_of, host_of, seated, tables_in

from referee.registry import GAMES

DRAWN = {  # what must be on the hand of everybody, and on the table screen
    "fully": ('<svg class="rose"', '<svg class="rose"'),
    "inkognito": (r'inkognito\.svg#\w+"', r'inkognito\.svg#\w+"'),
    "rallye": (r'data-ground="[^"]*rallye\.ground\.svg"', r'class="scenery" href="[^"]*rallye\.svg#scenery"'),
}


@pytest.mark.parametrize("slug", DRAWN)
def test_the_drawings_of_the_kit_are_on_the_pages(tmp_path: Path, slug: str) -> None:
    tables = tables_in(tmp_path)
    app = app_of(tables)
    table, phones = seated(app, tables, slug)
    tables.begin(table)
    hand, screen = DRAWN[slug]
    for seat, phone in enumerate(phones):
        page = phone.get(f"/t/{table}/seat/{seat}").text
        assert re.search(hand, page), set(re.findall(r"[\w.-]+\.svg[#?]?\w*", page))
    assert re.search(screen, host_of(app).get(f"/t/{table}").text)


@pytest.mark.parametrize("slug", [slug for slug, home in GAMES.items() if home.presenter])
def test_marks_on_the_front_page_are_those_of_the_game(tmp_path: Path, slug: str) -> None:
    """The style of a game says which colour and shape a seat has there; without its name all would wear those of the house."""
    tables = tables_in(tmp_path)
    app = app_of(tables)
    seated(app, tables, slug)
    (people,) = re.findall(r'<span class="people ([\w-]+)">(.*?)</li>', host_of(app).get("/").text, re.DOTALL)
    assert people[0] == f"g-{slug}" and people[1].count('class="chip') >= 2
