"""The games that exist, in the order of the shelf. A game that is not listed here does not exist anywhere."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from referee.game import Game

GAMES = ("code777",)


class Pieces(Protocol):
    """What `referee/<slug>/pieces.py` must say about the box of its game."""

    PLAYERS: range  # how many can play
    USUAL: int  # for how many a kit is printed unless told otherwise

    PAD: str  # the component that is written on and used up

    def box(self, players: int) -> dict[str, int]:
        """Component -> how many pieces of it that many players need."""
        ...


def game(slug: str) -> Game:
    """The rules of a game."""
    return cast(Game, import_module(f"referee.{slug}.game").GAME)


def pieces(slug: str) -> Pieces:
    """The box of a game."""
    return cast(Pieces, import_module(f"referee.{slug}.pieces"))
