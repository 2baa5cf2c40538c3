"""Twin worlds: the same game with other secrets, so that somebody at the table cannot tell which one he is in.

A game has its own `worlds_<slug>.py` here (`worlds.py` beside its rules, where it lives elsewhere); everything else about
secrets is tested for all games alike. Such a module has:

    games       a hypothesis strategy: players, options and the moves of a game that is still going on
    sample      the same by number, for tests that need the same one every time
    twins       gives two worlds for such a game and a pair of eyes, as below
    forbidden   moves that the rules refuse to whoever has that view and those offers, to see what the refusal tells
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Protocol

from hypothesis.strategies import SearchStrategy
from msgspec import Struct

from referee.chance import Chance
from referee.game import Actor, Offer, replay
from referee.registry import GAMES
from referee.registry import game as game_of

UNSEEN = ("rallye",)  # games whose secrets nobody at the table sees

# The seats that somebody looks from; with none he sees what the table sees. TABLE: as the host he makes the table's moves,
# and knows what he told.
Eyes = frozenset[Actor]
NextMove = Callable[[Any, int, Chance], tuple[Actor, Any]]


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


def played(
    slug: str, seats: int, options: Any, seed: int, steps: int, next_move: NextMove, dealt: Sequence[Any] = ()
) -> Game:
    """So many moves of a game that goes on: it is cut off before the move that would end it. `dealt` replaces the deal."""
    rules = game_of(slug)
    key, dice = seed.to_bytes(32), (seed + 1).to_bytes(32)
    turns = [Turn(None, None, dealt or rules.deal(options, seats, Chance(key, 0)))]
    state = replay(rules, turns[0].events)
    for number in range(1, steps + 1):
        actor, move = next_move(state, seats, Chance(dice, number))
        events = rules.decide(state, actor, move, Chance(key, number))
        after = state
        for event in events:
            after = rules.evolve(after, event)
        if rules.outcome(after):
            break
        state = after
        turns.append(Turn(actor, move, events))
    return Game(slug, seats, options, tuple(turns))


class Twins(Struct, frozen=True):
    """Two worlds that those eyes cannot tell apart, and in each one more move that looks the same in both."""

    game: Game
    eyes: Eyes
    worlds: tuple[tuple[Turn, ...], tuple[Turn, ...]]
    further: tuple[Turn, Turn] | None


class Worlds(Protocol):
    """What such a module has."""

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
    rules = GAMES[slug].rules
    found: Any = import_module(
        f"support.companion.worlds_{slug}" if rules.startswith("referee.") else f"{rules}.worlds"
    )
    return found
