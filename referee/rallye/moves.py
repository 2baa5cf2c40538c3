"""What players of Rallye-Code can choose, do and bring about: options, moves, events.

Cars and seats go by their numbers, squares by what is printed on them. Money moves between purses (the number of the seat),
tills (by name) and the mat. Why it moves is a code, with the points it depends on; words are not the business of the rules.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.rallye.boards import Board, Heading, Number
from referee.rallye.cars import Due, Hold
from referee.rallye.collisions import Impact
from referee.rallye.driving import Drive
from referee.rallye.france import FRANCE
from referee.rallye.pieces import PLAYERS, Till, cars
from referee.rallye.survey import sound
from referee.rallye.tariff import EDITIONS, Tariff

MOST_MINUTES = 240
Someone = Annotated[int, Meta(ge=0, lt=PLAYERS.stop - 1)]
SomeCar = Annotated[int, Meta(ge=0, lt=max(map(cars, PLAYERS)))]
Die = Annotated[int, Meta(ge=1, le=6)]
Dice = tuple[Die, Die]
Fault = Literal["sign", "overtaking"]
Account = int | Literal["garage", "firstaid", "petrol", "hotel", "mat"]
Money = Annotated[int, Meta(ge=0, le=10_000_000, multiple_of=500)]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays. A table without a limit plays until one is left."""

    pieces: Literal["phone", "paper"] = "phone"
    edition: Literal["a", "b"] = "a"
    minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] = 60
    dice: Literal["phone", "table"] = "phone"
    claims: Literal["claimed", "automatic"] = "claimed"
    board: Board = FRANCE

    def __post_init__(self) -> None:
        if not 0 <= self.minutes <= MOST_MINUTES:
            raise ValueError(f"Expected `minutes` from 0 to {MOST_MINUTES}")
        sound(self.board)

    @property
    def tariff(self) -> Tariff:
        """What everything costs in this edition."""
        return EDITIONS[self.edition]


class Roll(Struct, frozen=True, forbid_unknown_fields=True, tag="roll", tag_field="kind"):
    """Roll the dice, or tell what they showed on the table: to drive, or in a duel for a gérance."""

    dice: Dice | None = None


class Stop(Struct, frozen=True, forbid_unknown_fields=True, tag="stop", tag_field="kind"):
    """The policeman stops a car that has just moved."""

    car: SomeCar
    reason: Fault


class Claim(Struct, frozen=True, forbid_unknown_fields=True, tag="claim", tag_field="kind"):
    """Denounce a car that the policeman forgot to stop."""

    car: SomeCar
    reason: Fault


class Demand(Struct, frozen=True, forbid_unknown_fields=True, tag="demand", tag_field="kind"):
    """A manager asks for what is owed to his till."""

    due: int


class Answer(Struct, frozen=True, forbid_unknown_fields=True, tag="answer", tag_field="kind"):
    """A manager sells his gérance to whoever stopped there, or refuses."""

    sell: bool


class Enter(Struct, frozen=True, forbid_unknown_fields=True, tag="enter", tag_field="kind"):
    """With paper: a car stood there and rolled that. On a cross-road one says which way it was driving, if nobody knows."""

    car: SomeCar
    square: Number
    dice: Dice
    heading: Heading | None = None
    side: bool = False  # it was put on the wrong side of the road, or drove the wrong way
    again: bool = False  # instead of what was entered last for this car


class Manage(Struct, frozen=True, forbid_unknown_fields=True, tag="manage", tag_field="kind"):
    """With paper: tell who manages a till now, or that nobody does."""

    till: Till
    seat: Someone | None


class Count(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="count", tag_field="kind"):
    """With paper, when the time is up: what is in a purse. The host says in whose, and may put it right later."""

    amount: Money
    seat: Someone | None = None


class TakeBack(Struct, frozen=True, forbid_unknown_fields=True, tag="takeback", tag_field="kind"):
    """With dice on the table: what was told last was wrong; it is told again."""


class Skip(Struct, frozen=True, forbid_unknown_fields=True, tag="skip", tag_field="kind"):
    """The table does for an absent player what he must do."""

    seat: Someone


class Time(Struct, frozen=True, forbid_unknown_fields=True, tag="time", tag_field="kind"):
    """The table says that the time is up."""


Move = Roll | Stop | Claim | Demand | Answer | Enter | Manage | Count | TakeBack | Skip | Time


class Dealt(Struct, frozen=True, tag="dealt", tag_field="kind"):
    """Everybody's rolls for the office, round after round until one is highest; and the order of the cards, which nobody sees."""

    options: Options
    seats: int
    rolls: tuple[tuple[tuple[int, Dice], ...], ...]  # of each round: who rolled what
    policeman: int
    deck: tuple[int, ...]


