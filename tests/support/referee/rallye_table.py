"""A table of Rallye-Code for tests: cars are put where a test wants them, dice show what it says, and money is counted
after every event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from referee.game import Actor, Refused
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.board.france import FRANCE
from referee.rallye.board.squares import layout
from referee.rallye.game import GAME
from referee.rallye.pieces import CARDS, PURSE, UNIT, Till, cars
from referee.rallye.road.cars import Due, Hold
from referee.rallye.state import State, swapped, with_desk

PAIRS = {n: (max(1, n - 6), n - max(1, n - 6)) for n in range(2, 13)}  # two dice that make a roll


class Loaded:
    """Chance that gives what a test says: dice, two at a time."""

    def __init__(self, *dice: int) -> None:
        self.dice = list(dice)

    def below(self, n: int) -> int:
        return self.dice.pop(0) - 1

    def shuffled(self, items: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(items)


def money(state: State) -> int:
    return sum(state.purses) + sum(desk.content for desk in state.desks) + state.mat


def sane(state: State, total: int) -> None:
    """What holds after every event: no money comes or goes, nobody has less than none, all in whole notes; every car that is
    in the game stands on a square of the board and can leave it."""
    accounts = [*state.purses, *(desk.content for desk in state.desks), state.mat]
    assert sum(accounts) == total
    assert min(accounts) >= 0
    assert all(account % UNIT == 0 for account in accounts)
    for i, car in enumerate(state.cars):
        assert bool(car.at) != state.out[state.owner(i)]
        assert not car.at or state.options.board.has(car.at)
        assert not car.hold or car.hold.leaves(state.tariff) >= 2
    assert len(state.deck) == len(CARDS)
    for desk in state.desks:
        assert desk.manager is None or not state.out[desk.manager]


class Table:
    """Seat 0 is policeman and begins; the cards lie in their order."""

    def __init__(self, seats: int = 4, edition: str = "a", **options: Any) -> None:
        chosen = m.Options(edition=edition, **options)  # type: ignore[arg-type]
        deck = () if chosen.pieces == "paper" else tuple(range(len(CARDS)))
        self.state: State = GAME.evolve(GAME.start(), e.Dealt(chosen, seats, (), 0, deck))
        self.events: list[Any] = []  # of the last move
        self.total = 0 if self.state.paper else PURSE * cars(seats)

    def play(self, actor: Actor, move: m.Move, *dice: int) -> list[Any]:
        """A move, its events, and the proof after each of them."""
        self.events = GAME.decide(self.state, actor, move, Loaded(*dice))  # type: ignore[arg-type]
        for event in self.events:
            self.state = GAME.evolve(self.state, event)
            if not self.state.paper:
                sane(self.state, self.total)
        return self.events

    def roll(self, points: int) -> list[Any]:
        """Whoever's turn it is rolls so many."""
        return self.play(self.state.turn, m.Roll(), *PAIRS[points])

    def drive(self, car: int, points: int, start: str | None = None, heading: int = 0, **changes: Any) -> list[Any]:
        """That car rolls so many, from there, whoever's turn it was."""
        if start is not None:
            self.put(car, start, heading, **changes)
        seat = self.state.owner(car)
        self.state = replace(self.state, turn=seat, car=car)
        return self.roll(points)

    def put(self, car: int, at: str, heading: int = 0, **changes: Any) -> None:
        there = replace(self.state.cars[car], at=at, heading=heading, **changes)
        self.state = replace(self.state, cars=swapped(self.state.cars, car, there))

    def hold(self, car: int, at: str = "1", **why: Any) -> None:
        self.put(car, at, hold=Hold(**why))

    def manage(self, till: Till, seat: int | None, content: int | None = None) -> None:
        """A till with its manager; what is put into it comes from nowhere, and is counted from then on."""
        self.state = replace(with_desk(self.state, till, manager=seat), given=True)
        if content is not None:
            self.total += content - self.state.desk(till).content
            self.state = with_desk(self.state, till, content=content)

    def purse(self, seat: int, amount: int) -> None:
        self.total += amount - self.state.purses[seat]
        self.state = replace(self.state, purses=swapped(self.state.purses, seat, amount))

    def mat(self, amount: int) -> None:
        self.total += amount - self.state.mat
        self.state = replace(self.state, mat=amount)

    def deck(self, code: str) -> None:
        """That card on top."""
        top = next(i for i, card in enumerate(CARDS) if card.code == code)
        rest = [i for i in self.state.deck if i != top]
        self.state = replace(self.state, deck=(top, *rest))

    def of(self, kind: type) -> list[Any]:
        """Events of the last move, of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def paid(self) -> list[tuple[Any, Any, int, str]]:
        """Who paid whom how much and why in the last move."""
        return [(event.source, event.target, event.amount, event.why) for event in self.of(e.Paid)]

    @property
    def due(self) -> dict[str, int]:
        """What was paid into tills or is owed to them since the last move, by why."""
        tills = {till.value for till in Till}
        found = {event.why: event.amount for event in self.of(e.Paid) if event.target in tills}
        return found | {event.of.why: event.of.amount for event in self.of(e.Owed)}


def back(number: str, squares: int) -> str:
    """The square of the main road so many before another."""
    place = layout(FRANCE).place[number] - squares
    return FRANCE.main[place % len(FRANCE.main)].number


def refused(table: Table, actor: Any, move: m.Move, *dice: int) -> str:
    """The rule that a move breaks; nothing has changed then."""
    before = table.state
    with pytest.raises(Refused) as found:
        table.play(actor, move, *dice)
    assert table.state is before
    return found.value.rule


def owe(table: Table, seat: int, amount: int, till: Till = Till.FIRSTAID) -> None:
    """A debt that somebody is going to ask for."""
    table.state = GAME.evolve(table.state, e.Owed(table.state.owed, seat, seat, Due(till, amount, "aid")))
