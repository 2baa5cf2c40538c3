"""What happens in a game of Rallye-Code.

Money moves between purses (the number of the seat), tills (by name) and the mat. Why it moves is a code, with the points it
depends on; words are not the business of the rules.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from referee import tags
from referee.rallye.moves import Account, Dice, Fault, Options
from referee.rallye.pieces import Till
from referee.rallye.road.cars import Due
from referee.rallye.road.collisions import Impact
from referee.rallye.road.driving import Course, Drive


class Arrival(Struct, frozen=True, omit_defaults=True):
    """What his way and its end bring a driver, beside dues."""

    collects: tuple[Till, ...] = ()  # his own tills, which he passed or stopped at
    mat: bool = False  # he passed the Gendarmerie and takes what lies on the mat
    paris: bool = False  # he takes every till
    wins: tuple[tuple[Till, bool], ...] = ()  # gérances without a manager; from the square beside it?
    badge: bool = False  # he becomes policeman
    sale: tuple[Till, int, int] | None = None  # a gérance that he must buy: from whom, and its price


class Dealt(tags.Event, frozen=True):
    """Everybody's rolls for the office, round after round until one is highest; and the order of the cards, which nobody sees.

    With paper dice and cards are on the table: nothing of this is known.
    """

    options: Options
    seats: int
    rolls: tuple[tuple[tuple[int, Dice], ...], ...]  # of each round: who rolled what
    policeman: int
    deck: tuple[int, ...]


class Drove(Course, tags.Event, frozen=True, kw_only=True, omit_defaults=True):
    """A roll and what it did with a car. An offence is for the policeman to notice: `Noted` has it."""

    seat: int
    car: int
    dice: Dice
    start: str
    alone: bool = False  # rolled for somebody who is not there


class Collided(tags.Event, frozen=True):
    """A car ran into another one, which is held where it stands; with or without first aid for the driver."""

    seat: int
    car: int
    hit: int
    at: str
    why: Impact
    aid: bool


class Noted(tags.Event, frozen=True):
    """An offence that nobody has judged. It is for the policeman to notice: nobody is told."""

    car: int
    reason: Fault


class Paid(tags.Event, frozen=True):
    """Money went from one account to another: a line of the ledger."""

    source: Account
    target: Account
    amount: int
    why: str
    car: int | None = None
    points: int | None = None


class Owed(tags.Event, frozen=True):
    """A due that its manager has to ask for."""

    due: int
    seat: int
    car: int
    of: Due


class Demanded(tags.Event, frozen=True):
    """A manager asked in time; or he is out, and it is paid without asking."""

    due: int
    seat: int | None


class Lapsed(tags.Event, frozen=True):
    """Nobody asked in time."""

    due: int


class Waived(tags.Event, frozen=True):
    """The next roll waits no longer for these: they let it go, or their time is over. They may still be faster than it."""

    seats: tuple[int, ...]
    why: Literal["silent", "away", "time"]


class Judged(tags.Event, frozen=True):
    """A car was stopped, or denounced as forgotten, and judged at once."""

    by: int
    car: int
    reason: Fault
    forgotten: bool
    groundless: bool  # there was nothing
    card: str | None  # the contravention card
    excused: bool  # which said that it was no offence
    own: bool  # the policeman stopped himself


class Appointed(tags.Event, frozen=True):
    """There is a new policeman; inherited from one who is out, or taken at the Gendarmerie."""

    seat: int
    inherited: bool


class Won(tags.Event, frozen=True):
    """A gérance without a manager got one; from the square beside it, once the first one is given."""

    till: Till
    seat: int
    beside: bool


class Offered(tags.Event, frozen=True):
    """Whoever stops at another's gérance must buy it; if he can."""

    till: Till
    owner: int
    buyer: int
    price: int
    points: int
    able: bool


class Answered(tags.Event, frozen=True):
    """The manager sold, or wants a duel."""

    seat: int
    sold: bool
    refused: bool


class Threw(tags.Event, frozen=True):
    """A roll of a duel; with the second one it is over."""

    seat: int
    dice: Dice
    kept: bool = False  # the owner rolled higher
    lost: bool = False
    alone: bool = False  # rolled for somebody who is not there


class Passed(tags.Event, frozen=True):
    """A gérance has another manager."""

    till: Till
    seat: int


class Missed(tags.Event, frozen=True):
    """A parked car missed its turn."""

    car: int


class Turned(tags.Event, frozen=True):
    """The next turn: whose, and with which car."""

    seat: int
    car: int


class Out(tags.Event, frozen=True):
    """A player has no money left; `short` is what he could not pay."""

    seat: int
    short: int


class TimeUp(tags.Event, frozen=True):
    """The time is up."""


class TakenBack(tags.Event, frozen=True):
    """What was told last from the table is as if it had not been."""

    by: int | Literal["table"]


class Entered(tags.Event, frozen=True):
    """With paper: what a roll does with a car and what follows from it. Hands do it; `Noted` has offences here, too."""

    by: int | Literal["table"]
    car: int
    dice: Dice
    start: str
    drive: Drive  # but for offences
    side: bool
    again: bool
    indemnity: tuple[int, int] | None  # which player owes it to the car's owner, and how much
    arrival: Arrival


class Managed(tags.Event, frozen=True):
    """With paper: somebody told who manages a till."""

    by: int | Literal["table"]
    till: Till
    seat: int | None


class Counted(tags.Event, frozen=True):
    """With paper: what was in a purse in the end."""

    seat: int
    amount: int


Event = (
    Dealt
    | Drove
    | Collided
    | Noted
    | Paid
    | Owed
    | Demanded
    | Lapsed
    | Waived
    | Judged
    | Appointed
    | Won
    | Offered
    | Answered
    | Threw
    | Passed
    | Missed
    | Turned
    | Out
    | TimeUp
    | TakenBack
    | Entered
    | Managed
    | Counted
)
