"""All that is so in a game of Rallye-Code, and what each event changes about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.game import Outcome
from referee.rallye import moves as m
from referee.rallye.cars import Car, Due
from referee.rallye.pieces import PURSE, Till, cars
from referee.rallye.tariff import Tariff

TAKEBACKS = 12  # rolls from the table that can be taken back, one after the other

Stage = Literal["asked", "owner", "buyer"]


class Desk(Struct, frozen=True):
    """A till: what is in it, and whose it is."""

    till: Till
    manager: int | None = None
    content: int = 0


class Claim(Struct, frozen=True):
    """A due that waits for its manager to ask."""

    number: int
    seat: int  # who owes it
    car: int
    of: Due


class Sale(Struct, frozen=True):
    """A gérance between two players: its owner is asked, or they duel for it, he first."""

    till: Till
    owner: int
    buyer: int
    price: int
    points: int
    stage: Stage = "asked"
    thrown: m.Dice | None = None  # by the owner


class State(Struct, frozen=True):
    """All that is so. What nobody knows: `deck` and `offences`."""

    options: m.Options = m.Options()
    seats: int = 0
    cars: tuple[Car, ...] = ()
    purses: tuple[int, ...] = ()
    desks: tuple[Desk, ...] = tuple(Desk(till) for till in Till)
    mat: int = 0
    policeman: int = 0
    office: tuple[tuple[tuple[int, m.Dice], ...], ...] = ()  # the rolls that made the first policeman
    turn: int = 0
    car: int = 0  # that is to move
    following: tuple[int, ...] = ()  # of each player, which car moves next
    rolls: int = 0  # so far: names the offers of a turn
    rolled: tuple[int, ...] = ()  # of each player, the number of his last roll
    given: bool = False  # some gérance has had a manager
    sale: Sale | None = None
    dues: tuple[Claim, ...] = ()
    owed: int = 0  # dues so far that had to be asked for
    ledger: tuple[m.Paid, ...] = ()
    verdicts: tuple[m.Judged, ...] = ()
    out: tuple[bool, ...] = ()
    over: bool = False  # the time is up
    deck: tuple[int, ...] = ()  # the cards from the top
    offences: tuple[tuple[int, m.Fault], ...] = ()  # of the last move of each car, unless judged
    told: int | None = None  # whose roll was told last from the table, if nothing was done since
    back: tuple[State, ...] = ()  # as it was before each of the last rolls that were told
    entries: tuple[m.Entered | None, ...] = ()  # with paper: of each car the last one
    before: tuple[tuple[Car, ...], ...] = ()  # and the cars before it
    counts: tuple[int | None, ...] = ()  # with paper: purses in the end

    @property
    def tariff(self) -> Tariff:
        """What everything costs."""
        return self.options.tariff

    @property
    def paper(self) -> bool:
        """Are cars and money on the table?"""
        return self.options.pieces == "paper"

    @property
    def left(self) -> tuple[int, ...]:
        """Who is still in the game."""
        return tuple(seat for seat in range(self.seats) if not self.out[seat])

    def owner(self, car: int) -> int:
        """Whose car that is."""
        return car % self.seats

    def desk(self, till: Till) -> Desk:
        """That till."""
        return next(desk for desk in self.desks if desk.till == till)

    def claim(self, number: int) -> Claim | None:
        """The due with that number, while it can be asked for."""
        return next((claim for claim in self.dues if claim.number == number), None)


def limit(state: State) -> int | None:
    """The minutes of play, if there is a limit."""
    return state.options.minutes or None


def outcome(state: State) -> Outcome | None:
    """One is left; or the time is up, and the richest purse has won. Tills do not count: they are not in anybody's hand."""
    if not state.seats:
        return None
    if state.paper:
        return counted(state)
    left = state.left
    if len(left) > 1 and not state.over:
        return None
    best = max(state.purses[seat] for seat in left)
    winners = tuple(seat for seat in left if state.purses[seat] == best)
    return Outcome("left" if len(left) == 1 else "time", winners, state.purses)


