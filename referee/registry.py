"""The games that exist, in the order of the shelf. A game that is not listed here does not exist anywhere."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

from referee.chance import Chance
from referee.game import Actor, Game, Offer

GAMES = ("code777", "inkognito", "fully", "allo", "rallye")


class Pieces(Protocol):
    """What `referee/<slug>/pieces.py` must say about the box of its game."""

    PLAYERS: range  # how many can play
    USUAL: int  # for how many a kit is printed unless told otherwise

    PAD: str  # the component that is written on and used up

    def box(self, players: int) -> dict[str, int]:
        """Component -> how many pieces of it that many players need."""
        ...


class Robot(Protocol):
    """What `referee/<slug>/robot.py` does with a seat, from that seat's own view and offers alone; and with bare hands."""

    def choose(self, view: Any, offers: list[Offer], chance: Chance) -> Any | None:
        """A move of a player who wants to win, or none while it waits for others."""
        ...

    def stand_in(self, view: Any, offers: list[Offer], chance: Chance) -> tuple[Actor, Any] | None:
        """What is done for an absent player: the least harmful, and only what he must do. Who does it, and the move."""
        ...

    def hands(self, state: Any, chance: Chance) -> tuple[Actor, Any] | None:
        """What hands must do at a paper table before the game goes on, and who tells it: only hands see all."""
        ...


def game(slug: str) -> Game:
    """The rules of a game."""
    return cast(Game, import_module(f"referee.{slug}.game").GAME)


def pieces(slug: str) -> Pieces:
    """The box of a game."""
    return cast(Pieces, import_module(f"referee.{slug}.pieces"))


def robot(slug: str) -> Robot:
    """The robot of a game."""
    return cast(Robot, import_module(f"referee.{slug}.robot"))
