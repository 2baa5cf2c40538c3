"""All that is so in a game of Fully, for whom it waits, and how it ends."""

from __future__ import annotations

from typing import Literal, TypeVar

from msgspec import Struct

from referee.fully import moves as m
from referee.fully.pieces import Colour, Place
from referee.fully.scoring import ScoreSheet, sheet, winner
from referee.fully.seats import SEATS, members, partner_of, team_of
from referee.game import Actor, Outcome, Seat

Phase = Literal["set up", "talk", "seal", "over"]
T = TypeVar("T")


class Words(Struct, frozen=True):
    """What was said in a turn, and what was replied."""

    colour: Colour
    place: Place
    digit: int
    reply: int | None = None  # None: still to come, or passed over


class Line(Struct, frozen=True):
    """A turn of the talk."""

    seat: int
    words: Words | None  # None: passed over
    was: tuple[Words | None, ...] = ()  # as it stood in the log before it was put right


class Call(Struct, frozen=True):
    """Somebody proposed FULLY."""

    seat: int
    turn: int  # of the talk, from 0
    yes: bool | None = None  # what his partner said; None until he has


class State(Struct, frozen=True):
    """All that is so, secrets included. Views are built from it, never cut out of it.

    Of rows, codes and findings the last entry counts; the others are what it was before it was changed or put right.
    """

    options: m.Options = m.Options()
    seats: int = 0
    rows: tuple[tuple[tuple[Colour, ...], ...], ...] = ()  # by seat
    lots: tuple[int, ...] = ()  # whose row came by lot
    codes: tuple[tuple[tuple[int, ...], ...], ...] = ()  # by team
    lines: tuple[Line, ...] = ()
    turns: int = 0  # that are over
    calls: tuple[Call, ...] = ()
    found: tuple[tuple[m.Findings, ...], ...] = ()  # by seat
    coders: tuple[Actor | None, ...] = ()  # by team, who set its code last
    begun: bool = False  # something was said, called or sealed: rows and codes stand
    last: m.Event | None = None  # what was written down last can be put right by whoever did it

    @property
    def heard(self) -> bool:
        """Does the talk come by here? With paper it does only if somebody writes it down."""
        return self.options.pieces == "phone" or self.options.logged

    @property
    def ready(self) -> bool:
        """Has everybody a row, and each team a code?"""
        return bool(self.seats) and all(self.rows) and all(self.codes)

    @property
    def phase(self) -> Phase:
        """What is going on."""
        if not self.ready:
            return "set up"
        if all(self.found):
            return "over"
        more = self.turns < self.options.rounds * self.seats
        return "talk" if self.heard and more and self.caller is None else "seal"

    @property
    def speaker(self) -> int:
        """Whose turn it is in the talk, or was last."""
        turn = min(self.turns, self.options.rounds * len(SEATS) - 1)
        return (self.options.first + turn) % len(SEATS)

    @property
    def pending(self) -> bool:
        """Is a reply due? When FULLY is called, it will never come."""
        return len(self.lines) > self.turns and self.caller is None

    @property
    def proposal(self) -> Call | None:
        """A proposal that waits for the partner's word."""
        return self.calls[-1] if self.calls and self.calls[-1].yes is None else None

    @property
    def caller(self) -> int | None:
        """The team that has called FULLY."""
        return next((team_of(call.seat) for call in self.calls if call.yes), None)


def score(state: State) -> ScoreSheet | None:
    """Every point, once all have put down what they found."""
    if state.phase != "over":
        return None
    rows, codes = [entries[-1] for entries in state.rows], [entries[-1] for entries in state.codes]
    return sheet(rows, codes, [entries[-1] for entries in state.found], state.caller)


def limit(state: State) -> None:
    """Nobody plays against the clock."""


def outcome(state: State) -> Outcome | None:
    """It is over when the last of four has put down what he found."""
    scored = score(state)
    return winner(scored) if scored else None


def awaited(state: State) -> tuple[Seat, ...]:
    """Who has no row, or no code; who must answer his partner; who speaks or replies; who has not sealed yet.

    Where the talk is not heard, nobody knows that it is over before somebody seals or FULLY is called: until then, nobody.
    """
    if not state.seats or state.phase == "over":
        return ()
    if state.phase == "set up":
        rowless = {seat for seat, rows in enumerate(state.rows) if not rows}
        return tuple(sorted(rowless.union(*(members(team) for team, codes in enumerate(state.codes) if not codes))))
    if state.proposal:
        return (partner_of(state.proposal.seat),)
    if state.phase == "talk":
        return (partner_of(state.speaker) if state.pending else state.speaker,)
    if not state.heard and state.caller is None and not any(state.found):
        return ()
    return tuple(seat for seat, found in enumerate(state.found) if not found)


def with_entry(entries: tuple[tuple[T, ...], ...], at: int, entry: T) -> tuple[tuple[T, ...], ...]:
    """The same, and one more entry for one of them."""
    return (*entries[:at], (*entries[at], entry), *entries[at + 1 :])
