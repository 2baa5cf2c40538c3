"""Who is named on pages of all games, and how an end reads for whom."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from markupsafe import Markup

from templates.pages import people


@pytest.mark.parametrize(
    ("winners", "seat", "expected"),
    [
        ((), 0, "draw"),
        ((), None, "draw"),
        ((2,), 2, "you"),
        ((0, 2), 2, "you together"),
        ((2,), 0, "another"),
        ((1, 2), 0, "others"),
        ((0,), None, "one"),
        ((0, 2), None, "several"),
    ],
)
def test_an_end_is_told_to_whoever_reads_it(winners: tuple[int, ...], seat: int | None, expected: str) -> None:
    """The first seat has the number 0, and is somebody."""
    assert people.ending(winners, seat) == expected


@pytest.mark.parametrize(
    ("names", "expected"),
    [(["Maximilien"], False), (["Marguerite-Élisabeth"], True), (["Anne", "Mario"], True), (["Zoé"], False)],
)
def test_long_names_are_known_by_their_letters(names: list[str], expected: bool) -> None:
    """Not by what marks them on a page."""
    chairs = [SimpleNamespace(name=Markup("<bdi>{}</bdi>").format(name)) for name in names]
    assert people.are_long(chairs, range(len(names))) == expected
