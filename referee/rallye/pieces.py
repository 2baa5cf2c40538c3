"""What is in the box of Rallye-Code. The only place of its counts."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

PLAYERS = range(2, 7)
USUAL = 6
PAD = "tariff"  # nothing is written on here; of the tariff card a table may want more
PAIRS = 3  # up to so many players drive two cars each
UNIT = 500  # every amount is a multiple of it
NOTES = {500: 6, 1_000: 7, 5_000: 4, 10_000: 2}  # of one car: denomination -> notes
SMALL_NOTES = {500: 6, 1_000: 7, 5_000: 8}  # the same money for a box without 10,000s
PURSE = sum(note * count for note, count in NOTES.items())
assert PURSE == 6 * 500 + 7 * 1_000 + 4 * 5_000 + 2 * 10_000 == 50_000
assert sum(note * count for note, count in SMALL_NOTES.items()) == PURSE


class Till(StrEnum):
    """The four gérances, each with a till."""

    GARAGE = "garage"
    FIRSTAID = "firstaid"
    PETROL = "petrol"
    HOTEL = "hotel"


LABELS = {Till.GARAGE: "2", Till.FIRSTAID: "3", Till.PETROL: "4", Till.HOTEL: "5"}  # on their squares; Paris is 1
PARIS = "1"


class Card(Struct, frozen=True):
    """A contravention card by its code: what the policeman reads out, and the amount. Some are no offence after all."""

    code: str
    amount: int
    offence: bool = True


# Eighteen offences from trifles to what costs a licence, and six stops that the policeman pays for: one card in four.
# Amounts average 1,611 for an offence and 1,500 for none, so that the office is worth having but not safe.
CARDS = (
    Card("speed", 3_000),
    Card("drink", 3_000),
    Card("priority", 2_500),
    Card("redlight", 2_500),
    Card("halt", 2_000),
    Card("closed", 2_000),
    Card("load", 2_000),
    Card("headlamps", 1_500),
    Card("uturn", 1_500),
    Card("turning", 1_500),
    Card("papers", 1_500),
    Card("width", 1_500),
    Card("noise", 1_000),
    Card("standing", 1_000),
    Card("tyres", 1_000),
    Card("horn", 500),
    Card("plates", 500),
    Card("dazzle", 500),
    Card("mistaken", 3_000, False),
    Card("doctor", 2_000, False),
    Card("ambulance", 1_500, False),
    Card("detour", 1_000, False),
    Card("hidden", 1_000, False),
    Card("prank", 500, False),
)
assert len(CARDS) == 18 + 6 == len({card.code for card in CARDS})


def cars(players: int) -> int:
    """Two each for few players, else one."""
    return 2 * players if players <= PAIRS else players


def box(players: int) -> dict[str, int]:
    """Component -> pieces."""
    return {
        "board": 1,
        "notes": cars(players) * sum(NOTES.values()),
        "cards": len(CARDS),
        "tills": len(Till),
        "cars": cars(players),
        "badge": 1,
        "tariff": players,
        "rules": 1,
    }
