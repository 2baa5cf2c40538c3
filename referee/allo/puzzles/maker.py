"""Puzzles of Allo... la France: what a rival answered, what another one did, numbers that were wrong; what is the number?

Five names of each kind are in the game, as in a short one. What you hold yourself nobody else has, and what the other rival
has the one you look for has not.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from msgspec import Struct, to_builtins

from referee.allo.knowledge.worlds import PARTS
from referee.allo.moves import Number, Options
from referee.allo.pieces import Part
from referee.allo.ways import distance
from referee.chance import Chance
from referee.knowledge import Fact
from referee.puzzles import Puzzle, PuzzleClue, Setting, from_worlds

THIRDS = (18.3, 24.3)
NAMES = 5
OPTIONS = Options(surnames=NAMES, firsts=NAMES, jobs=NAMES)
NUMBERS: tuple[tuple[str, ...], ...] = tuple(product(*(OPTIONS.values(part) for part in PARTS)))
ALL = (1 << len(NUMBERS)) - 1
WANTED, OTHER = 0, 1  # the rival whose number it is about, and another one
FEW = 4  # numbers left: somebody may well dial one of them, and be wrong
YES = 10  # of so many names that are asked for one is right


class Told(Struct, frozen=True):
    """An answer: how far it is from a city, whether a name is his, or a number that was dialled and wrong."""

    kind: str  # distance, name, wrong
    rival: int
    part: str = ""
    value: str = ""
    answer: int = 0  # cities, or 0 for no and 1 for yes


@cache
def holding(place: int, values: frozenset[str]) -> int:
    """The numbers of which one part is among some."""
    return sum(1 << i for i, number in enumerate(NUMBERS) if number[place] in values)


@cache
def facts() -> tuple[tuple[Fact, int], ...]:
    """Which plate it is, and which it is not."""
    found = []
    for place, part in enumerate(PARTS):
        for value in OPTIONS.values(part):
            mask = holding(place, frozenset((value,)))
            found += [(Fact(part.value, WANTED, value, so), mask if so else ALL & ~mask) for so in (True, False)]
    return tuple(found)


def setting(chance: Chance) -> Setting:
    """Three numbers, no plate twice: yours, which you know, the one you look for, and one more."""
    drawn = [chance.shuffled(OPTIONS.values(part))[:3] for part in PARTS]
    mine, wanted, other = (tuple(plates[i] for plates in drawn) for i in range(3))
    fits = ALL
    for place, plate in enumerate(mine):
        fits &= ~holding(place, frozenset((plate,)))
    truth = Number(*wanted).dialled
    return Setting(Number(*mine), (wanted, other), truth, fits, 1 << NUMBERS.index(wanted), facts())


def clue(chance: Chance, setting: Setting, left: int) -> PuzzleClue:
    """Somebody calls a rival; everybody hears the answer."""
    wanted, _ = setting.hidden
    rest = [number for i, number in enumerate(NUMBERS) if left >> i & 1 and number != wanted] if fewer(left) else []
    if rest and chance.below(2) == 0:
        number = chance.one(rest)
        return PuzzleClue(Told("wrong", WANTED, value=Number(*number).dialled), 1 << NUMBERS.index(number))
    place = chance.below(len(PARTS))
    if PARTS[place] == Part.CITY:
        start = chance.one([code for code in OPTIONS.map.codes if code != wanted[place]])
        far = distance(OPTIONS.map, start, wanted[place])
        same = frozenset(c for c in OPTIONS.map.codes if distance(OPTIONS.map, start, c) == far)
        return PuzzleClue(Told("distance", WANTED, Part.CITY.value, start, far), ALL & ~holding(place, same))
    return named(chance, setting, place)


def named(chance: Chance, setting: Setting, place: int) -> PuzzleClue:
    """A name is asked for: one that the other rival has, or one that the wanted one has not; seldom the right one."""
    wanted, other = setting.hidden
    part = PARTS[place]
    if chance.below(4) == 0:
        value = other[place]
        return PuzzleClue(Told("name", OTHER, part.value, value, 1), holding(place, frozenset((value,))))
    if chance.below(YES) == 0:
        value = wanted[place]
        return PuzzleClue(Told("name", WANTED, part.value, value, 1), ALL & ~holding(place, frozenset((value,))))
    value = chance.one([v for v in OPTIONS.values(part) if v not in (wanted[place], setting.shown.part(part))])
    return PuzzleClue(Told("name", WANTED, part.value, value, 0), holding(place, frozenset((value,))))


def fewer(left: int) -> bool:
    """Are so few numbers left that somebody would dial one?"""
    return left.bit_count() <= FEW


def attempt(seed: str) -> Puzzle | None:
    """The puzzle of a seed, unless it comes to nothing."""
    return from_worlds("allo", seed, THIRDS, setting, clue)


def told(puzzle: Puzzle) -> dict[str, Any]:
    """What programs read: your own number, how many names are in the game, what was said, and the number."""
    return {
        "own": puzzle.shown.dialled,
        "names": NAMES,
        "calls": to_builtins(puzzle.clues),
        "solution": puzzle.solution,
    }
