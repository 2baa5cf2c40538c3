"""Pieces of pages that are made once. Every phone gets its page anew after every move; most of it has been made before."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from functools import cache
from math import inf
from sys import getsizeof
from typing import Any

from flask import Flask
from markupsafe import Markup
from msgspec import Struct

from companion.web import panels
from companion.web.panels import Panel
from templates import i18n

MOST = 32_000_000  # bytes of all pieces of an application, and of what they are found by
LARGEST = MOST // 100  # of one piece: what strangers choose, such as names, must not push out the rest at once
SHARED = 2000  # bytes of a value that are counted
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

    def keep(self, key: object, made: Markup | Panel, length: int) -> CachedFragment:
        """One more, of so many bytes; it is forgotten at once if it is too large."""
        size = weight(key) + length
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

    def _make_room(self) -> None:
        for key, piece in sorted(self.items(), key=lambda item: item[1].used):
            if self.size <= MOST - ROOM:
                break
            del self[key]
            self.size -= piece.size


def weight(key: object, most: float = inf) -> int:
    """About how many bytes a key takes; from `most` on nobody asks any more. What is inside a struct is shared with the table
    and with other keys: of that only texts are counted, which somebody may have chosen."""
    if isinstance(key, GameTexts | type):
        return 0  # there is one, whoever asks
    if isinstance(key, Struct):
        texts = [part for name in key.__struct_fields__ if isinstance(part := getattr(key, name), str)]
        return min(SHARED, getsizeof(key) + sum(map(getsizeof, texts)))
    if isinstance(key, tuple | frozenset):
        return _added(getsizeof(key), key, most)
    return getsizeof(key)


def _added(size: int, parts: Iterable[object], most: float) -> int:
    for part in parts:
        if size >= most:
            break
        size += weight(part, most - size)
    return size


class CachedMacros:
    """The macros of a file, `{% set made = kept("tiles.html") %}`: what `made.tile(tile)` gave is kept and given again.

    A macro called that way sees its arguments and nothing else of the page, so it cannot show to one observer what was made
    for another. Arguments are what can be a key: numbers, texts, tuples, frozen structs.
    """

    def __init__(self, app: Flask, file: str, pieces: FragmentCache) -> None:
        self._app, self._file, self._pieces = app, file, pieces

    def __getattr__(self, name: str) -> Callable[..., Markup]:
        macro = getattr(self._app.jinja_env.get_template(self._file).module, name)
        pieces, file = self._pieces, self._file

        def found(*given: object) -> Markup:
            # 1 is True, a text is its own Markup
            key = file, name, i18n.language(), given, tuple(map(type, given))
            there = pieces.get(key)
            if there is None:
                there = pieces.keep(key, *_made(macro, given))
            else:
                pieces.asked += 1
                there.used = pieces.asked
            page = panels.collected()
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

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)


def install(app: Flask) -> None:
    """Lets templates keep pieces, and see nothing but what they are given."""
    env = app.jinja_env
    for name in ("request", "session", "g", "config"):
        del env.globals[name]
    env.filters["tuple"] = tuple
    pieces = app.extensions["pieces"] = FragmentCache()
    env.globals["kept"] = cache(lambda file: CachedMacros(app, file, pieces))
    env.globals["macros"] = cache(lambda file: env.get_template(file).module)  # as `import` does, but looked up once
