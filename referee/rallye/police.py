"""The policeman and those who watch him: stops, forgotten fines, and stops without a reason.

A car can be stopped until the next player has rolled. What the policeman forgot then can be denounced by anybody but him and
the offender, until the offender rolls again.
"""

from __future__ import annotations

from typing import get_args

from referee.game import Refused
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.pieces import CARDS
from referee.rallye.road.cars import Car
from referee.rallye.run import Run
from referee.rallye.state import State

FAULTS: tuple[m.Fault, ...] = get_args(m.Fault)


def stoppable(state: State, car: Car) -> bool:
    """Has it just moved?"""
    return bool(car.trail) and car.rolled == state.rolls


def forgotten(state: State, i: int, car: Car) -> bool:
    """Is it too late for the policeman, and not yet for the others?"""
    return let_go(state, i, car) and not state.out[car.warden]


def let_go(state: State, i: int, car: Car) -> bool:
    """The same, whether whoever let it go is there to pay for it or not."""
    moved = bool(car.trail) and bool(car.at)
    return moved and car.rolled < state.rolls and state.rolled[state.owner(i)] == car.rolled


def stop(run: Run, seat: int, move: m.Stop) -> None:
    """The policeman stops a car, his own too."""
    state = run.state
    car = known(state, move.car)
    if seat != state.policeman:
        raise Refused("not policeman", seat=state.policeman)
    if not stoppable(state, car):
        raise Refused("stop too late" if car.trail and car.rolled < state.rolls else "has not moved")
    unjudged(car, move.reason)
    judge(run, seat, move.car, move.reason, False)


def claim(run: Run, seat: int, move: m.Claim) -> None:
    """Somebody else denounces a car that the policeman forgot."""
    state = run.state
    car, owner = known(state, move.car), state.owner(move.car)
    if seat == owner:
        raise Refused("own offence")
    if not car.trail:
        raise Refused("has not moved")
    if stoppable(state, car):
        raise Refused("too early", seat=state.policeman)
    if not let_go(state, move.car, car):
        raise Refused("too late", seat=owner)
    if state.out[car.warden]:
        raise Refused("policeman out", seat=car.warden)
    if seat == car.warden:
        raise Refused("policeman forgot")
    unjudged(car, move.reason)
    judge(run, seat, move.car, move.reason, True)


def known(state: State, number: int) -> Car:
    """A car that is on the board."""
    if number >= len(state.cars) or not state.cars[number].at:
        raise Refused("no such car", given=number)
    return state.cars[number]


def untried(car: Car) -> tuple[m.Fault, ...]:
    """What it was neither stopped nor denounced for since it moved."""
    return tuple(fault for fault in FAULTS if fault not in car.judged)


def unjudged(car: Car, reason: m.Fault) -> None:
    """Each offence is judged once."""
    if reason in car.judged:
        raise Refused("judged", reason=reason)


def judge(run: Run, by: int, car: int, reason: m.Fault, late: bool) -> None:
    """At once: nothing there costs whoever cried out; a sign turns up a card; overtaking has its price."""
    state, driver = run.state, run.state.owner(car)
    own = driver == by and not late
    if (car, reason) not in state.offences:
        run.add(e.Judged(by, car, reason, late, True, None, False, own))
        run.pay(by, driver, state.tariff.groundless, "groundless", car)
        return
    card = CARDS[state.deck[0]] if reason == "sign" else None
    excused = card is not None and not card.offence
    amount = card.amount if card else state.tariff.overtaking
    run.add(e.Judged(by, car, reason, late, False, card.code if card else None, excused, own))
    if late and not excused:
        run.pay(state.cars[car].warden, by, amount, "forgotten", car)
    elif not late and excused:
        run.pay(by, driver, amount, "excused", car)
    elif not late:
        run.pay(driver, "mat" if own else by, amount, "own_fine" if own else "fine" if card else "overtaking", car)
