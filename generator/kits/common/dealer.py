"""A dealer: deals from a seed, and tells of it what the game shows to a seat. The state itself is nobody's to see."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from referee.chance import Chance
from referee.game import Observer, replay
from referee.registry import game

DEAL, AHEAD, VEILS = range(3)  # the streams of chance


class Dealer:
    """One deal. What slips say comes out of `seen` alone: the view that the phone of that seat would get."""

    def __init__(self, slug: str, options: Any, seats: int, seed: bytes) -> None:
        self.seats, self._game, self._seed = seats, game(slug), seed
        self._state = replay(self._game, self._game.deal(options, seats, Chance(seed, DEAL)))

    def seen(self, observer: Observer, then: Iterable[Any] = ()) -> Any:
        """The game as that observer sees it, once these events have happened too."""
        state = self._state
        for event in then:
            state = self._game.evolve(state, event)
        return self._game.view(state, observer)

    def moved(self, seat: int, move: Any) -> list[Any]:
        """What a move would lead to."""
        return self._game.decide(self._state, seat, move, Chance(self._seed, AHEAD))

    def ahead(self, plan: Callable[[Any, Chance], list[Any]]) -> list[Any]:
        """What the rules prepare before it is needed."""
        return plan(self._state, Chance(self._seed, AHEAD))

    def veils(self) -> Chance:
        """The chance that veils are cut out by."""
        return Chance(self._seed, VEILS)
