"""What sentences of a team tell: the sum over all codes of `decoding.py`, over as few columns as will do.

Codes that give the digits of these sentences the same kinds are one column, with a weight; who uses five digits needs some
thousands of them instead of 90,720. What a place's own sentences make of it hangs on their own digits only: it is reckoned in
the columns of these, and looked up from all others. And it is kept, so that one sentence more, or one left out for a proof,
costs no more than its own place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import factorial
from typing import Any, NamedTuple

from referee.fully.knowledge.decoding import COLOURS, HOW_MANY, KINDS, Cell, Evidence, begun, tables
from referee.fully.pieces import DIGITS, Colour

Spoken = tuple[int, Evidence]  # a sentence with the number of its event
PLACES = 24  # what the sentences about so many of them tell is kept: the rows of two teams, and a few
FEW = 6  # digits of a place: they have far fewer columns than all digits have


@lru_cache(maxsize=10)
def kinds_of(many: int) -> tuple[Any, Any]:
    """Every way in which so many different digits can be of some kinds, a row for each digit; and how many codes each stands
    for, but for what is common to all."""
    import numpy as np

    if not many:
        return np.zeros((0, 1), np.uint8), np.ones(1)
    fewer, _ = kinds_of(many - 1)
    room = [(fewer == kind).sum(axis=0) < len(group) for kind, group in enumerate(KINDS)]
    found = np.hstack(
        [np.vstack([fewer[:, free], np.full(free.sum(), kind, np.uint8)]) for kind, free in enumerate(room)]
    )
    doubles = [kind for kind, group in enumerate(KINDS) if len(group) > 1]
    return found, np.prod([np.where((found == kind).any(axis=0), 2.0, 1.0) for kind in doubles], axis=0)


@lru_cache(maxsize=FEW + 1)
def column_of(many: int) -> Any:
    """The column in which so few digits have some kinds, by the number that these make."""
    import numpy as np

    kinds, weight = kinds_of(many)
    found = np.zeros(HOW_MANY**many, np.intp)
    found[numbered(kinds)] = np.arange(weight.size)
    return found


def numbered(kinds: Any) -> Any:
    """The number that the kinds of some digits make, in every column."""
    import numpy as np

    found = np.zeros(len(kinds[0]), np.uint32)
    for row in kinds:
        found *= HOW_MANY
        found += row
    return found


class Told(NamedTuple):
    """What the sentences about a place make of it, in every column of their digits: how much likelier each colour that was named
    is than one that was not; the sum over all colours; and how likely these sentences are."""

    named: dict[Colour, Any]
    total: Any
    likely: Any


@lru_cache(maxsize=2 * PLACES)
def reckoned(heard: tuple[Evidence, ...], digits: tuple[int, ...]) -> Told:
    """What the sentences about a place make of it, in every column of these digits."""
    named: dict[Colour, Any] = {}
    common: Any = 1 / len(COLOURS)
    for each in heard:
        absent, likelier = effect(each, digits)
        common = common * absent
        named[each.colour] = named[each.colour] * likelier if each.colour in named else likelier
    total = sum(named.values()) + (len(COLOURS) - len(named))
    return Told(named, total, common * total)


@lru_cache(maxsize=2 * PLACES)
def unrelated(heard: tuple[Evidence, ...], digits: tuple[int, ...]) -> Any:
    """How likely these sentences are in every column if the colours that they name had nothing to do with the row."""
    found: Any = 1.0
    for each in heard:
        absent, likelier = effect(each, digits)
        found = found * absent * (len(COLOURS) - 1 + likelier) / len(COLOURS)
    return found


def effect(each: Evidence, digits: tuple[int, ...]) -> tuple[Any, Any]:
    """How likely a sentence is in every column if the colour that it names is not there, and how much likelier if it is."""
    says, replies = tables()
    rows = dict(zip(digits, kinds_of(len(digits))[0], strict=True))
    if each.kind == "say":
        no, yes = says
        begins = no * [begun(k) for k in range(HOW_MANY)]
        return begins[rows[each.digit]], (yes / no)[rows[each.digit]]
    no, yes = replies
    index = rows[each.digit] * HOW_MANY + rows[each.reply]
    return no[index], (yes / no)[index]


class Trial:
    """What so many digits can mean, in columns, and what the sentences about a place make of it there."""

    def __init__(self, digits: tuple[int, ...]) -> None:
        self.digits = digits
        self.kinds, self.weight = kinds_of(len(digits))

    def row(self, digit: int) -> Any:
        """What kind a digit is, in every column."""
        return self.kinds[self.digits.index(digit)]

    def own(self, heard: tuple[Evidence, ...]) -> tuple[int, ...]:
        """The digits in whose columns the sentences about a place are reckoned."""
        digits = digits_in(heard)
        return digits if len(digits) <= FEW else self.digits

    def within(self, digits: tuple[int, ...]) -> Any:
        """For every column that of these digits which it is part of."""
        return within(self.digits, digits)

    def weighed(self, heard: Sequence[Evidence], reckon: Callable[[tuple[Evidence, ...], tuple[int, ...]], Any]) -> Any:
        """The weight of every column, times what the sentences about each place make of it."""
        import numpy as np

        weight, room = self.weight.copy(), np.empty_like(self.weight)
        for some in by_cell(heard).values():
            own = self.own(some)
            weight *= np.take(reckon(some, own), self.within(own), out=room, mode="clip")
        return weight

    def after(self, heard: Sequence[Evidence]) -> Decoder:
        """What these sentences tell."""
        weight = self.weighed(heard, lambda some, own: reckoned(some, own).likely)
        weight /= weight.sum()
        return Decoder(self, weight, by_cell(heard))

    def coherence(self, heard: Sequence[Evidence]) -> float:
        """How much likelier these sentences are than if their colours had nothing to do with the rows."""
        looked = self.weighed(heard, lambda some, own: reckoned(some, own).likely)
        return float(looked.sum() / self.weighed(heard, unrelated).sum())


class Decoder:
    """How likely each column is, and with it each colour of each place and each meaning of each digit."""

    def __init__(self, trial: Trial, weight: Any, cells: dict[Cell, tuple[Evidence, ...]]) -> None:
        self.trial, self.weight, self.cells = trial, weight, cells
        self._kinds: dict[int, tuple[float, ...]] = {}

    def colours(self, cell: Cell) -> tuple[float, ...]:
        """How likely each colour is there."""
        import numpy as np

        if cell not in self.cells:
            return (1 / len(COLOURS),) * len(COLOURS)
        own = self.trial.own(self.cells[cell])
        told = reckoned(self.cells[cell], own)
        weight = np.bincount(self.trial.within(own), self.weight, told.total.size) / told.total
        unnamed = float(weight.sum())  # without BLAS, whose threads would wait for each other on a busy laptop
        named = {colour: float((each * weight).sum()) for colour, each in told.named.items()}
        return tuple(named.get(each, unnamed) for each in COLOURS)

    def kinds(self, digit: int) -> tuple[float, ...]:
        """How likely a digit means each kind; one that was never said any that is left."""
        if digit not in self._kinds:
            self._kinds[digit] = self.said(digit) if digit in self.trial.digits else self.unsaid()
        return self._kinds[digit]

    def said(self, digit: int) -> tuple[float, ...]:
        """The same of one that was said."""
        import numpy as np

        return tuple(map(float, np.bincount(self.trial.row(digit), weights=self.weight, minlength=HOW_MANY)))

    def unsaid(self) -> tuple[float, ...]:
        """The same of one that was not: what those that were leave."""
        digits = self.trial.digits
        used = [sum(each) for each in zip(*map(self.kinds, digits), strict=True)] or [0.0] * HOW_MANY
        left = len(DIGITS) - len(digits)
        return tuple((len(group) - many) / left for group, many in zip(KINDS, used, strict=True))

    @property
    def open(self) -> float:
        """Among how many codes an even chance would be as open."""
        import numpy as np

        some = self.weight > 0
        codes = self.trial.weight[some] * factorial(len(DIGITS) - len(self.trial.digits))
        weight = self.weight[some]
        return float(2 ** float(-(weight * np.log2(weight / codes)).sum()))


@lru_cache(maxsize=2 * PLACES)  # of all: one of each trial's own would hold that trial until somebody looks for rubbish
def within(digits: tuple[int, ...], few: tuple[int, ...]) -> Any:
    """For every column of some digits that of a few among them which it is part of."""
    import numpy as np

    kinds, weight = kinds_of(len(digits))
    if few == digits:
        return np.arange(weight.size)
    return column_of(len(few))[numbered([kinds[digits.index(digit)] for digit in few])]


def by_cell(heard: Sequence[Evidence]) -> dict[Cell, tuple[Evidence, ...]]:
    """The sentences about each place."""
    cells: dict[Cell, tuple[Evidence, ...]] = {}
    for each in heard:
        cells[each.seat, each.place] = (*cells.get((each.seat, each.place), ()), each)
    return cells


def digits_in(heard: Sequence[Evidence]) -> tuple[int, ...]:
    """The digits that were said."""
    return tuple(sorted({digit for each in heard for digit in (each.digit, each.reply) if digit}))


@lru_cache(maxsize=6)  # one for each team, and those of a proof that is looked for
def columns(digits: tuple[int, ...]) -> Trial:
    """The columns for these digits."""
    return Trial(digits)


@lru_cache(maxsize=6)  # both partners hear the same, and a debrief asks again and again
def decoded(heard: tuple[Evidence, ...]) -> Decoder:
    """How likely everything is after all that a team said."""
    return columns(digits_in(heard)).after(heard)
