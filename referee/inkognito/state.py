"""All that is so in a series of Inkognito, and how it ends."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from referee.game import Outcome
from referee.inkognito import moves as m
from referee.inkognito.meetings import Meeting
from referee.inkognito.pieces import AGENTS, AMBASSADOR, FICTITIOUS, ROUNDS, Card, Fragment, Identity, Place

Stage = Literal["", "going", "meeting", "verdict", "paper"]


class Showing(Struct, frozen=True):
    """Cards that somebody showed to somebody in this deal."""

    round: int
    by: int
    to: tuple[int, ...]
    cards: tuple[Card, ...]
    black: bool  # a true card; else two of which one is true


class Visit(Struct, frozen=True):
    """A round that is over: where everybody was, the Ambassador last, and who met. Everybody has seen it."""

    round: int
    places: tuple[Place, ...]
    meetings: tuple[Meeting, ...]


class Verdict(Struct, frozen=True):
    """A call and how it was; with it a deal ends."""

    deal: int
    seat: int
    met: int | None
    identities: m.Who
    fragments: m.What
    right: bool
    points: tuple[int, ...]
    true_identities: m.Who
    true_fragments: m.What


class State(Struct, frozen=True):
    """All that is so, secrets included. Views are built from it, never cut out of it."""

    options: m.Options = m.Options()
    seats: int = 0
    deal: int = 0
    identities: tuple[Identity, ...] = ()
    fragments: tuple[Fragment, ...] = ()
    stage: Stage = ""
    round: int = 0
    trails: tuple[tuple[Place, ...], ...] = ((),) * 5  # of each agent and the Ambassador: places since taken back
    down: Place | None = None  # the fifth player's place, face down
    ambassador: tuple[Place, ...] = ()  # in the order in which they will be turned up
    fictitious: tuple[Place, ...] = ()
    meetings: tuple[Meeting, ...] = ()  # of this round
    shown: tuple[Showing, ...] = ()
    struck: tuple[int, ...] = ()  # with paper: each who struck out a pair that he had written, once for each time
    visits: tuple[Visit, ...] = ()
    verdicts: tuple[Verdict, ...] = ()

    @property
    def starter(self) -> int:
        """The agent who goes first in this round; it moves on to the left, from round to round and from deal to deal."""
        return (self.options.first + self.deal - 1 + self.round) % len(AGENTS)

    @property
    def turn(self) -> int | None:
        """Who plays a place now: with five players the Ambassador first, then the agents from the starter on."""
        if self.stage != "going":
            return None
        if self.seats > AMBASSADOR and self.down is None:
            return AMBASSADOR
        order = ((self.starter + i) % len(AGENTS) for i in AGENTS)
        return next((agent for agent in order if len(self.trails[agent]) == self.round % ROUNDS), None)

    @property
    def nobody(self) -> int | None:
        """The agent that nobody plays."""
        return FICTITIOUS if self.seats < len(AGENTS) else None

    @property
    def scores(self) -> tuple[int, ...]:
        """What the calls have brought."""
        return tuple(sum(verdict.points[seat] for verdict in self.verdicts) for seat in range(self.seats))

    def true(self, agent: int, card: m.Black) -> Card:
        """A true card of an agent."""
        return Card(self.identities[agent] if card == "identity" else self.fragments[agent])

    def hand(self, agent: int) -> tuple[Place, ...]:
        """The places that he can still play in these five rounds."""
        played = {*self.trails[agent], *([self.down] if agent == AMBASSADOR and self.down else ())}
        return tuple(place for place in Place if place not in played)


def limit(state: State) -> None:
    """Nobody plays against the clock."""


def outcome(state: State) -> Outcome | None:
    """Whoever has the points has won the series; whoever gets there together shares it."""
    if not state.verdicts:  # it is asked at every step
        return None
    scores = state.scores
    winners = tuple(seat for seat, score in enumerate(scores) if score >= state.options.target)
    return Outcome("target", winners, scores) if winners else None


def last_noted(state: State, seat: int) -> int | None:
    """The pair that a seat wrote down last, by its place in what was shown; true cards were seen and stay, also later ones."""
    mine = [i for i, each in enumerate(state.shown) if each.by == seat and not each.black]
    return mine[-1] if mine else None
