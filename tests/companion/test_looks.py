"""The kits' own drawings on the pages, and everybody's own mark on the front page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.companion.rig import app_of, host_of, seated, tables_in

from companion.web import rendering
from generator.drawing.shapes import SHAPES
from referee.inkognito.pieces import Place
from referee.registry import GAMES
from templates import loader

PLACES = tuple(rf'inkognito\.svg#{place}"' for place in Place)
DRAWN: dict[
    str, tuple[tuple[str, ...], tuple[str, ...]]
] = {  # what must be on the hand of everybody, and on the table screen
    "code777": ((r'class="tile c-\w+"',), ()),
    "fully": (('<svg class="rose"',), ('<svg class="rose"',)),
    "inkognito": ((r'inkognito\.svg#[FBZX]"', *PLACES), PLACES),
    "rallye": (
        (r'data-ground="[^"]*rallye\.ground\.svg"', r'signs\.svg#gendarmerie"'),
        (r'class="scenery" href="[^"]*rallye\.svg#scenery"',),
    ),
}


@pytest.mark.parametrize("slug", DRAWN)
def test_the_drawings_of_the_kit_are_on_the_pages(tmp_path: Path, slug: str) -> None:
    tables = tables_in(tmp_path)
    app = app_of(tables)
    table, phones = seated(app, tables, slug)
    tables.begin(table)
    hand, screen = DRAWN[slug]
    shown = host_of(app).get(f"/t/{table}").text
    pages = [phone.get(f"/t/{table}/seat/{seat}").text for seat, phone in enumerate(phones)]
    assert all(re.search(drawing, page) for page in pages for drawing in hand if "gendarmerie" not in drawing)
    assert all(any(re.search(drawing, page) for page in pages) for drawing in hand), "the policeman has his sign"
    assert all(re.search(drawing, shown) for drawing in screen)


@pytest.mark.parametrize("slug", [slug for slug in GAMES if "colours" in loader.kit_data(slug)])
def test_pieces_have_the_colours_and_shapes_of_print(tmp_path: Path, slug: str) -> None:
    """On phones and screens alike, from the same file that the sheets are drawn from."""
    with app_of(tables_in(tmp_path)).app_context():
        style = rendering.asset_contents(f"{slug}.css")[0].decode()
    for name, colour in loader.kit_data(slug)["colours"].items():
        shape = [*SHAPES].index(colour["shape"])
        assert re.search(rf"\.c-{name}{{--c:{colour['hex']};--on-c:#\w+;--shape:{shape}}}", style), name


def test_each_game_has_the_accent_of_its_kit(tmp_path: Path) -> None:
    """By day the very colour that is printed, and no two games the same."""
    by_day = re.compile(r"^:root\{--accent:(#\w+);", re.MULTILINE)
    with app_of(tables_in(tmp_path)).app_context():
        found = {slug: by_day.findall(rendering.asset_contents(f"{slug}.css")[0].decode()) for slug in GAMES}
    assert found == {slug: [loader.kit_data(slug)["accent"]] for slug in GAMES}
    assert len({accent for accents in found.values() for accent in accents}) == len(GAMES)


@pytest.mark.parametrize("slug", [slug for slug, home in GAMES.items() if home.presenter])
def test_marks_on_the_front_page_are_those_of_the_game(tmp_path: Path, slug: str) -> None:
    """The style of a game says which colour and shape a seat has there; without its name all would wear those of the house."""
    tables = tables_in(tmp_path)
    app = app_of(tables)
    seated(app, tables, slug)
    (people,) = re.findall(r'<span class="people ([\w-]+)">(.*?)</li>', host_of(app).get("/").text, re.DOTALL)
    assert people[0] == f"g-{slug}" and people[1].count('class="chip') >= 2


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_front_page_says_nothing_twice(tmp_path: Path, lang: str) -> None:
    """Its doors say what is behind them; the line below the title is another."""
    page = host_of(app_of(tables_in(tmp_path))).get("/", headers={"Accept-Language": lang}).text
    (title,) = re.findall(r"<h1>Sousmain</h1><p>(.*?)</p>", page)
    doors = re.findall(r'class="door" .*?<span>(.*?)</span>', page)
    assert len({title, *doors}) == 3
