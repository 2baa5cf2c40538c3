"""What lies over the kits now: one value over another of the same kind, key by key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from templates.errors import FileError
from templates.i18n import LANGUAGES, language, later

COLOUR = re.compile("#[0-9a-f]{6}")
COLOURED = ("hex", "accent")
FILLED = re.compile(r"{[^{}]*}")  # what a program fills in

_worn: dict[str, Any] = {}
_file: Path | None = None


@contextmanager
def laying(words: dict[str, Any], file: Path) -> Iterator[None]:
    """Within this block kits are read with these words of that file over them."""
    global _worn, _file
    before = _worn, _file
    _worn, _file = words, file
    try:
        yield
    finally:
        _worn, _file = before


@contextmanager
def without_overrides() -> Iterator[None]:
    """Within this block kits are as we made them."""
    global _worn
    before, _worn = _worn, {}
    try:
        yield
    finally:
        _worn = before


def current_overrides() -> dict[str, Any]:
    """What the user's file says: game -> keys."""
    return _worn


def overlaid(slug: str, data: Any) -> Any:
    """The data of a kit with what is told over it."""
    return over(data, _worn[slug], (slug,)) if slug in _worn else data


def file_that_sets(slug: str, key: str) -> Path | None:
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
        return over_text(data, told, place)
    if isinstance(told, bool) or not isinstance(told, int | float):
        raise override_error(place, later("Expected a number, got `{told}`"), told)
    return told


def over_table(data: dict[str, Any], told: Any, place: tuple[str, ...]) -> dict[str, Any]:
    """Key by key; none that is not there already."""
    if not isinstance(told, dict):
        raise override_error(place, later("Expected a table, got `{told}`"), told)
    for key in told:
        if key not in data:
            raise override_error(
                (*place, key), later("Expected one of {known}, got `{told}`"), key, known=", ".join(data)
            )
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
        raise override_error(place, expected, told, count=len(data))
    return list(over_table(dict(zip(numbers, data, strict=True)), told, place).values())


def over_text(data: str, told: Any, place: tuple[str, ...]) -> str:
    """A text, for the language spoken if there is one for each. Braces stand for what is filled in: those of our text, no others."""
    if isinstance(told, dict):
        if set(told) != set(LANGUAGES):
            expected = later("Expected a text, or one for each of {languages}, got `{told}`")
            raise override_error(place, expected, told, languages=", ".join(LANGUAGES))
        told = told[language()]
    if not isinstance(told, str) or not told.strip():
        raise override_error(place, later("Expected a text, got `{told}`"), told)
    if place[-1] in COLOURED and not COLOUR.fullmatch(told):
        raise override_error(place, later("Expected a colour such as #2365ae, got `{told}`"), told)
    ours = FILLED.findall(data)
    if re.search("[{}]", FILLED.sub(lambda found: "" if found[0] in ours else found[0], told)):
        if not ours:
            raise override_error(place, later("Expected a text without braces, got `{told}`"), told)
        expected = later("Expected no braces but {known}, got `{told}`")
        raise override_error(place, expected, told, known=", ".join(dict.fromkeys(ours)))
    return told


def override_error(place: tuple[str, ...], expected: str, told: Any, **evidence: object) -> FileError:
    """A mistake in the user's file."""
    assert _file
    return FileError(_file, ".".join(place), expected, told=told, **evidence)
