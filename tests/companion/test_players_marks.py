"""One mark for a player: colours that are seen on every ground, type that is read on them, letters that differ."""

from __future__ import annotations

import re
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pytest

from companion.table import names
from companion.table.state import Chair
from companion.web import marks, rendering
from referee.registry import GAMES, pieces
from templates import i18n, loader

ACCENT = re.compile(r"--accent:(#\w{6});--on-accent:(#\w{6});--accent-ink:(#\w{6})")


@pytest.mark.parametrize("slug", list(GAMES))
def test_an_accent_is_seen_and_read_in_both_schemes(slug: str) -> None:
    """As a line on the page, under its type, and as type, in the style sheet that phones get."""
    day, *nights = ACCENT.findall(marks.accent_css(loader.kit_data(slug)))
    assert len(nights) == 2  # where the system says so, and where its owner does
    schemes = [(day, marks.LIGHT_GROUNDS), *((night, marks.DARK_GROUNDS) for night in nights)]
    for (ground, over, ink), grounds in schemes:
        assert all(marks.contrast(ground, below) >= 3 for below in grounds[:2])
        assert all(marks.contrast(ink, below) >= 4.5 for below in grounds)
        assert marks.contrast(over, ground) >= 4.5


def test_everybody_has_a_mark_that_is_seen_and_read() -> None:
    """Black on dark and yellow on light, too."""
    for _, mark in marks.all_marks():
        assert marks.contrast(marks.readable_on(mark.hex), mark.hex) >= 4.5
        for grounds in (marks.LIGHT_GROUNDS, marks.DARK_GROUNDS):
            edge = marks.clear_of(mark.hex, grounds, marks.MARK)
            assert all(marks.contrast(edge, ground) >= 3 for ground in grounds)


@pytest.mark.parametrize("slug", list(GAMES))
def test_pieces_of_a_seat_give_it_its_mark(slug: str) -> None:
    """All seats or none, and no two alike."""
    found = marks.seat_marks(slug)
    assert len(found) in (0, pieces(slug).PLAYERS[-1])
    assert all(one.hex != other.hex and one.shape != other.shape for one, other in combinations(found, 2))


def test_agents_have_the_colours_of_their_cards() -> None:
    """The first seat of Inkognito holds blue cards: its player is blue wherever he is named, on the front page as well."""
    sheet = rendering.asset_contents("app.css")[0].decode()
    blue = loader.kit_data("inkognito")["colours"]["blue"]
    assert marks.seat_marks("inkognito")[0] == marks.Mark(blue["hex"], blue["shape"])
    assert f".g-inkognito .s0{{--p:{blue['hex']}" in sheet


@pytest.mark.parametrize(
    ("called", "badges"),
    [
        (("Anne", "Ben", "Zoë"), ("A", "B", "Z")),
        (("Marie", "Marion", "Margaux", "Max"), ("Me", "Mo", "Mg", "Mx")),
        (("Seat 1", "Seat 2", "Anne"), ("S1", "S2", "A")),
        (("Jean-Luc", "Jean-Paul", "Jo"), ("JL", "JP", "Jo")),
        (("M", "Mo", "m2"), ("M1", "Mo", "M2")),
        (("Éva", "Eve"), ("É", "E")),
        (("Jo", "Joe"), ("Jo", "Je")),
        (("李", "李四"), ("李1", "李四")),
    ],
)
def test_names_that_begin_alike_have_two_letters(called: tuple[str, ...], badges: tuple[str, ...]) -> None:
    """The second is where a name parts from the others."""
    assert names.badges(called) == badges


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_a_free_seat_changes_nobodys_letter(lang: str) -> None:
    """“Place 3” began as Paul does, in one language and until somebody sat there: a mark is the same on every page."""
    for others in (Chair(), Chair("Anne", taken=True), Chair(absent=True)):
        table: Any = SimpleNamespace(chairs=[Chair("Paul", taken=True), Chair("Sam", taken=True), others])
        with i18n.speaking(lang):
            seats = rendering.public_seats(table)
        assert [seat.badge for seat in seats[:2]] == ["P", "S"]
        assert seats[2].badge == ("A" if others.name else "3")


def test_no_two_badges_are_alike() -> None:
    """Whatever six people call themselves."""
    for called in combinations(("Ma", "Mama", "Mam", "M a", "Maa", "aM", "ma ma", "M-M", "Mmm"), 6):
        assert len(set(names.badges(called))) == 6, called


def test_typefaces_are_ours_and_light() -> None:
    """Three files, served by us, packed as they are, with their licence beside them."""
    faces = {name: rendering.asset_contents(f"{name}.woff2") for name in ("sans", "bold", "serif")}
    assert all(kind == "font/woff2" and data[:4] == b"wOF2" for data, kind in faces.values())
    assert sum(len(data) for data, _ in faces.values()) < 31 * 1024
    assert "SIL OPEN FONT LICENSE" in (rendering.STATIC / "OFL.txt").read_text("utf-8")
    sheet = rendering.asset_contents("app.css")[0].decode()
    assert all(rendering.asset(f"{name}.woff2") in sheet for name in faces)
