"""Refills as versions before dealt them ahead: four for each rack, each from five to seven tiles of its own.

Nothing is printed by this any more. Slips that were printed so are still told by their word (`sousmain deal --verify`).
"""

from __future__ import annotations

from referee.chance import Chance
from referee.code777.moves import Refilled
from referee.code777.pieces import TILES_ON_A_RACK, Tile, dummies
from referee.code777.state import State

REFILLS = 4  # of a player's rack: three points, and two declarations that were wrong


def count(state: State, rack: int) -> int:
    """How many refills a rack needs. Open ones: one for each right declaration, shared by all of them; the last ends it."""
    if rack < state.seats:
        return REFILLS
    right = state.seats * (state.options.target - 1)
    return -(-right // dummies(state.seats))


def shares(state: State, chance: Chance) -> list[tuple[Tile, ...]]:
    """The tiles of each rack with its part of the stock; where that cannot be even, chance says who has one more."""
    order = chance.shuffled(range(len(state.racks)))
    return [(*tiles, *state.stock[order.index(rack) :: len(order)]) for rack, tiles in enumerate(state.racks)]


def refills(state: State, chance: Chance) -> list[list[Refilled]]:
    """For each rack all its refills, one after the other."""
    return [
        [Refilled(rack, chance.shuffled(tiles)[:TILES_ON_A_RACK]) for _ in range(count(state, rack))]
        for rack, tiles in enumerate(shares(state, chance))
    ]
