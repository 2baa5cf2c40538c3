"""Who is named on pages of all games: those who are waited for, who won, whose phones had a hand in the dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from markupsafe import Markup

ROOM = 10  # letters of names in the header of a phone, before what is waited for


def names_of(chairs: Sequence[Any], seats: Iterable[int]) -> list[Any]:
    """The names of those seats."""
    return [chairs[seat].name for seat in seats]


def are_long(chairs: Sequence[Any], seats: Iterable[int]) -> bool:
    """Would their names leave no room for anything beside them in the header of a phone?"""
    return len(", ".join(Markup(name).striptags() for name in names_of(chairs, seats))) > ROOM


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


def chance_given(names: Iterable[Any], shares: Sequence[str]) -> list[Any]:
    """Of the names of all seats those whose phones mixed in chance of their own."""
    return [name for seat, name in enumerate(names) if any(shares[seat : seat + 1])]


def shares_by_name(names: Iterable[str], shares: Sequence[str]) -> list[tuple[str, str]]:
    """What each of those phones has given."""
    return [(name, share) for name, share in zip(names, shares, strict=False) if share]


def chance_due(names: Iterable[Any], promised: Sequence[str], shares: Sequence[str]) -> list[Any]:
    """Those whose phones promised it, and have not given it."""
    return [
        name for seat, name in enumerate(names) if any(promised[seat : seat + 1]) and not any(shares[seat : seat + 1])
    ]
