"""Puzzles: what one seat was told, of which nothing can be left out, and from which one answer follows. Pure, like all here.

A game that has puzzles makes one from a seed (`referee/<slug>/puzzles.py`, a `PuzzleMaker`). Most deal a setting and say one
true thing after the other about it; what each of them rules out are worlds, as bits, as in `knowledge.py`. `from_worlds` makes
a puzzle of that: enough of them for one answer, none too many, and a chain of steps of which each needs as few of them at
once as can be. The seed alone makes the puzzle: the same one on every computer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations, count
from math import log2
from typing import Any, Literal, Protocol

from msgspec import Struct

from referee.chance import Chance
from referee.knowledge import Fact

Level = Literal["easy", "medium", "hard"]
Thirds = tuple[float, float]  # the efforts up to which a third and two thirds of all puzzles lie, as measured
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
MOST_CLUES = 120  # said, also in vain; then another setting is dealt
FEWEST = 3  # clues and steps: with fewer there is nothing to think about
WIDTH = 0.1  # what a doubling of the worlds that are left adds to a step of one clue
MOST_AT_ONCE = 3  # things that anybody can keep in mind; what needs more is no puzzle for people


class PuzzleClue(Struct, frozen=True):
    """Something that was said and is true: in a form that the game reads, and the worlds that it rules out."""

    said: Any
    rules_out: int


class Setting(Struct, frozen=True):
    """What is there before anything is said."""

    shown: Any  # what the solver sees: in a form that the game reads
    hidden: Any  # what he does not: whatever the game needs to say true things
    truth: Any  # what he looks for
    worlds: int  # that fit what is shown, as bits
    answer: int  # those of them in which the truth is the answer
    facts: tuple[tuple[Fact, int], ...]  # what can be concluded on the way, each with the worlds in which it is so
    tidy: Callable[[int], int] = int  # where bits stand for parts of worlds: the same without parts that fit no other
    count: Callable[[int], int] = int.bit_count  # and how many worlds they are


class Step(Struct, frozen=True):
    """A conclusion, and the clues that are needed for it beside all that was concluded before."""

    fact: Fact
    clues: tuple[int, ...]
    open: int = 1  # bits of worlds that were left before it: how much one has to keep an eye on


class Puzzle(Struct, frozen=True):
    """A puzzle with its solution."""

    game: str
    level: Level
    seed: str
    shown: Any
    clues: tuple[Any, ...]
    solution: Any
    chain: tuple[Step, ...]
    worlds: int  # that the solver begins with

    @property
    def steps(self) -> int:
        """How many conclusions it takes."""
        return len(self.chain)

    @property
    def k(self) -> int:
        """How many clues have to be kept in mind at once, at most."""
        return max(len(step.clues) for step in self.chain)


class PuzzleMaker(Protocol):
    """What `referee/<slug>/puzzles.py` gives."""

    def attempt(self, seed: str) -> Puzzle | None:
        """The puzzle of a seed, unless it comes to nothing."""
        ...

    def told(self, puzzle: Puzzle) -> dict[str, Any]:
        """The puzzle for programs, beside what all puzzles have: what is seen and said, and `solution`."""
        ...


def effort(chain: Sequence[Step]) -> float:
    """How hard a chain is: two clues at once are far more than one after the other. Nobody was timed."""
    return sum(3.0 ** (len(step.clues) - 1) + WIDTH * log2(step.open) for step in chain)


def level_of(chain: Sequence[Step], thirds: Thirds) -> Level:
    """The third of all puzzles of its game that it lies in."""
    return LEVELS[sum(effort(chain) > each for each in thirds)]


def attempts(maker: PuzzleMaker, seed: str) -> Iterator[Puzzle]:
    """Puzzles without end, of whatever level; the seed of each gives it again."""
    for number in count():
        found = maker.attempt(f"{seed}/{number}" if number else seed)
        if found is not None:
            yield found


def puzzle(maker: PuzzleMaker, seed: str, level: Level) -> Puzzle:
    """The first one of that level."""
    return next(each for each in attempts(maker, seed) if each.level == level)


def dice(game: str, seed: str) -> Chance:
    """The chance of a puzzle: the same for the same seed for ever."""
    return Chance(sha256(f"sousmain puzzle\0{game}\0{seed}".encode()).digest(), 0)


def from_worlds(
    game: str,
    seed: str,
    thirds: Thirds,
    deal: Callable[[Chance], Setting],
    say: Callable[[Chance, Setting, int], PuzzleClue],
) -> Puzzle | None:
    """The puzzle of a seed, unless what is said there never leaves one answer, or leaves nothing to think about.

    `deal` gives a setting; `say` something true about it, with the worlds that are left in view.
    """
    chance = dice(game, seed)
    setting = deal(chance)
    told = enough(chance, setting, say)
    if told is None:
        return None
    tried = chance.shuffled(told)
    if chance.below(2):  # without those that tell most it takes more of the others
        tried = tuple(sorted(tried, key=lambda each: -(each.rules_out & setting.worlds).bit_count()))
    kept = needed(setting, tried)
    clues = [each for each in told if each in kept]  # in the order in which they were said
    chain = solved(setting, clues) if len(clues) >= FEWEST else None
    if chain is None or len(chain) < FEWEST:
        return None
    return Puzzle(
        game=game,
        level=level_of(chain, thirds),
        seed=seed,
        shown=setting.shown,
        clues=tuple(each.said for each in clues),
        solution=setting.truth,
        chain=chain,
        worlds=setting.count(setting.worlds),
    )


def enough(
    chance: Chance, setting: Setting, say: Callable[[Chance, Setting, int], PuzzleClue]
) -> list[PuzzleClue] | None:
    """Clues, each of which rules something out, until one answer is left."""
    left = setting.worlds
    told: list[PuzzleClue] = []
    for _ in range(MOST_CLUES):
        if not left & ~setting.answer:
            return told
        clue = say(chance, setting, left)
        if left & clue.rules_out:
            told.append(clue)
            left = setting.tidy(left & ~clue.rules_out)
    return None


def needed(setting: Setting, clues: Sequence[PuzzleClue]) -> list[PuzzleClue]:
    """As many of them as one answer needs: of what is left none can be left out."""
    kept = list(clues)
    for each in clues:
        fewer = [other for other in kept if other is not each]
        if not remaining(setting, setting.worlds, fewer) & ~setting.answer:
            kept = fewer
    return kept


def remaining(setting: Setting, worlds: int, clues: Sequence[PuzzleClue]) -> int:
    """The worlds that fit some clues."""
    left = worlds
    for each in clues:
        left = without(left, each.rules_out)
    return setting.tidy(left)


def without(worlds: int, some: int) -> int:
    """Worlds but for some: as `worlds & ~some`, which takes Python four times as long."""
    return worlds ^ (worlds & some)


def solved(setting: Setting, clues: Sequence[PuzzleClue]) -> tuple[Step, ...] | None:
    """The way to the answer in steps, each with as few clues at once as can be, and then the one that tells most; only those
    steps that a later one or the answer needs. None if a step would need too many."""
    known, steps = setting.worlds, []
    facts = [(fact, without(known, mask)) for fact, mask in setting.facts]  # each with the worlds in which it is not so
    while known & ~setting.answer:
        facts = [(fact, against) for fact, against in facts if known & against]  # what is new yet
        found = next_step(setting, known, facts, clues)
        if found is None:
            return None
        step, known = found
        steps.append(step)
    return shortest(setting, steps, clues)


def next_step(
    setting: Setting, known: int, facts: Sequence[tuple[Fact, int]], clues: Sequence[PuzzleClue]
) -> tuple[Step, int] | None:
    """The next conclusion, and the worlds that are left when it is known: of those from one clue the one that tells most,
    else the first that several give."""
    telling = [i for i, each in enumerate(clues) if known & each.rules_out]
    for many in range(MOST_AT_ONCE + 1):
        best: tuple[int, int, Step] | None = None  # how many worlds, which, and how
        for some in combinations(telling, many):
            if best and many > 1:
                break
            left = remaining(setting, known, [clues[i] for i in some])
            if left == known:
                continue
            for fact, against in facts:
                if not left & against:
                    worlds = setting.tidy(without(known, against))
                    weight = worlds.bit_count()
                    if best is None or weight < best[0]:
                        best = weight, worlds, Step(fact, some, known.bit_count())
        if best:
            return best[2], best[1]
    return None


def shortest(setting: Setting, steps: Sequence[Step], clues: Sequence[PuzzleClue]) -> tuple[Step, ...]:
    """The same without steps that nothing needs, tried from the last but one to the first."""
    masks = dict(setting.facts)
    before = [setting.worlds]  # what was known before each step
    for step in steps[:-1]:
        before.append(setting.tidy(before[-1] & masks[step.fact]))
    kept: list[Step] = [steps[-1]]
    for number, step in reversed([*enumerate(steps[:-1])]):
        if not follows(setting, before[number], kept, masks, clues):
            kept.insert(0, step)
    return tuple(kept)


def follows(
    setting: Setting, known: int, steps: Sequence[Step], masks: Mapping[Fact, int], clues: Sequence[PuzzleClue]
) -> bool:
    """Does each of these steps follow from what is known and those before it, and the answer from the last?"""
    for step in steps:
        if without(remaining(setting, known, [clues[i] for i in step.clues]), masks[step.fact]):
            return False
        known = setting.tidy(known & masks[step.fact])
    return not known & ~setting.answer


def several(maker: PuzzleMaker, seeds: Iterable[tuple[str, Level]]) -> Iterator[Puzzle]:
    """A puzzle for each seed, of that level; no two of them show the same deal."""
    found: list[Puzzle] = []
    for seed, level in seeds:
        fresh = (each for each in attempts(maker, seed) if each.level == level)
        found.append(next(each for each in fresh if not any(same_deal(each, other) for other in found)))
        yield found[-1]


def same_deal(one: Puzzle, other: Puzzle) -> bool:
    """Do two puzzles show the same, with the same solution?"""
    return (one.shown, one.solution) == (other.shown, other.solution)
