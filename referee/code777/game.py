"""Code 777 as one value: the contract of `referee/game.py`, kept."""

from __future__ import annotations

from referee.chance import Chance
from referee.code777 import moves as m
from referee.code777 import rules, views
from referee.code777.pieces import PLAYERS
from referee.game import Actor, Observer, Offer, Outcome


class Code777:
    """Data and pure functions; there is nothing to remember in it."""

    slug = "code777"
    players = PLAYERS
    Options = m.Options
    Move = m.Move
    Event = m.Event

    def start(self) -> rules.State:
        """Before the deal."""
        return rules.start()

    def deal(self, options: m.Options, seats: int, chance: Chance) -> list[m.Event]:
        """The first events."""
        return rules.deal(options, seats, chance)

    def decide(self, state: rules.State, actor: Actor, move: m.Move, chance: Chance) -> list[m.Event]:
        """What a move leads to."""
        return rules.decide(state, actor, move, chance)

    def evolve(self, state: rules.State, event: m.Event) -> rules.State:
        """The state after an event."""
        return rules.evolve(state, event)

    def moves(self, state: rules.State, actor: Actor) -> list[Offer]:
        """What that actor may do now."""
        return rules.moves(state, actor)

    def witness(self, state: rules.State, event: m.Event, observer: Observer) -> m.Event:
        """The event as that observer saw it."""
        return views.witness(event, observer, state)

    def view(self, state: rules.State, observer: Observer) -> views.View:
        """What that observer may know."""
        return views.view(state, observer)

    def outcome(self, state: rules.State) -> Outcome | None:
        """How it ended, if it has."""
        return rules.outcome(state)


GAME = Code777()
