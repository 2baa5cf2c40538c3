"""All that is so in a game of Allo... la France, and how it ends."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from referee.allo import events as e
from referee.allo import moves as m
from referee.allo import strips
from referee.allo.pieces import DECK, TOWERS, Card, Part, Special
from referee.allo.ways import Hop, Pair
from referee.game import Outcome


class Cable(Struct, frozen=True):
    """A link with cable on it, and the strips it is made of."""

    link: Pair
    strips: strips.Strips


class Call(Struct, frozen=True):
    """A line of the log that everybody has heard: a question with its answer, or a number that was said."""

    seat: int
    to: int
    at: str | None  # where the caller stood; with paper only if he asked how far
    part: Part | None  # of a question
    value: str | None
    answer: e.Answer | None
    number: str | None  # of a guess
    right: bool | None
    cost: int = 0
    way: tuple[Hop, ...] = ()
    free: bool = False
    was: tuple[tuple[Any, ...], ...] = ()  # to, part, value, at, answer, number, right as they were before a correction


class Silence(Struct, frozen=True):
    """A turn whose card allowed a call, and that ended without one because nobody could be reached: all of it lies open."""

    seat: int
    at: str  # where the player stood
    why: Literal["not connected", "units short"]
    turn: int  # so many turns were over
    after: int  # so many calls had been made
    seen: int  # and so many plates seen


class Secret(Struct, frozen=True):
    """A plate that somebody saw: by a card, or shown to him after a wrong guess."""

    owner: int
    to: int
    part: Part
    value: str
    why: Literal["card", "guess"]
    after: int  # so many calls had been made


class State(Struct, frozen=True):
    """All that is so, secrets included. Views are built from it, never cut out of it."""

    options: m.Options = m.Options()
    seats: int = 0
    numbers: tuple[m.Number, ...] = ()
    places: tuple[str, ...] = ()  # where everybody stands; with paper only they know
    units: tuple[int, ...] = ()
    kept: tuple[tuple[int, ...], ...] = ()  # of each player the numbers of the cards he keeps
    deck: tuple[int, ...] = ()
    card: int | None = None  # the one that is being played
    cables: tuple[Cable, ...] = ()
    towers: tuple[str, ...] = ()
    turn: int = 0
    turns: int = 0  # that are over: names the offers of a turn
    step: m.Step = ""
    calls: tuple[Call, ...] = ()
    secrets: tuple[Secret, ...] = ()
    silence: Silence | None = None  # the last one
    owing: tuple[int, ...] = ()  # the lines of wrong guesses for which a plate is still to be shown
    paid: tuple[int, ...] = ()  # those for which one was
    last: e.Event | None = None  # what was entered last can be put right by its seat until something else happens

    @property
    def now(self) -> Card | None:
        """The card that is being played."""
        return DECK[self.card - 1] if self.card is not None else None

    @property
    def laid(self) -> frozenset[Pair]:
        """The links with cable."""
        return frozenset(cable.link for cable in self.cables)

    @property
    def supply(self) -> strips.Strips:
        """The strips that are left."""
        return strips.left(cable.strips for cable in self.cables)

    @property
    def towers_left(self) -> int:
        """How many towers stand nowhere."""
        return TOWERS - len(self.towers)

    @property
    def debts(self) -> tuple[tuple[int, int], ...]:
        """Who owes whom a plate after a wrong guess."""
        return tuple((self.calls[line].seat, self.calls[line].to) for line in self.owing)

    def holds(self, seat: int, special: Special) -> bool:
        """Does he keep such a card?"""
        return any(DECK[card - 1].special == special for card in self.kept[seat])

    def unseen(self, owner: int, to: int) -> tuple[Part, ...]:
        """The plates of one that the other has not been shown, in whatever way."""
        gone = {secret.part for secret in self.secrets if (secret.owner, secret.to) == (owner, to)}
        return tuple(part for part in Part if part not in gone)


def limit(state: State) -> None:
    """Nobody plays against the clock."""


def outcome(state: State) -> Outcome | None:
    """Whoever first says the number of another has won."""
    winner = next((call.seat for call in state.calls if call.right), None)
    if winner is None:
        return None
    return Outcome("guess", (winner,), tuple(int(seat == winner) for seat in range(state.seats)))
