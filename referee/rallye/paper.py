"""With the kit on the table the phone is judge and tariff: a car stood there and rolled that, so what is due?

Nothing is paid or claimed here and nobody's turn is kept. What holds a car, where it is and who manages what is remembered.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.game import TABLE, Actor, Refused
from referee.rallye import managers
from referee.rallye import moves as m
from referee.rallye.boards import MAIN, Heading, Kind, layout
from referee.rallye.cars import Car, Hold
from referee.rallye.driving import drive, indemnity
from referee.rallye.entries import undone
from referee.rallye.pieces import PARIS, Till
from referee.rallye.standing import State, swapped


def decide(state: State, actor: Actor, move: m.Move) -> list[m.Event]:
    """Entries of a player for himself, of the table for anybody."""
    if isinstance(move, m.Time):
        if state.over:
            raise Refused("time is up")
        return [m.TimeUp()]
    if isinstance(move, m.Count | m.Skip):
        return [count(state, actor, move)]
    if state.over:
        raise Refused("time is up")
    if isinstance(move, m.Enter):
        return [enter(state, actor, move)]
    if isinstance(move, m.Manage):
        if move.seat is not None and move.seat not in range(state.seats):
            raise Refused("no such seat", given=move.seat)
        return [m.Managed(actor, move.till, move.seat)]
    raise Refused("on the table")


def count(state: State, actor: Actor, move: m.Count | m.Skip) -> m.Event:
    """When the time is up: one's own purse, the host anybody's; nothing for a player who is not there."""
    if not state.over:
        raise Refused("not yet")
    if isinstance(move, m.Skip):
        if move.seat not in range(state.seats) or state.counts[move.seat] is not None:
            raise Refused("not waiting", given=move.seat)
        return m.Counted(move.seat, 0)
    seat = move.seat if actor == TABLE or move.seat is not None else actor
    if seat not in range(state.seats):
        raise Refused("no such seat", given=seat)
    if actor not in (seat, TABLE):
        raise Refused("table only")
    assert isinstance(seat, int)
    return m.Counted(seat, move.amount)


def enter(state: State, actor: Actor, move: m.Enter) -> m.Event:
    """What that roll does with that car from there."""
    if move.car >= len(state.cars):
        raise Refused("no such car", given=move.car)
    seat = state.owner(move.car)
    if actor not in (seat, TABLE):
        raise Refused("not your car", seat=seat)
    if not all(1 <= die <= 6 for die in move.dice):
        raise Refused("no such dice")
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
    arrived, square = found.moved, state.options.board.square(found.at)
    return m.Entered(
        by=actor,
        car=move.car,
        dice=move.dice,
        start=move.square,
        drive=found,
        side=move.side,
        again=move.again,
        indemnity=owed,
        collects=tuple(managers.passed(state, seat, found.trail)),
        mat=managers.past_gendarmerie(state, found.trail),
        paris=arrived and found.at == PARIS,
        badge=arrived and square.kind == Kind.GENDARMERIE,
        wins=tuple(till for till, _ in managers.vacant(state, found.at)) if arrived else (),
        sale=for_sale(state, seat, square.manages, points) if arrived else None,
    )


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


def for_sale(state: State, seat: int, till: Till | None, points: int) -> tuple[Till, int, int] | None:
    """A gérance of somebody else must be bought."""
    if till is None or (owner := state.desk(till).manager) in (None, seat):
        return None
    assert owner is not None
    return till, owner, state.tariff.manage.of(points)
