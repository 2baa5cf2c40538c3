"""`--with FILE`: kits in a user's own words, names and colours. Checked as strictly as our own files, before anything is drawn.

Who tells nothing pays for nothing: what draws is brought in only when there is a file.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from referee.registry import GAMES
from templates import errors, i18n, loader, overlay, overrides
from templates.i18n import say

NAMED = re.compile(r"\.name$|\.people\.|\.job\.")  # texts that are names, which sentences may say as well


@contextmanager
def with_overrides(file: str, lang: str = "", games: Collection[str] = GAMES) -> Iterator[list[str]]:
    """Within this block kits are as that file wants them. Gives what is worth knowing about it,
    in sentences; what was drawn too long is among them afterwards."""
    if not file:
        yield []
        return
    from generator.drawing.fonts import shortened
    from generator.press.composed_kit import kit

    with overrides.overriding(Path(file), GAMES):
        for slug in overlay.current_overrides():
            overrides.in_every_language(partial(loader.kit, slug, kit(slug).shape))
            check_letters(slug, Path(file))
        language = lang or i18n.language()
        advice = [
            sentence
            for slug in overlay.current_overrides()
            if slug in games
            for sentence in leftover_words(slug, language)
        ]
        cut: set[str] = set()
        token = shortened.set(cut)
        try:
            yield advice
        finally:
            shortened.reset(token)
        ours = {text for slug, told in overlay.current_overrides().items() for _, text in strings(told, slug)}
        advice += [
            say("“{text}” is too long for its place and is shortened.").format(text=t) for t in sorted(cut & ours)
        ]


def check_letters(slug: str, file: Path) -> None:
    """Everything that is told must be in our typefaces."""
    from generator.drawing.fonts import lacking

    for place, text in strings(overlay.current_overrides()[slug], slug):
        if missing := lacking(text):
            raise errors.FileError(file, place, "Expected letters of our typefaces, got `{missing}`", missing=missing)


def strings(told: Any, place: str) -> Iterator[tuple[str, str]]:
    """All texts, names too."""
    if isinstance(told, str):
        yield place, told
    elif isinstance(told, dict | list):
        for key, value in told.items() if isinstance(told, dict) else enumerate(told, 1):
            yield from strings(value, f"{place}.{key}")


def leftover_words(slug: str, lang: str) -> Iterator[str]:
    """Old words that other texts in that language still say after they were given a new one."""
    with i18n.speaking(lang):
        after, rules = dict(i18n.texts(loader.kit_data(slug), slug)), loader.rules(slug)
        new = {text for place, text in strings(loader.kit_data(slug), slug) if NAMED.search(place)}
        with overlay.without_overrides():
            before = dict(strings(loader.kit_data(slug), slug))
    for place, old in before.items():
        if NAMED.search(place) and old not in new:
            word = re.compile(rf"\b{re.escape(old)}\b", re.IGNORECASE)
            still = [where.partition(".")[2] for where, text in after.items() if where != place and word.search(text)]
            still += [say("the rules")] if word.search(rules) else []
            if still:
                yield say("{game}: “{old}” is still said in {places}.").format(
                    game=after[f"{slug}.name"], old=old, places=", ".join(still)
                )
