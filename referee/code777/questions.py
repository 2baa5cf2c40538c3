"""What the 23 questions mean, as pure functions of the racks that the asker sees.

A *count* is answered with a number, a *contest* with "first", "second" or "same" (also when neither is seen).
The words on card and phone are the kit's (`templates/kits/code777.toml`); the meaning is here alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct

from referee.code777.pieces import TILES, Colour, Tile

Rack = tuple[Tile, ...]
Racks = tuple[Rack, ...]
Verdict = Literal["first", "second", "same"]
Answer = int | Verdict

BLACK, BLUE, BROWN, GREEN = Colour.BLACK, Colour.BLUE, Colour.BROWN, Colour.GREEN
PINK, RED, YELLOW = Colour.PINK, Colour.RED, Colour.YELLOW
DIGITS = range(1, 8)

HIGH_SUM = 18
LOW_SUM = 12
OFTEN = 3
RARE = frozenset({Tile(1, GREEN), Tile(5, BLACK), Tile(7, PINK)})


class Kind(Struct, frozen=True):
    """A kind of tile: a digit, a colour, both, or a digit in any colour but one."""

    digit: int | None = None
    colour: Colour | None = None
    other_than: Colour | None = None

    def holds(self, tile: Tile) -> bool:
        """Is that tile of this kind?"""
        return (
            self.digit in (None, tile.digit)
            and self.colour in (None, tile.colour)
            and (self.other_than is None or tile.colour != self.other_than)
        )


class Count(Struct, frozen=True):
    """A question answered with a number."""

    number: int
    measure: Callable[[Racks], int]
    adds_up: bool = True  # the answer for several racks is the sum of those for each

    def answer(self, seen: Racks) -> int:
        """What the asker must say, given the racks he sees."""
        return self.measure(seen)


class Contest(Struct, frozen=True):
    """A question that weighs one kind of tile against another."""

    number: int
    first: Kind
    second: Kind

    def answer(self, seen: Racks) -> Verdict:
        """What the asker must say, given the racks he sees."""
        return verdict(self.lead(seen))

    def lead(self, seen: Racks) -> int:
        """How many more there are of the first kind than of the second."""
        return sum(map(self.first.holds, on(seen))) - sum(map(self.second.holds, on(seen)))


Question = Count | Contest


def verdict(lead: int) -> Verdict:
    """What a lead is called."""
    return "same" if lead == 0 else "first" if lead > 0 else "second"


def on(seen: Racks) -> Iterable[Tile]:
    """All tiles on those racks."""
    return (tile for rack in seen for tile in rack)


def racks_where(test: Callable[[Rack], bool]) -> Callable[[Racks], int]:
    """Counts the racks that pass a test."""
    return lambda seen: sum(map(test, seen))


def total(rack: Rack) -> int:
    """Sum of the digits of a rack."""
    return sum(tile.digit for tile in rack)


def one_digit_in_two_colours(rack: Rack) -> bool:
    """A 7 in blue beside a 7 in pink, say."""
    return len(set(rack)) > len({tile.digit for tile in rack})


def colours_all_differ(rack: Rack) -> bool:
    """No colour twice."""
    return len({tile.colour for tile in rack}) == len(rack)


def of_one_parity(rack: Rack) -> bool:
    """All even or all odd."""
    return len({tile.digit % 2 for tile in rack}) == 1


def has_twins(rack: Rack) -> bool:
    """At least two tiles alike in digit and colour."""
    return len(set(rack)) < len(rack)


def in_a_row(rack: Rack) -> bool:
    """d, d+1, d+2 in any order."""
    low = min(tile.digit for tile in rack)
    return sorted(tile.digit for tile in rack) == [*range(low, low + len(rack))]


def colours_seen(seen: Racks) -> int:
    """How many colours there are."""
    return len({tile.colour for tile in on(seen)})


def colours_seen_often(seen: Racks) -> int:
    """How many colours there are on three tiles or more."""
    return sum(n >= OFTEN for n in Counter(tile.colour for tile in on(seen)).values())


def digits_unseen(seen: Racks) -> int:
    """How many of the digits 1 to 7 are missing."""
    return len(set(DIGITS) - {tile.digit for tile in on(seen)})


def rare_tiles(seen: Racks) -> int:
    """How many of the three tiles that exist once."""
    return sum(tile in RARE for tile in on(seen))


ALL: tuple[Question, ...] = (
    Count(1, racks_where(lambda rack: total(rack) >= HIGH_SUM)),
    Count(2, racks_where(lambda rack: total(rack) <= LOW_SUM)),
    Count(3, racks_where(one_digit_in_two_colours)),
    Count(4, racks_where(colours_all_differ)),
    Count(5, racks_where(of_one_parity)),
    Count(6, racks_where(has_twins)),
    Count(7, racks_where(in_a_row)),
    Count(8, colours_seen, adds_up=False),
    Count(9, colours_seen_often, adds_up=False),
    Count(10, digits_unseen, adds_up=False),
    Count(11, rare_tiles),
    Contest(12, Kind(3), Kind(6, PINK)),
    Contest(13, Kind(6, GREEN), Kind(7, YELLOW)),
    Contest(14, Kind(2, YELLOW), Kind(7, YELLOW)),
    Contest(15, Kind(6, PINK), Kind(6, GREEN)),
    Contest(16, Kind(7, BLUE), Kind(7, other_than=BLUE)),
    Contest(17, Kind(None, BROWN), Kind(None, BLUE)),
    Contest(18, Kind(None, RED), Kind(None, PINK)),
    Contest(19, Kind(None, GREEN), Kind(None, BLUE)),
    Contest(20, Kind(None, YELLOW), Kind(None, PINK)),
    Contest(21, Kind(None, BLACK), Kind(None, BROWN)),
    Contest(22, Kind(None, BLACK), Kind(None, RED)),
    Contest(23, Kind(None, GREEN), Kind(None, YELLOW)),
)


def question(number: int) -> Question:
    """The question that a card bears."""
    return ALL[number - 1]


def examples(kind: Kind) -> tuple[Tile, ...]:
    """The different tiles of a kind that exist, in the order of the triangle: what a card can show of it."""
    return tuple(dict.fromkeys(tile for tile in TILES if kind.holds(tile)))
