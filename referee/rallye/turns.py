"""Whose turn it is, and what a roll leads to."""

from __future__ import annotations

from referee.chance import Chance
from referee.game import Refused
from referee.rallye import breath, managers
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.dice import thrown
from referee.rallye.road.driving import Drive, drive, indemnity
from referee.rallye.run import Run
from referee.rallye.state import State, outcome


def roll(run: Run, seat: int, dice: m.Dice | None, chance: Chance, anyway: bool = False) -> None:
    """A roll of whoever's turn it is: dues that nobody asked for lapse, then the car does what it can."""
    state = run.state
    if state.sale:
        raise Refused("sale first", seat=waiting(state))
    if seat != state.turn:
        raise Refused("not your turn", seat=state.turn)
    breath.must_be_over(state)
    dice = thrown(state, dice, chance, anyway)
    points = sum(dice)
    hold, start = state.cars[state.car].hold, state.cars[state.car].at
    found = drive(state.options.board, state.tariff, state.cars, state.car, points)
    run.add(
        e.Drove(seat=seat, car=state.car, dice=dice, start=start, alone=anyway, **found.course),
        *[e.Lapsed(claim.number) for claim in state.dues],
    )
    if found.hits:
        hit = found.hits
        run.add(e.Collided(seat, state.car, hit.car, hit.at, hit.impact, found.aid))
    if found.stays and hold.hit is not None:
        run.pay(run.state.owner(hold.hit), seat, *indemnity(state.tariff, hold), state.car)
    run.add(*[e.Noted(state.car, reason) for reason in found.offences])
    follow(run, seat, state.car, found, points)


def follow(run: Run, seat: int, car: int, found: Drive, points: int) -> None:
    """Petrol at the departure, tills on the way, what the square brings, what it costs. Who is out on the way stays out."""
    leaving = [due for due in found.dues if due.why == "petrol"]
    for due in leaving:
        run.owe(seat, car, due)
    if found.moved and not run.state.out[seat]:
        managers.arrive(run, seat, car, managers.arrival(run.state, seat, found, points), points)
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
            run.add(e.Turned(seat, car))
            return
        run.add(e.Missed(car))


def after(state: State, seat: int) -> int:
    """Who sits next to the left and is still in the game."""
    others = ((seat + step) % state.seats for step in range(1, state.seats + 1))
    return next(other for other in others if not state.out[other])


def waiting(state: State) -> int:
    """Who has to do something before anybody can go on."""
    if state.sale is None:
        return state.turn
    return state.sale.buyer if state.sale.stage == "buyer" else state.sale.owner
