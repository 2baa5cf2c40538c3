"""All that is so in a series of Inkognito, and what each event changes about it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.game import Outcome
from referee.inkognito import moves as m
from referee.inkognito.meetings import Meeting, meetings, with_choice
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
        return (self.deal - 1 + self.round) % len(AGENTS)

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
    winners = tuple(seat for seat, score in enumerate(state.scores) if score >= state.options.target)
    return Outcome("target", winners, state.scores) if winners else None


def evolve(state: State, event: m.Event) -> State:
    """The state after an event."""
    if isinstance(event, m.Dealt):
        return dealt(state, event)
    if isinstance(event, m.Hidden):
        assert event.place is not None
        return replace(state, down=event.place)
    if isinstance(event, m.Went):
        return replace(state, trails=further(state, event.agent, event.place))
    if isinstance(event, m.Revealed):
        trails = further(state, AMBASSADOR, event.place)
        now = tuple(trail[-1] for trail in trails)
        return replace(state, trails=trails, down=None, stage="meeting", meetings=meetings(now, state.seats))
    if isinstance(event, m.Sealed):
        assert event.choice is not None
        return replace(state, meetings=with_choice(state.meetings, event.seat, event.choice))
    if isinstance(event, m.Asked):
        return replace(
            state, meetings=tuple(replace(x, asked=event.agent) if x.kind == "ask" else x for x in state.meetings)
        )
    if isinstance(event, m.Shown):
        return shown(state, event)
    if isinstance(event, m.Noted):
        return replace(state, shown=(*state.shown, Showing(state.round, event.seat, (event.to,), event.cards, False)))
    if isinstance(event, m.Retracted):
        last = last_noted(state, event.seat)
        assert last is not None
        shown_still = (*state.shown[:last], *state.shown[last + 1 :])
        return replace(state, shown=shown_still, struck=(*state.struck, event.seat))
    if isinstance(event, m.Turned):
        return turned(state, event)
    return called(state, event)


def last_noted(state: State, seat: int) -> int | None:
    """The pair that a seat wrote down last, by its place in what was shown; true cards were seen and stay, also later ones."""
    mine = [i for i, each in enumerate(state.shown) if each.by == seat and not each.black]
    return mine[-1] if mine else None


def dealt(state: State, event: m.Dealt) -> State:
    """The cards of one deal; the points of the series stay."""
    return State(
        options=event.options,
        seats=event.seats,
        deal=event.number,
        identities=event.identities,
        fragments=event.fragments,
        stage="paper" if event.options.pieces == "paper" else "going",
        ambassador=event.ambassador,
        fictitious=event.fictitious,
        verdicts=state.verdicts,
    )


def further(state: State, who: int, place: Place) -> tuple[tuple[Place, ...], ...]:
    """One more place on somebody's way."""
    return (*state.trails[:who], (*state.trails[who], place), *state.trails[who + 1 :])


def shown(state: State, event: m.Shown) -> State:
    """Cards that were seen; whoever was asked has answered."""
    assert event.black is not None
    seen = Showing(state.round, event.by, event.to, event.cards, event.black)
    answered = tuple(replace(x, answered=True) if answers(event, x) else x for x in state.meetings)
    return replace(state, shown=(*state.shown, seen), meetings=answered)


def answers(event: m.Shown, meeting: Meeting) -> bool:
    """Is that what was asked for there? Whoever is asked may show something else to somebody else meanwhile."""
    return bool(event.black) and meeting.asked == event.by and meeting.present[0] in event.to


def turned(state: State, event: m.Turned) -> State:
    """The next round; the last one becomes history."""
    state = replace(state, visits=(*state.visits, visit(state)))
    if event.back:
        orders = {"ambassador": event.ambassador, "fictitious": event.fictitious}
        state = replace(state, trails=((),) * len(state.trails), **orders)
    return replace(state, round=event.round, stage="going", meetings=())


def visit(state: State) -> Visit:
    """This round as everybody saw it: what was chosen at a meeting is not in it."""
    met = tuple(replace(meeting, choices=()) for meeting in state.meetings)
    return Visit(state.round, tuple(trail[-1] for trail in state.trails), met)


def called(state: State, event: m.Called) -> State:
    """The deal is over, and what was going on at other meetings is void."""
    if state.meetings:
        state = replace(state, visits=(*state.visits, visit(state)), meetings=())
    verdict = Verdict(
        state.deal,
        event.seat,
        event.met,
        event.identities,
        event.fragments,
        event.right,
        event.points,
        event.true_identities,
        event.true_fragments,
    )
    return replace(state, stage="verdict", verdicts=(*state.verdicts, verdict))
