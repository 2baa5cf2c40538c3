"""The games that exist, in the order of the shelf, and where each lives. A game that is not listed here does not exist
anywhere; one that is needs to be named nowhere else.

Help pages ask for this list: it brings in nothing but Python's own.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from referee.chance import Chance
    from referee.game import Actor, Game, Offer
    from referee.puzzles import PuzzleMaker


class Home(NamedTuple):
    """Where the parts of a game are: packages by their names, so that nobody loads what he does not ask for."""

    rules: str  # has the modules pieces, game and robot
    kit: str  # has KIT: how it is printed
    shelf: str  # its folder has kits/<slug>.toml, rules/<language>/<slug>.md, pages/<slug>/ and locale/
    presenter: str = ""  # works out what its pages and its narration need; a small game needs nothing
    puzzles: bool = (
        False  # has it any? Then its rules have `puzzles`, its presenter's folder `puzzle_words`, its kit `puzzle_art`
    )


def in_house(slug: str) -> Home:
    """The home of a game that has a folder in each of our rooms."""
    return Home(
        f"referee.{slug}", f"generator.kits.{slug}", "templates", f"templates.pages.{slug}.presenter", puzzles=True
    )


GAMES: dict[str, Home] = {
    "code777": in_house("code777"),
    "inkognito": in_house("inkognito"),
    "fully": in_house("fully"),
    "allo": in_house("allo"),
    "rallye": in_house("rallye"),
}


class Pieces(Protocol):
    """What the `pieces.py` of a game must say about the box of its game."""

    PLAYERS: range  # how many can play
    USUAL: int  # for how many a kit is printed unless told otherwise

    PAD: str  # the component that is written on and used up

    def box(self, players: int) -> dict[str, int]:
        """Component -> how many pieces of it that many players need."""
        ...


class Robot(Protocol):
    """What the `robot.py` of a game does with a seat, from that seat's own view, offers and memory alone; and with bare hands.

    A mind holds what the seat witnessed; a game in which nothing is to be found out need not take one.
    """

    def choose(self, view: Any, offers: list[Offer], chance: Chance, *mind: Any) -> Any | None:
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
    return cast("Game", import_module(f"{GAMES[slug].rules}.game").GAME)


def pieces(slug: str) -> Pieces:
    """The box of a game."""
    return cast(Pieces, import_module(f"{GAMES[slug].rules}.pieces"))


def robot(slug: str) -> Robot:
    """The robot of a game."""
    return cast(Robot, import_module(f"{GAMES[slug].rules}.robot"))


def with_puzzles() -> tuple[str, ...]:
    """The games that have puzzles."""
    return tuple(slug for slug, home in GAMES.items() if home.puzzles)


def puzzle_maker(slug: str) -> PuzzleMaker:
    """Who makes the puzzles of a game."""
    return cast("PuzzleMaker", import_module(f"{GAMES[slug].rules}.puzzles"))
