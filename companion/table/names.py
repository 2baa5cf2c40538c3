"""Names that people give themselves: what may stand in one, which ones an eye cannot tell apart, how one is set in a line.

Letters as people see them are grapheme clusters (UAX 29, by `wcwidth`); names are told apart by their skeleton (UTS 39, with
the data of `confusable_homoglyphs`). Both are loaded when the first name needs them.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Any

from markupsafe import Markup, escape

LONGEST_NAME = 20  # letters as they are seen
LONGEST_TEXT = 80  # code points: a letter may be joined of several
LONGEST_SEARCHED = 200
MARKS = 4  # accents on one letter; more of them leave their line

JOINER, NON_JOINER, PICTURE, KEYCAP = "\u200d", "\u200c", "\ufe0f", "\u20e3"
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a cell must not begin with: a spreadsheet would reckon with it
ISOLATE, END = "\u2068", "\u2069"
# Default_Ignorable_Code_Point, as Unicode has it: nothing of these is ever seen.
IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
BLANK = "\u2800\ufffc\U0001d159"  # letters by their category, and nothing to see
FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f")  # of a part of a country
BDI = re.compile("<bdi>(.*?)</bdi>", re.S)


class Name(str):
    """A name that sets itself apart where it stands in a page: neither its letters nor their direction change the line."""

    __slots__ = ()

    def __html__(self) -> Markup:
        return _set_apart(str(self))


@lru_cache(1000)
def _set_apart(name: str) -> Markup:
    return Markup("<bdi>%s</bdi>") % name


@lru_cache(1000, typed=True)  # a name is set apart, and a text of the same letters is not
def plain(text: Any) -> str:
    """The same where no markup can stand: in attributes, options, titles and drawings."""
    made = str(escape(text))
    return Markup(BDI.sub(lambda found: isolated(found[1]), made)).striptags()


def in_a_cell(name: str) -> str:
    """A name for a spreadsheet, which takes none for a formula."""
    return f"'{name}" if name.startswith(FORMULA) else name


def isolated(name: str) -> str:
    """A name for a line of plain text; one that runs from right to left keeps that to itself."""
    turns = any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in name)
    return f"{ISOLATE}{name}{END}" if turns else name


def cleaned(name: str) -> str:
    """A name without what nobody sees: blanks in a row, controls, invisible letters; joined letters stay whole."""
    text = unicodedata.normalize("NFC", name)
    flags = {i for found in FLAG.finditer(text) for i in range(*found.span())}
    kept: list[str] = []
    for i, c in enumerate(text):
        if IGNORED.match(c):
            if i in flags or _joins(c, "".join(kept[-2:]), text[i + 1 : i + 2]):
                kept.append(c)
        elif unicodedata.category(c) != "Cf":
            kept.append(" " if c in BLANK or not _known(c) else c)
    return " ".join("".join(kept).split())


def is_visible(name: str) -> bool:
    """Is there anything to see, and no tower of accents?"""
    letters = [c for c in name if _known(c) and unicodedata.category(c)[0] not in "MZ" and not IGNORED.match(c)]
    row = 0
    for c in name:
        row = row + 1 if unicodedata.category(c) in ("Mn", "Me") else 0
        if row > MARKS:
            return False
    return bool(letters)


def is_short(name: str) -> bool:
    """Is it no longer than a name may be?"""
    return len(name) <= LONGEST_TEXT and len(letters(name)) <= LONGEST_NAME


def look_alike(one: str, other: str) -> bool:
    """Could somebody take one name for the other, in capitals or not?"""
    return any(mine == theirs for mine, theirs in zip(shapes(one), shapes(other), strict=True))


def letters(text: str) -> list[str]:
    """The letters of a text as they are seen, each whole."""
    if text.isascii():
        return list(text)
    from wcwidth import iter_graphemes

    return list(iter_graphemes(text))


@lru_cache(1000)
def initial(name: str) -> str:
    """The first letter, as a capital if that is one letter too."""
    first = "".join(letters(name[:LONGEST_TEXT])[:1])
    return first.upper() if len(first.upper()) == len(first) else first


@lru_cache(1000)
def badges(called: tuple[str, ...]) -> tuple[str, ...]:
    """One letter for each name; two for those that begin alike: the second one tells it from all of them."""
    firsts = [initial(name) for name in called]
    found: list[str] = []
    for i, name in enumerate(called):
        alike = [other for j, other in enumerate(called) if j != i and firsts[j] == firsts[i]]
        tried = (firsts[i] + letter for letter in (*_telling(name, alike), str(i + 1)))
        found.append(next((each for each in tried if each not in found), firsts[i]) if alike else firsts[i])
    return tuple(found)


def _telling(name: str, alike: list[str]) -> list[str]:
    """Letters that tell a name from others that begin as it does, the best first: how its last word begins, if a number or
    another word, then where it parts from all of them, then any that stands in it."""
    own, others = letters(name), [letters(other) for other in alike]
    *_, last = re.split(r"[\s-]+", name)
    parting = [c for i, c in enumerate(own) if i and all(other[i : i + 1] != [c] for other in others)]
    ends = [re.split(r"[\s-]+", other)[-1][:1] for other in alike]
    word = [last[0].upper()] if last and last != name and last[0] not in ends else []
    return [c for c in (*word, *parting, *own[1:]) if c.isalnum()]


def searchable(text: str) -> str:
    """The same for texts that somebody who looks for one would type for the other: without accents, capitals, wide blanks."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(IGNORED.sub("", bare).casefold().split())[:LONGEST_SEARCHED]


