"""While one waits the lobby teaches; what is told once is told on the right pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from support.companion.rig import Browser, app_of, host_of, seated

from companion.service.tables import Tables
from referee import options as options_of
from referee.registry import GAMES, game
from templates.shelves import SHELF, shelf

OURS = [slug for slug in GAMES if shelf(slug) == SHELF]  # a game may do without lesson, role and tips


@pytest.fixture
def app(tables: Tables) -> Flask:
    return app_of(tables)


def with_pieces(slug: str, pieces: str) -> Any:
    """How that game is played there."""
    return options_of.read_options(game(slug), {"pieces": pieces})


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("pieces", ["phone", "paper"])
@pytest.mark.parametrize("slug", OURS)
def test_the_lobby_teaches_in_three_pictures(app: Flask, tables: Tables, slug: str, pieces: str, lang: str) -> None:
    table, phones = seated(app, tables, slug, options=with_pieces(slug, pieces))
    page = phones[0].get(f"/t/{table}/seat/0", headers={"Accept-Language": lang}).text
    lesson = page[page.index('id="lesson"') : page.index("</section>", page.index('id="lesson"'))]
    pictures = re.findall(r'<img src="([^"]+)"', lesson)
    assert len(pictures) == 3
    for picture in pictures:
        reply = phones[0].get(picture)
        assert reply.status_code == 200 and reply.mimetype == "image/svg+xml" and f".{lang}.svg" in picture
        assert "immutable" in reply.headers["Cache-Control"]
    assert f'href="/rules/{slug}?for={pieces}' in lesson
    sitting = page[page.index('class="people places"') : page.index('id="lesson"')]
    assert [name in sitting for name in map("<bdi>Player {}</bdi>".format, range(1, len(phones) + 1))] == [True] * len(
        phones
    )
    tables.begin(table)
    assert 'id="lesson"' not in phones[0].get(f"/t/{table}/seat/0").text


@pytest.mark.parametrize(("lang", "look", "racks"), [("en", "“Look”", "paper racks"), ("fr", "« Voir »", "chevalets")])
def test_with_the_kit_of_code_777_the_lesson_is_true_wherever_the_tiles_are(
    app: Flask, tables: Tables, lang: str, look: str, racks: str
) -> None:
    """On the phones, as is usual, or on racks of paper: who looks for a rack before him when there is none is lost."""
    for where in ("phone", "paper"):
        options = options_of.read_options(game("code777"), {"pieces": "paper", "racks": where})
        table, phones = seated(app, tables, "code777", options=options)
        page = phones[0].get(f"/t/{table}/seat/0", headers={"Accept-Language": lang}).text
        told = re.sub(r"\s", " ", page.partition('id="lesson"')[2].partition("</section>")[0])
        assert look in told and racks in told
        assert "in front of you" not in told and "devant vous" not in told


@pytest.mark.parametrize("slug", OURS)
def test_how_to_play_is_told_for_phones_where_there_is_nothing_else(app: Flask, slug: str) -> None:
    browser = Browser(app)
    for lang in ("en", "fr"):
        told, printed = (
            browser.get(f"/rules/{slug}{way}", headers={"Accept-Language": lang}).text for way in ("?for=phone", "")
        )
        assert told != printed and f'href="/rules/{slug}"' in told
        assert browser.get(f"/rules/{slug}?for=paper", headers={"Accept-Language": lang}).text == printed
        for page in (told, printed):
            linked = re.findall(r'<li><a href="#([\w-]+)">', page)
            assert len(linked) >= 5 and all(f'<h2 id="{mark}">' in page for mark in linked)
            pictures = re.findall(r'<img src="([^"]+)"', page)
            assert len(pictures) >= 2 and all(browser.get(picture).status_code == 200 for picture in pictures)
            assert "{" not in re.sub(r"<[^>]*>", "", page), "no amount is left out"


def test_no_figure_is_found_that_is_not_one(app: Flask) -> None:
    browser = Browser(app)
    for name in ("code777.nothing.en.svg", "nothing.aim.en.svg", "code777.aim.xx.svg", "code777...svg", "a.b.c.d.svg"):
        assert browser.get(f"/static/0/{name}").status_code == 404


@pytest.mark.parametrize("pieces", ["phone", "paper"])
@pytest.mark.parametrize("slug", OURS)
def test_everybody_is_told_a_role_when_it_begins(app: Flask, tables: Tables, slug: str, pieces: str) -> None:
    table, phones = seated(app, tables, slug, options=with_pieces(slug, pieces))
    tables.begin(table)
    for seat, phone in enumerate(phones):
        page = phone.get(f"/t/{table}/seat/{seat}").text
        found = re.search(r'id="role" data-once="([^"]+)" hidden>(.*?)</section>', page, re.S)
        assert (
            found
            and found[1] == f"{table} 1" + " 1" * (slug == "inkognito")
            and "<h2>" in found[2]
            and "data-read" in found[2]
        )
    tables.abandon(table)
    assert 'id="role"' not in phones[0].get(f"/t/{table}/seat/0").text


def test_the_ambassador_is_told_and_agents_read_nothing_secret_there(app: Flask, tables: Tables) -> None:
    table, phones = seated(app, tables, "inkognito", 5)
    tables.begin(table)
    pages = [phone.get(f"/t/{table}/seat/{seat}").text for seat, phone in enumerate(phones)]
    roles = [page[page.index('id="role"') : page.index("</section>", page.index('id="role"'))] for page in pages]
    assert "You are the Ambassador" in roles[4]
    assert len(set(roles[:4])) == 1, "what they really are is for them alone, under the veil"


def test_in_fully_one_sees_who_plays_with_whom_before_one_sits_down(app: Flask, tables: Tables) -> None:
    table_state = tables.open("fully", 4, tables.default_options("fully"), "en")
    Browser(app).sit(tables.code(table_state, 0), 0, "Anne")
    page = Browser(app).get(f"/join/{tables.code(table_state, None)}").text
    assert re.search(r"<bdi>Anne</bdi> with <bdi>Seat 3</bdi>", page)
    assert "North" in page and "South" in page
    assert re.search(r"<bdi>Anne</bdi> with", host_of(app).get(f"/t/{table_state.id}").text)


@pytest.mark.parametrize("slug", OURS)
def test_whoever_can_do_something_has_a_line_of_help_for_the_first_time(app: Flask, tables: Tables, slug: str) -> None:
    table, phones = seated(app, tables, slug)
    tables.begin(table)
    awaited = tables.table_state(table).awaited
    assert awaited
    page = phones[awaited[0]].get(f"/t/{table}/seat/{awaited[0]}").text
    tip = re.search(r'id="tip-\w+" role="note" data-once="(\w+) (\w+)" hidden>', page)
    assert tip and tip[1] == slug
    assert f'data-kind="{tip[2]}"' in page[page.index('id="bar"') :]
