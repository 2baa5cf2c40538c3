"""Pieces of pages that are made once. Every phone gets its page anew after every move; most of it has been made before."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from sys import getsizeof
from typing import Any

from flask import Flask
from markupsafe import Markup
from msgspec import Struct, msgpack

from companion.web import panels
from companion.web.panels import Panel
from companion.web.templating import parts_of
from templates import i18n

MOST = 32_000_000  # bytes of all pieces of an application, and of what they are found by
LARGEST = MOST // 100  # of one piece: what strangers choose, such as names, must not push out the rest at once
PIECE = 600  # of any piece beside its text and its arguments
SHARED = 2000  # bytes of a struct that are counted
ROOM = MOST // 10  # that is made when it is full; looking for the oldest takes a while


class CachedFragment:
    """A piece that was made, how much it takes, and when it was last asked for; a longer one is a panel of its page."""

    __slots__ = ("panel", "place", "size", "used")

    def __init__(self, made: Markup | Panel, size: int, used: int) -> None:
        self.size, self.used = size, used
        self.panel = made if isinstance(made, Panel) else None
        self.place = made.place if isinstance(made, Panel) else made

    @property
    def made(self) -> Markup:
        """The whole of it."""
        return Markup(panels.joined(self.panel)) if self.panel else self.place


class FragmentCache(dict[object, CachedFragment]):
    """All pieces of an application. Those that nobody has asked for the longest go first."""

    def __init__(self) -> None:
        self.size = self.asked = 0
        self._lock = threading.Lock()

    def keep(self, key: object, given: tuple[object, ...], made: Markup | Panel, length: int) -> CachedFragment:
        """One more, of so many bytes; it is forgotten at once if it is too large."""
        size = PIECE + weight(given) + length
        piece = CachedFragment(made, size, self.asked)
        if size > LARGEST:
            return piece
        with self._lock:
            before = self.get(key)
            self[key] = piece
            self.size += size - (before.size if before else 0)
            if self.size > MOST:
                self._make_room()
        return piece

    def empty(self) -> None:
        """None is kept any more."""
        with self._lock:
            self.clear()
            self.size = 0
        _struct_length.cache_clear()

    def _make_room(self) -> None:
        for key, piece in sorted(self.items(), key=lambda item: item[1].used):
            if self.size <= MOST - ROOM:
                break
            del self[key]
            self.size -= piece.size


def weight(given: Iterable[object]) -> int:
    """About how many bytes the arguments of a piece take that nothing else holds: as many as they have when they are written
    down. A struct is shared with the table and with other pieces, unless somebody has chosen what is in it."""
    size = 0
    for part in given:
        if isinstance(part, SharedTuple):
            size += part.weight
        elif isinstance(part, Struct):
            size += min(SHARED, _struct_length(part))
        elif not isinstance(part, GameTexts):  # of those there is one, whoever asks
            size += _length(part)
    return size


_written = msgpack.Encoder(enc_hook=str).encode  # the quickest look through all that a value has


def _length(part: object) -> int:
    """How many bytes a value has when it is written down."""
    try:
        return len(_written(part))
    except (OverflowError, TypeError, ValueError):  # a huge number, half a letter: not to be written in that format
        return getsizeof(repr(part))


_struct_length = lru_cache(1000)(
    _length
)  # the options of a table go into most of its pieces, and may hold a whole board


class SharedTuple(tuple[Any, ...]):
    """A tuple that many pieces are found by: its hash and its weight are reckoned once."""

    def __new__(cls, parts: Iterable[object]) -> SharedTuple:
        """The same as a tuple."""
        made = super().__new__(cls, parts)
        made._hash, made.weight = tuple.__hash__(made), weight(made)
        return made

    weight: int
    _hash: int

    def __hash__(self) -> int:
        return self._hash


class CachedMacros:
    """The macros of a file, `{% set made = kept("tiles.html") %}`: what `made.tile(tile)` gave is kept and given again.

    A macro called that way sees its arguments and nothing else of the page, so it cannot show to one observer what was made
    for another. Arguments are what can be a key: numbers, texts, tuples, frozen structs.
    """

    def __init__(self, app: Flask, file: str, pieces: FragmentCache) -> None:
        self._app, self._file, self._pieces = app, file, pieces

    def __getattr__(self, name: str) -> Callable[..., Markup]:
        macro = getattr(self._app.jinja_env.get_template(self._file).module, name)
        pieces, file, collected = self._pieces, self._file, panels.collected
        lang = parts_of(file)[0]

        def found(*given: object) -> Markup:
            # 1 is True, a text is its own Markup
            key = file, name, lang or i18n.language(), given, tuple(map(type, given))
            there = pieces.get(key)
            if there is None:
                there = pieces.keep(key, given, *_made(macro, given))
            else:
                pieces.asked += 1
                there.used = pieces.asked
            page = collected()
            if page is None:
                return there.made
            if there.panel:
                page[there.panel.digest] = there.panel
            return there.place

        setattr(self, name, found)
        return found


def _made(macro: Callable[..., str], given: tuple[object, ...]) -> tuple[Markup | Panel, int]:
    """What a macro makes, and about how many bytes that takes: a panel; a few letters are what they are."""
    with panels.collecting() as page:
        text = str(macro(*given))
        if len(text) < panels.LEAST and "<~" not in text:
            return Markup(text), getsizeof(text)
        return panels.divided(text, page), getsizeof(text)


class GameTexts(dict[str, Any]):
    """Texts and colours of a game in one language. There is one of each, so it can be a key."""

    __hash__ = object.__hash__  # type: ignore[assignment]


def install(app: Flask) -> None:
    """Lets templates keep pieces, and see nothing but what they are given."""
    env = app.jinja_env
    for name in ("request", "session", "g", "config"):
        del env.globals[name]
    env.filters["tuple"] = tuple
    pieces = app.extensions["pieces"] = FragmentCache()
    env.globals["kept"] = cache(lambda file: CachedMacros(app, file, pieces))
    env.globals["macros"] = cache(lambda file: env.get_template(file).module)  # as `import` does, but looked up once
