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

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from templates.errors import FileError
from templates.i18n import LANGUAGES, speaking
from templates.loader import kit_data, parsed_toml
from templates.overlay import laying


@contextmanager
def overriding(file: Path, games: Iterable[str]) -> Iterator[None]:
    """Within this block kits are read with what that file says; it is checked before anything is drawn."""
    words = parsed_toml(file)
    known = tuple(games)
    for slug in words:
        if slug not in known:
            raise FileError(file, slug, "Expected a game: {games}", games=", ".join(known))
    with laying(words, file):
        for slug in words:
            in_every_language(partial(kit_data, slug))
        yield


def in_every_language(check: Callable[[], Any]) -> None:
    """Checks what is said in each language; tells a mistake in the one that was spoken before."""
    try:
        for code in LANGUAGES:
            with speaking(code):
                check()
    except FileError as mistake:
        raise mistake.again() from None
