"""What clues about the numbers of rivals leave possible, counted and not listed: Allo... la France, all rivals jointly.

Parts of a number have nothing to do with each other but for numbers that were dialled and wrong: those rule out four plates
together, by inclusion and exclusion. Within a part a formula counts the ways to hold plates of which no two are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import permutations, product
from math import prod

from msgspec import Struct

from referee.allo.moves import Options
from referee.allo.pieces import Part
from referee.knowledge import Fact

PARTS = tuple(Part)
Plates = tuple[frozenset[str], ...]  # that each rival can hold, of one part
FULL = "number"  # the part of a fact about a whole number


class Clue(Struct, frozen=True):
    """Something that was learnt: of one rival, that a plate is or is not among some; or that a number is not his."""

    event: int
    seat: int  # -1: one's own number, which nobody else has a plate of
    part: Part | None = None
    plates: frozenset[str] = frozenset()  # one of these
    wrong: str = ""  # a whole number


def ways(plates: Sequence[frozenset[str]]) -> int:
    """In how many ways each rival can hold one of his plates, no two of them the same."""
    if len(plates) == 2:
        a, b = plates
        return len(a) * len(b) - len(a & b)
    a, b, c = plates
    ab, ac, bc = len(a & b), len(a & c), len(b & c)
    return len(a) * len(b) * len(c) - ab * len(c) - ac * len(b) - bc * len(a) + 2 * len(a & b & c)


def split(number: str) -> tuple[str, ...]:
    """The four plates of a dialled number."""
    return tuple(number[2 * i : 2 * i + 2] for i in range(len(PARTS)))


class Believed:
    """What some clues leave: the plates that each rival can hold, and how many worlds that makes."""

    def __init__(self, options: Options, rivals: tuple[int, ...], clues: Iterable[Clue]) -> None:
        self.rivals = rivals
        left = {part: {seat: frozenset(options.values(part)) for seat in rivals} for part in PARTS}
        wrong: dict[int, set[str]] = {seat: set() for seat in rivals}
        for clue in clues:
            if clue.wrong:
                wrong[clue.seat].add(clue.wrong)
            elif clue.part is not None:
                for seat in rivals if clue.seat < 0 else (clue.seat,):
                    left[clue.part][seat] &= clue.plates
        self.plates: dict[Part, Plates] = {part: tuple(left[part][seat] for seat in rivals) for part in PARTS}
        # Wrong numbers that are impossible anyway rule out nothing.
        self.wrong = tuple(
            tuple(n for n in sorted(wrong[seat]) if self.fits(i, split(n))) for i, seat in enumerate(rivals)
        )
        self._ways: dict[tuple[Part, tuple[str | None, ...]], int] = {}
        self._possible: dict[tuple[int, Part], tuple[str, ...]] = {}

    def fits(self, rival: int, number: Sequence[str]) -> bool:
        """Are all four plates possible, one by one?"""
        return all(plate in self.plates[part][rival] for part, plate in zip(PARTS, number, strict=True))

    def ways_with(self, part: Part, held: tuple[str | None, ...]) -> int:
        """In how many ways that part can be held, where some rivals hold what is said."""
        key = part, held
        if key not in self._ways:
            plates = self.plates[part]
            some = [p if plate is None else p & {plate} for p, plate in zip(plates, held, strict=True)]
            self._ways[key] = ways(some)
        return self._ways[key]

    def count(self, held: dict[tuple[int, Part], str] | None = None) -> int:
        """How many worlds there are in which rivals, by their place, hold these plates."""
        found = 0
        said = held or {}
        for numbers in product(*((None, *each) for each in self.wrong)):
            sign = -1 if sum(number is not None for number in numbers) % 2 else 1
            term = 1
            forced = [split(number) if number else None for number in numbers]
            for p, part in enumerate(PARTS):
                plates: list[str | None] = []
                for i in range(len(self.rivals)):
                    ask, force = said.get((i, part)), forced[i]
                    if ask is not None and force and force[p] != ask:
                        term = 0
                    plates.append(ask if ask is not None else force[p] if force else None)
                term = term and term * self.ways_with(part, tuple(plates))
                if not term:
                    break
            found += sign * term
        return found

    @cached_property
    def worlds(self) -> int:
        """How many there are."""
        return self.count()

    def possible(self, rival: int, part: Part) -> tuple[str, ...]:
        """The plates that a rival, by his place, can hold in some world. Robots ask again and again."""
        if (rival, part) not in self._possible:
            self._possible[rival, part] = tuple(self._holdable(rival, part))
        return self._possible[rival, part]

    def _holdable(self, rival: int, part: Part) -> Iterator[str]:
        plates = sorted(self.plates[part][rival])
        if not any(self.wrong):
            none = [None] * len(self.rivals)
            fixed = [(*none[:rival], plate, *none[rival + 1 :]) for plate in plates]
            if not all(self.ways_with(each, tuple(none)) for each in PARTS):
                return iter(())
            return (plate for plate, held in zip(plates, fixed, strict=True) if self.ways_with(part, held))
        return (plate for plate in plates if self.count({(rival, part): plate}))

    def numbers(self, rival: int) -> Iterator[tuple[str, ...]]:
        """Every number that a rival can have."""
        sets = [self.possible(rival, part) for part in PARTS]
        sure = self.others_are_free(rival, sets)
        wrong = {split(number) for number in self.wrong[rival]}
        for number in product(*sets):
            if number in wrong:
                continue
            if sure or self.count({(rival, part): plate for part, plate in zip(PARTS, number, strict=True)}):
                yield number

    def how_many(self, rival: int) -> int:
        """How many numbers a rival can have."""
        sets = [self.possible(rival, part) for part in PARTS]
        if not self.others_are_free(rival, sets):
            return sum(1 for _ in self.numbers(rival))
        wrong = sum(all(n in s for n, s in zip(split(w), sets, strict=True)) for w in self.wrong[rival])
        return prod(map(len, sets)) - wrong

    def others_are_free(self, rival: int, sets: Sequence[Sequence[str]]) -> bool:
        """Whatever of these plates he holds, have the others surely a world left beside all wrong numbers? Wrong numbers
        of others rule out no more than the sum of what each does, at most."""
        least, out = 1, [1] * sum(len(w) for i, w in enumerate(self.wrong) if i != rival)
        others = [(i, split(n)) for i, each in enumerate(self.wrong) if i != rival for n in each]
        none: list[str | None] = [None] * len(self.rivals)
        for p, (part, plates) in enumerate(zip(PARTS, sets, strict=True)):
            helds = [[*none[:rival], plate, *none[rival + 1 :]] for plate in plates]
            least *= min((self.ways_with(part, tuple(held)) for held in helds), default=0)
            for k, (i, number) in enumerate(others):
                with_it = [(*held[:i], number[p], *held[i + 1 :]) for held in helds]
                out[k] *= max((self.ways_with(part, held) for held in with_it), default=0)
        return least > sum(out)


Holdings = tuple[dict[str, int], ...]


@lru_cache(maxsize=64)
def holdings(values: tuple[str, ...], rivals: int) -> Holdings:
    """All ways in which so many rivals can hold one of these plates each, as bits: for each rival, by the plate he holds."""
    found: Holdings = tuple(dict.fromkeys(values, 0) for _ in range(rivals))
    for i, held in enumerate(permutations(values, rivals)):
        for place, value in enumerate(held):
            found[place][value] |= 1 << i
    return found


def ruled_out(of: Holdings, rivals: tuple[int, ...], clue: Clue) -> int:
    """The ways to hold a part that a clue rules out, as bits."""
    found = 0
    for place in range(len(rivals)) if clue.seat < 0 else (rivals.index(clue.seat),):
        for value, mask in of[place].items():
            if value not in clue.plates:
                found |= mask
    return found


def implied(believed: Believed, fact: Fact) -> bool:
    """Is it so in every world that these clues leave, and is there one?"""
    place = believed.rivals.index(fact.about)
    parts = zip(PARTS, split(fact.value), strict=True) if fact.part == FULL else [(Part(fact.part), fact.value)]
    there = believed.count({(place, part): plate for part, plate in parts})
    return bool(believed.worlds) and there == (believed.worlds if fact.so else 0)
