"""The one line with which the invented game of `sixth_game/` comes into the house; nothing else outside its folder knows it.

As a plugin, `pytest -p support.sixth`, it registers the game before tests are collected: then what is tested for every game
is tested for this one.
"""

from __future__ import annotations

from referee.registry import GAMES, Home

LINE = {"higher": Home("support.sixth_game", "support.sixth_game.kit", "support.sixth_game")}


def pytest_configure() -> None:
    """For a whole run."""
    GAMES.update(LINE)
