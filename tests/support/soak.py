"""Whether this is a long run: `make soak` sets SOUSMAIN_SOAK=1."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, TypeVar
from zlib import crc32

import pytest

SOAK = os.environ.get("SOUSMAIN_SOAK") == "1"
SAMPLE = 3

T = TypeVar("T")


def in_one_language(games: Sequence[str]) -> list[Any]:
    """Each game with a language, in turn, and the first with both; the others are for a long run."""
    langs = ("en", "fr")
    return [
        pytest.param(game, lang, marks=[] if i == 0 or i % 2 == n else [pytest.mark.soak])
        for i, game in enumerate(games)
        for n, lang in enumerate(langs)
    ]


def sampled(things: Sequence[T], of: str) -> Sequence[T]:
    """All of them in a long run; else a few, evenly spread. What they belong to decides which, so that every way of
    printing looks at other pages, and the same way always at the same ones."""
    step = max(1, round(len(things) / SAMPLE))
    return things if SOAK else things[crc32(of.encode()) % step :: step]
