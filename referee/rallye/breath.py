"""Room to breathe: before the next roll the policeman and the managers have some seconds to speak.

How many is an option of the table. Nothing here may depend on whether there is an offence: every car that moved gives the
policeman his time. The clock is the table's: it says `Proceed`, and that is in the log like any other move.
"""

from __future__ import annotations

from referee.game import Breath, Refused
from referee.rallye import events as e
from referee.rallye.police import stoppable, untried
from referee.rallye.run import Run
from referee.rallye.state import State, outcome


def speakers(state: State) -> tuple[int, ...]:
    """For whom the next roll waits: who can stop the car that moved, or ask for a due, and has not let it go.

    A car may have done two things: whoever has stopped it for one has the rest of his time for the other.
    """
    if not state.options.seconds or not state.seats or state.sale or outcome(state):
        return ()
    found = {state.desk(claim.of.till).manager for claim in state.dues}
    if any(car.at and stoppable(state, car) and untried(car) for car in state.cars):
        found.add(state.policeman)
    return tuple(seat for seat in range(state.seats) if seat in found and seat not in state.waived)


def breath(state: State) -> Breath | None:
    """How long the next roll waits, and for whom."""
    seats = speakers(state)
    return Breath(f"{state.rolls}.{state.takebacks}", state.options.seconds, seats) if seats else None


def let_go(run: Run, seat: int, away: bool = False) -> None:
    """The next roll waits no longer for him: he has nothing to say, or is not there."""
    if seat not in speakers(run.state):
        raise Refused("nothing to wait for")
    run.add(e.Waived((seat,), "away" if away else "silent"))


def proceed(run: Run) -> None:
    """The next roll waits no longer for anybody: there was time enough."""
    waiting = speakers(run.state)
    if not waiting:
        raise Refused("nothing to wait for")
    run.add(e.Waived(waiting, "time"))


def must_be_over(state: State) -> None:
    """No roll before those had their time who may speak."""
    waiting = speakers(state)
    if waiting:
        raise Refused("still speaking", seat=waiting[0])
