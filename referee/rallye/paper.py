"""With the kit on the table the phone is judge and tariff: a car stood there and rolled that, so what is due?

Hands pay, claim and draw cards, and nobody's turn is kept. What holds a car, where it is and who manages what is remembered; an
offence is judged when somebody cries out.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.game import TABLE, Actor, Refused
from referee.rallye import events as e
from referee.rallye import managers, police
from referee.rallye import moves as m
from referee.rallye.board.squares import MAIN, Heading, Kind, layout
from referee.rallye.entries import undone, upheld
from referee.rallye.road.cars import Car, Hold
from referee.rallye.road.driving import drive, indemnity
from referee.rallye.state import State, swapped


def decide(state: State, actor: Actor, move: m.Move) -> list[e.Event]:
    """Entries of a player for himself, of the table for anybody."""
    if isinstance(move, m.Time):
        if state.over:
            raise Refused("time is up")
        return [e.TimeUp()]
    if isinstance(move, m.Count | m.Skip):
        return [count(state, actor, move)]
    if state.over:
        raise Refused("time is up")
    if isinstance(move, m.Enter):
        return enter(state, actor, move)
    if isinstance(move, m.Stop):
        return [stop(state, actor, move)]
    if isinstance(move, m.Manage):
        if move.seat is not None and move.seat not in range(state.seats):
            raise Refused("no such seat", given=move.seat)
        return [e.Managed(actor, move.till, move.seat)]
    raise Refused("on the table")


def count(state: State, actor: Actor, move: m.Count | m.Skip) -> e.Event:
    """When the time is up: one's own purse, the host anybody's; nothing for a player who is not there."""
    if not state.over:
        raise Refused("not yet")
    if isinstance(move, m.Skip):
        if move.seat not in range(state.seats) or state.counts[move.seat] is not None:
            raise Refused("not waiting", given=move.seat)
        return e.Counted(move.seat, 0)
    seat = move.seat if actor == TABLE or move.seat is not None else actor
    if seat not in range(state.seats):
        raise Refused("no such seat", given=seat)
    if actor not in (seat, TABLE):
        raise Refused("table only")
    assert isinstance(seat, int)
    return e.Counted(seat, move.amount)


def enter(state: State, actor: Actor, move: m.Enter) -> list[e.Event]:
    """What that roll does with that car from there; and offences, which nobody is told."""
    if move.car >= len(state.cars):
        raise Refused("no such car", given=move.car)
    seat = state.owner(move.car)
    if actor not in (seat, TABLE):
        raise Refused("not your car", seat=seat)
    if not all(1 <= die <= 6 for die in move.dice):
        raise Refused("no such dice")
    told = state
    if move.again:
        if state.entries[move.car] is None:
            raise Refused("nothing to put right")
        state = undone(state, move.car)
    car = standing(state, move)
    points = sum(move.dice)
    found = drive(state.options.board, state.tariff, swapped(state.cars, move.car, car), move.car, points)
    owed = None
    if found.stays and car.hold.hit is not None and state.owner(car.hold.hit) != seat:
        owed = (state.owner(car.hold.hit), indemnity(state.tariff, car.hold)[0])
    entry = e.Entered(
        by=actor,
        car=move.car,
        dice=move.dice,
        start=move.square,
        drive=found.told,
        side=move.side,
        again=move.again,
        indemnity=owed,
        arrival=managers.arrival(state, seat, found, points),
    )
    judged = upheld(told, entry)
    return [entry, *[e.Noted(move.car, reason) for reason in found.offences if reason not in judged]]


def stop(state: State, actor: Actor, move: m.Stop) -> e.Event:
    """Somebody cries out, and only then the phone says whether there was an offence. Who is policeman it does not know.

    Nobody cries at his own car: he would close the question for the others, and a policeman who fines himself needs no judge.
    """
    car = police.known(state, move.car)
    if not isinstance(actor, int):
        raise Refused("players only")
    if actor == state.owner(move.car):
        raise Refused("own offence")
    if not car.trail:
        raise Refused("has not moved")
    police.unjudged(car, move.reason)
    groundless = (move.car, move.reason) not in state.offences
    return e.Judged(actor, move.car, move.reason, False, groundless, None, False, False)


def standing(state: State, move: m.Enter) -> Car:
    """The car where it is said to stand. Somewhere else than it was left, it is held or fills up as if it had arrived there."""
    board, car = state.options.board, state.cars[move.car]
    if not board.has(move.square):
        raise Refused("no such square", given=move.square)
    on_main = layout(board).road[move.square] is None
    if move.square == car.at and (on_main or move.heading in (None, car.heading)):
        return replace(car, parked=False)
    heading: Heading | None = MAIN if on_main else move.heading
    if not heading and not on_main:
        raise Refused("which way", square=move.square)
    assert heading is not None
    kind = board.square(move.square).kind
    hold = Hold(garage=kind == Kind.GARAGE, hotel=kind == Kind.HOTEL)
    return replace(car, at=move.square, heading=heading, hold=hold, parked=False, tank=kind == Kind.PETROL)
