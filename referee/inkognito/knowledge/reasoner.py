"""What a player of Inkognito can know about who is who and who holds what: exact, over the 576 ways to deal.

A pair has exactly one true card and a black card is true: either way one of the cards that were shown is. One's own two
cards rule out the rest at the deal; the Ambassador has none. What others show each other tells nothing to those who do not
see it. With printed cards pairs go from hand to hand, and phones know of black cards alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from itertools import permutations
from typing import Any, Self

from msgspec.structs import replace

from referee.inkognito import moves as m
from referee.inkognito.pieces import AGENTS, Card, Fragment, Identity
from referee.inkognito.secrets import true_cards
from referee.inkognito.state import State
from referee.inkognito.views import Deal, View
from referee.knowledge import Fact, Reasoner, Worlds, bits

World = tuple[tuple[Identity, ...], tuple[Fragment, ...]]  # of each agent
DEALS: tuple[World, ...] = tuple((who, what) for who in permutations(Identity) for what in permutations(Fragment))
ALL = (1 << len(DEALS)) - 1


@cache
def with_one_of(agent: int, cards: tuple[Card, ...]) -> int:
    """The deals in which exactly one of these cards is true of an agent."""
    return sum(1 << i for i, (who, what) in enumerate(DEALS) if true_cards(cards, who[agent], what[agent]) == 1)


@cache
def with_cards(agent: int, identity: Identity, fragment: Fragment) -> int:
    """The deals in which an agent holds those two."""
    return with_one_of(agent, (Card(identity),)) & with_one_of(agent, (Card(fragment),))


class DealReasoner(Worlds, frozen=True):
    """What a seat can know about the cards that were dealt; `era` counts deals."""

    since: int = 0  # the event that dealt them

    @property
    def solutions(self) -> int:
        """How many calls could be right: a call names everything."""
        return self.left.bit_count()

    def all_worlds(self) -> int:
        """Every way to deal."""
        return ALL

    def true_in(self, fact: Fact) -> int:
        """The deals in which an agent has a card; for a call, the one that it names."""
        if fact.part == "call":
            who, what = fact.value
            mask = 1 << DEALS.index((tuple(who), tuple(what)))
        else:
            mask = with_one_of(fact.about, (Card(fact.value),))
        return mask if fact.so else ALL & ~mask

    def certain(self) -> tuple[Fact, ...]:
        """The true cards of the others, as far as they are certain; and the whole call."""
        return (*self.solved(), *(fact for fact in self.cards() if self.holds(fact)))

    def cards(self) -> Iterator[Fact]:
        """Each card of each of the others."""
        cards = [("identity", str(card)) for card in Identity] + [("fragment", str(card)) for card in Fragment]
        return (Fact(part, agent, card) for agent in AGENTS if agent != self.me for part, card in cards)

    def one_step(self) -> tuple[Fact, ...]:
        """What one showing tells, alone or beside one's own cards; not what these tell alone."""
        shown = [mask for number, mask in self.clues if number > self.since]
        own = sum(mask for number, mask in self.clues if number <= self.since)
        told = []
        for fact in self.cards():
            with_it = self.true_in(fact)
            for so, rest in ((True, ALL & ~with_it), (False, with_it)):
                beside = rest & ~own
                if any(not rest & ~mask or (beside and not beside & ~mask) for mask in shown):
                    told.append(replace(fact, so=so))
        return tuple(told)

    def solved(self) -> tuple[Fact, ...]:
        """The call, if no other is left."""
        return (Fact("call", self.me, DEALS[self.left.bit_length() - 1], whole=True),) if self.worlds == 1 else ()

    def deals(self) -> list[World]:
        """All that are left."""
        return [DEALS[i] for i in bits(self.left)]

    def claims(self, event: Any) -> tuple[Fact, ...]:
        """One's own call."""
        if isinstance(event, m.Called) and event.seat == self.me:
            return (Fact("call", self.me, (event.identities, event.fragments), whole=True),)
        return ()

    def after(self, event: Any | None) -> Self:
        """The same after one more event."""
        now = replace(self, heard=self.heard + 1)
        if isinstance(event, Deal):
            return now.dealt(event.number, event.identity, event.fragment)
        if isinstance(event, m.Shown) and event.by != self.me and event.cards:
            mask = with_one_of(event.by, tuple(event.cards))
            return replace(now, left=self.left & mask, clues=(*self.clues, (now.heard, ALL & ~mask)))
        return now

    def dealt(self, number: int, identity: Identity | None, fragment: Fragment | None) -> Self:
        """A new deal: nothing is known but one's own cards."""
        left = with_cards(self.me, identity, fragment) if identity and fragment else ALL
        clues = ((self.heard, ALL & ~left),) if left != ALL else ()
        return replace(self, era=number, left=left, clues=clues, since=self.heard)


def begin(view: View, dealt: Any, frank: Collection[int] = ()) -> Reasoner:
    """A reasoner for a seat that has looked at its own cards."""
    assert isinstance(view.observer, int)
    return DealReasoner(view.observer).dealt(view.deal, view.identity, view.fragment)


def glance(view: View) -> DealReasoner:
    """What a look at one's sheet tells: all of it is there."""
    assert isinstance(view.observer, int)
    found = DealReasoner(view.observer).dealt(view.deal, view.identity, view.fragment)
    for showing in view.sheet:
        found = found.after(m.Shown(showing.by, showing.to, showing.cards, showing.black))
    return found


def is_so(state: State, fact: Fact) -> bool:
    """How it really is."""
    if fact.part == "call":
        who, what = fact.value
        return ((tuple(who), tuple(what)) == (state.identities, state.fragments)) == fact.so
    return (fact.value in (state.identities[fact.about], state.fragments[fact.about])) == fact.so
