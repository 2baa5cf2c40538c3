"""Puzzles by their date: the same on every computer in the world, without any network. A day is written 2026-12-24."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.puzzles import LEVELS, Level, Puzzle, puzzle
from referee.registry import puzzle_maker

LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def daily_seed(day: str, level: Level) -> str:
    """The seed of a day's puzzle; each game has its own dice."""
    return f"daily/{day}/{level}"


def of_the_day(game: str, day: str, level: Level) -> Puzzle:
    """The puzzle of a day."""
    return puzzle(puzzle_maker(game), daily_seed(day, level), level)


def month(text: str) -> tuple[str, ...] | None:
    """Every day of a month that was written as 2026-12; none if that is no month."""
    found = re.fullmatch(r"([0-9]{4})-([0-9]{2})", text.strip())
    if not found or not 1 <= int(found[2]) <= len(LENGTHS) or not int(found[1]):
        return None
    year, number = int(found[1]), int(found[2])
    leap = number == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return tuple(f"{year:04}-{number:02}-{day:02}" for day in range(1, LENGTHS[number - 1] + leap + 1))


def is_day(text: str) -> bool:
    """Is that a day of the calendar?"""
    return text in (month(text[:7]) or ())


def seeds_of(days: Sequence[str], levels: Sequence[Level] = LEVELS) -> Iterator[tuple[str, Level]]:
    """A puzzle for each day, from level to level."""
    for number, day in enumerate(days):
        level = levels[number % len(levels)]
        yield daily_seed(day, level), level
