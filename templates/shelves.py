"""Where the texts of each game are: our own shelf, and the one of a game that brings its files along."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from referee.registry import GAMES

SHELF = Path(__file__).parent  # ours, with what all games share


@cache
def folder(package: str) -> Path:
    """The folder of a package: texts lie beside code."""
    return Path(import_module(package).__path__[0])


def shelf(slug: str) -> Path:
    """The shelf of a game."""
    return folder(GAMES[slug].shelf)


def shelves() -> tuple[Path, ...]:
    """Every shelf that a game has its texts on, ours first."""
    return tuple(dict.fromkeys((SHELF, *map(shelf, GAMES))))
