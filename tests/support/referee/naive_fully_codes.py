"""How likely everything is in Fully, once more and plainly: a sum over the meanings of the digits that were used, one by
one. Imports nothing of the program; its assumptions are restated here from docs/debrief.md."""

from __future__ import annotations

from itertools import permutations
from typing import Any

PHRASES = ("unknown", "yes", "no", "i_have", "first_has", "second_has", "have_you", "has_first", "has_second")
COLOURS = ("red", "blue", "green", "yellow", "magenta")
TRUTH, FORM = 0.85, 0.95
ANSWERS = ("unknown", "yes", "no")
Line = tuple[int, str, str, int, int | None]  # seat, colour, place, digit, reply


def beginning(phrase: str) -> float:
    """That somebody begins so."""
    if phrase in ANSWERS:
        return (1 - FORM) / 3
    return {"i_have": 0.35, "have_you": 0.30}.get(phrase, 0.075)


def naming(phrase: str, there: bool) -> float:
    """That he names a colour which is there, or a certain one which is not."""
    if phrase != "i_have":
        return 1 / 5
    return TRUTH if there else (1 - TRUTH) / 4


def replying(phrase: str, reply: str, there: bool) -> float:
    """That his partner, in whose place that colour is or is not, replies so."""
    if phrase == "have_you":
        if reply in ("yes", "no"):
            return FORM * (TRUTH if (reply == "yes") == there else 1 - TRUTH)
        return (1 - FORM) / 7
    if phrase in ANSWERS:
        return 1 / 9
    return FORM / 3 if reply in ANSWERS else (1 - FORM) / 6


def posterior(lines: list[Line], code: dict[int, str] | None = None) -> tuple[dict[Any, float], dict[Any, float]]:
    """How likely each colour of each place of each row is, and each meaning of each digit; with a code that one knows, or
    over all of them."""
    used = sorted({d for line in lines for d in line[3:] if d})
    cells = sorted({(seat, place) for line in lines for seat in (line[0], (line[0] + 2) % 4) for place in (line[2],)})
    colours = {(cell, colour): 0.0 for cell in cells for colour in COLOURS}
    meanings = {(digit, phrase): 0.0 for digit in used for phrase in PHRASES}
    total = 0.0
    for some in [tuple(code[d] for d in used)] if code else permutations(PHRASES, len(used)):
        means = dict(zip(used, some, strict=True))
        weight, shares = 1.0, {}
        for line in lines:
            if line[3]:
                weight *= beginning(means[line[3]])
        for cell in cells:
            chance = {}
            for colour in COLOURS:
                chance[colour] = 1 / 5
                for seat, said, place, digit, reply in lines:
                    if place != cell[1] or not digit:
                        continue
                    if seat == cell[0]:
                        chance[colour] *= naming(means[digit], colour == said)
                    elif (seat + 2) % 4 == cell[0] and reply:
                        chance[colour] *= replying(means[digit], means[reply], colour == said)
            shares[cell] = chance
            weight *= sum(chance.values())
        total += weight
        for digit in used:
            meanings[digit, means[digit]] += weight
        for cell, chance in shares.items():
            for colour in COLOURS:
                colours[cell, colour] += weight * chance[colour] / sum(chance.values())
    return {k: v / total for k, v in colours.items()}, {k: v / total for k, v in meanings.items()}
