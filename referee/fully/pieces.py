"""What is in the box of Fully, who sits where, and what can be said. The only place of its counts."""

from __future__ import annotations

from enum import StrEnum

PLAYERS = range(4, 5)
USUAL = 4
PAD = "sheets"
PAWNS_OF_A_COLOUR = 10  # that each player receives
MOST_ROUNDS = 20
USUAL_ROUNDS = 10
SIGNAL = 0  # instead of a digit of the code: "I have it all"
DIGITS = range(1, 10)


class Colour(StrEnum):
    """The five colours, in the order of the sheet's example and then the one it leaves open."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"
    MAGENTA = "magenta"


class Place(StrEnum):
    """The places of a row."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    E = "E"


class Seat(StrEnum):
    """The four seats, clockwise: so they sit, and in this order they speak."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


class Team(StrEnum):
    """The two teams; partners face each other."""

    NORTH_SOUTH = "north_south"
    EAST_WEST = "east_west"


class Phrase(StrEnum):
    """What a digit can mean. `first` and `second` are the speaker's opponents, in the order of the seats."""

    UNKNOWN = "unknown"  # I don't know
    YES = "yes"
    NO = "no"
    I_HAVE = "i_have"
    FIRST_HAS = "first_has"
    SECOND_HAS = "second_has"
    HAVE_YOU = "have_you"
    HAS_FIRST = "has_first"
    HAS_SECOND = "has_second"


MEMBERS: dict[Team, tuple[Seat, Seat]] = {
    Team.NORTH_SOUTH: (Seat.NORTH, Seat.SOUTH),
    Team.EAST_WEST: (Seat.EAST, Seat.WEST),
}
ANSWERS = (Phrase.UNKNOWN, Phrase.YES, Phrase.NO)
STATEMENTS = (Phrase.I_HAVE, Phrase.FIRST_HAS, Phrase.SECOND_HAS)
QUESTIONS = (Phrase.HAVE_YOU, Phrase.HAS_FIRST, Phrase.HAS_SECOND)

# Points for each place of a row that a player put down, for each whole row, and for each digit of the other team's code.
RIGHT = {"partner": 2, "opponent": 5}
WRONG = {"partner": -5, "opponent": -2}
WHOLE_ROW = {"partner": 20, "opponent": 50}
MISSING = 0
CODE: dict[Phrase, int] = {
    phrase: 5 if phrase in (*ANSWERS, Phrase.I_HAVE, Phrase.HAVE_YOU) else 10 for phrase in Phrase
}
PENALTY = 2  # how often the lost points of a team count that called FULLY and was wrong


def team(seat: Seat) -> Team:
    """The team of a seat."""
    return Team.NORTH_SOUTH if seat in MEMBERS[Team.NORTH_SOUTH] else Team.EAST_WEST


def other(team: Team) -> Team:
    """The team across."""
    return Team.EAST_WEST if team is Team.NORTH_SOUTH else Team.NORTH_SOUTH


def partner(seat: Seat) -> Seat:
    """Who sits opposite."""
    one, two = MEMBERS[team(seat)]
    return two if seat is one else one


def opponents(team: Team) -> tuple[Seat, Seat]:
    """Those that a team calls `first` and `second` in its phrases."""
    return MEMBERS[other(team)]


def about(phrase: Phrase, team: Team) -> Seat | None:
    """The opponent that a phrase of this team names, if it names one."""
    first, second = opponents(team)
    named = {
        Phrase.FIRST_HAS: first, Phrase.HAS_FIRST: first, Phrase.SECOND_HAS: second, Phrase.HAS_SECOND: second,
    }  # fmt: skip
    return named.get(phrase)


def box(players: int) -> dict[str, int]:
    """Component -> pieces. A marking sheet for each player, twice: two evenings, or one with a slip of the pencil."""
    return {
        "boards": players,
        "screens": players,
        "pawns": players * PAWNS_OF_A_COLOUR * len(Colour),
        "sheets": 2 * players,
        "rules": 1,
    }
