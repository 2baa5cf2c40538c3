"""Who is named on pages of all games, and how an end reads for whom."""

from __future__ import annotations

import pytest

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
