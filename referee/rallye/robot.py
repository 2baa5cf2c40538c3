"""Plays any seat of Rallye-Code from its own view: it rolls, asks for what it is owed, and watches the road as well as people do."""

from __future__ import annotations

from zlib import crc32

from referee.chance import Chance
from referee.game import TABLE, Actor, Offer
from referee.mind import Mind, Strength
from referee.rallye import moves as m
from referee.rallye.board.squares import Kind
from referee.rallye.dice import roll
from referee.rallye.knowledge.reasoner import KEEPS
from referee.rallye.pieces import UNIT
from referee.rallye.police import FAULTS
from referee.rallye.road.collisions import BLIND
from referee.rallye.state import State, limit
from referee.rallye.views import CarView, View

SECONDS = 25  # a turn takes so long among people: how many fit into the time
BEDTIME = 24 * 60  # minutes: without a limit, too, a table breaks up some day
WATCHFUL = {"stop": 750, "claim": 200}  # times in a thousand that it sees an offence, in office and out of it
HASTY = {"stop": 15, "claim": 3}  # the same where there is none
ALERT = 850  # times in a thousand that a manager thinks of his due
EYES: dict[Strength, float] = {"easy": 0.0, "good": 0.6, "sharp": 1.0}  # how much less it overlooks, and imagines
BITES = 2  # so often others must have denounced a sharp policeman's own cars before he stops them himself
YET = 20_000  # what a gérance brings in a whole game, among robots of two
MISTYPED = 25  # one entry in so many is put right, or taken back
TOLD = 40  # with paper: one time in so many somebody tells who manages a till


def choose(view: View, offers: list[Offer], chance: Chance, mind: Mind | None = None) -> m.Move | None:
    """A move for this seat, or none: with nothing to do it waits, and whoever is about to speak comes before the next roll."""
    assert isinstance(view.observer, int)
    by = {offer.kind: offer for offer in offers}
    if view.paper:
        return beside_the_board(view, view.observer, chance) if offers else None
    sees = mind.strength if mind else "easy"
    said = speaking(view, view.observer, offers, sees)
    if said is not None:
        return said
    if "answer" in by:
        return m.Answer(worth_selling(view, chance, sees))
    if "letgo" in by:
        return m.LetGo()
    if "takeback" in by and not chance.below(MISTYPED):
        return m.TakeBack()
    if "roll" in by and (mind or not interrupted(view, view.observer)):
        return m.Roll(None if view.options.dice == "phone" else roll(chance))
    return None


def speaking(view: View, seat: int, offers: list[Offer], sees: Strength) -> m.Demand | m.Stop | m.Claim | None:
    """A due that it thinks of, an offence that it notices or believes to."""
    for offer in offers:
        if offer.kind == "demand" and thinks(view, seat, offer.settled["due"], sees):
            return m.Demand(offer.settled["due"])
        if offer.kind in ("stop", "claim"):
            car = offer.settled["car"]
            if sees == "sharp" and view.cars[car].owner == seat and bitten(view, seat) < BITES:
                continue  # it would pay for sure what somebody may never ask for
            for reason in offer.choices:
                if notices(view, seat, offer.kind, car, reason, sees):
                    return m.Stop(car, reason) if offer.kind == "stop" else m.Claim(car, reason)
    return None


def bitten(view: View, seat: int) -> int:
    """How often somebody has denounced what it let go of its own: whoever watches so well gets more than the mat would."""
    paid = (each for each in view.ledger if each.why == "forgotten" and each.source == seat)
    return sum(each.car is not None and view.cars[each.car].owner == seat for each in paid)


def interrupted(view: View, seat: int) -> bool:
    """Is a manager or the policeman about to say something? They would be heard before the dice are rolled."""
    for claim in view.dues:
        manager = next(desk.manager for desk in view.desks if desk.till == claim.of.till)
        if manager not in (None, seat) and thinks(view, manager, claim.number):
            return True
    cars = [i for i, car in enumerate(view.cars) if car.stoppable and view.policeman != seat]
    return any(
        notices(view, view.policeman, "stop", i, why) for i in cars for why in FAULTS if why not in view.cars[i].judged
    )


