"""Who is named on pages of all games: those who are waited for, who won, whose phones had a hand in the dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def names_of(chairs: Sequence[Any], seats: Iterable[int]) -> list[Any]:
    """The names of those seats."""
    return [chairs[seat].name for seat in seats]


def awaited_of(chairs: Sequence[Any], awaited: Sequence[int], held: Iterable[int], seat: int) -> int | None:
    """Of the other seats on one phone, the first whose player is awaited while this one's is not; or none. Nobody is awaited on
    a seat that a robot plays or that runs by itself."""
    due = [each for each in awaited if not chairs[each].absent]
    return None if seat in due else next((other for other in held if other in due), None)


def colours_worn(chairs: Iterable[Any]) -> list[int]:
    """The colours that somebody has, a person or a robot."""
    return [chair.colour for chair in chairs if chair.taken or chair.robot]


def paces(now: int) -> list[int]:
    """How many seconds robots may think, as the host is offered them: with what it is now."""
    return sorted({1, 2, 5, 10, 20, now})


def ending(winners: Sequence[int], seat: int | None) -> str:
    """How a game ended for whoever reads it: a seat, or for nobody in particular everybody at the table."""
    if not winners:
        return "draw"
    if seat in winners:
        return "you" if len(winners) == 1 else "you together"
    if seat is not None:
        return "another" if len(winners) == 1 else "others"
    return "one" if len(winners) == 1 else "several"


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
