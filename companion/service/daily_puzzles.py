"""The puzzles of the last year and of today, kept once they are made: a phone that asks for one never keeps a table waiting."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from companion.errors import NotFound
from companion.service.made_once import Away, MadeOnce, in_a_thread
from referee import daily
from referee.puzzles import LEVELS, Puzzle
from referee.registry import with_puzzles
from templates.i18n import say

BACK, AHEAD = 366, 1  # days: somewhere in the world it is tomorrow already
KEPT = 400


class DailyPuzzles:
    """Makes them one at a time, away from the thread that serves phones."""

    def __init__(self, today: Callable[[], date] = date.today, away: Away = in_a_thread) -> None:
        self.today, self._away = today, away
        self._made: MadeOnce[Puzzle] = MadeOnce(KEPT)

    def puzzle(self, day: str, game: str, level: str) -> Puzzle:
        """The puzzle of a day, if it is one that we have."""
        if game not in with_puzzles() or level not in LEVELS or not self.has(day):
            raise NotFound(say("There is no such puzzle: the front page has those of today."))
        return self._made.of((game, day, level), lambda: self._away(lambda: daily.of_the_day(game, day, level)))

    def has(self, day: str) -> bool:
        """Is that a day of the last year, or today?"""
        if not daily.is_day(day):
            return False
        return -BACK <= (date.fromisoformat(day) - self.today()).days <= AHEAD

    def week(self) -> list[str]:
        """Today and the days before it."""
        return [(self.today() - timedelta(days=back)).isoformat() for back in range(7)]
