"""The smallest proof of something about one's partner in Fully, whose code one knows: each place has its own few sentences.

Sentences that make each colour as likely as another of the same effect stand for each other, and those that tell nothing are
left out: so all ways of choosing some are tried, from the fewest on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import prod

from referee.fully.knowledge import decoding
from referee.fully.knowledge.decoding import COLOURS, Evidence
from referee.fully.knowledge.trial import Spoken
from referee.fully.pieces import Colour, Phrase

Effect = tuple[float, ...]  # how likely a sentence is under each colour of its place


def kind_of(code: tuple[int, ...], digit: int) -> int:
    """What kind a digit is in a code that one knows."""
    phrase = tuple(Phrase)[code.index(digit)]
    return next(i for i, group in enumerate(decoding.KINDS) if phrase in group)


def effect(code: tuple[int, ...], each: Evidence) -> Effect:
    """How likely a sentence about a place is, by the colour that is there."""
    kind = kind_of(code, each.digit)
    if each.kind == "say":
        return tuple(decoding.said(kind, colour == each.colour) for colour in COLOURS)
    reply = kind_of(code, each.reply)
    return tuple(decoding.replied(kind, reply, colour == each.colour) for colour in COLOURS)


def chances(effects: Sequence[Effect]) -> tuple[float, ...]:
    """How likely each colour is after these sentences."""
    found = [prod(each[i] for each in effects) for i in range(len(COLOURS))]
    return tuple(each / sum(found) for each in found)


def fewest_sentences(
    heard: Sequence[Spoken], code: tuple[int, ...], colour: Colour, so: bool, sure: float
) -> tuple[int, ...] | None:
    """The events of as few sentences about a place as make it sure that it is, or is not, of that colour; of those that tell the
    same the latest. None if no choice of them does."""
    at: dict[Effect, list[int]] = {}
    for event, each in reversed(heard):
        of = effect(code, each)
        if len(set(of)) > 1:
            at.setdefault(of, []).append(event)
    for size in range(sum(map(len, at.values())) + 1):
        for some in combinations_with_replacement(at, size):
            many = Counter(some)
            if all(count <= len(at[of]) for of, count in many.items()):
                likely = chances(some)[COLOURS.index(colour)]
                if (likely if so else 1 - likely) >= sure:
                    return tuple(event for of, count in many.items() for event in at[of][:count])
    return None
