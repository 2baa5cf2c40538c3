"""What is in the box of Allo... la France. The only place of its counts."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from msgspec import Struct

PLAYERS = range(3, 5)
USUAL = 4
PAD = "marks"
TOWERS = 4
MOST_UNITS = 10  # on a phone card; what is gained beyond them is lost
GIFT = 3  # units that a card gives
CITIES = 22  # of the usual map; another country may have more or fewer
FEWEST_NAMES = 4  # of each kind in the shortest game
STRIPS = {1: 24, 2: 11, 3: 8, 4: 8}  # sections on a strip of cable -> strips
SECTIONS = sum(length * count for length, count in STRIPS.items())
assert SECTIONS == 24 * 1 + 11 * 2 + 8 * 3 + 8 * 4 == 102


class Part(StrEnum):
    """The four parts of a number, in the order in which it is dialled."""

    CITY = "city"
    SURNAME = "surname"
    FIRST = "first"
    JOB = "job"


class Surname(StrEnum):
    """The eight surnames by their codes."""

    DUPONT = "01"
    DURAND = "02"
    DUBOIS = "03"
    DUPUIS = "04"
    DUVAL = "05"
    DUFOUR = "06"
    DUPRE = "07"
    DULAC = "08"


class First(StrEnum):
    """The eight first names, for men and women alike, by their codes."""

    PASCAL = "11"
    FRANCOIS = "22"
    DENIS = "33"
    GERMAIN = "44"
    JUSTIN = "55"
    LOUIS = "66"
    MARTIN = "77"
    VALENTIN = "88"


class Job(StrEnum):
    """The eight jobs by their codes."""

    ACCOUNTANT = "10"
    FLORIST = "20"
    ARCHITECT = "30"
    ENGINEER = "40"
    BOOKSELLER = "50"
    MODEL = "60"
    JOURNALIST = "70"
    OPERATOR = "80"


class Special(StrEnum):
    """What an event card may bring beside its move and its call."""

    SECRET = "secret"  # see one part of somebody's number; which part is printed
    TOWER = "tower"  # place a tower where you stand
    SHIFT = "shift"  # move a tower that stands to where you stand
    UNITS = "units"  # three units
    FREE = "free"  # kept: a call that costs nothing, barred or not
    ANYWHERE = "anywhere"  # kept: instead of a move, go to any free city


KEPT = (Special.FREE, Special.ANYWHERE)


class Card(Struct, frozen=True):
    """An event card, by its number in the deck."""

    number: int
    move: int  # so many links
    call: bool  # allowed; else barred
    special: Special | None = None
    part: Part | None = None  # of the number, for secret information


S, T, H, U, F, A = Special.SECRET, Special.TOWER, Special.SHIFT, Special.UNITS, Special.FREE, Special.ANYWHERE

# For each length of move its nine cards: six that allow a call, then three that bar it. What a card brings beside them:
# nothing (-), a tower, units, something kept, or a secret with the part of the number it is about. Most of what is good
# without a call lies on cards that bar it, so that such a turn is seldom empty; short moves bring a little more than long
# ones, since they leave less choice. The four kept cards come in pairs that are alike but for what is kept, so that nobody
# can tell from a move and a bar what somebody keeps. docs/games/allo.md has the figures.
ALLOWED: dict[int, tuple[tuple[Special, Part | None] | None, ...]] = {
    1: ((T, None), (H, None), None, None, None, None),
    2: ((T, None), None, None, None, None, None),
    3: ((T, None), (S, Part.SURNAME), None, None, None, None),
    4: ((T, None), None, None, None, None, None),
    5: ((H, None), None, None, None, None, None),
    6: ((S, Part.FIRST), None, None, None, None, None),
}
BARRED: dict[int, tuple[tuple[Special, Part | None] | None, ...]] = {
    1: ((S, Part.CITY), (U, None), None),
    2: ((F, None), (A, None), None),
    3: ((U, None), (S, Part.SURNAME), None),
    4: ((U, None), (S, Part.JOB), None),
    5: ((F, None), (A, None), None),
    6: ((U, None), (S, Part.FIRST), None),
}


def deck() -> tuple[Card, ...]:
    """The event cards in the order of their numbers."""
    cards: list[Card] = []
    for move in ALLOWED:
        for call, specials in ((True, ALLOWED[move]), (False, BARRED[move])):
            for found in specials:
                special, part = found or (None, None)
                cards.append(Card(len(cards) + 1, move, call, special, part))
    return tuple(cards)


DECK = deck()
assert len(DECK) == 6 * 9 == 54
assert sum(card.call for card in DECK) == 36
assert sum(card.special is not None for card in DECK) == 6 + (4 + 2) + 4 + (2 + 2) == 20


def plates(cities: int = CITIES) -> int:
    """The plates that numbers are made of, on a map of so many cities."""
    return cities + len(Surname) + len(First) + len(Job)


assert plates() == 22 + 8 + 8 + 8 == 46


def box(players: int) -> dict[str, int]:
    """Component -> pieces, for the usual map. The old box held four of all that each player needs."""
    return {
        "board": 1,
        "plates": plates(),
        "events": len(DECK),
        "cables": sum(STRIPS.values()),
        "phonecards": players,
        "towers": TOWERS,
        "stands": players,
        "tokens": players,
        "marks": 2 * players,
        "rules": 1,
    }


def fallback_plate(choices: Collection[Part], told: Collection[Part]) -> Part:
    """The least harmful one: a part that a yes has told everybody, else the first of those left: a city is what others
    would find out soonest."""
    return min(choices, key=lambda part: (part not in told, [*Part].index(part)))
