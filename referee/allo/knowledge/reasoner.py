"""What a player of Allo... la France can know about the numbers of his rivals: exact, over all of them jointly.

Plates are unique, so what one rival holds no other does; nor is any plate of one's own among theirs. Everybody hears the
answers of all, and a number that was dialled and wrong is nobody's whom it was said to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from referee.allo import events as e
from referee.allo.knowledge.worlds import FULL, PARTS, Believed, Clue, holdings, implied, ruled_out, split
from referee.allo.moves import Number, Options
from referee.allo.pieces import Part
from referee.allo.state import State
from referee.allo.views import View
from referee.allo.ways import distances
from referee.knowledge import Fact, Missed, Reasoner, Unproven, cover


class NumberReasoner(Struct, frozen=True):
    """What a seat can know about its rivals' numbers."""

    me: int
    options: Options
    rivals: tuple[int, ...]
    clues: tuple[Clue, ...] = ()
    calls: tuple[Clue | None, ...] = ()  # what each line of the log told, so that it can be put right
    heard: int = 0
    era: int = 0
    believed: Any = None
    missed: tuple[Missed, ...] = ()

    @property
    def worlds(self) -> int:
        """In how many ways all rivals together can hold their numbers."""
        return int(self.believed.worlds)

    @property
    def solutions(self) -> dict[str, int]:
        """For each rival, how many numbers he can have."""
        return {str(seat): self.believed.how_many(i) for i, seat in enumerate(self.rivals)}

    def plates(self, seat: int, part: Part) -> tuple[str, ...]:
        """What a rival can hold of a part."""
        found: tuple[str, ...] = self.believed.possible(self.rivals.index(seat), part)
        return found

    def numbers(self, seat: int) -> Iterator[str]:
        """Every number that a rival can have, as it is dialled."""
        return ("".join(plates) for plates in self.believed.numbers(self.rivals.index(seat)))

    def certain(self) -> tuple[Fact, ...]:
        """The plates that are certain, and whole numbers."""
        found = []
        for seat in self.rivals:
            for part in PARTS:
                plates = self.plates(seat, part)
                found += [Fact(part.value, seat, plates[0])] if len(plates) == 1 else []
        return (*self.solved(), *found)

    def one_step(self) -> tuple[Fact, ...]:
        """What one answer tells about whoever gave it, and of a plate that it names for sure: that nobody else has it. Plates
        that one was shown in secret are not among it."""
        found: dict[Fact, None] = {}
        for clue in self.calls:
            if clue is None or clue.part is None:
                continue
            for plate in self.options.values(clue.part):
                if plate not in clue.plates:
                    found[Fact(clue.part.value, clue.seat, plate, so=False)] = None
            if len(clue.plates) == 1:
                (plate,) = clue.plates
                found |= {Fact(clue.part.value, other, plate, so=other == clue.seat): None for other in self.rivals}
        return tuple(found)

    def solved(self) -> tuple[Fact, ...]:
        """The numbers that are certain."""
        found = []
        for i, seat in enumerate(self.rivals):
            if all(len(self.believed.possible(i, part)) == 1 for part in PARTS):
                found.append(Fact(FULL, seat, next(self.numbers(seat)), whole=True))
        return tuple(found)

    def holds(self, fact: Fact) -> bool:
        """Is it so in all worlds that remain?"""
        return implied(self.believed, fact)

    def claims(self, event: Any) -> tuple[Fact, ...]:
        """A number that one dials oneself."""
        if isinstance(event, e.Guessed) and event.seat == self.me:
            return (Fact(FULL, event.to, event.number, whole=True),)
        return ()

    def after(self, event: Any | None) -> Self:
        """The same after one more event."""
        now = replace(self, heard=self.heard + 1)
        if isinstance(event, e.Asked):
            return now.called(now.told(event.to, event.part, event.value, event.at, event.answer))
        if isinstance(event, e.Guessed):
            return now.called(now.dialled(event.to, event.number, event.right))
        if isinstance(event, e.Corrected):
            return now.corrected(event)
        if isinstance(event, e.Shown) and event.to == self.me and event.part and event.value:
            return now.learnt(Clue(now.heard, event.seat, event.part, frozenset((event.value,))))
        if isinstance(event, e.Looked) and event.seat == self.me and event.value:
            return now.learnt(Clue(now.heard, event.of, event.part, frozenset((event.value,))))
        return now

    def told(self, to: int, part: Part | None, value: str | None, at: str | None, answer: Any) -> Clue | None:
        """What an answer tells about whoever gave it; nothing about oneself."""
        if to == self.me or part is None:
            return None
        every = frozenset(self.options.values(part))
        if part == Part.CITY:
            assert at is not None
            far = distances(self.options.map, at)
            return Clue(self.heard, to, part, frozenset(code for code in every if far[code] == answer))
        same = frozenset((value or "",))
        return Clue(self.heard, to, part, same if answer else every - same)

    def dialled(self, to: int, number: str, right: bool) -> Clue | None:
        """What a number that was said tells: whose it is not. When it is right the game is over."""
        return Clue(self.heard, to, wrong=number) if to != self.me and not right else None

    def called(self, clue: Clue | None) -> Self:
        """One more line of the log."""
        return replace(self, calls=(*self.calls, clue)).learnt(clue)

    def corrected(self, event: e.Corrected) -> Self:
        """A line that was put right tells what it tells now."""
        old = self.calls[event.line]
        if event.number is not None:
            new = self.dialled(event.to, event.number, bool(event.right))
        else:
            new = self.told(event.to, event.part, event.value, event.at, event.answer)
        calls = (*self.calls[: event.line], new, *self.calls[event.line + 1 :])
        return replace(self, calls=calls, clues=tuple(c for c in self.clues if c is not old)).learnt(new, again=True)

    def learnt(self, clue: Clue | None, again: bool = False) -> Self:
        """The same with a clue more."""
        if clue is None and not again:
            return self
        clues = (*self.clues, clue) if clue else self.clues
        return replace(self, clues=clues, believed=Believed(self.options, self.rivals, clues))

    def proof(self, fact: Fact) -> tuple[int, ...]:
        """As few events as it takes, where wrong numbers are not needed; else a set of which none can be left out."""
        if not self.holds(fact):
            raise Unproven
        parts = PARTS if fact.part == FULL else (Part(fact.part),)
        plain = [clue for clue in self.clues if not clue.wrong]
        if fact.so and implied(Believed(self.options, self.rivals, plain), fact):
            values = split(fact.value) if fact.part == FULL else (fact.value,)
            wanted = [(part, value) for part, value in zip(parts, values, strict=True)]
            return self.shortest(fact.about, wanted, plain)
        if not fact.so and (found := self.refuted(fact, plain)):
            return found
        return self.irreducible(fact)

    def is_tellable(self, fact: Fact) -> bool:
        """Always."""
        return True

    def refuted(self, fact: Fact, plain: list[Clue]) -> tuple[int, ...]:
        """The shortest way to rule a number out by one of its plates, if one of them will do; or it was dialled before."""
        if fact.part == FULL and (
            said := [c.event for c in self.clues if (c.seat, c.wrong) == (fact.about, fact.value)]
        ):
            return (said[0],)
        parts = zip(PARTS, split(fact.value), strict=True) if fact.part == FULL else [(Part(fact.part), fact.value)]
        best: tuple[int, ...] = ()
        for part, value in parts:
            try:
                found = self.shortest(fact.about, [(part, value)], plain, so=False)
            except Unproven:
                continue
            best = min(best or found, found, key=len)
        return best

    def shortest(
        self, seat: int, wanted: Sequence[tuple[Part, str]], clues: Sequence[Clue], so: bool = True
    ) -> tuple[int, ...]:
        """Part by part the fewest events; the deal, which tells of all parts, counts but once."""
        with_deal = {0}
        without: set[int] | None = set()
        for part, value in wanted:
            ways_to_hold = holdings(self.options.values(part), len(self.rivals))
            there = ways_to_hold[self.rivals.index(seat)][value]
            every = sum(ways_to_hold[0].values())  # whatever the first of them holds
            rest = every & ~there if so else there
            kills = [(clue.event, ruled_out(ways_to_hold, self.rivals, clue)) for clue in clues if clue.part == part]
            dealt = next((mask for event, mask in kills if event == 0), 0)
            others = [(event, mask) for event, mask in kills if event]
            masks = [mask for _, mask in others]
            with_deal |= {others[i][0] for i in cover(rest & ~dealt, masks, len(masks))}
            if without is not None:
                try:
                    without |= {others[i][0] for i in cover(rest, masks, len(masks))}
                except Unproven:
                    without = None
        found = with_deal if without is None or len(without) > len(with_deal) else without
        return tuple(sorted(found))

    def irreducible(self, fact: Fact) -> tuple[int, ...]:
        """Clues of which none can be left out; wrong numbers, which tell least, are tried first."""
        kept = sorted(self.clues, key=lambda clue: (not clue.wrong, -clue.event))
        for clue in tuple(kept):
            fewer = [each for each in kept if each is not clue]
            if implied(Believed(self.options, self.rivals, fewer), fact):
                kept = fewer
        return tuple(sorted({clue.event for clue in kept}))


