"""What some of the sentences of a team alone would tell: for proofs in Fully, which leave out one after the other.

It is the sum of `decoding.py` over fewer columns: codes that give the digits of these sentences the same kinds are one, with a
weight. What a place's own sentences make of it is kept, so that leaving one out costs no more than its own place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from referee.fully.knowledge.decoding import COLOURS, HOW_MANY, KINDS, Cell, Evidence, begun, tables

Spoken = tuple[int, Evidence]  # a sentence with the number of its event


@lru_cache(maxsize=10)
def kinds_of(many: int) -> tuple[Any, Any]:
    """Every way in which so many different digits can be of some kinds, a row for each digit; and how many codes each stands
    for, but for what is common to all."""
    import numpy as np

    columns: list[tuple[int, ...]] = [()]
    for _ in range(many):
        columns = [
            (*each, kind) for each, kind in product(columns, range(HOW_MANY)) if each.count(kind) < len(KINDS[kind])
        ]
    doubles = [kind for kind, group in enumerate(KINDS) if len(group) > 1]
    found = np.array(columns, dtype=np.uint8).T.reshape(many, len(columns))
    return found, np.prod([np.where((found == kind).any(axis=0), 2.0, 1.0) for kind in doubles], axis=0)


class Trial:
    """The sum over what a few digits can mean. Made for one proof and thrown away."""

    def __init__(self, heard: Sequence[Spoken], also: int = 0) -> None:
        digits = {each.digit for _, each in heard} | {each.reply for _, each in heard if each.reply}
        self.digits = tuple(sorted(digits | {also} - {0}))
        self.kinds, self.weight = kinds_of(len(self.digits))
        self._cells: dict[tuple[Evidence, ...], Any] = {}

    def row(self, digit: int) -> Any:
        """What kind a digit is, in every column."""
        return self.kinds[self.digits.index(digit)]

    def told(self, heard: tuple[Evidence, ...]) -> tuple[Any, Any]:
        """What the sentences about one place make of its colours in every column, and how likely that is."""
        import numpy as np

        if heard not in self._cells:
            says, replies = tables()
            found = np.full((len(COLOURS), self.weight.size), 1 / len(COLOURS))
            weight = 1.0
            for each in heard:
                kind = self.row(each.digit)
                if each.kind == "say":
                    chances, index = says, kind
                    weight = weight * np.array([begun(k) for k in range(HOW_MANY)])[kind]
                else:
                    chances, index = replies, kind * HOW_MANY + self.row(each.reply)
                no, yes = chances[0][index], chances[1][index]
                for i, colour in enumerate(COLOURS):
                    found[i] *= yes if colour == each.colour else no
            self._cells[heard] = found, weight * found.sum(axis=0)
        found, weight = self._cells[heard]
        return found, weight

    def weights(self, heard: Sequence[Spoken]) -> tuple[Any, dict[Cell, tuple[Evidence, ...]]]:
        """How likely every column is after these sentences, and which of them are about which place."""
        cells: dict[Cell, tuple[Evidence, ...]] = {}
        for _, each in heard:
            cells[each.seat, each.place] = (*cells.get((each.seat, each.place), ()), each)
        weight = self.weight
        for some in cells.values():
            weight = weight * self.told(some)[1]
        return weight / weight.sum(), cells

    def colours(self, heard: Sequence[Spoken], cells: Sequence[Cell]) -> list[tuple[float, ...]]:
        """How likely each colour is in each of those places."""
        weight, about = self.weights(heard)
        found = []
        for cell in cells:
            if cell in about:
                there, _ = self.told(about[cell])
                found.append(tuple(float(each) for each in (there / there.sum(axis=0)) @ weight))
            else:
                found.append((1 / len(COLOURS),) * len(COLOURS))
        return found

    def means(self, heard: Sequence[Spoken], digit: int) -> tuple[float, ...]:
        """How likely a digit is of each kind."""
        import numpy as np

        weight, _ = self.weights(heard)
        return tuple(float(each) for each in np.bincount(self.row(digit), weights=weight, minlength=HOW_MANY))
