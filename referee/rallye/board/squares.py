"""The board: a loop, cross-roads that are driven both ways, and the squares of both on the cells of a grid.

A board is data. `survey.check` makes one from a file's content, and finds what is wrong with it.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.rallye.pieces import Till

MOST_CELLS = 60  # in either direction
Cell = tuple[Annotated[int, Meta(ge=0, lt=MOST_CELLS)], Annotated[int, Meta(ge=0, lt=MOST_CELLS)]]
Number = Annotated[str, Meta(pattern=r"^[A-Z]?[1-9][0-9]{0,2}\Z")]
Text = Annotated[str, Meta(max_length=40)]
Heading = Literal[
    -1, 0, 1
]  # along a cross-road towards its first or its last square; 0 on the main road, which has but one
MAIN: Heading = 0


class Kind(StrEnum):
    """What a square is."""

    PARIS = "paris"
    GERANCE = "gerance"
    GENDARMERIE = "gendarmerie"
    GARAGE = "garage"
    HOTEL = "hotel"
    PETROL = "petrol"
    BEND = "bend"
    SLIPPERY = "slippery"
    RINGED = "ringed"
    PARKING = "parking"
    NOENTRY = "noentry"
    CROSSING = "crossing"
    PLAIN = "plain"


class Sign(StrEnum):
    """The round signs with a red ring: what they prohibit."""

    CLOSED = "closed"
    SPEED = "speed"
    OVERTAKING = "overtaking"
    HORN = "horn"
    LEFT = "left"
    RIGHT = "right"
    UTURN = "uturn"
    STANDING = "standing"
    WEIGHT = "weight"
    WIDTH = "width"
    HEIGHT = "height"
    LORRIES = "lorries"
    CYCLES = "cycles"
    CUSTOMS = "customs"


class Square(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A square: what is printed on it, where it lies, counted from the top left, and what it is."""

    number: Number
    kind: Kind
    at: Cell
    town: Text = ""
    sign: Sign | None = None  # of a ringed square
    manages: Till | None = None  # of a gérance


class Mouth(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a cross-road meets the main road, at a no-entry sign; and where the sign there sends those who come out."""

    square: Number
    sign: Literal["right", "left"] = "right"


class Road(Struct, frozen=True, forbid_unknown_fields=True):
    """A cross-road from one mouth to the other."""

    name: Annotated[str, Meta(pattern=r"^[A-Z]\Z")]
    mouths: tuple[Mouth, Mouth]
    squares: tuple[Square, ...]


class Stretch(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the main road comes back beside itself: the squares of its two lanes, each with the one that it faces."""

    out: tuple[Number, ...]
    back: tuple[Number, ...]


class Board(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """A country to drive round. The main road is in the order in which it is driven, from Paris."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    columns: Annotated[int, Meta(ge=3, le=MOST_CELLS)]
    rows: Annotated[int, Meta(ge=3, le=MOST_CELLS)]
    main: tuple[Square, ...]
    roads: tuple[Road, ...]
    twoway: tuple[Stretch, ...]
    crossings: tuple[tuple[Number, Number], ...]

    @property
    def squares(self) -> tuple[Square, ...]:
        """All of them: the main road, then the cross-roads."""
        return (*self.main, *(square for road in self.roads for square in road.squares))

    def square(self, number: str) -> Square:
        """The one with that number."""
        return layout(self).squares[number]

    def has(self, number: str) -> bool:
        """Is there such a square?"""
        return number in layout(self).squares


class Layout(Struct, frozen=True):
    """The same for looking up: made once for a board."""

    squares: dict[str, Square]
    place: dict[str, int]  # on its road
    road: dict[str, Road | None]  # none: the main road
    mouth: dict[str, tuple[Road, Heading]]  # main square -> the cross-road that begins there, and how it is driven then
    facing: dict[str, str]
    crosses: dict[str, str]
    managed: dict[Till, str]  # the square of each gérance


@lru_cache(maxsize=64)
def layout(board: Board) -> Layout:
    """The board for looking up."""
    found = Layout({square.number: square for square in board.squares}, {}, {}, {}, {}, {}, {})
    for i, square in enumerate(board.main):
        found.place[square.number], found.road[square.number] = i, None
        if square.manages:
            found.managed[square.manages] = square.number
    for road in board.roads:
        for i, square in enumerate(road.squares):
            found.place[square.number], found.road[square.number] = i, road
        first, last = road.mouths
        found.mouth[first.square], found.mouth[last.square] = (road, 1), (road, -1)
    for stretch in board.twoway:
        for a, b in zip(stretch.out, stretch.back, strict=True):
            found.facing[a], found.facing[b] = b, a
    for a, b in board.crossings:
        found.crosses[a], found.crosses[b] = b, a
    return found


def gap(board: Board, a: str, b: str) -> int | None:
    """How many squares lie from one to the other along the road they share, either way; none if they share none."""
    found = layout(board)
    if found.road[a] != found.road[b]:
        return None
    apart = abs(found.place[a] - found.place[b])
    return apart if found.road[a] else min(apart, len(board.main) - apart)