def own(options: Options, number: Number) -> tuple[Clue, ...]:
    """What one's own number tells: nobody else holds a plate of it."""
    return tuple(Clue(0, -1, part, frozenset(options.values(part)) - {number.part(part)}) for part in PARTS)


def begin(view: View, dealt: Any, frank: Collection[int] = ()) -> Reasoner:
    """A reasoner for a seat that has looked at its own number."""
    assert isinstance(view.observer, int)
    number = view.numbers[view.observer]
    assert number is not None
    rivals = tuple(seat for seat in range(view.seats) if seat != view.observer)
    clues = own(view.options, number)
    believed = Believed(view.options, rivals, clues)
    return NumberReasoner(view.observer, view.options, rivals, clues, believed=believed)


def glance(view: View) -> NumberReasoner:
    """What a look at the log and at the plates that one has seen tells: all of it is there."""
    start = begin(view, None)
    assert isinstance(start, NumberReasoner)
    clues = list(start.clues)
    for i, call in enumerate(view.calls):
        now = replace(start, heard=i)
        if call.number is not None:
            clue = now.dialled(call.to, call.number, bool(call.right))
        else:
            clue = now.told(call.to, call.part, call.value, call.at, call.answer)
        clues += [clue] if clue else []
    for sight in view.secrets:
        if sight.to == start.me and sight.part and sight.value:
            clues.append(Clue(0, sight.owner, sight.part, frozenset((sight.value,))))
    return replace(start, clues=tuple(clues), believed=Believed(start.options, start.rivals, clues))


def is_so(state: State, fact: Fact) -> bool:
    """How it really is."""
    number = state.numbers[fact.about]
    found: str = number.dialled if fact.part == FULL else number.part(Part(fact.part))
    return bool(found == fact.value) == fact.so
