"""What is done for a player who is not there: a plate, if he owes one."""

from __future__ import annotations

from collections.abc import Collection

from referee.allo.pieces import Part


def fallback_plate(choices: Collection[Part], told: Collection[Part]) -> Part:
    """The least harmful one: a part that a yes has told everybody, else the first of those left: a city is what others
    would find out soonest."""
    return min(choices, key=lambda part: (part not in told, [*Part].index(part)))
