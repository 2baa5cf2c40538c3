"""What a player of Code 777 can know about his own rack: exact, and with memory.

A tile that was seen elsewhere while one's own rack stood is not on it, whatever was shuffled since: so what counts is the
most tiles of a kind that were ever seen at the same time since one's rack was filled. Tiles put aside count while they
cannot have come back; with paper racks nobody knows when they do, so there only what stands on racks.

Every answer comes with the racks that it was about, which one saw. What was corrected afterwards is an answer no more: how
it would have been is not told to those who heard it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import combinations
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from referee.code777 import moves as m
from referee.code777.knowledge import worlds
from referee.code777.pieces import Colour, Tile
from referee.code777.questions import Answer, Rack
from referee.code777.state import State
from referee.code777.views import View
from referee.knowledge import Fact, Unproven, Worlds, bits, cover, demands, grouped, hit

Filling = tuple[int, int]  # rack, and how often it was refilled before
MOST_SIGHTS = 10  # so many sightings are tried in every way; of more, those that are left out once are not tried again


class Heard(Struct, frozen=True):
    """A question about one's tiles, and its answer once it was heard."""

    asked: int  # the numbers of the events
    answered: int
    line: int
    seat: int
    question: int
    about: tuple[int, ...]
    answer: Answer | None = None


