"""A user's own words, names and colours, laid over the kits: on paper and on phones alike.

One file for all games. Its tables are named after games and hold the keys of their kit files, as few as one likes:

    [allo.people.surname]
    01 = "Okafor"

    [code777.question.18]
    text = { en = "…", fr = "…" }

A text says the same in every language, or has a word for each. Something that a kit writes as a list is told by number,
from 1. What is not in the kit file cannot be told here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import templates
from templates import LANGUAGES, ShelfError, later

COLOUR = re.compile("#[0-9a-f]{6}")
COLOURED = ("hex", "accent")

_worn: dict[str, Any] = {}
_file: Path | None = None


@contextmanager
def wearing(file: Path, games: Iterable[str]) -> Iterator[None]:
    """Within this block kits are read with what that file says; it is checked before anything is drawn."""
    global _worn, _file
    before = _worn, _file
    words = templates.toml(file)
    known = tuple(games)
    for slug in words:
        if slug not in known:
            raise ShelfError(file, slug, "Expected a game: {games}", games=", ".join(known))
    _worn, _file = words, file
    try:
        for slug in _worn:
            in_every_language(partial(templates.kit_data, slug))
        yield
    finally:
        _worn, _file = before


def in_every_language(check: Callable[[], Any]) -> None:
    """Checks what is said in each language; tells a mistake in the one that was spoken before."""
    try:
        for code in LANGUAGES:
            with templates.speaking(code):
                check()
    except ShelfError as mistake:
        raise mistake.again() from None


@contextmanager
def bare() -> Iterator[None]:
    """Within this block kits are as we made them."""
    global _worn
    before, _worn = _worn, {}
    try:
        yield
    finally:
        _worn = before


def told() -> dict[str, Any]:
    """What the user's file says: game -> keys."""
    return _worn


def laid(slug: str, data: Any) -> Any:
    """The data of a kit with what is told over it."""
    return over(data, _worn[slug], (slug,)) if slug in _worn else data


def teller(slug: str, key: str) -> Path | None:
    """The user's file, if that key of a kit is told there."""
    return _file if slug in _worn and within(_worn[slug], re.findall(r"\.\.\.|[^.\[\]]+", key)) else None


def within(told: Any, words: list[str]) -> bool:
    """Is something told there? `...` is any key: so a mistake in a table of free names is told. At least the table is."""
    if not words or not isinstance(told, dict | list):
        return True
    first, *rest = words
    if isinstance(told, list) or first == "...":
        return any(within(value, rest) for value in (told.values() if isinstance(told, dict) else told))
    return first in told and within(told[first], rest)


def over(data: Any, told: Any, place: tuple[str, ...]) -> Any:
    """One value over another of the same kind."""
    if isinstance(data, dict):
        return over_table(data, told, place)
    if isinstance(data, list):
        return over_list(data, told, place)
    if isinstance(data, str):
        return over_text(told, place)
    if isinstance(told, bool) or not isinstance(told, int | float):
        raise wrong(place, later("Expected a number, got `{told}`"), told)
    return told


def over_table(data: dict[str, Any], told: Any, place: tuple[str, ...]) -> dict[str, Any]:
    """Key by key; none that is not there already."""
    if not isinstance(told, dict):
        raise wrong(place, later("Expected a table, got `{told}`"), told)
    for key in told:
        if key not in data:
            raise wrong((*place, key), later("Expected one of {known}, got `{told}`"), key, known=", ".join(data))
    return data | {key: over(data[key], value, (*place, key)) for key, value in told.items()}


def over_list(data: list[Any], told: Any, place: tuple[str, ...]) -> list[Any]:
    """As long as it was: all of it, or some by number, or one text for all."""
    numbers = [str(i) for i in range(1, len(data) + 1)]
    if isinstance(told, str):
        told = [told] * len(data)
    if isinstance(told, list) and len(told) == len(data):
        told = dict(zip(numbers, told, strict=True))
    if not isinstance(told, dict):
        expected = later("Expected {count} of them, or a table with numbers from 1 to {count}, got `{told}`")
        raise wrong(place, expected, told, count=len(data))
    return list(over_table(dict(zip(numbers, data, strict=True)), told, place).values())


def over_text(told: Any, place: tuple[str, ...]) -> str:
    """A text, for the language spoken if there is one for each."""
    if isinstance(told, dict):
        if set(told) != set(LANGUAGES):
            expected = later("Expected a text, or one for each of {languages}, got `{told}`")
            raise wrong(place, expected, told, languages=", ".join(LANGUAGES))
        told = told[templates.language()]
    if not isinstance(told, str) or not told.strip():
        raise wrong(place, later("Expected a text, got `{told}`"), told)
    if place[-1] in COLOURED and not COLOUR.fullmatch(told):
        raise wrong(place, later("Expected a colour such as #2365ae, got `{told}`"), told)
    return told


def wrong(place: tuple[str, ...], expected: str, told: Any, **evidence: object) -> ShelfError:
    """A mistake in the user's file."""
    assert _file
    return ShelfError(_file, ".".join(place), expected, told=told, **evidence)
