"""Twin worlds: the same game with other secrets, so that somebody at the table cannot tell which one he is in.

A game adds its own `worlds_<slug>.py` to the list below; everything else about secrets is tested for all games alike.
Such a module has:

    games       a hypothesis strategy: players, options and the moves of a game that is still going on
    sample      the same by number, for tests that need the same one every time
    twins       gives two worlds for such a game and a pair of eyes, as below
    forbidden   moves that the rules refuse to whoever has that view and those offers, to see what the refusal tells
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

from hypothesis.strategies import SearchStrategy
from msgspec import Struct

from referee.game import Actor, Offer

WORLDS = ("code777", "inkognito", "fully", "allo")

# The seats that somebody looks from; with none he sees what the table sees. TABLE: as the host he makes the table's moves,
# and knows what he told.
Eyes = frozenset[Actor]


class Turn(Struct, frozen=True):
    """A move and what it led to; the first one is the deal."""

    actor: Actor | None
    move: Any
    events: Sequence[Any]


class Game(Struct, frozen=True):
    """A game that is going on."""

    slug: str
    seats: int
    options: Any
    turns: tuple[Turn, ...]


class Twins(Struct, frozen=True):
    """Two worlds that those eyes cannot tell apart, and in each one more move that looks the same in both."""

    game: Game
    eyes: Eyes
    worlds: tuple[tuple[Turn, ...], tuple[Turn, ...]]
    further: tuple[Turn, Turn] | None


class Worlds(Protocol):
    """What `worlds_<slug>.py` has."""

    games: SearchStrategy[Game]

    def sample(self, number: int) -> Game:
        """One of many games, each unlike the one before."""
        ...

    def twins(self, game: Game, eyes: Eyes, seed: int) -> Twins:
        """Two worlds for those eyes: the game itself, and another with as many other secrets as can be."""
        ...

    def forbidden(self, view: Any, offers: list[Offer]) -> list[tuple[Offer, dict[str, Any]]]:
        """Moves that answer an offer in form and break a rule."""
        ...


def worlds(slug: str) -> Worlds:
    """The worlds of a game."""
    found: Any = import_module(f"worlds_{slug}")
    return found
