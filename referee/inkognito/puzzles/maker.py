"""Puzzles of Inkognito: pairs that agents showed you, of which one card is true, and true ones; who is who, who holds what?"""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct, to_builtins

from referee.chance import Chance
from referee.inkognito.knowledge.reasoner import ALL, DEALS, with_cards, with_one_of
from referee.inkognito.pieces import AGENTS, AMBASSADOR, Card, Fragment, Identity
from referee.inkognito.secrets import pairs
from referee.knowledge import Fact
from referee.puzzles import Puzzle, PuzzleClue, Setting, from_worlds

THIRDS = (8.8, 10.6)
AS_AGENT = 3  # of so many puzzles one is an agent's, who knows his own two cards; in the others you are the Ambassador
BLACK = 9  # of so many times one shows a true card


class Seen(Struct, frozen=True):
    """Who looks, and the two cards that he has, if he is an agent."""

    seat: int
    identity: str = ""
    fragment: str = ""


class Shown(Struct, frozen=True):
    """What an agent showed: two cards of which one is true, or a true one alone."""

    agent: int
    cards: tuple[str, ...]


@cache
def facts() -> tuple[tuple[Fact, int], ...]:
    """Which card is true of whom, and which is not."""
    cards = [("identity", str(card)) for card in Identity] + [("fragment", str(card)) for card in Fragment]
    found = []
    for agent in AGENTS:
        for part, card in cards:
            mask = with_one_of(agent, (Card(card),))
            found += [(Fact(part, agent, card, so), mask if so else ALL & ~mask) for so in (True, False)]
    return tuple(found)


def setting(chance: Chance) -> Setting:
    """The cards are dealt to four agents."""
    number = chance.below(len(DEALS))
    who, what = DEALS[number]
    seat = AGENTS[0] if chance.below(AS_AGENT) == 0 else AMBASSADOR
    seen = Seen(seat, who[seat].value, what[seat].value) if seat in AGENTS else Seen(seat)
    fits = with_cards(seat, who[seat], what[seat]) if seat in AGENTS else ALL
    truth = tuple((one.value, other.value) for one, other in zip(who, what, strict=True))
    return Setting(seen, (who, what), truth, fits, 1 << number, facts())


def clue(chance: Chance, setting: Setting, left: int) -> PuzzleClue:
    """Somebody whom you meet shows you something."""
    who, what = setting.hidden
    agent = chance.one([each for each in AGENTS if each != setting.shown.seat])
    if chance.below(BLACK) == 0:
        cards: tuple[Card, ...] = (Card(chance.one((who[agent], what[agent]))),)
    else:
        cards = chance.one(pairs(who[agent], what[agent]))
    return PuzzleClue(Shown(agent, tuple(card.value for card in cards)), ALL & ~with_one_of(agent, cards))


def attempt(seed: str) -> Puzzle | None:
    """The puzzle of a seed, unless it comes to nothing."""
    return from_worlds("inkognito", seed, THIRDS, setting, clue)


def told(puzzle: Puzzle) -> dict[str, Any]:
    """What programs read: who looks, what was shown to him, and both cards of every agent."""
    return {
        "seen": to_builtins(puzzle.shown),
        "shown": to_builtins(puzzle.clues),
        "solution": [{"identity": who, "fragment": what} for who, what in puzzle.solution],
    }
