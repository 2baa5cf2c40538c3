"""What sentences of a team tell: the sum over all codes of `decoding.py`, over as few columns as will do.

Codes that give the digits of these sentences the same kinds are one column, with a weight; who uses five digits needs some
thousands of them instead of 90,720. What a place's own sentences make of it is kept, so that one sentence more, or one left
out for a proof, costs no more than its own place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import factorial
from typing import Any, NamedTuple

from referee.fully.knowledge.decoding import COLOURS, HOW_MANY, KINDS, Cell, Evidence, begun, tables
from referee.fully.pieces import DIGITS, Colour

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


class Told(NamedTuple):
    """What sentences make of a place, in every column: how much likelier each colour that was named is than one that was not;
    the sum over all colours; and how likely these sentences are."""

    named: dict[Colour, Any]
    total: Any
    likely: Any


class Trial:
    """What so many digits can mean, in columns, and what the sentences about a place make of it there."""

    def __init__(self, digits: tuple[int, ...]) -> None:
        self.digits = digits
        self.kinds, self.weight = kinds_of(len(digits))
        self._cells: dict[tuple[Evidence, ...], Told] = {}
        self._effects: dict[Evidence, tuple[Any, Any]] = {}

    def row(self, digit: int) -> Any:
        """What kind a digit is, in every column."""
        return self.kinds[self.digits.index(digit)]

    def told(self, heard: tuple[Evidence, ...]) -> Told:
        """What the sentences about a place make of it."""
        found = self._cells.get(heard)
        if found is None:
            found = self.heard(heard)
            for oldest in list(self._cells)[: max(0, len(self._cells) + 1 - PLACES)]:
                self._cells.pop(
                    oldest, None
                )  # games are looked back on in other threads: one of them may have been quicker
            self._cells[heard] = found
        return found

    def heard(self, heard: tuple[Evidence, ...]) -> Told:
        """The same, reckoned."""
        named: dict[Colour, Any] = {}
        common: Any = 1 / len(COLOURS)
        for each in heard:
            absent, likelier = self.effect(each)
            common = common * absent
            named[each.colour] = named[each.colour] * likelier if each.colour in named else likelier
        total = sum(named.values()) + (len(COLOURS) - len(named))
        return Told(named, total, common * total)

    def effect(self, each: Evidence) -> tuple[Any, Any]:
        """How likely a sentence is in every column if the colour that it names is not there, and how much likelier if it is."""
        import numpy as np

        if each not in self._effects:
            says, replies = tables()
            kind = self.row(each.digit)
            if each.kind == "say":
                no, yes = says
                begins = no * [begun(k) for k in range(HOW_MANY)]
                self._effects[each] = begins[kind], (yes / no).astype(np.float32)[kind]
            else:
                no, yes = replies
                index = kind * HOW_MANY + self.row(each.reply)
                self._effects[each] = no[index], (yes / no).astype(np.float32)[index]
        return self._effects[each]

    def after(self, heard: Sequence[Evidence]) -> Decoder:
        """What these sentences tell."""
        cells = by_cell(heard)
        weight = self.weight
        for some in cells.values():
            weight = weight * self.told(some).likely
        return Decoder(self, weight / weight.sum(), cells)

    def coherence(self, heard: Sequence[Evidence]) -> float:
        """How much likelier these sentences are than if their colours had nothing to do with the rows."""
        looked, blind = self.weight, self.weight
        for some in by_cell(heard).values():
            looked = looked * self.told(some).likely
        for each in heard:
            absent, likelier = self.effect(each)
            blind = blind * absent * (len(COLOURS) - 1 + likelier) / len(COLOURS)
        return float(looked.sum() / blind.sum())


class Decoder:
    """How likely each column is, and with it each colour of each place and each meaning of each digit."""

    def __init__(self, trial: Trial, weight: Any, cells: dict[Cell, tuple[Evidence, ...]]) -> None:
        self.trial, self.weight, self.cells = trial, weight, cells
        self._kinds: dict[int, tuple[float, ...]] = {}

    def colours(self, cell: Cell) -> tuple[float, ...]:
        """How likely each colour is there."""
        if cell not in self.cells:
            return (1 / len(COLOURS),) * len(COLOURS)
        told = self.trial.told(self.cells[cell])
        weight = (
            self.weight / told.total
        )  # added up without BLAS, whose threads would wait for each other on a busy laptop
        unnamed = float(weight.sum())
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
