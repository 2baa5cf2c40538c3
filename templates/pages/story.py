"""What a game was, told when it is over: a few figures, and the points at which it turned.

The presenter of a game finds them in what everybody may know by then; its `narration.toml` has the words for them, under the
phrases `figure` and `story`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

MOST = 6  # points that are told: a game is a story, not a log


class Figure(Struct, frozen=True):
    """Something that was counted."""

    kind: str
    count: Any


class Point(Struct, frozen=True):
    """Something that the game turned on."""

    kind: str
    seat: int | None = None
    other: int | None = None
    count: Any = 0
    number: Any = 0
    right: bool = False
    event: Any = None  # is told in its own sentence


class Story(Struct, frozen=True):
    """All that is told."""

    figures: tuple[Figure, ...] = ()
    points: tuple[Point, ...] = ()


def story_of(figures: Iterable[tuple[str, Any]], points: Sequence[Point]) -> Story:
    """A story with the last points, which decided it; what was never there is not counted."""
    return Story(tuple(Figure(kind, count) for kind, count in figures if count), tuple(points[-MOST:]))


def leaders(scores: Sequence[int]) -> tuple[int, ...]:
    """Who has the most; nobody while all have nothing."""
    best = max(scores, default=0)
    return tuple(seat for seat, score in enumerate(scores) if score == best) if best else ()
