"""Who sees what in Rallye-Code: all of it but the order of the cards and the offences that nobody has judged.

Built up from nothing: what is not put in here never leaves.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from referee import tags
from referee.game import ARBITER, TABLE, Observer, Outcome, once_for_each
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.board.squares import Heading
from referee.rallye.board.ways import way
from referee.rallye.offers import awaited
from referee.rallye.police import forgotten, stoppable
from referee.rallye.road.cars import Car, Due, Hold
from referee.rallye.road.driving import again, indemnity
from referee.rallye.road.tariff import LARGEST
from referee.rallye.state import Desk, OpenClaim, Sale, State, outcome


class CarView(Struct, frozen=True):
    """A car: where it stands, what holds it there, and where it came from."""

    owner: int
    at: str  # nowhere once its owner is out
    heading: Heading
    hold: Hold
    leaves: int | None  # held: on which roll, or less, it drives on
    again: tuple[Due, ...]  # and what each roll costs that garage, hotel and first aid are not left on
    indemnity: int  # and what each roll brings that does not let it leave, from whoever hit it
    parked: bool
    tank: bool  # petrol is due at the departure
    rolled: int  # the number of its last roll
    start: str
    trail: tuple[str, ...]  # the squares of its last move
    judged: tuple[str, ...]  # what it was stopped or denounced for since
    stoppable: bool  # by the policeman, whatever it did
    forgotten: bool  # can be denounced, whatever it did
    warden: int  # who was policeman then, and would pay
    ahead: tuple[str, ...]  # the squares that lie before it, one for each point that two dice can show


class View(Struct, frozen=True):
    """What an observer may know: the same for all."""

    observer: Observer
    options: m.Options  # with the board
    seats: int
    paper: bool
    cars: tuple[CarView, ...]
    purses: tuple[int, ...]  # none with paper
    desks: tuple[Desk, ...]
    mat: int
    policeman: int  # means nothing with paper
    office: tuple[tuple[tuple[int, m.Dice], ...], ...]  # the rolls that made the first one
    turn: int
    car: int  # that is to move
    following: tuple[int, ...]  # of each player, which car moves next
    rolls: int
    awaited: tuple[int, ...]
    sale: Sale | None
    dues: tuple[OpenClaim, ...]
    ledger: tuple[e.Paid, ...]
    verdicts: tuple[e.Judged, ...]
    out: tuple[bool, ...]
    ranking: tuple[int, ...]  # the richest first; those who are out last
    entries: tuple[e.Entered | None, ...]  # with paper: of each car the last one
    over: bool
    counts: tuple[int | None, ...]  # with paper, when the time is up
    news: tuple[e.Event, ...]  # what happened, the last of it last
    limit: int  # minutes; 0 for none
    outcome: Outcome | None


def view(state: State, observer: Observer) -> View:
    """What that observer may know now: the same for all."""
    return replace(_public(state), observer=observer)


@once_for_each
def _public(state: State) -> View:
    """What everybody may know."""
    return View(
        observer=TABLE,
        options=state.options,
        seats=state.seats,
        paper=state.paper,
        cars=tuple(car_view(state, i) for i in range(len(state.cars))),
        purses=state.purses,
        desks=state.desks,
        mat=state.mat,
        policeman=state.policeman,
        office=state.office,
        turn=state.turn,
        car=state.car,
        following=state.following,
        rolls=state.rolls,
        awaited=awaited(state),
        sale=state.sale,
        dues=state.dues,
        ledger=state.ledger,
        verdicts=state.verdicts,
        out=state.out,
        ranking=ranking(state),
        entries=state.entries,
        over=state.over,
        counts=state.counts,
        news=state.news,
        limit=state.options.minutes,
        outcome=outcome(state),
    )


def car_view(state: State, i: int) -> CarView:
    """A car as everybody sees it."""
    car, tariff = state.cars[i], state.tariff
    held = bool(car.hold)
    payer = state.owner(car.hold.hit) if car.hold.hit is not None else state.owner(i)
    pays = payer != state.owner(i) and not state.out[payer]
    return CarView(
        owner=state.owner(i),
        at=car.at,
        heading=car.heading,
        hold=car.hold,
        leaves=car.hold.leaves(tariff) if held else None,
        again=again(tariff, car.hold, LARGEST),
        indemnity=indemnity(tariff, car.hold)[0] if pays else 0,
        parked=car.parked,
        tank=car.tank,
        rolled=car.rolled,
        start=car.start,
        trail=car.trail,
        judged=car.judged,
        stoppable=not state.paper and stoppable(state, car),
        forgotten=not state.paper and forgotten(state, i, car),
        warden=car.warden,
        ahead=ahead(state, car),
    )


def ahead(state: State, car: Car) -> tuple[str, ...]:
    """Where each roll would take it; nowhere once its owner is out."""
    if not car.at:
        return ()
    steps = way(state.options.board, (car.at, car.heading), LARGEST, state.tariff.signs).steps
    return tuple(number for number, _ in steps)


def ranking(state: State) -> tuple[int, ...]:
    """By purse."""
    if not state.purses:
        return ()
    return tuple(sorted(range(state.seats), key=lambda seat: (state.out[seat], -state.purses[seat], seat)))


class Deal(tags.Event, frozen=True, tag="dealt"):
    """A deal as everybody saw it: the rolls for the office. The options stand at the head of the record already."""

    seats: int
    rolls: tuple[tuple[tuple[int, m.Dice], ...], ...]
    policeman: int


def witness(event: e.Event, observer: Observer, state: State) -> e.Event | Deal | None:
    """The event as that observer saw it. An offence is for the policeman to notice: nobody is told."""
    if observer == ARBITER and outcome(state):
        return event
    if isinstance(event, e.Dealt):
        return Deal(event.seats, event.rolls, event.policeman)
    return None if isinstance(event, e.Noted) else event