class Drove(Struct, frozen=True, omit_defaults=True, tag="drove", tag_field="kind"):
    """A roll and what it did with a car."""

    seat: int
    car: int
    dice: Dice
    start: str
    trail: tuple[str, ...]
    at: str
    heading: Heading
    hold: Hold
    stays: bool
    freed: bool
    waits: bool
    sent: bool
    rejoins: bool
    left: bool
    accident: bool
    aid: bool
    parked: bool
    tank: bool
    alone: bool = False  # rolled for somebody who is not there


class Collided(Struct, frozen=True, tag="collided", tag_field="kind"):
    """A car ran into another one, which is held where it stands; with or without first aid for the driver."""

    seat: int
    car: int
    hit: int
    at: str
    why: Impact
    aid: bool


class Noted(Struct, frozen=True, tag="noted", tag_field="kind"):
    """An offence that nobody has judged. It is for the policeman to notice: nobody is told."""

    car: int
    reason: Fault


class Paid(Struct, frozen=True, tag="paid", tag_field="kind"):
    """Money went from one account to another: a line of the ledger."""

    source: Account
    target: Account
    amount: int
    why: str
    car: int | None = None
    points: int | None = None


class Owed(Struct, frozen=True, tag="owed", tag_field="kind"):
    """A due that its manager has to ask for."""

    due: int
    seat: int
    car: int
    of: Due


class Demanded(Struct, frozen=True, tag="demanded", tag_field="kind"):
    """A manager asked in time; or he is out, and it is paid without asking."""

    due: int
    seat: int | None


class Lapsed(Struct, frozen=True, tag="lapsed", tag_field="kind"):
    """Nobody asked in time."""

    due: int


class Judged(Struct, frozen=True, tag="judged", tag_field="kind"):
    """A car was stopped, or denounced as forgotten, and judged at once."""

    by: int
    car: int
    reason: Fault
    forgotten: bool
    groundless: bool  # there was nothing
    card: str | None  # the contravention card
    excused: bool  # which said that it was no offence
    own: bool  # the policeman stopped himself


class Appointed(Struct, frozen=True, tag="appointed", tag_field="kind"):
    """There is a new policeman; inherited from one who is out, or taken at the Gendarmerie."""

    seat: int
    inherited: bool


class Won(Struct, frozen=True, tag="won", tag_field="kind"):
    """A gérance without a manager got one; from the square beside it, once the first one is given."""

    till: Till
    seat: int
    beside: bool


class Offered(Struct, frozen=True, tag="offered", tag_field="kind"):
    """Whoever stops at another's gérance must buy it; if he can."""

    till: Till
    owner: int
    buyer: int
    price: int
    points: int
    able: bool


class Answered(Struct, frozen=True, tag="answered", tag_field="kind"):
    """The manager sold, or wants a duel."""

    seat: int
    sold: bool
    refused: bool


class Threw(Struct, frozen=True, tag="threw", tag_field="kind"):
    """A roll of a duel; with the second one it is over."""

    seat: int
    dice: Dice
    kept: bool = False  # the owner rolled higher
    lost: bool = False
    alone: bool = False  # rolled for somebody who is not there


class Passed(Struct, frozen=True, tag="passed", tag_field="kind"):
    """A gérance has another manager."""

    till: Till
    seat: int


class Missed(Struct, frozen=True, tag="missed", tag_field="kind"):
    """A parked car missed its turn."""

    car: int


class Turned(Struct, frozen=True, tag="turned", tag_field="kind"):
    """The next turn: whose, and with which car."""

    seat: int
    car: int


class Out(Struct, frozen=True, tag="out", tag_field="kind"):
    """A player has no money left; `short` is what he could not pay."""

    seat: int
    short: int


class TimeUp(Struct, frozen=True, tag="timeup", tag_field="kind"):
    """The time is up."""


class TakenBack(Struct, frozen=True, tag="takenback", tag_field="kind"):
    """What was told last from the table is as if it had not been."""

    by: int | Literal["table"]


class Entered(Struct, frozen=True, tag="entered", tag_field="kind"):
    """With paper: what a roll does with a car and what follows from it. All of it is told; hands do it."""

    by: int | Literal["table"]
    car: int
    dice: Dice
    start: str
    drive: Drive
    side: bool
    again: bool
    indemnity: tuple[int, int] | None  # which player owes it to the car's owner, and how much
    collects: tuple[Till, ...]  # his own tills, which he passed or stopped at
    mat: bool  # he passed the Gendarmerie and takes what lies on the mat
    paris: bool  # he takes every till
    badge: bool  # he becomes policeman
    wins: tuple[Till, ...]
    sale: tuple[Till, int, int] | None  # a gérance that he must buy: from whom, and its price


class Managed(Struct, frozen=True, tag="managed", tag_field="kind"):
    """With paper: somebody told who manages a till."""

    by: int | Literal["table"]
    till: Till
    seat: int | None


class Counted(Struct, frozen=True, tag="counted", tag_field="kind"):
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
