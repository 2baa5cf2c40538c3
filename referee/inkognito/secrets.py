"""What an agent may show to whom: pairs with one true card, true cards, and what he has shown already."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations

from referee.inkognito import moves as m
from referee.inkognito.meetings import Meeting, other
from referee.inkognito.pieces import AGENTS, Card
from referee.inkognito.state import State

ORDER = {card: place for place, card in enumerate(Card)}
BLACK: tuple[m.Black, ...] = ("identity", "fragment")


def true_cards(cards: Iterable[Card], identity: str, fragment: str) -> int:
    """How many of the cards tell the truth about an agent."""
    return sum(card in (identity, fragment) for card in cards)


def sorted_pair(cards: Iterable[Card]) -> m.Cards:
    """The same two cards are the same pair, whichever comes first."""
    first, second = sorted(cards, key=ORDER.__getitem__)
    return first, second


@cache
def pairs(identity: str, fragment: str) -> tuple[m.Cards, ...]:
    """All twelve pairs with one true card."""
    return tuple(pair for pair in combinations(Card, 2) if true_cards(pair, identity, fragment) == 1)


def pairs_shown(state: State, by: int, to: int) -> set[m.Cards]:
    """The pairs that one has shown to the other in this deal."""
    return {sorted_pair(s.cards) for s in state.shown if s.by == by and to in s.to and not s.black}


def pairs_left(state: State, by: int, to: int) -> tuple[m.Cards, ...]:
    """The pairs that he may still show him."""
    gone = pairs_shown(state, by, to)
    return tuple(pair for pair in pairs(state.identities[by], state.fragments[by]) if pair not in gone)


def black_left(state: State, by: int, to: int) -> tuple[m.Black, ...]:
    """The true cards that one has not shown to the other yet, in whatever way."""
    gone = {card for s in state.shown if s.by == by and to in s.to and s.black for card in s.cards}
    return tuple(card for card in BLACK if state.true(by, card) not in gone)


def askable(state: State, asker: int) -> dict[int, tuple[m.Black, ...]]:
    """The agents whom the Ambassador may ask for that one, and which cards they could show."""
    left = {agent: black_left(state, agent, asker) for agent in AGENTS if agent != asker}
    return {agent: cards for agent, cards in left.items() if cards}


def exchanging(state: State, meeting: Meeting, seat: int) -> bool:
    """Must that seat show something there? Not when there is no pair left: of two who meet, for either of them."""
    if meeting.kind == "audience":
        return seat in AGENTS and bool(pairs_left(state, seat, other(meeting, seat)))
    first, second = meeting.present
    return meeting.kind == "exchange" and all(
        pairs_left(state, by, to) for by, to in ((first, second), (second, first))
    )
