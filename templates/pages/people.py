"""Who is named on pages of all games: those who are waited for, who won, whose phones had a hand in the dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def names_of(chairs: Sequence[Any], seats: Iterable[int]) -> list[Any]:
    """The names of those seats."""
    return [chairs[seat].name for seat in seats]


def chance_given(chairs: Iterable[Any], shares: Sequence[str]) -> list[Any]:
    """The names of those whose phones mixed in chance of their own."""
    return [chair.name for chair in chairs if any(shares[chair.seat : chair.seat + 1])]


def chance_due(chairs: Iterable[Any], promised: Sequence[str], shares: Sequence[str]) -> list[Any]:
    """The names of those whose phones promised it, and have not given it."""
    return [
        chair.name
        for chair in chairs
        if any(promised[chair.seat : chair.seat + 1]) and not any(shares[chair.seat : chair.seat + 1])
    ]
