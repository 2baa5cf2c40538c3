"""What holds for the pages of every game: each has its presenter, and no template reckons."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from msgspec import Struct

from referee.registry import GAMES
from templates import loader
from templates.pages import people, presenter

PAGES = loader.SHELF / "pages"
TEMPLATES = sorted(str(file.relative_to(PAGES)) for file in PAGES.rglob("*.html"))
MOST_SETS = 11  # names for what a presenter gave, for macros and for texts


class Chair(Struct, frozen=True):
    """Somebody at the table."""

    seat: int
    name: str


CHAIRS = [Chair(seat, name) for seat, name in enumerate(("Ann", "Bob", "Cid"))]
NAMED = [chair.name for chair in CHAIRS]


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_its_presenter(slug: str) -> None:
    assert all(map(callable, presenter(slug).NARRATION.values()))


@pytest.mark.parametrize("name", TEMPLATES)
def test_no_template_gathers_anything_up(name: str) -> None:
    """That is a presenter's business, where it can be tested."""
    text = (PAGES / name).read_text(encoding="utf-8")
    assert "namespace(" not in text
    assert len(re.findall(r"{%-? *set (?!\w+ = macros\()", text)) <= MOST_SETS  # those are imports


def test_who_is_named() -> None:
    assert people.names_of(CHAIRS, (2, 0)) == ["Cid", "Ann"]


def test_whose_phones_had_a_hand_in_the_dice() -> None:
    """Before the deal nobody has given anything; at a table of more seats than promises, the rest promised nothing."""
    assert people.chance_given(NAMED, ("ab", "", "cd")) == ["Ann", "Cid"]
    assert people.chance_due(NAMED, ("x", "y", ""), ("ab", "", "")) == ["Bob"]
    assert people.chance_given(NAMED, ()) == []
    assert people.chance_due(NAMED, ("x",), ()) == ["Ann"]


@pytest.mark.parametrize("slug", GAMES)
def test_every_presenter_has_what_pages_of_all_games_ask_for(slug: str) -> None:
    """Whether it stands in this house or not."""
    own = presenter(slug)
    assert callable(own.bar)
    assert callable(own.moments)
    assert isinstance(own.NARRATION, Mapping)
