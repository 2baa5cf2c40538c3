"""All that is so in a game of Rallye-Code, and how it ends."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.game import Outcome
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.pieces import Till
from referee.rallye.road.cars import Car, Due
from referee.rallye.road.driving import Course
from referee.rallye.road.tariff import Tariff

Stage = Literal["asked", "owner", "buyer"]


class Desk(Struct, frozen=True):
    """A till: what is in it, and whose it is."""

    till: Till
    manager: int | None = None
    content: int = 0


class OpenClaim(Struct, frozen=True):
    """A due that waits for its manager to ask."""

    number: int
    seat: int  # who owes it
    car: int
    of: Due


class Sale(Struct, frozen=True):
    """A gérance between two players: its owner is asked, or they duel for it, he first."""

    till: Till
    owner: int
    buyer: int
    price: int
    points: int
    stage: Stage = "asked"
    thrown: m.Dice | None = None  # by the owner


class State(Struct, frozen=True):
    """All that is so. What nobody knows: `deck` and `offences`."""

    options: m.Options = m.Options()
    seats: int = 0
    cars: tuple[Car, ...] = ()
    purses: tuple[int, ...] = ()
    desks: tuple[Desk, ...] = tuple(Desk(till) for till in Till)
    mat: int = 0
    policeman: int = 0  # with paper nobody knows
    office: tuple[tuple[tuple[int, m.Dice], ...], ...] = ()  # the rolls that made the first policeman
    turn: int = 0
    car: int = 0  # that is to move
    following: tuple[int, ...] = ()  # of each player, which car moves next
    rolls: int = 0  # so far: names the offers of a turn
    rolled: tuple[int, ...] = ()  # of each player, the number of his last roll
    given: bool = False  # some gérance has had a manager
    sale: Sale | None = None
    dues: tuple[OpenClaim, ...] = ()
    owed: int = 0  # dues so far that had to be asked for
    waived: tuple[int, ...] = ()  # who has let go what can be said before the next roll
    ledger: tuple[e.Paid, ...] = ()
    verdicts: tuple[e.Judged, ...] = ()
    out: tuple[bool, ...] = ()
    over: bool = False  # the time is up
    overtime: bool = False  # it was, before a roll was taken back
    takebacks: int = 0  # so far: names the offers of a turn that is played again
    deck: tuple[int, ...] = ()  # the cards from the top
    offences: tuple[tuple[int, m.Fault], ...] = ()  # of the last move of each car, unless judged
    told: int | None = None  # whose roll was told last from the table, if nothing was done since
    back: tuple[State, ...] = ()  # as it was before each of the last rolls that were told
    entries: tuple[e.Entered | None, ...] = ()  # with paper: of each car the last one
    before: tuple[Car, ...] = ()  # and the car before it
    counts: tuple[int | None, ...] = ()  # with paper: purses in the end
    news: tuple[e.Event, ...] = ()  # all that everybody has seen happen

    @property
    def tariff(self) -> Tariff:
        """What everything costs."""
        return self.options.tariff

    @property
    def paper(self) -> bool:
        """Are cars and money on the table?"""
        return self.options.pieces == "paper"

    @property
    def left(self) -> tuple[int, ...]:
        """Who is still in the game."""
        return tuple(seat for seat in range(self.seats) if not self.out[seat])

    def owner(self, car: int) -> int:
        """Whose car that is."""
        return car % self.seats

    def desk(self, till: Till) -> Desk:
        """That till."""
        return next(desk for desk in self.desks if desk.till == till)

    def claim(self, number: int) -> OpenClaim | None:
        """The due with that number, while it can be asked for."""
        return next((claim for claim in self.dues if claim.number == number), None)


def limit(state: State) -> int | None:
    """The minutes of play, if there is a limit. Once it was reached there is none: purses are counted, or the host ends it."""
    return None if state.overtime or state.over else state.options.minutes or None


def outcome(state: State) -> Outcome | None:
    """One is left; or the time is up, and the richest purse has won. Tills do not count: they are not in anybody's hand."""
    if not state.seats:
        return None
    if state.paper:
        return counted(state)
    left = state.left
    if len(left) > 1 and not state.over:
        return None
    best = max(state.purses[seat] for seat in left)
    winners = tuple(seat for seat in left if state.purses[seat] == best)
    return Outcome("left" if len(left) == 1 else "time", winners, state.purses)


def counted(state: State) -> Outcome | None:
    """With paper: when the time is up and everybody has counted."""
    found = [count for count in state.counts if count is not None]
    if not state.over or len(found) < state.seats:
        return None
    return Outcome("time", tuple(i for i, count in enumerate(found) if count == max(found)), tuple(found))


def swapped(things: tuple[Any, ...], place: int, thing: Any) -> tuple[Any, ...]:
    """The same with one of them exchanged."""
    return (*things[:place], thing, *things[place + 1 :])


def with_desk(state: State, till: Till, **changes: Any) -> State:
    """A till with something changed."""
    desks = tuple(replace(desk, **changes) if desk.till == till else desk for desk in state.desks)
    return replace(state, desks=desks)


def managed(state: State, till: Till, seat: int | None) -> State:
    """A till has another manager."""
    return replace(with_desk(state, till, manager=seat), given=state.given or seat is not None)


def driven(state: State, number: int, start: str, course: Course) -> State:
    """A car where a roll took it."""
    rolls = state.rolls + 1
    car = replace(
        state.cars[number],
        at=course.at,
        heading=course.heading,
        hold=course.hold,
        parked=course.parked,
        tank=course.tank,
        rolled=rolls,
        start=start,
        trail=course.trail,
        warden=state.policeman,
        judged=(),
    )
    offences = tuple(offence for offence in state.offences if offence[0] != number)
    return replace(state, cars=swapped(state.cars, number, car), rolls=rolls, offences=offences, waived=())


def struck(found: tuple[Car, ...], hit: int, by: int, aid: bool) -> tuple[Car, ...]:
    """The cars, one of them held by another that ran into it."""
    car = found[hit]
    return swapped(found, hit, replace(car, hold=replace(car.hold, hit=by, hit_aid=aid)))