class RackReasoner(Worlds, frozen=True):
    """What a seat can know about its rack; `era` counts its refills."""

    racks: tuple[tuple[Rack, ...], ...] = ()  # of each rack all fillings, as far as they were seen
    shown: tuple[tuple[int, ...], ...] = ()  # and the event that showed them
    on_paper: bool = False
    when_answered: bool = False  # an answer is about the racks as they stand when it is given, not when it is asked for
    aside: tuple[Filling, ...] = ()  # and surely not in the stock
    moments: tuple[frozenset[Filling], ...] = ()  # what lay open at the same time, since one's rack was filled
    lines: int = 0
    pending: Heard | None = None
    answers: tuple[Heard, ...] = ()

    @property
    def solutions(self) -> int:
        """How many codes it can be."""
        return sum(1 for mask in worlds.CODES.values() if mask & self.left)

    def all_worlds(self) -> int:
        """Every rack."""
        return worlds.ALL

    def true_in(self, fact: Fact) -> int:
        """The racks with these digits; with so many of a digit."""
        if fact.part == "tile":
            mask = worlds.with_at_least(Tile(fact.value[0], Colour(fact.value[1])), 1)
        else:
            mask = worlds.CODES.get(tuple(fact.value), 0) if fact.part == "digits" else worlds.with_digit(*fact.value)
        return mask if fact.so else worlds.ALL & ~mask

    def certain(self) -> tuple[Fact, ...]:
        """How often each digit is there, where that is certain; and all three, if they are."""
        counts = (Fact("count", self.me, (digit, n)) for digit in range(1, 8) for n in range(4))
        return (*self.solved(), *(fact for fact in counts if self.holds(fact)))

    def one_step(self) -> tuple[Fact, ...]:
        """The tiles that one cannot have by all that one sees and one answer."""
        out = self.excluded()
        ruled_out = [out | (worlds.ALL & ~self.agreeing(each)) for each in self.answers] or [out]
        tiles = (Fact("tile", self.me, (kind.digit, kind.colour.value), so=False) for kind in worlds.KINDS)
        return tuple(fact for fact in tiles if any(not ~mask & ~self.true_in(fact) & worlds.ALL for mask in ruled_out))

    def solved(self) -> tuple[Fact, ...]:
        """The digits, if no others are left."""
        codes = [code for code, mask in worlds.CODES.items() if mask & self.left]
        return (Fact("digits", self.me, codes[0], whole=True),) if len(codes) == 1 else ()

    def codes(self) -> dict[worlds.Digits, int]:
        """For each code that is left, in how many ways tiles that are nowhere else make it: how likely it is."""
        out = self.most_seen()
        found: dict[worlds.Digits, int] = {}
        for i in bits(self.left):
            found[worlds.DIGITS[i]] = found.get(worlds.DIGITS[i], 0) + ways(worlds.RACKS[i], out)
        return found

    def most_seen(self) -> dict[Tile, int]:
        """Of each kind, how many were seen at once since one's rack was filled."""
        found: dict[Tile, int] = {}
        for moment in self.moments:
            tiles = list(self.tiles_at(moment))
            for tile in set(tiles):
                found[tile] = max(found.get(tile, 0), tiles.count(tile))
        return found

    def tiles_at(self, fillings: Iterable[Filling]) -> Iterator[Tile]:
        """The tiles of these fillings."""
        return (tile for rack, filling in fillings for tile in self.racks[rack][filling])

    def claims(self, event: Any) -> tuple[Fact, ...]:
        """One's own declaration."""
        if isinstance(event, m.Declared) and event.seat == self.me:
            return (Fact("digits", self.me, tuple(sorted(event.digits)), whole=True),)
        return ()

    def proof(self, fact: Fact) -> tuple[int, ...]:
        """As few answers and sightings as it takes. Sightings rule out together what none of them does alone, so they are
        tried in every way."""
        rest = worlds.ALL & ~self.true_in(fact)
        kills = [(each.answered, worlds.ALL & ~self.agreeing(each)) for each in self.answers]
        masks = [mask for _, mask in kills]
        seen = self.telling_sights(rest)
        fewest = len(cover(rest & ~self.excluded(seen), masks, len(masks)))
        groups = grouped(rest, masks)
        tried: dict[
            int, tuple[tuple[int, ...], list[int]]
        ] = {}  # what is left to rule out -> the fewest sightings for it
        for size in range(fewest, fewest + len(seen) + 1):
            for some in combinations(seen, size - fewest):
                left = rest & ~self.excluded(some)
                if left not in tried:
                    with suppress(Unproven):
                        tried[left] = some, demands(left, groups)
            for some, needs in tried.values():
                found = hit(needs, size - len(some))
                if found is not None:
                    return tuple(sorted([*some, *(kills[i][0] for i in found)]))
        raise Unproven

    def telling_sights(self, rest: int) -> tuple[int, ...]:
        """The events that showed tiles which rule out any of these racks. Of very many, those that are needed."""
        seen = sorted({self.shown[rack][filling] for moment in self.moments for rack, filling in moment})
        if len(seen) > MOST_SIGHTS:
            goal = self.excluded(seen) & rest
            for event in tuple(seen):
                fewer = [each for each in seen if each != event]
                if self.excluded(fewer) & rest == goal:
                    seen = fewer
        return tuple(seen)

    def excluded(self, events: Iterable[int] | None = None) -> int:
        """The racks that the tiles seen rule out; only those that these events showed."""
        only = None if events is None else set(events)
        found = 0
        for moment in self.moments:
            shown = (each for each in moment if only is None or self.shown[each[0]][each[1]] in only)
            found |= worlds.excluded(self.tiles_at(shown))
        return found

    def agreeing(self, heard: Heard) -> int:
        """The racks that fit an answer."""
        assert heard.answer is not None
        seen = (i for i in range(len(heard.about)) if i not in (self.me, heard.seat))
        others = tuple(self.racks[i][heard.about[i]] for i in seen)
        return worlds.agreeing(heard.question, heard.answer, others)

    def settled(self) -> Self:
        """The same with what is left of the racks."""
        left = worlds.ALL & ~self.excluded()
        for each in self.answers:
            left &= self.agreeing(each)
        return replace(self, left=left)

    def after(self, event: Any | None) -> Self:
        """The same after one more event."""
        now = replace(self, heard=self.heard + 1)
        if isinstance(event, m.Asked):
            line = Heard(now.heard, 0, self.lines, event.seat, event.question, event.about)
            return replace(now, lines=self.lines + 1, pending=line)
        if isinstance(event, m.Answered):
            return now.answered(event)
        if isinstance(event, m.Declared):
            return now.filled(event.seat, len(self.racks[event.seat]) - 1, event.tiles, show=False)
        if isinstance(event, m.Refilled):
            return now.refilled(event)
        if isinstance(event, m.Reshuffled):
            return replace(now, aside=())
        if isinstance(event, m.Entered):
            return now.entered(event)
        if isinstance(event, m.Recalled):
            return now.recalled(event)
        return now

    def answered(self, event: m.Answered) -> Self:
        """An answer tells something if its asker sees one's rack."""
        line = self.pending
        if line is None:
            return self
        known = replace(self, pending=None)
        if line.seat == self.me:
            return known
        about = tuple(len(fillings) - 1 for fillings in self.racks) if self.when_answered else line.about
        line = replace(line, answered=self.heard, answer=event.answer, about=about)
        return replace(known, answers=(*self.answers, line), left=self.left & self.agreeing(line))

    def filled(self, rack: int, filling: int, tiles: Rack, show: bool = True) -> Self:
        """The same with tiles on a rack; `show`: this event is the one that showed them."""
        before = self.racks[rack]
        changed = (*before[:filling], tuple(tiles), *before[filling + 1 :])
        events = self.shown[rack]
        if show or tiles != before[filling]:
            events = (*events[:filling], self.heard, *events[filling + 1 :])
        return replace(
            self,
            racks=(*self.racks[:rack], changed, *self.racks[rack + 1 :]),
            shown=(*self.shown[:rack], events, *self.shown[rack + 1 :]),
        )

    def refilled(self, event: m.Refilled) -> Self:
        """What stood there lies aside; one's own rack begins anew."""
        rack = event.rack
        out = (rack, len(self.racks[rack]) - 1)
        now = replace(
            self,
            racks=(*self.racks[:rack], (*self.racks[rack], ()), *self.racks[rack + 1 :]),
            shown=(*self.shown[:rack], (*self.shown[rack], self.heard), *self.shown[rack + 1 :]),
            aside=() if self.on_paper else (*self.aside, out),
        ).filled(rack, out[1] + 1, event.tiles)
        if rack != self.me:
            return now.looked()
        pending = self.pending if self.when_answered else None
        return replace(now, era=self.era + 1, moments=(), answers=(), pending=pending).looked()

    def looked(self) -> Self:
        """The same with all that lies open now, if one's own rack stands: nothing of it is on that."""
        standing = (
            (rack, len(fillings) - 1) for rack, fillings in enumerate(self.racks) if rack != self.me and fillings[-1]
        )
        moment = frozenset((*standing, *self.aside))
        return replace(self, moments=(*self.moments, moment)).settled()

    def entered(self, event: m.Entered) -> Self:
        """Tiles of a paper rack. Answers that were about tiles put right since are none any more."""
        now = self
        if event.corrects:
            stale = [each for each in self.answers if speaks_of(each, event)]
            now = replace(now, answers=tuple(each for each in self.answers if each not in stale))
        if event.rack == self.me:
            current = event.filling == len(self.racks[self.me]) - 1
            fresh = current and not event.corrects
            if not current or event.tiles:
                now = now.filled(event.rack, event.filling, event.tiles)
            return replace(now, moments=(), answers=()).looked() if fresh else now.settled()
        return now.filled(event.rack, event.filling, event.tiles).looked()

    def recalled(self, event: m.Recalled) -> Self:
        """Another card: what was answered to the first is no answer to it."""
        if self.pending and self.pending.line == event.line:
            return replace(self, pending=replace(self.pending, question=event.question))
        kept = tuple(each for each in self.answers if each.line != event.line)
        return replace(self, answers=kept).settled()