def counted(state: State) -> Outcome | None:
    """With paper: when the time is up and everybody has counted."""
    found = [count for count in state.counts if count is not None]
    if not state.over or len(found) < state.seats:
        return None
    return Outcome("time", tuple(i for i, count in enumerate(found) if count == max(found)), tuple(found))


def swapped(things: tuple[Any, ...], place: int, thing: Any) -> tuple[Any, ...]:
    """The same with one of them exchanged."""
    return (*things[:place], thing, *things[place + 1 :])


def with_desk(state: State, till: Till, **changes: Any) -> State:
    """A till with something changed."""
    desks = tuple(replace(desk, **changes) if desk.till == till else desk for desk in state.desks)
    return replace(state, desks=desks)


def evolve(state: State, event: m.Event) -> State:
    """The state after an event."""
    return EVOLVE[type(event)](state, event)


def dealt(state: State, event: m.Dealt) -> State:
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
        before=((Car(),) * count,) * count,
        counts=(None,) * event.seats,
    )


def drove(state: State, event: m.Drove) -> State:
    """A car moved, or tried to. Its old offences are beyond anybody's reach."""
    state, rolls = snapshot(state, event.seat), state.rolls + 1
    old = state.cars[event.car]
    car = replace(
        old,
        at=event.at,
        heading=event.heading,
        hold=event.hold,
        parked=event.parked,
        tank=event.tank,
        rolled=rolls,
        start=event.start,
        trail=event.trail,
        warden=state.policeman,
        judged=(),
    )
    state = replace(
        state,
        cars=struck(swapped(state.cars, event.car, car), event.car, event),
        rolls=rolls,
        rolled=swapped(state.rolled, event.seat, rolls),
        offences=tuple(found for found in state.offences if state.owner(found[0]) != event.seat),
    )
    return alternated(state, event.seat, event.car)


def struck(found: tuple[Car, ...], mover: int, event: m.Drove) -> tuple[Car, ...]:
    """With a collision the car that was hit is held, too."""
    if event.hits is None:
        return found
    hit = found[event.hits.car]
    return swapped(found, event.hits.car, replace(hit, hold=replace(hit.hold, hit=mover, hit_aid=event.aid)))


def alternated(state: State, seat: int, car: int) -> State:
    """Two cars of one player move alternately."""
    other = (car + state.seats) % len(state.cars)
    return replace(state, following=swapped(state.following, seat, other))


def snapshot(state: State, seat: int) -> State:
    """What was told from the table can be taken back."""
    if state.options.dice != "table":
        return state
    return replace(state, told=seat, back=(*state.back, replace(state, back=()))[-TAKEBACKS:])


def paid(state: State, event: m.Paid) -> State:
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


def owed(state: State, event: m.Owed) -> State:
    """A manager may ask for it."""
    claim = Claim(event.due, event.seat, event.car, event.of)
    return replace(state, dues=(*state.dues, claim), owed=state.owed + 1)


def settled(state: State, event: m.Demanded | m.Lapsed) -> State:
    """A due that is no longer open."""
    told = None if isinstance(event, m.Demanded) else state.told
    return replace(state, dues=tuple(claim for claim in state.dues if claim.number != event.due), told=told)


def judged(state: State, event: m.Judged) -> State:
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


def appointed(state: State, event: m.Appointed) -> State:
    """The last car that moved is his business now; what was forgotten before stays that of whoever forgot it."""
    found = tuple(replace(car, warden=event.seat) if car.rolled == state.rolls else car for car in state.cars)
    return replace(state, policeman=event.seat, cars=found)


def offered(state: State, event: m.Offered) -> State:
    """The game waits for the owner, if there is anything to answer."""
    sale = Sale(event.till, event.owner, event.buyer, event.price, event.points)
    return replace(state, sale=sale) if event.able else state


