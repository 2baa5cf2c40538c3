"""Allo... la France as one value: the contract of `referee/game.py`, kept."""

from __future__ import annotations

from referee.allo import moves as m
from referee.allo import offers, rules, views
from referee.allo.pieces import PLAYERS
from referee.allo.state import State, evolve, outcome
from referee.chance import Chance
from referee.game import Actor, Observer, Offer, Outcome, Seat


class Allo:
    """Data and pure functions; there is nothing to remember in it."""

    slug = "allo"
    players = PLAYERS
    shared = False
    Options = m.Options
    Move = m.Move
    Event = m.Event
    View = views.View

    def start(self) -> State:
        """Before the deal."""
        return State()

    def deal(self, options: m.Options, seats: int, chance: Chance) -> list[m.Event]:
        """The first events."""
        return rules.deal(options, seats, chance)

    def decide(self, state: State, actor: Actor, move: m.Move, chance: Chance) -> list[m.Event]:
        """What a move leads to."""
        return rules.decide(state, actor, move, chance)

    def evolve(self, state: State, event: m.Event) -> State:
        """The state after an event."""
        return evolve(state, event)

    def moves(self, state: State, actor: Actor) -> list[Offer]:
        """What that actor may do now."""
        return offers.moves(state, actor)

    def awaited(self, state: State) -> tuple[Seat, ...]:
        """For whom the game waits."""
        return offers.awaited(state)

    def witness(self, state: State, event: m.Event, observer: Observer) -> m.Event | views.Deal:
        """The event as that observer saw it."""
        return views.witness(event, observer, state)

    def view(self, state: State, observer: Observer) -> views.View:
        """What that observer may know."""
        return views.view(state, observer)

    def outcome(self, state: State) -> Outcome | None:
        """How it ended, if it has."""
        return outcome(state)


GAME = Allo()
