"""One deal at several tables, compared as duplicate bridge does it: each seat with the same seat at the other tables.

Whoever sat there held the same cards, so what is compared is how they were played. For every other table where that seat did
worse there is one point, for every one where it did as well a half; the share is those points by the number of other tables.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import json

from referee.game import Outcome
from referee.record import Setup

Share = float | None  # from 0 to 1; none where there is nothing to compare


def deal_of(setup: Setup) -> tuple[str, int, bytes, bytes] | None:
    """What two games have in common that were dealt the same cards, and have the same dice; none where hands deal."""
    if setup.options.pieces == "paper" or not setup.options.sealed:
        return None
    return setup.game, setup.seats, json.encode(setup.options), setup.dice


def shares(outcomes: Sequence[Outcome | None]) -> list[tuple[Share, ...]]:
    """For each table what each of its seats has won of the points against the same seat elsewhere.

    A game that was abandoned has no outcome and counts for nobody.
    """
    ended = [each for each in outcomes if each]
    return [tuple(share(each, ended, seat) for seat in range(len(each.scores))) if each else () for each in outcomes]


def share(mine: Outcome, ended: Sequence[Outcome], seat: int) -> Share:
    """Of one seat at one table."""
    others = [reached(each, seat) for each in ended if each is not mine]
    own = reached(mine, seat)
    won = sum(1.0 if own > other else 0.5 if own == other else 0.0 for other in others)
    return won / len(others) if others else None


def reached(outcome: Outcome, seat: int) -> tuple[bool, int]:
    """How well a seat has done: whether it won, then its points."""
    return seat in outcome.winners, outcome.scores[seat]
