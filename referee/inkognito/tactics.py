"""What robots of Inkognito that think want: whom to meet, whom to have asked, and which two cards tell friends most and rivals
least. From a view and what is left possible; a pair's worth is how many true cards it leaves open to whoever sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from itertools import product
from math import log2
from operator import and_

from referee.chance import Chance
from referee.game import Offer
from referee.inkognito import moves as m
from referee.inkognito.knowledge.reasoner import World
from referee.inkognito.pieces import AGENTS, ALLIES, AMBASSADOR, Card, Fragment, Identity, Place
from referee.inkognito.secrets import true_cards
from referee.inkognito.views import View

CALLING = 3.0  # bits that a meeting is worth at which one could call
HANDS = tuple(product(Identity, Fragment))


def unknown(worlds: Sequence[World], agent: int) -> float:
    """How much is to be learnt about an agent, in bits."""
    return log2(len({(who[agent], what[agent]) for who, what in worlds}) or 1)


def ally_chance(view: View, worlds: Sequence[World], other: int) -> float:
    """How likely another is one's ally; with other than four players nobody is."""
    me = view.observer
    if view.seats != len(AGENTS) or not isinstance(me, int) or not worlds:
        return 0.0
    return sum(ALLIES[who[me]] == who[other] for who, _ in worlds) / len(worlds)


def place(view: View, choices: Sequence[Place], worlds: Sequence[World], chance: Chance) -> m.Go:
    """Where one is likeliest to be alone with somebody worth meeting."""
    me = view.observer
    worth = {who: value(view, worlds, who) for who in range(AMBASSADOR + 1) if who != me}
    there = {who: whereabouts(view, who) for who in worth}

    def hope(at: Place) -> float:
        found = 0.0
        for who, bits in worth.items():
            alone = there[who].get(at, 0.0)
            for other, places in there.items():
                if other != who:
                    alone *= 1 - places.get(at, 0.0)
            found += alone * bits
        return found

    hopes = {each: hope(each) for each in choices}
    best = max(hopes.values())
    return m.Go(chance.one([each for each in choices if hopes[each] >= best - 1e-9]))


def value(view: View, worlds: Sequence[World], who: int) -> float:
    """What it is worth to be alone with somebody."""
    me = view.observer
    if who == AMBASSADOR:
        found = max((unknown(worlds, agent) for agent in AGENTS if agent != me), default=0.0)
        return found + (CALLING if len(worlds) == 1 and view.seats != len(AGENTS) else 0)
    ready = len(worlds) == 1 and (view.seats != len(AGENTS) or ally_chance(view, worlds, who) == 1)
    return unknown(worlds, who) + (CALLING if ready else 0)


def whereabouts(view: View, who: int) -> dict[Place, float]:
    """Where somebody is in this round, or may be: any of the places that he has not played yet."""
    trail = view.trails[who]
    played = len(trail) > view.round % len(Place)
    if played:
        return {trail[-1]: 1.0}
    left = [each for each in Place if each not in trail]
    return {each: 1 / len(left) for each in left}


def question(offer: Offer, worlds: Sequence[World], chance: Chance) -> m.Ask:
    """The agent of whom most is unknown."""
    most = max(unknown(worlds, agent) for agent, _ in offer.choices)
    agent, cards = chance.one([each for each in offer.choices if unknown(worlds, each[0]) == most])
    return m.Ask(agent, chance.one(cards) if cards else None)


def pair(view: View, offer: Offer, worlds: Sequence[World], chance: Chance) -> m.Pair:
    """For an ally the two cards that leave him least open, for anybody else those that leave most."""
    to = offer.settled["to"]
    seen = [showing.cards for showing in view.sheet if showing.by == view.observer and to in showing.to]
    friend = ally_chance(view, worlds, to) > 0.5
    left = {cards: open_hands([*seen, cards]) for cards in offer.choices}
    best = (min if friend else max)(left.values())
    return m.Pair(chance.one([cards for cards in offer.choices if left[cards] == best]), to)


def open_hands(shown: Iterable[Sequence[Card]]) -> int:
    """How many pairs of true cards fit all that was shown."""
    return reduce(and_, (fitting(tuple(cards)) for cards in shown)).bit_count()


@cache
def fitting(cards: tuple[Card, ...]) -> int:
    """The pairs of true cards of which exactly one is among these, as bits."""
    return sum(1 << i for i, hand in enumerate(HANDS) if true_cards(cards, *hand) == 1)
