"""What sentences of a team tell: the sum over all codes of `decoding.py`, over as few columns as will do.

Codes that give the digits of these sentences the same kinds are one column, with a weight; who uses five digits needs some
thousands of them instead of 90,720. What a place's own sentences make of it is kept, so that one sentence more, or one left
out for a proof, costs no more than its own place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import factorial
from typing import Any

from referee.fully.knowledge.decoding import COLOURS, HOW_MANY, KINDS, Cell, Evidence, begun, tables
from referee.fully.pieces import DIGITS

Spoken = tuple[int, Evidence]  # a sentence with the number of its event
PLACES = 24  # what the sentences about so many of them tell is kept: the rows of two teams, and a few


@lru_cache(maxsize=10)
def kinds_of(many: int) -> tuple[Any, Any]:
    """Every way in which so many different digits can be of some kinds, a row for each digit; and how many codes each stands
    for, but for what is common to all."""
    import numpy as np

    found = np.zeros((0, 1), dtype=np.uint8)
    for _ in range(many):
        room = [(found == kind).sum(axis=0) < len(group) for kind, group in enumerate(KINDS)]
        more = [np.vstack([found[:, free], np.full(free.sum(), kind, np.uint8)]) for kind, free in enumerate(room)]
        found = np.hstack(more)
    doubles = [kind for kind, group in enumerate(KINDS) if len(group) > 1]
    return found, np.prod([np.where((found == kind).any(axis=0), 2.0, 1.0) for kind in doubles], axis=0)


class Trial:
    """What so many digits can mean, in columns, and what the sentences about a place make of it there."""

    def __init__(self, digits: tuple[int, ...]) -> None:
        self.digits = digits
        self.kinds, self.weight = kinds_of(len(digits))
        self._cells: dict[tuple[Evidence, ...], tuple[Any, Any]] = {}

    def row(self, digit: int) -> Any:
        """What kind a digit is, in every column."""
        return self.kinds[self.digits.index(digit)]

    def told(self, heard: tuple[Evidence, ...]) -> tuple[Any, Any]:
        """How likely each colour of a place is in every column, after the sentences about it; and how likely these are."""
        found = self._cells.get(heard)
        if found is None:
            found = self.heard(heard)
            for oldest in list(self._cells)[: max(0, len(self._cells) + 1 - PLACES)]:
                self._cells.pop(
                    oldest, None
                )  # games are looked back on in other threads: one of them may have been quicker
            self._cells[heard] = found
        return found

    def heard(self, heard: tuple[Evidence, ...], blind: bool = False) -> tuple[Any, Any]:
        """The same, reckoned; `blind` as if colours were named without a look at the row."""
        import numpy as np

        says, replies = (np.array([unseen(each)] * 2) if blind else each for each in tables())
        found = np.full((len(COLOURS), self.weight.size), 1 / len(COLOURS), dtype=np.float32)
        begins: Any = 1.0
        for each in heard:
            kind = self.row(each.digit)
            if each.kind == "say":
                chances, index = says, kind
                begins = begins * np.array([begun(k) for k in range(HOW_MANY)])[kind]
            else:
                chances, index = replies, kind * HOW_MANY + self.row(each.reply)
            no, yes = (chance.astype(np.float32)[index] for chance in chances)
            for i, colour in enumerate(COLOURS):
                found[i] *= yes if colour == each.colour else no
        total = found.sum(axis=0)
        return found / total, begins * total

    def after(self, heard: Sequence[Evidence]) -> Decoder:
        """What these sentences tell."""
        cells = by_cell(heard)
        weight = self.weight
        for some in cells.values():
            weight = weight * self.told(some)[1]
        return Decoder(self, weight / weight.sum(), cells)

    def coherence(self, heard: Sequence[Evidence]) -> float:
        """How much likelier these sentences are than if their colours had nothing to do with the rows."""
        looked, blind = self.weight, self.weight
        for some in by_cell(heard).values():
            looked, blind = looked * self.told(some)[1], blind * self.heard(some, blind=True)[1]
        return float(looked.sum() / blind.sum())


class Decoder:
    """How likely each column is, and with it each colour of each place and each meaning of each digit."""

    def __init__(self, trial: Trial, weight: Any, cells: dict[Cell, tuple[Evidence, ...]]) -> None:
        self.trial, self.weight, self.cells = trial, weight, cells

    def colours(self, cell: Cell) -> tuple[float, ...]:
        """How likely each colour is there."""
        if cell not in self.cells:
            return (1 / len(COLOURS),) * len(COLOURS)
        return tuple(float(each) for each in self.trial.told(self.cells[cell])[0] @ self.weight)

    def kinds(self, digit: int) -> tuple[float, ...]:
        """How likely a digit means each kind; one that was never said any that is left."""
        if digit in self.said:
            return self.said[digit]
        unsaid = len(DIGITS) - len(self.said)
        used = (sum(each) for each in zip(*self.said.values(), strict=True)) if self.said else (0,) * HOW_MANY
        return tuple((len(group) - many) / unsaid for group, many in zip(KINDS, used, strict=True))

    @cached_property
    def said(self) -> dict[int, tuple[float, ...]]:
        """How likely each digit that was said means each kind."""
        import numpy as np

        rows = {digit: self.trial.row(digit) for digit in self.trial.digits}
        return {
            digit: tuple(map(float, np.bincount(row, weights=self.weight, minlength=HOW_MANY)))
            for digit, row in rows.items()
        }

    @property
    def open(self) -> float:
        """Among how many codes an even chance would be as open."""
        import numpy as np

        some = self.weight > 0
        codes = self.trial.weight[some] * factorial(len(DIGITS) - len(self.trial.digits))
        weight = self.weight[some]
        return float(2 ** float(-(weight * np.log2(weight / codes)).sum()))


def unseen(chances: Any) -> Any:
    """How likely each kind of sentence is whatever the colour, from those where it is not there and where it is."""
    no, yes = chances
    return (no * (len(COLOURS) - 1) + yes) / len(COLOURS)


def by_cell(heard: Sequence[Evidence]) -> dict[Cell, tuple[Evidence, ...]]:
    """The sentences about each place."""
    cells: dict[Cell, tuple[Evidence, ...]] = {}
    for each in heard:
        cells[each.seat, each.place] = (*cells.get((each.seat, each.place), ()), each)
    return cells


def digits_in(heard: Sequence[Evidence]) -> tuple[int, ...]:
    """The digits that were said."""
    return tuple(sorted({digit for each in heard for digit in (each.digit, each.reply) if digit}))


@lru_cache(maxsize=2)  # one for each team: what the places tell is kept in it
def columns(digits: tuple[int, ...]) -> Trial:
    """The columns for these digits."""
    return Trial(digits)


@lru_cache(maxsize=6)  # both partners hear the same, and a debrief asks again and again
def decoded(heard: tuple[Evidence, ...]) -> Decoder:
    """How likely everything is after all that a team said."""
    return columns(digits_in(heard)).after(heard)
