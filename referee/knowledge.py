"""What a seat can know: the contract of every `referee/<slug>/knowledge`, and the search for a smallest proof.

A reasoner is a value. It begins with what its observer sees once the cards are dealt (his view of that moment) and folds
what he witnesses, event by event. It is never handed a state, so it cannot know more than he does; and it works alike for a
running table, a robot, a record and a paper evening. Robots and debriefs are its readers and do not reason themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Protocol, Self

from msgspec import Struct

Solutions = float | Mapping[str, float]  # of one secret, or of each of several by the number of the seat that holds it
Clue = tuple[int, int]  # the number of a witnessed event, and the worlds that it rules out, as bits


class Fact(Struct, frozen=True):
    """Something about a secret. `part` names its sentence in `templates/pages/<slug>/debrief.toml`."""

    part: str
    about: int  # the seat, or the agent, that holds the secret
    value: Any
    so: bool = True  # else: that it is not so
    whole: bool = False  # all that there is to find about that secret, and not a part of it


class Missed(Struct, frozen=True):
    """Something that was to be had and that nobody took in time: when it was gone, where it came from, what it was worth."""

    at: int  # the numbers of the events
    since: int
    fact: Fact
    worth: int


class Entry(Struct, frozen=True):
    """Something that somebody entered of what lies on the table: the number of the event, and who entered it."""

    at: int
    by: int | str  # a seat, or the table


class Contradiction(Struct, frozen=True):
    """Entries that cannot all be true: the event with which they began to contradict each other, and those of which each
    alone, entered otherwise, would make all fit."""

    at: int
    heals: tuple[Entry, ...]


class Unproven(Exception):
    """What was witnessed does not imply it."""


class Reasoner(Protocol):
    """What one observer can know, after all that he has witnessed. Events are counted: the deal is 0, then 1, 2, …"""

    @property
    def heard(self) -> int:
        """The number of the last event."""
        ...

    @property
    def era(self) -> int:
        """Which secret it is about: another number means that cards were dealt anew and curves begin anew."""
        ...

    @property
    def worlds(self) -> float:
        """How many ways it could be. Where bluffing is legal: as many as an even chance between them would be as open."""
        ...

    @property
    def solutions(self) -> Solutions:
        """How many different answers there are to what this seat must find."""
        ...

    @property
    def missed(self) -> tuple[Missed, ...]:
        """What was to be had and nobody took, in games where eyes miss something; else nothing."""
        ...

    def after(self, event: Any | None) -> Self:
        """The same after one more event, as its observer witnessed it; None: he saw nothing of it."""
        ...

    def certain(self) -> tuple[Fact, ...]:
        """All that is certain and was not plain from the start."""
        ...

    def one_step(self) -> tuple[Fact, ...]:
        """What follows from a single event and the rules, and a note sheet marks by itself: also what is not so. Nothing
        where nothing follows from one event. What one's own cards alone tell is not among it: sheets lie open."""
        ...

    def solved(self) -> tuple[Fact, ...]:
        """What this seat must find, as far as there is but one answer left."""
        ...

    def holds(self, fact: Fact) -> bool:
        """Is that certain? Nothing is while what was entered contradicts itself."""
        ...

    def proof(self, fact: Fact) -> tuple[int, ...]:
        """The numbers of a smallest set of events that imply it together with the rules; raises Unproven."""
        ...

    def is_tellable(self, fact: Fact) -> bool:
        """Is its proof one for the table: found at once, and short enough to be told to a beginner?"""
        ...

    def claims(self, event: Any) -> tuple[Fact, ...]:
        """What its own observer says with that event that can be right or wrong: a declaration, a call, a number."""
        ...