def skeleton(text: str) -> str:
    """What is left to the eye: texts with the same skeleton look the same (UTS 39)."""
    shape = unicodedata.normalize("NFD", IGNORED.sub("", unicodedata.normalize("NFD", text)))
    return unicodedata.normalize("NFD", "".join(_prototypes().get(c, c) for c in shape))


@lru_cache(1000)
def shapes(name: str) -> tuple[str, str]:
    """As it is written, and in small letters. Foreign capitals are taken for what they look like before they become small,
    Latin ones are not: “Ian” is “lan” as it is written, but nobody reads “Lan” there."""
    latin = "".join(c if c.isascii() else _prototypes().get(c, c) for c in unicodedata.normalize("NFD", name))
    return skeleton(name), skeleton(unicodedata.normalize("NFKC", latin).casefold())


def forget() -> None:
    """No name of before is kept here any more."""
    for kept in (_set_apart, plain, initial, badges, shapes):
        kept.cache_clear()


@cache
def _prototypes() -> dict[str, str]:
    """What each letter looks like. The data lists pairs both ways: whoever has several others, or is several, is the model."""
    from confusable_homoglyphs.confusables import confusables_data

    found = {}
    for one, others in confusables_data.items():
        letter, model = one.strip("\u200e"), others[0]["c"].strip("\u200e")
        several = len(model) > 1 or len(confusables_data.get(others[0]["c"], ())) > 1
        if len(letter) == len(others) == 1 and (several or letter > model):
            found[letter] = unicodedata.normalize("NFD", model)
    return {letter: "".join(found.get(c, c) for c in model) for letter, model in found.items()}


def _joins(c: str, before: str, after: str) -> bool:
    """Does an invisible letter make one of what stands before and behind it, as in emoji and in some scripts?"""
    last = before[-1:]
    if not last:
        return False
    if c == PICTURE:
        return _picture(last) or (last in "0123456789#*" and after == KEYCAP)
    if c == JOINER and after and _picture(after):
        return _picture(last) or (last == PICTURE and _picture(before[0]))
    if c in (JOINER, NON_JOINER) and after.isalpha():
        persian = c == NON_JOINER and {unicodedata.bidirectional(x) for x in (last, after)} == {"AL"}
        return unicodedata.combining(last) == 9 or persian  # 9: a virama
    return False


def _picture(c: str) -> bool:
    """An emoji or a sign; also one that is younger than this Python."""
    return 0x1F000 <= ord(c) < 0x20000 or unicodedata.category(c) in ("So", "Sk", "Sm")


def _known(c: str) -> bool:
    """A letter, a sign or a blank, and no control or anything that nobody has agreed upon."""
    return unicodedata.category(c)[0] != "C" or 0x1F000 <= ord(c) < 0x20000
