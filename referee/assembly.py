"""A game put together from the modules of its folder: each keeps its part of the contract in `referee/game.py`.

Functions are looked up when they are called, so that a test can put a broken one in their place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, Protocol

from referee.chance import Chance
from referee.game import Actor, AmountTable, Breath, Game, Maps, Observer, Offer, Outcome, Refused, Seat, TableOptions
from referee.knowledge import Knowledge

NO_EDITIONS: Mapping[str, AmountTable] = {}  # one set of rules


class MovesModule(Protocol):
    """`referee/<slug>/moves.py`."""

    @property
    def Options(self) -> type[TableOptions]:  # noqa: N802 - a class
        """How a table plays."""
        ...

    @property
    def Move(self) -> Any:  # noqa: N802 - a type
        """All that a player can do."""
        ...


class StateModule(Protocol):
    """`referee/<slug>/state.py`."""

    @property
    def State(self) -> Any:  # noqa: N802 - a class
        """Where a game stands."""
        ...

    def outcome(self, state: Any) -> Outcome | None:
        """How it ended, if it has."""
        ...

    def limit(self, state: Any) -> int | None:
        """Minutes of play, if the clock counts."""
        ...


class ChangesModule(Protocol):
    """`referee/<slug>/changes.py`."""

    @property
    def EVOLVE(self) -> Mapping[type, Callable[[Any, Any], Any]]:  # noqa: N802 - a constant
        """What each event changes: a function for every type, so that a forgotten one is no silent nothing."""
        ...

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after an event."""
        ...


class Assembled(Game):
    """Data and pure functions; there is nothing to remember in it."""

    def __init__(
        self,
        slug: str,
        players: range,
        *,
        moves: MovesModule,
        rules: ModuleType,  # deal, decide
        state: StateModule,
        changes: ChangesModule,
        offers: ModuleType,  # moves, awaited
        views: ModuleType,  # View, view, witness
        events: ModuleType,  # Event
        knowledge: Knowledge | None = None,  # what a seat can know; without it nobody looks back on a game
        maps: Maps | None = None,  # the usual map alone, or none at all
        editions: Mapping[str, AmountTable] = NO_EDITIONS,
        forms: ModuleType | None = None,  # canonical, where a move can be told in several ways
        deals_before: Callable[[Sequence[Any]], Iterable[list[Any]]]
        | None = None,  # where a deal was written otherwise
        breath: ModuleType | None = None,  # breath, where a move waits for those who may speak before it
        notes: bool = False,
        shared: bool = False,
        secret: bool = True,
    ) -> None:
        self.slug, self.players, self.shared, self.secret, self.notes = slug, players, shared, secret, notes
        self.knowledge, self.maps, self.editions = knowledge, maps, editions
        self.Options, self.Move, self.View = moves.Options, moves.Move, views.View
        self.Event = events.Event
        self._moves, self._rules, self._state, self._offers, self._views = moves, rules, state, offers, views
        self._changes, self._forms, self._deals_before, self._breath = changes, forms, deals_before, breath

    def start(self) -> Any:
        """Before the deal."""
        return self._state.State()

    def deal(self, options: Any, seats: int, chance: Chance) -> list[Any]:
        """The first events."""
        if seats not in self.players:
            raise Refused("players", seats=seats, least=self.players[0], most=self.players[-1])
        return list(self._rules.deal(options, seats, chance))

    def deals_before(self, events: Sequence[Any]) -> list[list[Any]]:
        """The same deal as versions before wrote it."""
        return [] if self._deals_before is None else list(self._deals_before(events))

    def decide(self, state: Any, actor: Actor, move: Any, chance: Chance) -> list[Any]:
        """What a move leads to."""
        return list(self._rules.decide(state, actor, move, chance))

    def canonical(self, state: Any, actor: Actor, move: Any) -> Any:
        """A move that the rules take, in the one form it has."""
        return move if self._forms is None else self._forms.canonical(state, actor, move)

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after an event."""
        return self._changes.evolve(state, event)

    def moves(self, state: Any, actor: Actor) -> list[Offer]:
        """What that actor may do now."""
        return list(self._offers.moves(state, actor))

    def awaited(self, state: Any) -> tuple[Seat, ...]:
        """For whom the game waits."""
        return tuple(self._offers.awaited(state))

    def witness(self, state: Any, event: Any, observer: Observer) -> Any | None:
        """The event as that observer saw it."""
        return self._views.witness(event, observer, state)

    def view(self, state: Any, observer: Observer) -> Any:
        """What that observer may know."""
        return self._views.view(state, observer)

    def outcome(self, state: Any) -> Outcome | None:
        """How it ended, if it has."""
        ended: Outcome | None = self._state.outcome(state)
        return ended

    def limit(self, state: Any) -> int | None:
        """Minutes of play, if the clock counts."""
        return self._state.limit(state)

    def breath(self, state: Any) -> Breath | None:
        """How long the next move waits, and for whom."""
        found: Breath | None = None if self._breath is None else self._breath.breath(state)
        return found
