"""What each event changes in a game of Rallye-Code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from referee.rallye import entries
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.pieces import PURSE, Till, cars
from referee.rallye.road.cars import Car
from referee.rallye.state import OpenClaim, Sale, State, driven, managed, struck, swapped, with_desk

UNTOLD = (e.Dealt, e.Noted, e.Waived)  # the order of the cards, offences that nobody has judged, and silence
TAKEBACKS = 12  # rolls from the table that can be taken back, one after the other


def dealt(state: State, event: e.Dealt) -> State:
    """All cars at Paris; the policeman begins."""
    count = cars(event.seats)
    return State(
        options=event.options,
        seats=event.seats,
        cars=(Car(),) * count,
        purses=() if event.options.pieces == "paper" else (PURSE * count // event.seats,) * event.seats,
        policeman=event.policeman,
        office=event.rolls,
        turn=event.policeman,
        car=event.policeman,
        following=tuple(range(event.seats)),
        rolled=(0,) * event.seats,
        out=(False,) * event.seats,
        deck=event.deck,
        entries=(None,) * count,
        before=(Car(),) * count,
        counts=(None,) * event.seats,
    )


def drove(state: State, event: e.Drove) -> State:
    """A car moved, or tried to. Its old offences are beyond anybody's reach."""
    state = driven(snapshot(state, event), event.car, event.start, event)
    state = replace(state, rolled=swapped(state.rolled, event.seat, state.rolls))
    return alternated(state, event.seat, event.car)


def collided(state: State, event: e.Collided) -> State:
    """The car that was hit is held, too."""
    return replace(state, cars=struck(state.cars, event.hit, event.car, event.aid))


def alternated(state: State, seat: int, car: int) -> State:
    """Two cars of one player move alternately."""
    other = (car + state.seats) % len(state.cars)
    return replace(state, following=swapped(state.following, seat, other))


def snapshot(state: State, event: e.Drove | e.Threw) -> State:
    """What was told from the table can be taken back: by whoever told it, if he did it himself, and by the host."""
    if state.options.dice != "table":
        return state
    return replace(
        state, told=None if event.alone else event.seat, back=(*state.back, replace(state, back=()))[-TAKEBACKS:]
    )


def paid(state: State, event: e.Paid) -> State:
    """Double entry: what leaves one account is in another."""
    state = booked(booked(state, event.source, -event.amount), event.target, event.amount)
    return replace(state, ledger=(*state.ledger, event))


def booked(state: State, account: m.Account, amount: int) -> State:
    """An account with so much more or less."""
    if isinstance(account, int):
        return replace(state, purses=swapped(state.purses, account, state.purses[account] + amount))
    if account == "mat":
        return replace(state, mat=state.mat + amount)
    return with_desk(state, Till(account), content=state.desk(Till(account)).content + amount)


def owed(state: State, event: e.Owed) -> State:
    """A manager may ask for it."""
    claim = OpenClaim(event.due, event.seat, event.car, event.of)
    return replace(state, dues=(*state.dues, claim), owed=state.owed + 1)


def settled(state: State, event: e.Demanded | e.Lapsed) -> State:
    """A due that is no longer open."""
    told = None if isinstance(event, e.Demanded) else state.told
    return replace(state, dues=tuple(claim for claim in state.dues if claim.number != event.due), told=told)


def judged(state: State, event: e.Judged) -> State:
    """Each offence is judged once; a card that was drawn goes under the others."""
    car = state.cars[event.car]
    return replace(
        state,
        cars=swapped(state.cars, event.car, replace(car, judged=(*car.judged, event.reason))),
        offences=tuple(found for found in state.offences if found != (event.car, event.reason)),
        deck=(*state.deck[1:], state.deck[0]) if event.card else state.deck,
        verdicts=(*state.verdicts, event),
        told=None,
    )


def appointed(state: State, event: e.Appointed) -> State:
    """The last car that moved is his business now; what was forgotten before stays that of whoever forgot it."""
    found = tuple(replace(car, warden=event.seat) if car.rolled == state.rolls else car for car in state.cars)
    return replace(state, policeman=event.seat, cars=found)


def offered(state: State, event: e.Offered) -> State:
    """The game waits for the owner, if there is anything to answer."""
    sale = Sale(event.till, event.owner, event.buyer, event.price, event.points)
    return replace(state, sale=sale) if event.able else state


def answered(state: State, event: e.Answered) -> State:
    """Sold; or the owner rolls first."""
    assert state.sale
    return replace(state, sale=replace(state.sale, stage="owner") if event.refused else None, told=None)


def threw(state: State, event: e.Threw) -> State:
    """The owner, then the buyer."""
    state = snapshot(state, event)
    assert state.sale
    if state.sale.stage == "owner":
        return replace(state, sale=replace(state.sale, stage="buyer", thrown=event.dice))
    return replace(state, sale=None)


def gone(state: State, event: e.Out) -> State:
    """Cars off the board, gérances vacant, tills stay. What was open with him is void."""
    seat = event.seat
    found = tuple(Car(at="") if state.owner(i) == seat else car for i, car in enumerate(state.cars))
    desks = tuple(replace(desk, manager=None) if desk.manager == seat else desk for desk in state.desks)
    sale = state.sale if state.sale and seat not in (state.sale.owner, state.sale.buyer) else None
    return replace(
        state,
        cars=found,
        desks=desks,
        sale=sale,
        dues=tuple(claim for claim in state.dues if claim.seat != seat),
        offences=tuple(offence for offence in state.offences if state.owner(offence[0]) != seat),
        out=swapped(state.out, seat, True),
    )


def missed(state: State, event: e.Missed) -> State:
    """The next turn is its own again."""
    car = replace(state.cars[event.car], parked=False)
    state = replace(state, cars=swapped(state.cars, event.car, car))
    return alternated(state, state.owner(event.car), event.car)


def taken_back(state: State, event: e.TakenBack) -> State:
    """As it was before the last roll that was told, but for the cards: what was read aloud goes under the others.

    What is left to take back stays.
    """
    return replace(
        state.back[-1],
        back=state.back[:-1],
        told=None,
        deck=state.deck,
        takebacks=state.takebacks + 1,
        overtime=state.overtime or state.over,
    )


def evolve(state: State, event: e.Event) -> State:
    """The state after an event. What happens before all eyes is news."""
    after = EVOLVE[type(event)](state, event)
    return after if isinstance(event, UNTOLD) else replace(after, news=(*after.news, event))


EVOLVE: dict[type, Callable[[State, Any], State]] = {
    e.Dealt: dealt,
    e.Drove: drove,
    e.Collided: collided,
    e.Noted: lambda state, event: replace(state, offences=(*state.offences, (event.car, event.reason))),
    e.Paid: paid,
    e.Owed: owed,
    e.Demanded: settled,
    e.Lapsed: settled,
    e.Waived: lambda state, event: replace(state, waived=(*state.waived, *event.seats)),
    e.Judged: judged,
    e.Appointed: appointed,
    e.Won: lambda state, event: managed(state, event.till, event.seat),
    e.Offered: offered,
    e.Answered: answered,
    e.Threw: threw,
    e.Passed: lambda state, event: managed(state, event.till, event.seat),
    e.Missed: missed,
    e.Turned: lambda state, event: replace(state, turn=event.seat, car=event.car),
    e.Out: gone,
    e.TimeUp: lambda state, event: replace(state, over=True),
    e.TakenBack: taken_back,
    e.Entered: entries.entered,
    e.Managed: lambda state, event: managed(state, event.till, event.seat),
    e.Counted: lambda state, event: replace(state, counts=swapped(state.counts, event.seat, event.amount)),
}
