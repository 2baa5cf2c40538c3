"""What was to be had in Rallye-Code and nobody took: there are no secrets here, only what people do not see in time.

From what everybody saw of rolls and cars follows which offences there were, though nobody is told: the policeman may stop a
car for them, then anybody else, until the offender rolls again. A due lapses when its manager does not ask. And a sale can
be worth less than the duel instead. With paper, hands judge and pay, and nothing of this is known.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from referee.knowledge import Fact, Missed, Reasoner, Unproven
from referee.rallye import events as e
from referee.rallye.board.ways import way
from referee.rallye.moves import Fault, Options
from referee.rallye.pieces import CARDS, Till
from referee.rallye.road.cars import Car, Due
from referee.rallye.road.driving import offences
from referee.rallye.state import State
from referee.rallye.views import View

FACES = range(1, 7)
ROLLS = [a + b for a in FACES for b in FACES]
KEEPS = sum(own > other for own in ROLLS for other in ROLLS) / len(ROLLS) ** 2  # whoever is higher keeps it
FINE = sum(card.amount if card.offence else -card.amount for card in CARDS) / len(CARDS)


class Offence(Struct, frozen=True):
    """An offence that nobody has judged."""

    event: int
    car: int
    reason: Fault


class OpenDue(Struct, frozen=True):
    """A due that waits for its manager."""

    event: int
    number: int
    due: Due


class RoadReasoner(Struct, frozen=True):
    """What there is to be had, for everybody alike."""

    me: int
    options: Options
    seats: int
    cars: tuple[Car, ...]
    managers: tuple[tuple[Till, int | None], ...] = ()
    contents: tuple[tuple[str, int], ...] = ()
    offences: tuple[Offence, ...] = ()
    dues: tuple[OpenDue, ...] = ()
    offered: e.Offered | None = None
    missed: tuple[Missed, ...] = ()
    back: tuple[Any, ...] = ()  # as it was before each roll that can be taken back
    heard: int = 0
    era: int = 0

    @property
    def worlds(self) -> int:
        """There is but one."""
        return 1

    @property
    def solutions(self) -> int:
        """Nor is there anything to find out."""
        return 1

    def certain(self) -> tuple[Fact, ...]:
        """What is to be had now: fines, and dues of one's own tills."""
        fines = (Fact(each.reason, each.car % self.seats, each.car) for each in self.offences)
        own = [each for each in self.dues if dict(self.managers).get(each.due.till) == self.me]
        return (*fines, *(Fact("due", self.me, (each.due.till.value, each.due.amount)) for each in own))

    def one_step(self) -> tuple[Fact, ...]:
        """Nothing: there are no secrets."""
        return ()

    def solved(self) -> tuple[Fact, ...]:
        """Nothing."""
        return ()

    def holds(self, fact: Fact) -> bool:
        """Is that to be had now?"""
        return (replace(fact, so=True) in self.certain()) == fact.so

    def proof(self, fact: Fact) -> tuple[int, ...]:
        """The roll, or the due, that it comes from; what is not there is plain to see."""
        if not fact.so and self.holds(fact):
            return ()
        for each in self.offences:
            if (each.reason, each.car) == (fact.part, fact.value):
                return (each.event,)
        for open_due in self.dues:
            if (open_due.due.till.value, open_due.due.amount) == fact.value:
                return (open_due.event,)
        raise Unproven

    def is_tellable(self, fact: Fact) -> bool:
        """Always: it is one event."""
        return True

    def claims(self, event: Any) -> tuple[Fact, ...]:
        """A car that one stops or denounces."""
        if isinstance(event, e.Judged) and event.by == self.me:
            return (Fact(event.reason, event.car % self.seats, event.car),)
        return ()

    def after(self, event: Any | None) -> Self:
        """The same after one more event."""
        now = replace(self, heard=self.heard + 1)
        if isinstance(event, e.Drove):
            return now.drove(event)
        if isinstance(event, e.TakenBack) and self.back:
            before: Self = self.back[-1]
            return replace(before, heard=now.heard)
        if isinstance(event, e.Judged) and not event.groundless:
            left = tuple(each for each in self.offences if (each.car, each.reason) != (event.car, event.reason))
            return replace(now, offences=left)
        if isinstance(event, e.Paid):
            return replace(now, contents=paid(dict(self.contents), event))
        if isinstance(event, e.Owed):
            return replace(now, dues=(*self.dues, OpenDue(now.heard, event.due, event.of)))
        if isinstance(event, e.Demanded | e.Lapsed):
            return now.settled(event)
        if isinstance(event, e.Won | e.Passed):
            return replace(now, managers=tuple({**dict(self.managers), event.till: event.seat}.items()))
        if isinstance(event, e.Offered):
            return replace(now, offered=event)
        if isinstance(event, e.Answered):
            return now.sold(event)
        if isinstance(event, e.Out):
            return now.without(event.seat)
        return now

    def drove(self, event: e.Drove) -> Self:
        """A roll. What its driver did before is beyond anybody's reach."""
        lost = tuple(each for each in self.offences if each.car % self.seats == event.seat)
        gone = tuple(
            Missed(self.heard, each.event, Fact(each.reason, event.seat, each.car), self.worth(each.reason))
            for each in lost
        )
        board, car = self.options.board, self.cars[event.car]
        found: tuple[Offence, ...] = ()
        if event.trail:
            steps = way(board, (car.at, car.heading), sum(event.dice), self.options.tariff.signs).steps
            seen = offences(board, self.cars, event.car, steps, board.square(event.at).kind)
            found = tuple(Offence(self.heard, event.car, reason) for reason in seen)
        moved = replace(car, at=event.at, heading=event.heading)
        kept = tuple(each for each in self.offences if each not in lost)
        return replace(
            self,
            cars=(*self.cars[: event.car], moved, *self.cars[event.car + 1 :]),
            offences=(*kept, *found),
            missed=(*self.missed, *gone),
            back=(*self.back, replace(self, heard=self.heard - 1)) if self.options.dice == "table" else (),
        )

    def worth(self, reason: Fault) -> int:
        """What it brings to see an offence; of a sign the mean of the cards."""
        return round(FINE) if reason == "sign" else self.options.tariff.overtaking

    def settled(self, event: e.Demanded | e.Lapsed) -> Self:
        """A due that was asked for, or was not."""
        due = next((each for each in self.dues if each.number == event.due), None)
        now = replace(self, dues=tuple(each for each in self.dues if each is not due))
        manager = dict(self.managers).get(due.due.till) if due else None
        if due is None or manager is None or isinstance(event, e.Demanded):
            return now
        fact = Fact("due", manager, (due.due.till.value, due.due.amount))
        return replace(now, missed=(*self.missed, Missed(self.heard, due.event, fact, due.due.amount)))

    def sold(self, event: e.Answered) -> Self:
        """A sale, when the chance to keep what is in the till was worth more than its price."""
        sale, now = self.offered, replace(self, offered=None)
        if sale is None or not event.sold:
            return now
        content = dict(self.contents).get(sale.till.value, 0)
        more = round(KEEPS * content - sale.price)
        if more <= 0:
            return now
        fact = Fact("sale", event.seat, (sale.till.value, sale.price, content))
        return replace(now, missed=(*self.missed, Missed(self.heard, self.heard, fact, more)))

    def without(self, seat: int) -> Self:
        """Whoever is out has neither cars nor gérances."""
        cars = tuple(replace(car, at="") if i % self.seats == seat else car for i, car in enumerate(self.cars))
        managers = tuple((till, None if manager == seat else manager) for till, manager in self.managers)
        left = tuple(each for each in self.offences if each.car % self.seats != seat)
        return replace(self, cars=cars, managers=managers, offences=left)


def paid(contents: dict[str, int], event: e.Paid) -> tuple[tuple[str, int], ...]:
    """What is in the tills after that."""
    for account, amount in ((event.source, -event.amount), (event.target, event.amount)):
        if isinstance(account, str):
            contents[account] = contents.get(account, 0) + amount
    return tuple(contents.items())


def begin(view: View, dealt: Any, frank: Collection[int] = ()) -> Reasoner:
    """The same for every seat."""
    cars = tuple(Car(at=car.at, heading=car.heading) for car in view.cars)
    managers = tuple((desk.till, desk.manager) for desk in view.desks)
    assert isinstance(view.observer, int)
    return RoadReasoner(view.observer, view.options, view.seats, cars, managers)


def is_so(state: State, fact: Fact) -> bool:
    """How it really is."""
    return ((fact.value, fact.part) in state.offences) == fact.so
