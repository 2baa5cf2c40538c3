"""Refills dealt ahead, for an evening without phones: distributed as the rules say, in whatever order racks are declared.

Whose rack is refilled next nobody knows when the slips are printed. So there is one stock for all, and refills are taken
from it in the order in which they are needed, as from the bag. What is put aside meanwhile cannot be known either, but it
can be named: “the second tile put aside with refill 4”. When the tiles put aside are shuffled in, their names are; and a
refill that draws one of them says its name, which everybody but the rack's owner can read on the sheet of tiles put aside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from referee.chance import Chance
from referee.code777.moves import Refilled
from referee.code777.pieces import TILES_ON_A_RACK, Tile, dummies
from referee.code777.questions import Rack
from referee.code777.rules import RESHUFFLE_AT
from referee.code777.state import State

WRONG = (
    4  # wrong declarations that there are refills for, for each player: whoever guesses more uses up those of others
)


class PutAside(Struct, frozen=True, order=True):
    """The name of a tile: with which refill, from 0, and as which of the three it was put aside."""

    refill: int
    place: int


Drawn = Tile | PutAside


def after_right(state: State) -> int:
    """How many refills all right declarations together can need: the last point ends the game, and with dummies each
    needs two."""
    each = 2 if dummies(state.seats) else 1
    return state.seats * (state.options.target - 1) * each


def count(state: State) -> int:
    """How many refills there are. The last ones are kept for right declarations: nobody who is right goes without."""
    return after_right(state) + WRONG * state.seats


def plan(state: State, chance: Chance) -> list[tuple[Drawn, ...]]:
    """What each refill draws, one after the other, as the rules draw it: after each of them, at seven tiles or fewer, those
    put aside are shuffled in."""
    stock: tuple[Drawn, ...] = state.stock
    aside: list[PutAside] = []
    found = []
    for number in range(count(state)):
        found.append(stock[:TILES_ON_A_RACK])
        stock = stock[TILES_ON_A_RACK:]
        aside += [PutAside(number, place) for place in range(TILES_ON_A_RACK)]
        if len(stock) <= RESHUFFLE_AT:
            stock, aside = chance.shuffled([*stock, *aside]), []
    return found


def rounds(state: State) -> list[int]:
    """After how many refills, one after the other, the tiles put aside are shuffled in."""
    found, left = [], state.left
    for number in range(1, count(state) + 1):
        left -= TILES_ON_A_RACK
        if left <= RESHUFFLE_AT:
            left = state.left
            found.append(number)
    return found


def opened(state: State, drawn: Iterable[Sequence[Drawn]], racks: Iterable[int]) -> Iterator[Refilled]:
    """The refills as they are read when these racks are refilled, one after the other."""
    standing = list(state.racks)
    aside: list[Rack] = []
    for rack, three in zip(racks, drawn, strict=False):
        aside.append(standing[rack])
        standing[rack] = tuple(aside[each.refill][each.place] if isinstance(each, PutAside) else each for each in three)
        yield Refilled(rack, standing[rack])
