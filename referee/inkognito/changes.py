"""What each event changes in a series of Inkognito."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from referee.inkognito import moves as m
from referee.inkognito.meetings import Meeting, meetings, with_choice
from referee.inkognito.pieces import AMBASSADOR, Place
from referee.inkognito.state import Showing, State, Verdict, Visit, last_noted


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


def hidden(state: State, event: m.Hidden) -> State:
    """The fifth player's place lies face down."""
    assert event.place is not None
    return replace(state, down=event.place)


def went(state: State, event: m.Went) -> State:
    """An agent is somewhere else."""
    return replace(state, trails=further(state, event.agent, event.place))


def revealed(state: State, event: m.Revealed) -> State:
    """The Ambassador's place is up, and everybody sees who meets whom."""
    trails = further(state, AMBASSADOR, event.place)
    now = tuple(trail[-1] for trail in trails)
    return replace(state, trails=trails, down=None, stage="meeting", meetings=meetings(now, state.seats))


def further(state: State, who: int, place: Place) -> tuple[tuple[Place, ...], ...]:
    """One more place on somebody's way."""
    return (*state.trails[:who], (*state.trails[who], place), *state.trails[who + 1 :])


def sealed(state: State, event: m.Sealed) -> State:
    """Somebody has decided what he does at his meeting."""
    assert event.choice is not None
    return replace(state, meetings=with_choice(state.meetings, event.seat, event.choice))


def asked(state: State, event: m.Asked) -> State:
    """Where one may ask, an answer is due."""
    return replace(
        state, meetings=tuple(replace(x, asked=event.agent) if x.kind == "ask" else x for x in state.meetings)
    )


def shown(state: State, event: m.Shown) -> State:
    """Cards that were seen; whoever was asked has answered."""
    assert event.black is not None
    seen = Showing(state.round, event.by, event.to, event.cards, event.black)
    answered = tuple(replace(x, answered=True) if answers(event, x) else x for x in state.meetings)
    return replace(state, shown=(*state.shown, seen), meetings=answered)


def answers(event: m.Shown, meeting: Meeting) -> bool:
    """Is that what was asked for there? Whoever is asked may show something else to somebody else meanwhile."""
    return bool(event.black) and meeting.asked == event.by and meeting.present[0] in event.to


def noted(state: State, event: m.Noted) -> State:
    """With paper: a pair that somebody showed, as he wrote it down."""
    return replace(state, shown=(*state.shown, Showing(state.round, event.seat, (event.to,), event.cards, False)))


def retracted(state: State, event: m.Retracted) -> State:
    """The pair that he wrote down last is struck out."""
    last = last_noted(state, event.seat)
    assert last is not None
    shown_still = (*state.shown[:last], *state.shown[last + 1 :])
    return replace(state, shown=shown_still, struck=(*state.struck, event.seat))


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


def evolve(state: State, event: m.Event) -> State:
    """The state after an event."""
    return EVOLVE[type(event)](state, event)


EVOLVE: dict[type, Callable[[State, Any], State]] = {
    m.Dealt: dealt,
    m.Hidden: hidden,
    m.Went: went,
    m.Revealed: revealed,
    m.Sealed: sealed,
    m.Asked: asked,
    m.Shown: shown,
    m.Noted: noted,
    m.Retracted: retracted,
    m.Turned: turned,
    m.Called: called,
}
