"""A table of Inkognito in memory for tests: who is who is chosen, not dealt, and so are the places that chance plays."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee.chance import Chance
from referee.game import Actor, Offer, Refused
from referee.inkognito import moves as m
from referee.inkognito.game import GAME
from referee.inkognito.pieces import Card, Fragment, Identity, Place
from referee.inkognito.state import State

WHO = "FBZX"
WHAT = ("52", "11", "0", "29")
R, M, S, G, P = Place  # Rialto, San Marco, Salute, San Giorgio, Sospiri
ORDER = (R, M, S, G, P)


class Table:
    """Applies moves as the companion does, and keeps the events."""

    def __init__(
        self,
        seats: int = 4,
        who: str = WHO,
        what: tuple[str, ...] = WHAT,
        ambassador: tuple[Place, ...] = ORDER,
        fictitious: tuple[Place, ...] = ORDER,
        **options: Any,
    ) -> None:
        self.seats, self.moves = seats, 0
        self.options = m.Options(**options)
        self.events: list[m.Event] = []
        self.state: State = GAME.start()
        self.deal(1, who, what, ambassador, fictitious)

    def deal(
        self,
        number: int,
        who: str = WHO,
        what: tuple[str, ...] = WHAT,
        ambassador: tuple[Place, ...] = ORDER,
        fictitious: tuple[Place, ...] = ORDER,
    ) -> None:
        """These cards."""
        paper = self.options.pieces == "paper"
        orders = ambassador if self.seats < 5 and not paper else (), fictitious if self.seats < 4 and not paper else ()
        people, numbers = tuple(map(Identity, who)), tuple(map(Fragment, what))
        self.apply([m.Dealt(number, self.options, self.seats, people, numbers, *orders)])  # type: ignore[arg-type]

    def apply(self, events: list[m.Event]) -> list[m.Event]:
        for event in events:
            self.state = GAME.evolve(self.state, event)
        self.events += events
        return events

    def play(self, actor: Actor, move: m.Move) -> list[m.Event]:
        self.moves += 1
        return self.apply(GAME.decide(self.state, actor, move, Chance(bytes(32), self.moves)))

    def refuse(self, actor: Any, move: m.Move, rule: str, **evidence: object) -> Refused:
        """Refused by that rule, with that evidence among it; nothing changes."""
        with pytest.raises(Refused) as refusal:
            GAME.decide(self.state, actor, move, Chance(bytes(32), 99))
        assert refusal.value.rule == rule
        assert refusal.value.evidence | evidence == refusal.value.evidence
        return refusal.value

    def go(self, *places: Place) -> list[m.Event]:
        """Everybody goes in turn: the places in the order of the seats. What the last one led to."""
        assert len(places) == self.seats
        now, events = (self.state.deal, self.state.round), []
        while (self.state.deal, self.state.round, self.state.stage) == (*now, "going"):
            seat = self.state.turn
            assert seat is not None
            events = self.play(seat, m.Go(places[seat]))
        return events

    def finish(self) -> None:
        """Whoever must do something does the least; nobody calls."""
        now = self.state.deal, self.state.round
        while (self.state.deal, self.state.round, self.state.stage) == (*now, "meeting"):
            self.play("table", m.Skip(GAME.awaited(self.state)[0]))

    def meet(self, *places: Place, last: Place = P, nobody: Place = P) -> list[m.Event]:
        """Some rounds later everybody has all his places, and goes there; where the Ambassador and nobody's agent go."""
        self.finish()
        packs = (last, *(p for p in ORDER if p != last)), (nobody, *(p for p in ORDER if p != nobody))
        later = 20 * (self.state.round // 20 + 1)  # the same player goes first as in the first round
        orders = {"ambassador": packs[0] if self.seats < 5 else (), "fictitious": packs[1] if self.seats < 4 else ()}
        self.state = replace(self.state, trails=((),) * 5, round=later, **orders)
        return self.go(*places)

    def offers(self, actor: Actor) -> dict[str, Offer]:
        return {offer.kind: offer for offer in GAME.moves(self.state, actor)}

    def kinds(self, actor: Actor) -> list[str]:
        return [offer.kind for offer in GAME.moves(self.state, actor)]


def pair(first: str, second: str, to: int) -> m.Pair:
    return m.Pair((Card(first), Card(second)), to)


def call(who: str = WHO, what: tuple[str, ...] = WHAT, met: int | None = None) -> m.Call:
    return m.Call(tuple(map(Identity, who)), tuple(map(Fragment, what)), met)  # type: ignore[arg-type]
