"""The language spoken, and texts in it.

Kits say their texts in English; French comes from `locale/fr/messages.po` of our shelf, or of the game's own. A text of a kit is looked up
under the name of its place (`code777.questions.3.text`), one of the program under itself alone.
"""

from __future__ import annotations

import locale
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

from templates.french import ElidedText, is_elidable
from templates.shelves import SHELF, shelves

LANGUAGES = ("en", "fr")
NOT_TEXT = frozenset({"accent", "figure", "hex", "people", "shape"})  # keys of a kit whose strings nobody translates
Translate = Callable[[str, str], str]  # place, English -> what to show


def system_language() -> str:
    """The language of the system, if we speak it; else English."""
    told = [os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    name = next((value for value in told if value), None)
    if name is None and sys.platform in ("win32", "darwin"):
        name = locale.getlocale()[0]  # "fr_FR", on Windows also "French_France"
    code = (name or "en")[:2].lower()
    return code if code in LANGUAGES else "en"


_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


def language() -> str:
    """The language spoken here and now."""
    return _spoken.get() or system_language()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Within this block `say`, `kit` and `rules` speak that language."""
    token = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(token)


FUZZY = re.compile(rb"^#,.*\bfuzzy\b", re.MULTILINE)
ESCAPED = {"\\\\": "\\", '\\"': '"', "\\n": "\n", "\\t": "\t"}  # the first of them before what it makes


@cache
def catalogue(code: str, shelf: Path = SHELF) -> dict[bytes, bytes]:
    """The .po file of a shelf for a language, as `make messages` writes it: what a text and its place look like there, and
    what their translation does. Few of them are ever said, so that they are made texts one by one; a library that makes all
    of them texts takes longer than the help page."""
    found = {}
    lines = (shelf / "locale" / code / "messages.po").read_bytes().replace(b"\r\n", b"\n")
    for entry in lines.replace(b'"\n"', b"").split(b"\n\n"):
        asked, _, said = entry.partition(b'"\nmsgstr "')
        notes, _, text = (b"\n" + asked).partition(b'\nmsgid "')
        if b"fuzzy" not in notes or not FUZZY.search(notes):
            place = notes.partition(b"\nmsgctxt ")[2]
            found[place + b"\n" + text if place else text] = said
    return found


def written(code: str, text: str, place: str | None, shelf: Path = SHELF) -> str:
    """What the catalogue of a shelf has for an English text, as it is typed there; nothing if it has none."""
    asked = (f'"{quoted(place)}"\n' if place else "") + quoted(text)
    found = catalogue(code, shelf).get(asked.encode("utf-8", "surrogatepass"), b"").decode()
    said = found.partition('"\n')[0].removesuffix('"')  # a comment may follow
    return re.sub(r"\\.", lambda found: ESCAPED.get(found[0], found[0]), said) if "\\" in said else said


def quoted(text: str) -> str:
    """As it stands between quotes in a catalogue."""
    for shown, letter in ESCAPED.items():
        text = text.replace(letter, shown)
    return text


def say(text: str, place: str | None = None) -> str:
    """An English text in the language spoken."""
    code = language()
    return text if code == "en" else translation(code, text, place)


def later(text: str) -> str:
    """The same text: it is said where its language is known, and `make messages` finds it here."""
    return text


@cache
def translation(code: str, text: str, place: str | None) -> str:
    """What the catalogues of a language have for an English text, ours before those that games bring along; pages ask for
    the same ones over and over."""
    found = (
        written(code, text, place)
        or next(  # where ours has it, the packages of games are not looked for
            filter(None, (written(code, text, place, shelf) for shelf in shelves()[1:])), ""
        )
    )
    if not found:
        return text
    french = set_french(found)
    return ElidedText(french) if place is None and is_elidable(french) else french


def set_french(text: str) -> str:
    """French type: what stands before ; : ! ? % » and after « never leaves them."""
    return re.sub(r" (?=[;:!?%»])|(?<=«) ", "\N{NO-BREAK SPACE}", text)


# Where a number and its noun stand: 6 verts, but green 6s.
HELD = {"en": r"(?<=\w) (?=\d)", "fr": r"(?<=\d) (?=[a-zà-ÿ])|(?<=\bd[eu]) (?=\d)|(?<=\b[dl]es) (?=\d)"}


def held(text: str) -> str:
    """A text as it is set: no line may break between a number and its noun."""
    rule = HELD.get(language())
    return re.sub(rule, "\N{NO-BREAK SPACE}", text) if rule else text


def texts(data: Any, place: str) -> Iterator[tuple[str, str]]:
    """All texts of a kit with their places, for the catalogue and its test."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key not in NOT_TEXT:
                yield from texts(value, f"{place}.{key}")
    elif isinstance(data, list):
        for i, value in enumerate(data, 1):
            yield from texts(value, f"{place}.{i}")
    elif isinstance(data, str) and any(c.isalpha() for c in data):
        yield place, data


def translated(data: Any, place: str) -> Any:
    """The same data with every text in the language spoken."""
    if isinstance(data, dict):
        return {k: v if k in NOT_TEXT else translated(v, f"{place}.{k}") for k, v in data.items()}
    if isinstance(data, list):
        return [translated(v, f"{place}.{i}") for i, v in enumerate(data, 1)]
    return say(data, place) if isinstance(data, str) else data