def answered(state: State, event: m.Answered) -> State:
    """Sold; or the owner rolls first."""
    assert state.sale
    return replace(state, sale=replace(state.sale, stage="owner") if event.refused else None, told=None)


def threw(state: State, event: m.Threw) -> State:
    """The owner, then the buyer."""
    state = snapshot(state, event.seat)
    assert state.sale
    if state.sale.stage == "owner":
        return replace(state, sale=replace(state.sale, stage="buyer", thrown=event.dice))
    return replace(state, sale=None)


def managed(state: State, till: Till, seat: int | None) -> State:
    """A till has another manager."""
    return replace(with_desk(state, till, manager=seat), given=state.given or seat is not None)


def gone(state: State, event: m.Out) -> State:
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


def entered(state: State, event: m.Entered) -> State:
    """With paper: a car as somebody told it. Told again, what it did to others before is undone."""
    if event.again:
        state = undone(state, event.car)
    seat, drive = state.owner(event.car), event.drive
    old = replace(state.cars[event.car], at=event.start)
    before = swapped(state.before, event.car, swapped(state.cars, event.car, old))
    car = replace(
        old,
        at=drive.at,
        heading=drive.heading,
        hold=drive.hold,
        parked=drive.parked,
        tank=drive.tank,
        rolled=state.rolls + 1,
        start=event.start,
        trail=drive.trail,
    )
    found = swapped(state.cars, event.car, car)
    if drive.hits:
        hit = found[drive.hits.car]
        found = swapped(found, drive.hits.car, replace(hit, hold=replace(hit.hold, hit=event.car, hit_aid=drive.aid)))
    for till in event.wins:
        state = managed(state, till, seat)
    return replace(
        state,
        cars=found,
        rolls=state.rolls + 1,
        policeman=seat if event.badge else state.policeman,
        entries=swapped(state.entries, event.car, event),
        before=before,
    )


def undone(state: State, car: int) -> State:
    """As if the last entry of a car had not been, as far as that can still be told apart from what came after."""
    entry = state.entries[car]
    if entry is None:
        return state
    was = state.before[car]
    found = swapped(state.cars, car, was[car])
    hit = entry.drive.hits
    if hit and found[hit.car].hold.hit == car:
        found = swapped(
            found, hit.car, replace(found[hit.car], hold=replace(found[hit.car].hold, hit=None, hit_aid=False))
        )
    for till in entry.wins:
        if state.desk(till).manager == state.owner(car):
            state = with_desk(state, till, manager=None)
    return replace(state, cars=found)


def missed(state: State, event: m.Missed) -> State:
    """The next turn is its own again."""
    car = replace(state.cars[event.car], parked=False)
    state = replace(state, cars=swapped(state.cars, event.car, car))
    return alternated(state, state.owner(event.car), event.car)


def back(state: State) -> State:
    """As it was before the last roll that was told; what is left to take back stays."""
    return replace(state.back[-1], back=state.back[:-1], told=None)


EVOLVE: dict[type, Callable[[State, Any], State]] = {
    m.Dealt: dealt,
    m.Drove: drove,
    m.Noted: lambda state, event: replace(state, offences=(*state.offences, (event.car, event.reason))),
    m.Paid: paid,
    m.Owed: owed,
    m.Demanded: settled,
    m.Lapsed: settled,
    m.Judged: judged,
    m.Appointed: appointed,
    m.Won: lambda state, event: managed(state, event.till, event.seat),
    m.Offered: offered,
    m.Answered: answered,
    m.Threw: threw,
    m.Passed: lambda state, event: managed(state, event.till, event.seat),
    m.Missed: missed,
    m.Turned: lambda state, event: replace(state, turn=event.seat, car=event.car),
    m.Out: gone,
    m.TimeUp: lambda state, event: replace(state, over=True),
    m.TakenBack: lambda state, event: back(state),
    m.Entered: entered,
    m.Managed: lambda state, event: managed(state, event.till, event.seat),
    m.Counted: lambda state, event: replace(state, counts=swapped(state.counts, event.seat, event.amount)),
}
