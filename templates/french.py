"""French before a vowel: “de Anne” is said “d’Anne”. A text that is filled in puts it right by what is filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

# The words that lose their end, right before what is filled in.
ELIDABLE = re.compile(r"\b(d|qu|jusqu|lorsqu|puisqu|l)([ea]) (?=\{(\w+))|\b(d)u (?=\{(\w+))", re.I)
# An h is silent in the old names and heard in most that came from elsewhere; a y is a vowel before a consonant alone.
VOWEL = re.compile(r"[aeiouàâäéèêëîïôöùûüœæ]|h(?:[éèêy]|el|en|er|il|ip|on|or|ub)|y[^aeiouàâäéèêëîïôöùûü]", re.I)
UNHEARD = re.compile(r"<[^>]*>|[\u2066-\u2069]")  # markup, and what keeps the direction of a name to itself


class ElidedText(str):
    """A text whose words give way to what they are filled with."""

    __slots__ = ()

    def format(self, *given: Any, **named: Any) -> str:
        """The text, filled in."""
        return elided(self, named).format(*given, **named)


def is_elidable(text: str) -> bool:
    """Has it such a word?"""
    return bool(ELIDABLE.search(text))


def elided(text: str, values: Mapping[str, Any]) -> str:
    """A text with its placeholders, as its words are before those values."""

    def before(found: re.Match[str]) -> str:
        word, field = found[1] or found[4], found[3] or found[5]
        said = UNHEARD.sub("", str(values.get(field, "")))
        if not VOWEL.match(said):
            return found[0]
        return f"{word}e l’" if found[4] else f"{word}’"

    return ELIDABLE.sub(before, text)
