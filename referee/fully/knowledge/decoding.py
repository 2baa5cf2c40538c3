"""How likely each code of a team and each colour of its rows is, after all that it said: Fully, where bluffing is legal.

The sum runs over all 9! codes. Only what the players say about their own rows is taken for evidence: two statements about
rows that the speaker does not see mean the same here, and so do two questions about them, so four codes each weigh alike
and one of the four is reckoned. Given a code, the places of the rows have nothing to do with each other.

What is assumed is stated: a sentence about one's own row is true with the chance TRUTH, talk keeps to its form with the
chance FORM, all codes and rows are equally likely before anybody speaks. NumPy is loaded when somebody asks.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations
from math import log2
from typing import Any, Literal

from msgspec import Struct

from referee.fully.pieces import ANSWERS, DIGITS, Colour, Phrase, Place

TRUTH = 0.85  # that what somebody says about his own row is true
FORM = 0.95  # that he begins with a statement or a question, and that his partner replies with an answer
TELLS, ASKS = 0.35, 0.30  # that he begins with his own row, or asks for his partner's: it is what they know
ALIKE = 4  # codes that cannot be told apart stand for each other, and phrases about rows that the speaker does not see
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
def codes() -> Any:
    """One of each four codes that are alike: for each digit, in a row of its own, what kind it is in every code."""
    import numpy as np

    single = [kind for kind, group in enumerate(KINDS) if len(group) == 1]
    orders = np.array(list(permutations(single)), dtype=np.uint8).T
    blocks = []
    for statements in combinations(range(len(DIGITS)), 2):
        rest = [place for place in range(len(DIGITS)) if place not in statements]
        for questions in combinations(rest, 2):
            block = np.empty((len(DIGITS), orders.shape[1]), dtype=np.uint8)
            block[list(statements)], block[list(questions)] = STATEMENT, QUESTION
            block[[place for place in rest if place not in questions]] = orders
            blocks.append(block)
    return np.ascontiguousarray(np.concatenate(blocks, axis=1))


@lru_cache(maxsize=1)
def tables() -> tuple[Any, Any]:
    """The chances above, by kinds: of announcements, and of replies; for a colour that is not there and one that is."""
    import numpy as np

    kinds = range(HOW_MANY)
    says = np.array([[said(kind, same) for kind in kinds] for same in (False, True)])
    replies = np.array([[replied(k, r, same) for k in kinds for r in kinds] for same in (False, True)])
    return says, replies


class Decoder:
    """How likely each code is, and each colour of each cell under each code. A value: `after` gives another one."""

    __slots__ = ("cells", "weight")

    def __init__(self, weight: Any, cells: dict[Cell, Any]) -> None:
        self.weight, self.cells = weight, cells

    def after(self, heard: Evidence) -> Decoder:
        """The same after one more sentence."""
        import numpy as np

        kinds, (says, replies) = codes(), tables()
        kind = kinds[heard.digit - 1]
        if heard.kind == "say":
            chances, index = says, kind
            weight = self.weight * np.array([begun(k) for k in range(HOW_MANY)])[kind]
        else:
            chances, index = replies, kind * HOW_MANY + kinds[heard.reply - 1]
            weight = self.weight
        cell = heard.seat, heard.place
        before = self.cells.get(cell)
        if before is None:
            before = np.full((len(COLOURS), kind.size), 1 / len(COLOURS), dtype=np.float32)
        now = before * chances[0].astype(np.float32)[index]
        colour = COLOURS.index(heard.colour)
        now[colour] = before[colour] * chances[1].astype(np.float32)[index]
        total = now.sum(axis=0)
        now /= total  # so that a column is a chance again, and the weight has the rest
        weight = weight * total
        return Decoder(weight / weight.sum(), {**self.cells, cell: now})

    def colours(self, cell: Cell) -> tuple[float, ...]:
        """How likely each colour is there."""
        known = self.cells.get(cell)
        if known is None:
            return (1 / len(COLOURS),) * len(COLOURS)
        return tuple(float(each) for each in known @ self.weight)

    def kinds(self, digit: int) -> tuple[float, ...]:
        """How likely a digit means each kind."""
        import numpy as np

        return tuple(float(x) for x in np.bincount(codes()[digit - 1], weights=self.weight, minlength=HOW_MANY))

    @property
    def open(self) -> float:
        """Among how many codes an even chance would be as open."""
        import numpy as np

        some = self.weight[self.weight > 0]
        return float(ALIKE * 2 ** float(-(some * np.log2(some)).sum()))


def nothing_heard() -> Decoder:
    """Before anybody speaks."""
    import numpy as np

    size = codes().shape[1]
    return Decoder(np.full(size, 1 / size), {})


@lru_cache(maxsize=6)  # both partners hear the same, and a debrief asks again and again
def decoded(heard: tuple[Evidence, ...]) -> Decoder:
    """How likely everything is after all that."""
    return decoded(heard[:-1]).after(heard[-1]) if heard else nothing_heard()


def openness(chances: tuple[float, ...]) -> float:
    """Among how many an even chance would be as open."""
    return float(2 ** -sum(p * log2(p) for p in chances if p > 0))
