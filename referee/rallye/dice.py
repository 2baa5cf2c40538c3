"""Two dice: on the phone, or on the table and told."""

from __future__ import annotations

from referee.chance import Chance
from referee.game import Refused
from referee.rallye import moves as m
from referee.rallye.state import State


def roll(chance: Chance) -> m.Dice:
    """Both of them."""
    return chance.below(6) + 1, chance.below(6) + 1


def thrown(state: State, told: m.Dice | None, chance: Chance, anyway: bool) -> m.Dice:
    """What was rolled: by the phone unless the table has dice, or for somebody who is not there."""
    if state.options.dice == "table" and not anyway:
        if told is None:
            raise Refused("tell the dice")
        if not all(1 <= die <= 6 for die in told):
            raise Refused("no such dice")
        return told
    if told is not None:
        raise Refused("phone rolls")
    return roll(chance)


def highest(seats: int, chance: Chance) -> tuple[tuple[tuple[tuple[int, m.Dice], ...], ...], int]:
    """Everybody rolls for the office, those who tie roll again. The rounds, and who has it."""
    rounds, still = [], tuple(range(seats))
    while len(still) > 1:
        rolls = tuple((seat, roll(chance)) for seat in still)
        best = max(sum(dice) for _, dice in rolls)
        rounds.append(rolls)
        still = tuple(seat for seat, dice in rolls if sum(dice) == best)
    return tuple(rounds), still[0]
