"""The puzzles of the last year and of today, kept once they are made: a phone that asks for one never keeps a table waiting."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from functools import lru_cache
from threading import Lock
from typing import TypeVar

from companion.errors import NotFound
from referee import daily
from referee.puzzles import LEVELS, Level, Puzzle
from referee.registry import with_puzzles
from templates.i18n import say

Made = TypeVar("Made")
BACK, AHEAD = 366, 1  # days: somewhere in the world it is tomorrow already
KEPT = 400


class DailyPuzzles:
    """Makes them one at a time, away from the thread that serves phones."""

    def __init__(
        self, today: Callable[[], date] = date.today, away: Callable[[Callable[[], Puzzle]], Puzzle] | None = None
    ):
        self.today = today
        self._away = away or in_a_thread
        self._lock = Lock()
        self._made = lru_cache(KEPT)(daily.of_the_day)

    def puzzle(self, day: str, game: str, level: str) -> Puzzle:
        """The puzzle of a day, if it is one that we have."""
        if game not in with_puzzles() or level not in LEVELS or not self.has(day):
            raise NotFound(say("There is no such puzzle: the front page has those of today."))
        return self._away(lambda: self._one(day, game, level))

    def _one(self, day: str, game: str, level: Level) -> Puzzle:
        with self._lock:  # whoever asks for many waits for his own
            return self._made(game, day, level)

    def has(self, day: str) -> bool:
        """Is that a day of the last year, or today?"""
        if not daily.is_day(day):
            return False
        return -BACK <= (date.fromisoformat(day) - self.today()).days <= AHEAD

    def week(self) -> list[str]:
        """Today and the days before it."""
        return [(self.today() - timedelta(days=back)).isoformat() for back in range(7)]


def in_a_thread(make: Callable[[], Made]) -> Made:
    """Made by a thread of its own, while others are served."""
    import gevent

    found: Made = gevent.get_hub().threadpool.apply(make)
    return found
