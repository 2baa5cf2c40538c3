"""What follows from a move, event by event: each is added to the state that the ones before it led to."""

from __future__ import annotations

from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.changes import evolve
from referee.rallye.pieces import UNIT, Till
from referee.rallye.road.cars import Due
from referee.rallye.state import OpenClaim, State


class Run:
    """The events of one move so far, and the state they lead to. All money moves here."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[e.Event] = []

    def add(self, *events: e.Event) -> None:
        """Something happened."""
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)

    def pay(
        self, seat: int, target: m.Account, amount: int, why: str, car: int | None = None, points: int | None = None
    ) -> None:
        """From a purse. If that does not do, half of his own tills helps; if that does not do either, he is out."""
        if amount <= 0 or target == seat or self.state.out[seat]:
            return
        if self.state.purses[seat] < amount:
            self.halve(seat, amount)
        there = min(amount, self.state.purses[seat])
        if there:
            self.add(e.Paid(seat, target, there, why, car, points))
        if there < amount:
            self.out(seat, amount - there)

    def halve(self, seat: int, amount: int) -> None:
        """Half of each till that he manages, the fullest first, as long as it is needed."""
        own = [desk for desk in self.state.desks if desk.manager == seat]
        for desk in sorted(own, key=lambda desk: -desk.content):
            half = half_of(desk.content)
            if self.state.purses[seat] < amount and half:
                self.add(e.Paid(desk.till.value, seat, half, "half"))

    def take(self, account: Till | str, seat: int, why: str, car: int | None = None) -> None:
        """Everything from a till or the mat."""
        content = self.state.mat if account == "mat" else self.state.desk(Till(account)).content
        if content:
            self.add(e.Paid(str(account), seat, content, why, car))  # type: ignore[arg-type]

    def owe(self, seat: int, car: int, due: Due) -> None:
        """Into the till at once while nobody else manages it; otherwise its manager has to ask for it."""
        manager = self.state.desk(due.till).manager
        if manager in (None, seat) or self.state.options.claims == "automatic":
            self.pay(seat, due.till.value, due.amount, due.why, car, due.points)
        elif not self.state.out[seat]:
            self.add(e.Owed(self.state.owed, seat, car, due))

    def settle(self, claim: OpenClaim) -> None:
        """A due is paid."""
        self.pay(claim.seat, claim.of.till.value, claim.of.amount, claim.of.why, claim.car, claim.of.points)

    def out(self, seat: int, short: int) -> None:
        """He leaves the game; the office goes to the richest, and dues to tills that nobody manages now are paid."""
        if len(self.state.left) == 1:
            return
        self.add(e.Out(seat, short))
        left = self.state.left
        if self.state.policeman == seat:
            heir = min(left, key=lambda other: (-self.state.purses[other], (other - seat) % self.state.seats))
            self.add(e.Appointed(heir, True))
        for claim in self.state.dues:
            if self.state.desk(claim.of.till).manager is None and self.state.claim(claim.number):
                self.add(e.Demanded(claim.number, None))
                self.settle(claim)

    def ruin(self) -> None:
        """Whoever has neither money nor half a till is out."""
        for seat in self.state.left:
            helps = any(desk.manager == seat and half_of(desk.content) for desk in self.state.desks)
            if not self.state.purses[seat] and not helps:
                self.out(seat, 0)


def half_of(content: int) -> int:
    """Half of a till, in whole notes."""
    return content // 2 // UNIT * UNIT