def glance(*at: object) -> int:
    """Below a thousand. The same glance always sees the same, however often it is asked."""
    return crc32(repr(at).encode()) % 1000


def thinks(view: View, seat: int | None, due: int, sees: Strength = "easy") -> bool:
    """Does a manager think of it in time?"""
    return glance(seat, due, view.office) < ALERT + EYES[sees] * (1000 - ALERT)


def notices(view: View, seat: int, kind: str, number: int, reason: m.Fault, sees: Strength = "easy") -> bool:
    """Does somebody see an offence there, or believe to?"""
    car = view.cars[number]
    there = offends(view, number, car, reason)
    at = WATCHFUL[kind] + EYES[sees] * (1000 - WATCHFUL[kind]) if there else HASTY[kind] * (1 - EYES[sees])
    return at > 0 and glance(seat, number, car.rolled, car.trail, view.office, reason) < at


def offends(view: View, number: int, car: CarView, reason: m.Fault) -> bool:
    """What can be seen on the board: where it stands, and which cars still stand where it came by."""
    board = view.options.board
    if reason == "sign":
        return board.square(car.at).kind == Kind.RINGED
    blind = {square for square in car.trail[:-1] if board.square(square).kind in BLIND}
    return any(
        i != number and other.at in blind and other.heading in (0, car.heading) for i, other in enumerate(view.cars)
    )


def worth_selling(view: View, chance: Chance, sees: Strength = "easy") -> bool:
    """Rather for a good price than a full till; whoever is unsure lets the dice decide. A sharp one reckons what it would keep
    on average, and what the gérance has yet to bring."""
    sale = view.sale
    assert sale
    content = next(desk.content for desk in view.desks if desk.till == sale.till)
    if sees == "sharp":
        return sale.price > KEEPS * (content + YET * time_left(view))
    return sale.price > content and chance.below(3) > 0


def time_left(view: View) -> float:
    """The share of the game that is still to come, as fast as people play."""
    return max(0.0, 1 - view.rolls * SECONDS / (60 * (view.limit or BEDTIME)))


def beside_the_board(view: View, seat: int, chance: Chance) -> m.Move | None:
    """At a paper table: one after the other enters a roll, sometimes wrongly first, or cries out; in the end everybody counts."""
    if view.over:
        return m.Count(UNIT * chance.below(200)) if view.counts[seat] is None else None
    if view.rolls % view.seats != seat:
        return None
    if not chance.below(TOLD):
        desk = chance.one(view.desks)
        return m.Manage(desk.till, chance.below(view.seats))
    for i, car in enumerate(view.cars):
        for reason in FAULTS:
            if (
                car.owner != seat
                and car.trail
                and car.rolled == view.rolls
                and reason not in car.judged
                and notices(view, seat, "stop", i, reason)
            ):
                return m.Stop(i, reason)
    own = [i for i, car in enumerate(view.cars) if car.owner == seat]
    number = min(own, key=lambda i: (view.cars[i].rolled, i))
    entry = view.entries[number]
    if entry is not None and not chance.below(MISTYPED):
        return m.Enter(number, entry.start, roll(chance), again=True)
    return m.Enter(number, view.cars[number].at, roll(chance), side=not chance.below(MISTYPED))


def stand_in(view: View, offers: list[Offer], chance: Chance) -> tuple[Actor, m.Move] | None:
    """For an absent player: he rolls and pays, and sells rather than quarrel. The table does it: it has no dice in its hand.

    His purse on the table is there to be counted: that is for people to do.
    """
    assert isinstance(view.observer, int)
    return (TABLE, m.Skip(view.observer)) if view.observer in view.awaited and not view.paper else None


def hands(state: State, chance: Chance) -> tuple[Actor, m.Move] | None:
    """When so many turns have been played that the time must be up, somebody looks at the clock."""
    minutes = limit(state) or BEDTIME
    if not state.over and state.rolls * SECONDS >= minutes * 60:
        return TABLE, m.Time()
    return None
