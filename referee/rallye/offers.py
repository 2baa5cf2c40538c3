"""What each may do now in Rallye-Code, and for whom the game waits.

Nothing here may depend on whether there is an offence: a car can be stopped or denounced whatever it did.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.game import TABLE, Actor, Offer, Seat
from referee.rallye.pieces import Till
from referee.rallye.police import forgotten, stoppable, untried
from referee.rallye.state import State, outcome
from referee.rallye.turns import speakers, unheard, waiting


def moves(state: State, actor: Actor) -> list[Offer]:
    """What that actor may do now. When it is over, the host may put right what was told or counted on the table."""
    if not state.seats or (actor != TABLE and actor not in range(state.seats)):
        return []
    if outcome(state):
        return [*takeback(state, actor), *counts(state)] if actor == TABLE else []
    if state.paper:
        return list(on_paper(state, actor))
    if actor == TABLE:
        return [*skips(state), *time(state), *proceed(state), *takeback(state, actor)]
    assert isinstance(actor, int)
    if state.out[actor]:
        return []
    found = [*turn(state, actor), *demands(state, actor), *stops(state, actor), *claims(state, actor)]
    return [*found, *silence(state, actor), *takeback(state, actor)]


def named(state: State, name: str) -> str:
    """After a take-back rolls and dues are counted again: a late tap on what was offered before must not count."""
    return f"{name}.again{state.takebacks}" if state.takebacks else name


def skips(state: State) -> Iterator[Offer]:
    """The table does for an absent player what the game waits for."""
    for seat in awaited(state):
        usual = "counting" if state.over else "breath" if unheard(state) else "turn"
        stage = state.sale.stage if state.sale else usual
        yield Offer(named(state, f"skip.{state.rolls}.{seat}.{stage}"), "skip", (seat,), {"seat": seat})


def time(state: State) -> Iterator[Offer]:
    """The table ends the game."""
    if not state.over:
        yield Offer("time", "time")


def proceed(state: State) -> Iterator[Offer]:
    """The table says that there was time enough to speak."""
    if speakers(state):
        yield Offer(named(state, f"proceed.{state.rolls}"), "proceed")


def silence(state: State, seat: Seat) -> Iterator[Offer]:
    """Whoever may speak before the next roll may let it go."""
    if seat in speakers(state):
        yield Offer(named(state, f"letgo.{state.rolls}"), "letgo")


def takeback(state: State, actor: Actor) -> Iterator[Offer]:
    """A roll that was told from the table."""
    if state.back and actor in (TABLE, state.told):
        yield Offer(named(state, f"takeback.{state.rolls}.{state.sale.stage if state.sale else ''}"), "takeback")


def turn(state: State, seat: Seat) -> Iterator[Offer]:
    """Roll, once those had their time who may speak before it; or answer whoever wants to buy."""
    if waiting(state) != seat or speakers(state):
        return
    if state.sale is None:
        yield Offer(named(state, f"roll.{state.rolls}.{state.car}"), "roll", (), rolled(state))
    elif state.sale.stage == "asked":
        yield Offer(named(state, f"answer.{state.rolls}"), "answer", (True, False))
    else:
        yield Offer(named(state, f"roll.{state.rolls}.duel.{state.sale.stage}"), "roll", (), rolled(state))


def rolled(state: State) -> dict[str, None]:
    """Where the phone rolls, nobody tells the dice."""
    return {"dice": None} if state.options.dice == "phone" else {}


def demands(state: State, seat: Seat) -> Iterator[Offer]:
    """One for each due to a till of his."""
    for claim in state.dues:
        if state.desk(claim.of.till).manager == seat:
            yield Offer(named(state, f"demand.{claim.number}"), "demand", (), {"due": claim.number})


def stops(state: State, seat: Seat) -> Iterator[Offer]:
    """The policeman, for the car that has just moved."""
    for i, car in enumerate(state.cars):
        reasons = untried(car)
        if seat == state.policeman and car.at and stoppable(state, car) and reasons:
            yield Offer(named(state, f"stop.{car.rolled}.{i}"), "stop", reasons, {"car": i})


def claims(state: State, seat: Seat) -> Iterator[Offer]:
    """The others, for each car that the policeman has let go."""
    for i, car in enumerate(state.cars):
        reasons = untried(car)
        if seat not in (state.owner(i), car.warden) and forgotten(state, i, car) and reasons:
            yield Offer(named(state, f"claim.{car.rolled}.{i}"), "claim", reasons, {"car": i})


def on_paper(state: State, actor: Actor) -> Iterator[Offer]:
    """Entries for one's own cars and about gérances, stops of the others; in the end one's own purse. The table enters for anybody."""
    if state.over:
        if actor == TABLE:
            yield from skips(state)
            yield from counts(state)
        else:
            yield Offer("count", "count")
        return
    for i, car in enumerate(state.cars):
        if actor in (TABLE, state.owner(i)):
            yield Offer(f"enter.{i}.{car.rolled}", "enter", (), {"car": i})
    if actor != TABLE:
        yield from cries(state, actor)
    for till in Till:
        yield Offer(f"manage.{till}", "manage", (*range(state.seats), None), {"till": till})
    if actor == TABLE:
        yield from time(state)


def cries(state: State, actor: Actor) -> Iterator[Offer]:
    """For every car of the others that was entered, whatever it did: who is policeman is known at the table."""
    for i, car in enumerate(state.cars):
        if actor != state.owner(i) and car.trail and (reasons := untried(car)):
            yield Offer(f"stop.{car.rolled}.{i}", "stop", reasons, {"car": i})


def counts(state: State) -> Iterator[Offer]:
    """With paper, when the time is up: the table may count for anybody, and put right what was counted."""
    if state.paper:
        for seat in range(state.seats):
            yield Offer(f"count.{seat}", "count", (), {"seat": seat})


def awaited(state: State) -> tuple[Seat, ...]:
    """Whose turn it is, who has to answer or to roll for a gérance, or who may speak before the next roll. With paper: who
    has not counted his purse."""
    if not state.seats or outcome(state):
        return ()
    if state.paper:
        return tuple(seat for seat in range(state.seats) if state.over and state.counts[seat] is None)
    return speakers(state) or (waiting(state),)
