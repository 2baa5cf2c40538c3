"""The shelf: all that a designer or translator edits without Python, and the single way to read it.

Kits say their texts in English; French comes from `locale/fr/messages.po`. A text of a kit is looked up
under the name of its place (`code777.questions.3.text`), one of the program under itself alone.
"""

from __future__ import annotations

import locale
import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

LANGUAGES = ("en", "fr")
SHELF = Path(__file__).parent
NOT_TEXT = frozenset({"accent", "figure", "hex", "people", "shape"})  # keys of a kit whose strings nobody translates

T = TypeVar("T")
Translate = Callable[[str, str], str]  # place, English -> what to show


SAID = "{said}"  # the text of a mistake that others found: their sentence is the evidence


class ShelfError(Exception):
    """A mistake in a file of the shelf, or in one that a user gives: which file, which key, what was expected there.

    The text is English, with the evidence in its placeholders. It is told in the language spoken when it is raised.
    """

    def __init__(self, file: Path, key: str, text: str, /, **evidence: object) -> None:
        self.file, self.key, self.text, self.evidence = file, key, text, evidence
        self.expected = told(text, evidence)
        where = say("{file}: {key}: {expected}") if key else say("{file}: {expected}")
        super().__init__(where.format(file=file.name or file, key=key, expected=self.expected))

    def again(self) -> ShelfError:
        """The same in the language spoken now: files are checked in every language, and told in one."""
        return ShelfError(self.file, self.key, self.text, **self.evidence)


class Misfit(ValueError):
    """Values of a file that do not go together, found when its shape is made. The text is English, as in ShelfError."""

    def __init__(self, text: str, /, **evidence: object) -> None:
        self.text, self.evidence = text, evidence
        super().__init__(text.format(**evidence))


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


ESCAPED = {'\\"': '"', "\\n": "\n", "\\t": "\t", "\\\\": "\\"}


@cache
def catalogue(code: str) -> dict[tuple[str, str | None], str]:
    """The translations into a language by text and place, read from the .po file itself: the plain file that
    `make messages` writes. A library that reads them all takes longer than the help page."""
    found = {}
    for entry in (SHELF / "locale" / code / "messages.po").read_text("utf-8").split("\n\n"):
        words: dict[str, str] = {}
        for line in entry.split("\n"):
            if line.startswith("msg"):
                word, _, line = line.partition(" ")
            if line.startswith('"'):
                words[word] = words.get(word, "") + line[1:-1]
            elif line.startswith("#,") and "fuzzy" in line:
                break
        else:
            if "msgid" in words:
                place = words.get("msgctxt")
                found[unquoted(words["msgid"]), unquoted(place) if place else None] = unquoted(words["msgstr"])
    return found


def unquoted(text: str) -> str:
    """As it was before it stood between quotes."""
    return re.sub(r"\\.", lambda found: ESCAPED.get(found[0], found[0]), text) if "\\" in text else text


def say(text: str, place: str | None = None) -> str:
    """An English text in the language spoken."""
    code = language()
    return text if code == "en" else translation(code, text, place)


def later(text: str) -> str:
    """The same text: it is said where its language is known, and `make messages` finds it here."""
    return text


def told(text: str, evidence: Mapping[str, object]) -> str:
    """What is wrong, in the language spoken; also where others said it."""
    from templates.mistakes import in_words

    shown = {name: in_words(str(value)) if name == "said" else value for name, value in evidence.items()}
    return say(text).format(**shown)


@cache
def translation(code: str, text: str, place: str | None) -> str:
    """What the catalogue of a language has for an English text; pages ask for the same ones over and over."""
    found = catalogue(code).get((text, place))
    return set_french(found) if found else text


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


def toml(file: Path) -> dict[str, Any]:
    """A TOML file, or the line of its mistake."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ShelfError(file, "", "the file is missing") from None
    except OSError as refusal:
        from templates.mistakes import reason

        raise ShelfError(file, "", SAID, said=reason(refusal)) from None
    except tomllib.TOMLDecodeError as mistake:
        raise ShelfError(file, "", SAID, said=mistake) from None
    except UnicodeDecodeError as mistake:
        line = mistake.object[: mistake.start].count(b"\n") + 1
        raise ShelfError(file, "", "expected letters written in utf-8, not so in line {line}", line=line) from None


def read(file: Path, shape: type[T], place: str) -> T:
    """A TOML file of that shape, its texts in the language spoken. Mistakes name file, key and what was expected."""
    from templates.own import laid, teller

    try:
        return shaped(laid(place, translated(toml(file), place)), shape, file)
    except ShelfError as mistake:
        own = teller(place, mistake.key)
        if own:
            key = ".".join(filter(None, (place, mistake.key)))
            raise ShelfError(own, key, mistake.text, **mistake.evidence) from None
        raise


def shaped(data: Any, shape: type[T], file: Path, below: str = "") -> T:
    """Data of a file, or of one of its tables, in that shape."""
    import msgspec

    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as mistake:
        message, _, where = str(mistake).partition(" - at `")
        key = where.rstrip("`").rpartition("$")[2].lstrip(".")  # also "key` in `$.table"
        whole = ".".join(filter(None, (below, key)))
        if isinstance(misfit := mistake.__cause__, Misfit):
            raise ShelfError(file, whole, misfit.text, **misfit.evidence) from None
        if "got" not in message and isinstance(found := at(data, key), str | int | float):
            raise ShelfError(file, whole, "{said}, got `{found}`", said=message, found=found) from None
        raise ShelfError(file, whole, SAID, said=message) from None


def at(data: Any, key: str) -> Any:
    """What stands at a key such as `question[3].text`, if anything does."""
    for word in re.findall(r"[^.\[\]]+", key):
        try:
            data = data[int(word)] if isinstance(data, list | tuple) else data[word]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return data


def kit_file(slug: str) -> Path:
    """Where the sizes, colours and texts of a game are."""
    return SHELF / "kits" / f"{slug}.toml"


def kit(slug: str, shape: type[T]) -> T:
    """Sizes, colours and texts of a game."""
    return read(kit_file(slug), shape, slug)


def kit_data(slug: str) -> dict[str, Any]:
    """The same as plain data, for those who need no more than a title."""
    from templates.own import laid

    return laid(slug, translated(toml(kit_file(slug)), slug))  # type: ignore[no-any-return]


def rules_file(slug: str) -> Path:
    """Where the rules of a game are, in the language spoken."""
    return SHELF / "rules" / language() / f"{slug}.md"


def rules(slug: str) -> str:
    """The rules of a game, as Markdown."""
    return prose(rules_file(slug))


def evening_file(slug: str) -> Path:
    """Where it is told how a game is played with slips and without phones, in the language spoken."""
    return SHELF / "evenings" / language() / f"{slug}.md"


def evening(slug: str) -> str:
    """How a game is played with slips, as Markdown."""
    return prose(evening_file(slug))


def prose(file: Path) -> str:
    """A text of the shelf, as Markdown."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as mistake:
        raise ShelfError(file, "", SAID, said=mistake) from None
    return set_french(text) if language() == "fr" else text
