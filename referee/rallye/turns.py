"""Whose turn it is, for whom the next roll waits, and what a roll leads to.

Before the next roll the policeman and the managers have some seconds to speak; how many is an option of the table. Nothing of it
may depend on whether there is an offence: every car of another that moved gives the policeman his time. The clock is the table's:
it says `Proceed`, and that is in the log like any other move.
"""

from __future__ import annotations

from referee.chance import Chance
from referee.game import Breath, Refused
from referee.rallye import events as e
from referee.rallye import managers
from referee.rallye import moves as m
from referee.rallye.dice import thrown
from referee.rallye.police import stoppable, untried
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
    must_be_over(state)
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


def speakers(state: State) -> tuple[int, ...]:
    """For whom the next roll waits: who can stop the car that moved, or ask for a due, and has not let it go.

    A car may have done two things: whoever has stopped it for one has the rest of his time for the other. Nobody waits for a
    policeman who could stop nobody but himself.
    """
    others = any(state.owner(i) != state.policeman for i in moved(state))
    dues = {state.desk(claim.of.till).manager for claim in state.dues}
    return tuple(seat for seat in unheard(state) if others or seat in dues)


def unheard(state: State) -> tuple[int, ...]:
    """Who could speak before the next roll, of his own car too, and has not let it go. Games of before waited for all of them, so
    what ends a wait is understood of them all."""
    if not state.options.seconds or not state.seats or state.sale or outcome(state):
        return ()
    found = {state.desk(claim.of.till).manager for claim in state.dues}
    if moved(state):
        found.add(state.policeman)
    return tuple(seat for seat in range(state.seats) if seat in found and seat not in state.waived)


def moved(state: State) -> list[int]:
    """The car that moved last, while it was not stopped for all that one can be stopped for."""
    return [i for i, car in enumerate(state.cars) if car.at and stoppable(state, car) and untried(car)]


def breath(state: State) -> Breath | None:
    """How long the next roll waits, and for whom."""
    seats = speakers(state)
    return Breath(f"{state.rolls}.{state.takebacks}", state.options.seconds, seats) if seats else None


def let_go(run: Run, seat: int, away: bool = False) -> None:
    """The next roll waits no longer for him: he has nothing to say, or is not there."""
    if seat not in unheard(run.state):
        raise Refused("nothing to wait for")
    run.add(e.Waived((seat,), "away" if away else "silent"))


def proceed(run: Run) -> None:
    """The next roll waits no longer for anybody: there was time enough."""
    waiting = unheard(run.state)
    if not waiting:
        raise Refused("nothing to wait for")
    run.add(e.Waived(waiting, "time"))


def must_be_over(state: State) -> None:
    """No roll before those had their time who may speak."""
    waiting = speakers(state)
    if waiting:
        raise Refused("still speaking", seat=waiting[0])
