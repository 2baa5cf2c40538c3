"""Pieces of pages that are made once. Every phone gets its page anew after every move; most of it has been made before."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from flask import Flask
from markupsafe import Markup

import templates

MOST = 16_000_000  # letters of each file


class Kept:
    """The macros of a file, `{% set made = kept("tiles.html") %}`: what `made.tile(tile)` gave is kept and given again.

    A macro called that way sees its arguments and nothing else of the page, so it cannot show to one observer what was made
    for another. Arguments are what can be a key: numbers, texts, tuples, frozen structs.
    """

    def __init__(self, app: Flask, file: str) -> None:
        self._app, self._file = app, file
        self._made: dict[object, Markup] = {}
        self._size = 0

    def __getattr__(self, name: str) -> Callable[..., Markup]:
        macro = getattr(self._app.jinja_env.get_template(self._file).module, name)

        def found(*given: object) -> Markup:
            key = name, templates.language(), given, tuple(map(type, given))  # 1 is True, a text is its own Markup
            there = self._made.get(key)
            return self._keep(key, Markup(macro(*given))) if there is None else there

        setattr(self, name, found)
        return found

    def _keep(self, key: object, made: Markup) -> Markup:
        if self._size > MOST:  # rare, and soon made again
            self._made, self._size = {}, 0
        self._made[key] = made
        self._size += len(made)
        return made


class Texts(dict[str, Any]):
    """Texts and colours of a game in one language. There is one of each, so it can be a key."""

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)


def prepare(app: Flask) -> None:
    """Lets templates keep pieces, and see nothing but what they are given."""
    env = app.jinja_env
    for name in ("request", "session", "g", "config"):
        del env.globals[name]
    env.filters["tuple"] = tuple
    env.globals["kept"] = cache(lambda file: Kept(app, file))
