"""People at a table of Rallye-Code who take their time: how many offences and dues they never get to speak about.

The tables are real, the clock on the wall is set by hand. A phone sees what was published a moment later. Whoever may stop a
car or ask for a due does so after the time that he needs; whoever may roll rolls as soon as he can.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.errors import OfferClosed
from companion.service.moves import MoveRequest
from companion.service.tables import Tables
from companion.storage.store import Store
from companion.storage.tokens import FolderSecret
from referee.game import Offer
from referee.mind import Strength
from referee.rallye import events as e
from referee.rallye.game import GAME
from referee.rallye.moves import Options
from referee.rallye.pieces import Till

LAG = 0.2  # seconds from publishing to somebody's eyes
TICK = 0.1
REACTION = (1.5, 6.0)  # seconds that it takes to see what happened and to say so
THUMB = (0.4, 2.0)  # to roll, and for the second thing that a car did: it was seen with the first


class Wall:
    """A clock on the wall that somebody sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Tally(Struct):
    """Offences and dues whose owner had a phone, and those that went by before he could speak."""

    stops: int = 0
    stops_lost: int = 0
    dues: int = 0
    dues_lost: int = 0
    rolls: int = 0
    seconds: float = 0.0

    @property
    def lost(self) -> float:
        """The part of them that was lost."""
        return (self.stops_lost + self.dues_lost) / max(1, self.stops + self.dues)


class Evening:
    """One table, and the people around it; the last seats are away, or robots play there."""

    def __init__(self, breath: int, seed: int, seats: int, away: int, robot: Strength | Literal[""]) -> None:
        self.random, self.wall, self.tally = Random(seed), Wall(), Tally()
        self.tables = Tables(
            Store("sqlite://"), FolderSecret(bytes(32)), clock=self.wall, dice=lambda n: Random(seed).randbytes(n)
        )
        self.seats, self.present = seats, range(seats - away)
        state = self.tables.open("rallye", seats, Options(minutes=0, breath=breath), "en")
        self.table, self.keys = state.id, 0
        for seat in self.present:
            self.tables.take(self.tables.code(state, seat), seat, f"Player {seat + 1}", seat, "")
        for seat in range(seats - away, seats):
            self.tables.absent(self.table, seat, True, robot)
        self.plans: dict[str, tuple[float, int, Offer, dict[str, Any]]] = {}  # by offer: when, who, what
        self.looks = 0.0  # when phones see what is so
        publish: Callable[[str, int], None] = self.tables.hub.publish

        def told(table: str, version: int) -> None:
            publish(table, version)
            self.looks = self.wall.now + LAG

        self.tables.hub.publish = told  # type: ignore[method-assign]
        self.counted = 0
        self.tables.begin(self.table)
        self.tables.after_move(self.table)

    def run(self, rolls: int) -> Tally:
        """So many rolls, or to the end of the game."""
        began, ring = self.wall.now, self.wall.now
        while self.state.rolls < rolls and self.tables.table_state(self.table).phase == "playing":
            self.wall.now += TICK
            if self.wall.now >= ring + 1:
                ring += 1
                self.tables.expire_clocks()
            if self.looks and self.wall.now >= self.looks:
                self.looks = 0.0
                self.look()
            for name in [name for name, plan in self.plans.items() if plan[0] <= self.wall.now]:
                self.act(*self.plans.pop(name)[1:])
        self.count()
        self.tally.rolls, self.tally.seconds = self.state.rolls, self.wall.now - began
        return self.tally

    @property
    def state(self) -> Any:
        """Where the game stands."""
        return self.tables.table_state(self.table).state

    def look(self) -> None:
        """Everybody looks at what he may do, and makes up his mind."""
        table_state = self.tables.table_state(self.table)
        for seat in self.present:
            for offer in self.tables.offers(table_state, seat):
                move = self.wanted(seat, offer)
                if move is not None and offer.id not in self.plans:
                    again = offer.kind == "stop" and len(offer.choices) == 1
                    pace = THUMB if offer.kind in ("roll", "answer") or again else REACTION
                    self.plans[offer.id] = self.wall.now + self.random.uniform(*pace), seat, offer, move

    def wanted(self, seat: int, offer: Offer) -> dict[str, Any] | None:
        """What somebody wants to do about it, if anything: he sees every offence, but does not stop himself."""
        state = self.state
        if offer.kind == "stop":
            car = offer.settled["car"]
            reason = next((why for found, why in state.offences if found == car), None)
            return {"reason": reason} if reason and state.owner(car) != seat else None
        if offer.kind == "letgo":
            stops = any(state.owner(car) != seat for car, _ in state.offences if state.cars[car].rolled == state.rolls)
            dues = any(state.desk(claim.of.till).manager == seat for claim in state.dues)
            return None if stops or dues or self.random.random() < 0.5 else {}
        return {"answer": {"sell": True}, "roll": {}, "demand": {}}.get(offer.kind)

    def act(self, seat: int, offer: Offer, move: dict[str, Any]) -> None:
        """Taps, if it is still there to be tapped."""
        self.keys += 1
        body = msgspec.json.encode({"kind": offer.kind, **offer.settled, **move})
        try:
            self.tables.play(self.table, seat, MoveRequest(offer.id, f"key-{self.keys:08}", msgspec.Raw(body)))
        except OfferClosed:
            return
        self.tables.after_move(self.table)

    def count(self) -> None:
        """What was there to be said, and what of it was said in time: the log knows it all."""
        state, tally = GAME.start(), self.tally
        table_state = self.tables.table_state(self.table)
        stops: set[tuple[int, str]] = set()
        dues: dict[int, Till] = {}
        for turn in table_state.turns:
            for event in turn.events:
                state = GAME.evolve(state, event)
                if isinstance(event, e.Drove):
                    tally.stops_lost += len(stops)
                    stops.clear()
                elif isinstance(event, e.Judged) and not event.forgotten:
                    stops.discard((event.car, event.reason))
                elif isinstance(event, e.Owed) and state.desk(event.of.till).manager in self.present:
                    tally.dues += 1
                    dues[event.due] = event.of.till
                elif isinstance(event, e.Lapsed) and event.due in dues:
                    tally.dues_lost += state.desk(dues[event.due]).manager in self.present  # he may have sold it since
            for car, why in state.offences if any(isinstance(each, e.Noted) for each in turn.events) else ():
                mine = state.policeman in self.present and state.policeman != state.owner(car)
                if state.cars[car].rolled == state.rolls and mine:
                    tally.stops += 1
                    stops.add((car, why))


def evenings(
    breath: int,
    count: int = 3,
    rolls: int = 150,
    seats: int = 4,
    away: int = 1,
    robot: Strength | Literal[""] = "",
) -> Tally:
    """Several of them, added up."""
    found = Tally()
    for seed in range(count):
        one = Evening(breath, seed, seats, away, robot).run(rolls)
        for name in Tally.__struct_fields__:
            setattr(found, name, getattr(found, name) + getattr(one, name))
    return found
