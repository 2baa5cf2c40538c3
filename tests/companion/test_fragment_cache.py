"""Pieces of pages that are kept: bounded in bytes, the oldest go first, and no stranger can fill or empty the store."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import DictLoader
from markupsafe import Markup
from support.companion.evening import robots
from support.companion.rig import app_of, seated, tables_in

from companion.service.tables import Tables
from companion.table.names import LONGEST_NAME, Name
from companion.web import fragments, rendering
from companion.web.rendering import PublicSeat
from referee.registry import GAMES
from templates import i18n
from templates.french import ElidedText


@pytest.fixture
def app(tables: Tables) -> Flask:
    return app_of(tables)


def pieces(app: Flask) -> fragments.FragmentCache:
    """What the application keeps."""
    found: fragments.FragmentCache = app.extensions["pieces"]
    return found


def true_size(app: Flask) -> int:
    """Added up again, piece by piece; what stands in a piece counts where it was made."""
    found = 0
    for key, piece in pieces(app).items():
        own = piece.panel.text if piece.panel else piece.place
        assert piece.size >= fragments.PIECE + fragments.weight(key[3]) + sys.getsizeof(str(own))
        found += piece.size
    return found


def chip(app: Flask, name: str) -> None:
    """A piece with a name on it, as a page makes it."""
    drawn = app.jinja_env.globals["kept"]("parts.html")
    drawn.chip(PublicSeat(0, name, 0, True, False, name))


def test_one_bound_for_all_files_and_what_is_used_stays(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody renames himself all night; the name that is on every page is made once."""
    monkeypatch.setattr(fragments, "MOST", 200_000)
    monkeypatch.setattr(fragments, "ROOM", 20_000)
    drawn, others = (app.jinja_env.globals["kept"](file) for file in ("parts.html", "code777/tiles.html"))
    with app.app_context():
        chip(app, "Anne")
        first = pieces(app)[next(iter(pieces(app)))]
        for n in range(2000):
            chip(app, f"Stranger {n}")
            chip(app, "Anne")
            assert pieces(app).size <= 200_000
        assert drawn is not others and len(pieces(app)) < 1000
        assert first in pieces(app).values(), "made once: it is asked for all the time"
        assert pieces(app).size == true_size(app)
        names = [key[3][0].name for key in pieces(app)]
        assert "Stranger 1999" in names and "Stranger 0" not in names


def test_a_piece_that_is_too_large_is_made_and_not_kept(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fragments, "LARGEST", 1000)
    with app.app_context():
        chip(app, "x" * 5000)
        assert len(pieces(app)) == 0
        chip(app, "x" * LONGEST_NAME)
        assert len(pieces(app)) == 1


def test_each_language_has_pieces_of_its_own(app: Flask) -> None:
    drawn = app.jinja_env.globals["kept"]("parts.html")
    with app.app_context():
        found = {}
        for lang in ("en", "fr", "en", "fr"):
            with i18n.speaking(lang):
                found.setdefault(lang, set()).add(drawn.hue(0))
    assert found == {"en": {"red"}, "fr": {"rouge"}}


def test_what_is_equal_and_not_the_same_is_made_twice() -> None:
    """1 is True; and a text is equal to the same as markup, which a page takes as it is."""
    app = Flask("kept")
    app.jinja_loader = DictLoader({"told.html": "{% macro told(given) %}{{ given }}{% endmacro %}"})  # type: ignore[assignment]
    fragments.install(app)
    drawn = app.jinja_env.globals["kept"]("told.html")
    assert [drawn.told(given) for given in (1, True, 1.0)] == ["1", "True", "1.0"]
    assert drawn.told(Markup("<b>")) == "<b>" and drawn.told("<b>") == "&lt;b&gt;"


@pytest.mark.parametrize("slug", GAMES)
def test_no_seat_is_shown_what_was_made_for_another(tmp_path: Path, slug: str) -> None:
    """With pieces of all seats at hand each page is the one that is made for it alone."""
    tables = tables_in(tmp_path, clock=lambda: 1000.0)
    app = app_of(tables)
    table, phones = seated(app, tables, slug)
    tables.begin(table)
    for moves in (0, 6):
        robots(tables, table, moves)
        paths = [f"/t/{table}/seat/{seat}/part" for seat in range(len(phones))]
        for path, phone in zip(paths, phones, strict=True):
            phone.get(path)
        together = [phone.get(path).text for path, phone in zip(paths, phones, strict=True)]
        for path, phone, page in zip(paths, phones, together, strict=True):
            pieces(app).clear()
            assert phone.get(path).text == page
        assert len({*together}) == len(phones)
    tables.store.close()


def test_letters_of_several_bytes_count_as_such() -> None:
    assert fragments.weight(["語" * 1000]) >= 2000
    assert fragments.weight([("😀" * 1000,)]) >= 4000
    long, short = (PublicSeat(0, Name(name), 0, True, False, "") for name in ("語" * 20, "a"))
    assert fragments.weight([long]) > fragments.weight([short])
    assert fragments.weight([fragments.SharedTuple([long])]) > fragments.weight([fragments.SharedTuple([short])])


def test_whatever_a_page_gives_to_a_piece_has_a_weight() -> None:
    assert fragments.weight([ElidedText("de {name}")]) >= 9
    assert fragments.weight([(ElidedText("de {name}"), Markup("<b>"))]) >= 12
    for odd in (2**64, -(2**70), (1, 2**64), "\ud800", {(1, 2): 3}, PublicSeat(2**64, "Anne", 0, True, False, "")):
        assert fragments.weight([odd]) > 0
    assert fragments.weight([(2**64, "x" * 5000)]) >= 5000


def test_pages_with_little_room_are_the_same(tables: Tables, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table, phones = seated(app, tables, "allo")
    tables.begin(table)
    robots(tables, table, 4)
    plenty = phones[0].get(f"/t/{table}/seat/0/part").text
    monkeypatch.setattr(fragments, "MOST", 50_000)
    monkeypatch.setattr(fragments, "ROOM", 5_000)
    narrow = app_of(tables)
    phones[0].client.application = narrow
    for _ in range(2):
        assert phones[0].get(f"/t/{table}/seat/0/part").text == plenty
    assert 0 < pieces(narrow).size <= 50_000


def test_what_a_browser_says_of_its_languages_is_kept_up_to_a_length() -> None:
    rendering.preferred.cache_clear()
    long = "de;q=0.9," * 5000
    for n in range(10):
        assert rendering.language({}, f"fr,{long}{n}") == "fr"
    assert rendering.preferred.cache_info().currsize == 1
    assert rendering.language({}, "en;q=0.1, fr;q=0.8") == "fr"
    assert rendering.language({}, long) == "en"