class Knowledge(Protocol):
    """What `referee/<slug>/knowledge` gives."""

    def begin(self, view: Any, dealt: Any, frank: Collection[int] = ()) -> Reasoner:
        """A reasoner for the seat of that view, which shows the game just dealt; and the deal as that seat witnessed it. Who is
        `frank` acts at once on all that he can know, as robots do and people need not: where silence tells, his does."""
        ...

    def is_so(self, state: Any, fact: Fact) -> bool:
        """How it really is: for whoever looks back on a game, never for a reasoner."""
        ...

    def audited(self, events: Sequence[Any]) -> Contradiction | None:
        """Where what people entered in a game contradicts itself, if it does: for whoever looks back on it, too."""
        ...


def nothing_to_contradict(events: Sequence[Any]) -> Contradiction | None:
    """None: in a game where all that is witnessed comes from the phones, or may be a lie, no entry contradicts another."""
    return None


class Worlds(Struct, frozen=True):
    """A reasoner over worlds that can be listed: each is a bit. A game says which worlds fit what it witnesses."""

    me: int
    heard: int = 0
    era: int = 0
    left: int = 0  # the worlds that remain
    clues: tuple[Clue, ...] = ()
    missed: tuple[Missed, ...] = ()

    @property
    def worlds(self) -> int:
        """How many ways it could be."""
        return self.left.bit_count()

    def true_in(self, fact: Fact) -> int:
        """The worlds in which it is so."""
        raise NotImplementedError

    def holds(self, fact: Fact) -> bool:
        """Is it so in all worlds that remain?"""
        return bool(self.left) and not self.left & ~self.true_in(fact)

    def proof(self, fact: Fact) -> tuple[int, ...]:
        """A smallest set of events that rule out every other world."""
        return smallest(self.all_worlds() & ~self.true_in(fact), self.clues)

    def is_tellable(self, fact: Fact) -> bool:
        """Always: worlds that are ruled out are few events."""
        return True

    def all_worlds(self) -> int:
        """Every world there is, before anything is known."""
        raise NotImplementedError


def bits(mask: int) -> Iterator[int]:
    """The places of the bits that are set, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def smallest(rest: int, clues: Sequence[Clue], most: int | None = None) -> tuple[int, ...]:
    """The numbers of a smallest set of clues that together rule out all of those worlds; raises Unproven if there is none,
    or none of at most so many."""
    found = cover(rest, [mask for _, mask in clues], len(clues) if most is None else most)
    return tuple(sorted(clues[i][0] for i in found))


def cover(rest: int, masks: Sequence[int], most: int) -> tuple[int, ...]:
    """The places of as few masks as it takes to have every bit of `rest` in one of them."""
    needs = demands(rest, grouped(rest, masks))
    for size in range(most + 1):
        found = hit(needs, size)
        if found is not None:
            return found
    raise Unproven


def grouped(rest: int, masks: Sequence[int]) -> list[tuple[int, int]]:
    """The bits of `rest` by the masks that have them: the places of these as bits, and the bits."""
    groups = [(0, rest)] if rest else []
    for i, mask in enumerate(masks):
        split = []
        for owners, group in groups:
            within = group & mask
            if within:
                split.append((owners | 1 << i, within))
            if within != group:
                split.append((owners, group ^ within))
        groups = split
    return groups


def demands(rest: int, groups: Sequence[tuple[int, int]]) -> list[int]:
    """The sets of masks, as bits, of each of which one is needed for those bits; only those that no other implies."""
    needs: list[int] = []
    for owners in sorted({owners for owners, group in groups if group & rest}, key=int.bit_count):
        if not owners:
            raise Unproven
        if not any(need & ~owners == 0 for need in needs):
            needs.append(owners)
    return needs


def hit(needs: list[int], size: int) -> tuple[int, ...] | None:
    """At most so many places that each need has one of; None if there are none."""
    if not needs:
        return ()
    apart, met = 0, 0  # needs that have no place in common need one each
    for need in needs:
        if not need & met:
            apart, met = apart + 1, met | need
            if apart > size:
                return None
    for place in bits(needs[0]):  # the first has the fewest
        rest = [need for need in needs if not need >> place & 1]
        found = hit(rest, size - 1)
        if found is not None:
            return (place, *found)
    return None
