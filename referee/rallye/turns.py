"""Whose turn it is, and what a roll leads to."""

from __future__ import annotations

from referee.chance import Chance
from referee.game import Refused
from referee.rallye import managers
from referee.rallye import moves as m
from referee.rallye.dice import thrown
from referee.rallye.driving import Drive, drive, indemnity
from referee.rallye.run import Run
from referee.rallye.standing import State
from referee.rallye.state import outcome


def roll(run: Run, seat: int, dice: m.Dice | None, chance: Chance, anyway: bool = False) -> None:
    """A roll of whoever's turn it is: dues that nobody asked for lapse, then the car does what it can."""
    state = run.state
    if state.sale:
        raise Refused("sale first", seat=waiting(state))
    if seat != state.turn:
        raise Refused("not your turn", seat=state.turn)
    dice = thrown(state, dice, chance, anyway)
    points = sum(dice)
    hold, start = state.cars[state.car].hold, state.cars[state.car].at
    found = drive(state.options.board, state.tariff, state.cars, state.car, points)
    run.add(event(seat, state.car, dice, start, found, anyway), *[m.Lapsed(claim.number) for claim in state.dues])
    if found.hits:
        hit = found.hits
        run.add(m.Collided(seat, state.car, hit.car, hit.at, hit.impact, found.aid))
    if found.stays and hold.hit is not None:
        run.pay(run.state.owner(hold.hit), seat, *indemnity(state.tariff, hold), state.car)
    run.add(*[m.Noted(state.car, reason) for reason in found.offences])
    follow(run, seat, state.car, found, points)


def event(seat: int, car: int, dice: m.Dice, start: str, found: Drive, alone: bool) -> m.Drove:
    """What everybody sees of it: all but offences, and dues one by one."""
    return m.Drove(
        seat=seat,
        car=car,
        dice=dice,
        start=start,
        trail=found.trail,
        at=found.at,
        heading=found.heading,
        hold=found.hold,
        stays=found.stays,
        freed=found.freed,
        waits=found.waits,
        sent=found.sent,
        rejoins=found.rejoins,
        left=found.left,
        accident=found.accident,
        aid=found.aid,
        parked=found.parked,
        tank=found.tank,
        alone=alone,
    )


def follow(run: Run, seat: int, car: int, found: Drive, points: int) -> None:
    """Petrol at the departure, tills on the way, what the square brings, what it costs. Who is out on the way stays out."""
    leaving = [due for due in found.dues if due.why == "petrol"]
    for due in leaving:
        run.owe(seat, car, due)
    if found.moved and not run.state.out[seat]:
        managers.on_the_way(run, seat, car, found.trail)
        managers.arrive(run, seat, car, found.at, points)
    for due in found.dues:
        if due not in leaving:
            run.owe(seat, car, due)


def onward(run: Run) -> None:
    """To the next player who is in the game; a parked car misses its turn."""
    seat = run.state.turn
    while outcome(run.state) is None:
        seat = after(run.state, seat)
        car = run.state.following[seat]
        if not run.state.cars[car].parked:
            run.add(m.Turned(seat, car))
            return
        run.add(m.Missed(car))


def after(state: State, seat: int) -> int:
    """Who sits next to the left and is still in the game."""
    others = ((seat + step) % state.seats for step in range(1, state.seats + 1))
    return next(other for other in others if not state.out[other])


def waiting(state: State) -> int:
    """Who has to do something before anybody can go on."""
    if state.sale is None:
        return state.turn
    return state.sale.buyer if state.sale.stage == "buyer" else state.sale.owner
