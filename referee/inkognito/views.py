"""Who sees what in Inkognito. Built up from nothing: what is not put in here never leaves."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from referee import tags
from referee.game import ARBITER, Observer, Outcome
from referee.inkognito import moves as m
from referee.inkognito.meetings import Kind, Meeting
from referee.inkognito.pieces import AGENTS, AMBASSADOR, Fragment, Identity, Place
from referee.inkognito.state import Showing, Stage, State, Verdict, Visit, outcome


class MeetingView(Struct, frozen=True):
    """A meeting as everybody sees it, and what the observer himself has laid down there."""

    place: Place
    kind: Kind
    present: tuple[int, ...]  # agents, and the Ambassador as 4
    members: tuple[int, ...]  # the seats that decide something
    sealed: tuple[int, ...]  # those that have
    asked: int | None
    answered: bool
    mine: m.Choice | None


class Handing(Struct, frozen=True):
    """Somebody showed something to somebody: whoever may know that much, and not what it was."""

    round: int
    by: int
    to: tuple[int, ...]


class View(Struct, frozen=True):
    """What an observer may know."""

    observer: Observer
    options: m.Options
    seats: int
    deal: int  # of the series, from 1
    round: int  # of the deal, from 0
    starter: int
    stage: Stage
    turn: int | None
    nobody: int | None  # the agent that no player plays
    trails: tuple[tuple[Place, ...], ...]  # of the four agents and the Ambassador, since places were taken back
    down: bool  # the Ambassador's place lies face down
    laid: Place | None  # and that is what the observer laid there himself
    identity: Identity | None  # his own
    fragment: Fragment | None
    hand: tuple[Place, ...]  # places that he can still play
    meetings: tuple[MeetingView, ...]
    sheet: tuple[Showing, ...]  # what he has shown and what was shown to him in this deal
    handed: tuple[Handing, ...]  # who showed something to whom in this deal
    visits: tuple[Visit, ...]  # rounds that are over
    verdicts: tuple[Verdict, ...]  # calls; with them everything about that deal is open
    scores: tuple[int, ...]
    outcome: Outcome | None


def view(state: State, observer: Observer) -> View:
    """What that observer may know."""
    end = outcome(state)
    seat = observer if isinstance(observer, int) and observer in range(state.seats) else None
    agent = seat if seat in AGENTS and state.identities else None
    playing = seat is not None and state.stage in ("going", "meeting")
    all_seen = observer == ARBITER and end is not None
    return View(
        observer=observer,
        options=state.options,
        seats=state.seats,
        deal=state.deal,
        round=state.round,
        starter=state.starter,
        stage=state.stage,
        turn=state.turn,
        nobody=state.nobody if state.seats else None,
        trails=state.trails,
        down=state.down is not None,
        laid=state.down if seat == AMBASSADOR else None,
        identity=state.identities[agent] if agent is not None else None,
        fragment=state.fragments[agent] if agent is not None else None,
        hand=state.hand(seat) if playing and seat is not None else (),
        meetings=tuple(met(meeting, seat) for meeting in state.meetings),
        sheet=tuple(s for s in state.shown if all_seen or (seat is not None and on_sheet(state, s, seat))),
        handed=tuple(Handing(s.round, s.by, s.to) for s in state.shown if in_sight(state, s, seat)),
        visits=state.visits,
        verdicts=state.verdicts,
        scores=state.scores,
        outcome=end,
    )


def met(meeting: Meeting, seat: int | None) -> MeetingView:
    """A meeting, with one's own decision alone."""
    return MeetingView(
        place=meeting.place,
        kind=meeting.kind,
        present=meeting.present,
        members=meeting.members,
        sealed=tuple(sorted(meeting.sealed)),
        asked=meeting.asked,
        answered=meeting.answered,
        mine=dict(meeting.choices).get(seat) if seat is not None else None,
    )


def on_sheet(state: State, showing: Showing, seat: int) -> bool:
    """With printed cards, which pair was handed over stands in the phone of whoever wrote it down, and in no other: it may
    be written down before both have chosen."""
    if state.options.pieces == "paper" and not showing.black:
        return seat == showing.by
    return sees(showing.by, showing.to, seat)


def in_sight(state: State, showing: Showing, seat: int | None) -> bool:
    """Does that seat know that something was shown? On phones alone everybody does. Beside printed cards a true one goes from
    phone to phone, so that to hear of it would tell what it was: those know who had to do with it."""
    if state.options.pieces == "phone":
        return True
    return showing.black and seat is not None and sees(showing.by, showing.to, seat)


def sees(by: int, to: tuple[int, ...], seat: int) -> bool:
    """Whoever shows and whoever it is shown to."""
    return seat == by or seat in to


def witness(event: m.Event, observer: Observer, state: State) -> m.Event | Deal | None:
    """The event as that observer saw it."""
    if observer == ARBITER and outcome(state):
        return event
    if isinstance(event, m.Dealt):
        return dealt(event, observer)
    if isinstance(event, m.Hidden):
        return event if observer == AMBASSADOR else replace(event, place=None)
    if isinstance(event, m.Sealed):
        return event if observer == event.seat else replace(event, choice=None)
    if isinstance(event, m.Shown):
        seen = isinstance(observer, int) and sees(event.by, event.to, observer)
        return event if seen else replace(event, cards=(), black=None)
    if isinstance(event, m.Noted | m.Retracted):
        return event if observer == event.seat else None
    if isinstance(event, m.Turned):
        return replace(event, ambassador=(), fictitious=())
    return event


def dealt(event: m.Dealt, observer: Observer) -> Deal:
    """A deal as one player sees it: his own two cards."""
    mine = observer if isinstance(observer, int) and observer in AGENTS and observer < event.seats else None
    return Deal(
        event.number,
        event.options,
        event.seats,
        event.identities[mine] if mine is not None else None,
        event.fragments[mine] if mine is not None else None,
    )


class Deal(tags.Event, frozen=True, tag="dealt"):
    """A deal as somebody saw it."""

    number: int
    options: m.Options
    seats: int
    identity: Identity | None
    fragment: Fragment | None
