"""All that is so in a game of Rallye-Code."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.pieces import Till
from referee.rallye.road.cars import Car, Due
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


def swapped(things: tuple[Any, ...], place: int, thing: Any) -> tuple[Any, ...]:
    """The same with one of them exchanged."""
    return (*things[:place], thing, *things[place + 1 :])


def with_desk(state: State, till: Till, **changes: Any) -> State:
    """A till with something changed."""
    desks = tuple(replace(desk, **changes) if desk.till == till else desk for desk in state.desks)
    return replace(state, desks=desks)
