"""What is taken for evidence in Fully, where bluffing is legal, and how likely each sentence is under a code and a colour.

`trial.py` sums over all 9! codes. Only what the players say about their own rows is taken for evidence: two statements about
rows that the speaker does not see mean the same here, and so do two questions about them. Given a code, the places of the
rows have nothing to do with each other.

What is assumed is stated: a sentence about one's own row is true with the chance TRUTH, talk keeps to its form with the
chance FORM, all codes and rows are equally likely before anybody speaks. NumPy is loaded when somebody asks.
"""

from __future__ import annotations

from functools import lru_cache
from math import log2
from typing import Any, Literal

from msgspec import Struct

from referee.fully.pieces import ANSWERS, Colour, Phrase, Place

TRUTH = 0.85  # that what somebody says about his own row is true
FORM = 0.95  # that he begins with a statement or a question, and that his partner replies with an answer
TELLS, ASKS = 0.35, 0.30  # that he begins with his own row, or asks for his partner's: it is what they know
ALIKE = 4  # phrases about rows that the speaker does not see
COLOURS = tuple(Colour)
Cell = tuple[int, Place]  # a place of somebody's row

# What a digit can be for us: the phrases, but those about rows that the speaker does not see two and two.
KINDS: tuple[tuple[Phrase, ...], ...] = (
    (Phrase.UNKNOWN,), (Phrase.YES,), (Phrase.NO,), (Phrase.I_HAVE,), (Phrase.FIRST_HAS, Phrase.SECOND_HAS),
    (Phrase.HAVE_YOU,), (Phrase.HAS_FIRST, Phrase.HAS_SECOND),
)  # fmt: skip
UNKNOWN, YES, NO, I_HAVE, STATEMENT, HAVE_YOU, QUESTION = range(len(KINDS))
HOW_MANY = len(KINDS)


class Evidence(Struct, frozen=True):
    """What was said of a cell: an announcement by its owner, or to him, with his reply."""

    kind: Literal["say", "reply"]
    seat: int  # whose row is spoken of, if the digit means so
    place: Place
    colour: Colour
    digit: int
    reply: int = 0


def said(kind: int, same: bool) -> float:
    """How likely an announcement of that kind names a colour that is, or is not, there; against any colour."""
    if kind != I_HAVE:
        return 1.0
    return len(COLOURS) * (TRUTH if same else (1 - TRUTH) / (len(COLOURS) - 1))


def begun(kind: int) -> float:
    """How likely somebody begins with a certain phrase of that kind."""
    if kind in (UNKNOWN, YES, NO):
        return (1 - FORM) / len(ANSWERS)
    return {I_HAVE: TELLS, HAVE_YOU: ASKS}.get(kind, (FORM - TELLS - ASKS) / ALIKE)


def replied(kind: int, reply: int, same: bool) -> float:
    """How likely a reply of that kind is to an announcement of that kind, if the colour is, or is not, there."""
    answer = reply in (UNKNOWN, YES, NO)
    if kind == HAVE_YOU:
        if reply in (YES, NO):
            return FORM * (TRUTH if (reply == YES) == same else 1 - TRUTH)
        return (1 - FORM) / (len(Phrase) - 2)
    if kind in (UNKNOWN, YES, NO):
        return 1 / len(Phrase)
    return FORM / len(ANSWERS) if answer else (1 - FORM) / (len(Phrase) - len(ANSWERS))


@lru_cache(maxsize=1)
def tables() -> tuple[Any, Any]:
    """The chances above, by kinds: of announcements, and of replies; for a colour that is not there and one that is."""
    import numpy as np

    kinds = range(HOW_MANY)
    says = np.array([[said(kind, same) for kind in kinds] for same in (False, True)])
    replies = np.array([[replied(k, r, same) for k in kinds for r in kinds] for same in (False, True)])
    return says, replies


def openness(chances: tuple[float, ...]) -> float:
    """Among how many an even chance would be as open."""
    return float(2 ** -sum(p * log2(p) for p in chances if p > 0))
