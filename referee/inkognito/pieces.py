"""What is in the box of Inkognito, the card game. The only place of its counts."""

from __future__ import annotations

from enum import StrEnum

PLAYERS = range(3, 6)
USUAL = 4
PAD = "clues"
AGENTS = range(4)  # seats 0 to 3; with three players the last of them is nobody's
FICTITIOUS = 3
AMBASSADOR = 4  # a pack of cards, and the fifth player if there is one
MOST_POINTS = 5  # the longest series anyone may agree on; three points are the rule


class Identity(StrEnum):
    """The four agents, in the order of the telephone number."""

    FIDDLEBOTTOM = "F"
    BUBBLE = "B"
    ZSAZSA = "Z"
    X = "X"


class Fragment(StrEnum):
    """The four fragments of the number."""

    FIFTY_TWO = "52"
    ELEVEN = "11"
    NOUGHT = "0"
    TWENTY_NINE = "29"


class Card(StrEnum):
    """The eight cards of his colour that an agent can show."""

    FIDDLEBOTTOM = "F"
    BUBBLE = "B"
    ZSAZSA = "Z"
    X = "X"
    FIFTY_TWO = "52"
    ELEVEN = "11"
    NOUGHT = "0"
    TWENTY_NINE = "29"


assert [*Card] == [*Identity, *Fragment]


class Place(StrEnum):
    """Where one meets."""

    RIALTO = "rialto"
    SAN_MARCO = "marco"
    SALUTE = "salute"
    SAN_GIORGIO = "giorgio"
    SOSPIRI = "sospiri"


class Colour(StrEnum):
    """Of the four agents, in the order of their seats, and of the Ambassador and all true cards."""

    BLUE = "blue"
    YELLOW = "yellow"
    GREEN = "green"
    PINK = "pink"
    BLACK = "black"


ALLIES = {
    Identity.FIDDLEBOTTOM: Identity.BUBBLE,
    Identity.BUBBLE: Identity.FIDDLEBOTTOM,
    Identity.ZSAZSA: Identity.X,
    Identity.X: Identity.ZSAZSA,
}
ROUNDS = len(Place)  # after so many, everybody takes his places back

CARDS = len(Colour) * len(Place) + len(Colour) * len(Identity) + len(Colour) * len(Fragment) + 1
assert CARDS == 5 * 5 + 5 * 4 + 5 * 4 + 1 == 66


# Deals of a series to three points, by the number of players, that nine in ten evenings do with: 120 series of robots each
# had 5, 3 and 7 in the middle and 7, 5 and 10 at most.
DEALS = {3: 7, 4: 4, 5: 9}


def box(players: int) -> dict[str, int]:
    """Component -> pieces. The cards are always all 66; whoever plays the Ambassador needs two clue sheets a deal."""
    writers = players + (players > AMBASSADOR)
    return {
        "cards": CARDS,
        "clues": DEALS[players] * writers,
        "example": players,
        "folders": players,
        "rules": 1,
    }
