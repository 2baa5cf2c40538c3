"""What is in the box of Code 777. The only place of its counts."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

PLAYERS = range(2, 6)
USUAL = 4
PAD = "notes"
TILES_ON_A_RACK = 3
QUESTIONS = 23
MOST_POINTS = 5  # the longest game anyone may agree on; three points are the rule
FEWEST_RACKS = 4  # two or three players fill the missing racks as dummies that all may see


class Colour(StrEnum):
    """The seven colours, each on four tiles."""

    GREEN = "green"
    YELLOW = "yellow"
    BLACK = "black"
    BROWN = "brown"
    RED = "red"
    PINK = "pink"
    BLUE = "blue"


class Tile(Struct, frozen=True, order=True):
    """A digit in a colour. Tiles that look alike are alike."""

    digit: int
    colour: Colour


# Row by row, as the triangle on the note pad shows them: one 1, two 2s … seven 7s.
TRIANGLE: tuple[tuple[Tile, ...], ...] = (
    1 * (Tile(1, Colour.GREEN),),
    2 * (Tile(2, Colour.YELLOW),),
    3 * (Tile(3, Colour.BLACK),),
    4 * (Tile(4, Colour.BROWN),),
    4 * (Tile(5, Colour.RED),) + 1 * (Tile(5, Colour.BLACK),),
    3 * (Tile(6, Colour.GREEN),) + 3 * (Tile(6, Colour.PINK),),
    1 * (Tile(7, Colour.PINK),) + 2 * (Tile(7, Colour.YELLOW),) + 4 * (Tile(7, Colour.BLUE),),
)
TILES: tuple[Tile, ...] = tuple(tile for row in TRIANGLE for tile in row)


def racks(players: int) -> int:
    """How many racks stand on the table, dummies included."""
    return max(players, FEWEST_RACKS)


def dummies(players: int) -> int:
    """How many of the racks belong to nobody."""
    return racks(players) - players


def box(players: int) -> dict[str, int]:
    """Component -> pieces. The old box held four of all that each player needs."""
    return {
        "tiles": len(TILES),
        "questions": QUESTIONS,
        "racks": racks(players),
        "notes": 2 * players,
        "list": players,
        "diagram": players,
        "rules": 1,
    }