def speaks_of(heard: Heard, event: m.Entered) -> bool:
    """Was that answer about the tiles that were put right?"""
    return heard.seat != event.rack and heard.about[event.rack] == event.filling


def ways(rack: Rack, out: dict[Tile, int]) -> int:
    """In how many ways the tiles that are nowhere else make that rack."""
    found = 1
    for tile in set(rack):
        free, need = worlds.MANY[tile] - out.get(tile, 0), rack.count(tile)
        for i in range(need):
            found = found * (free - i) // (i + 1)
    return found


def begin(view: View, dealt: m.Dealt) -> RackReasoner:
    """A reasoner for a seat that sees the racks of the others just dealt, or empty where they are of paper."""
    assert isinstance(view.observer, int)
    tiles = tuple((rack.tiles or (),) for rack in view.racks)
    start = RackReasoner(
        view.observer,
        left=worlds.ALL,
        racks=tiles,
        shown=tuple((0,) for _ in tiles),
        on_paper=view.options.racks == "paper",
        when_answered=dealt.about == "answer",
    )
    return start.looked()


def glance(view: View) -> RackReasoner:
    """What a look at the table tells, without a memory of what lay there before: racks, tiles aside, and the log."""
    assert isinstance(view.observer, int)
    me = view.observer
    standing = tuple((*rack.before, rack.tiles or ()) for rack in view.racks)
    era = view.racks[me].refills
    answers = tuple(
        Heard(0, i, i, line.seat, line.question, line.about, line.answer)
        for i, line in enumerate(view.lines)
        if line.answer is not None and line.seat != me and line.about[me] == era
    )
    now = {(i, len(fillings) - 1) for i, fillings in enumerate(standing) if i != me and fillings[-1]}
    return RackReasoner(
        me,
        era=era,
        racks=(*standing, (view.aside,)),
        shown=tuple((0,) * len(fillings) for fillings in (*standing, ((),))),
        moments=(frozenset({*now, (len(standing), 0)}),),
        answers=answers,
    ).settled()


def is_so(state: State, fact: Fact) -> bool:
    """How it really is."""
    if fact.part == "tile":
        return (Tile(fact.value[0], Colour(fact.value[1])) in state.racks[fact.about]) == fact.so
    digits = worlds.digits_of(state.racks[fact.about])
    so = digits == tuple(fact.value) if fact.part == "digits" else digits.count(fact.value[0]) == fact.value[1]
    return so == fact.so
