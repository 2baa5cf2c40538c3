"""What a player of Allo... la France can still believe about each rival: per part of the number a set of codes."""

from __future__ import annotations

from itertools import product
from math import log2

from referee.allo.moves import Number, Options
from referee.allo.pieces import Part
from referee.allo.views import View
from referee.allo.ways import distances

Beliefs = dict[int, dict[Part, set[str]]]  # rival -> part -> codes that are possible
FEW = 200  # so few numbers are listed one by one, without those that were said and wrong


def beliefs(view: View) -> Beliefs:
    """All that the log and the plates it saw leave possible; what one holds, nobody else holds."""
    me = view.observer
    assert isinstance(me, int)
    own = view.numbers[me]
    assert own is not None
    found: Beliefs = {}
    for sheet in view.sheets:
        if sheet.seat != me:
            found[sheet.seat] = {part: set(view.options.values(part)) - {own.part(part)} for part in Part}
            found[sheet.seat][Part.CITY] &= homes(view.options, sheet.distances)
            for part, marks in zip(
                (Part.SURNAME, Part.FIRST, Part.JOB), (sheet.surname, sheet.first, sheet.job), strict=True
            ):
                yes = {code for code, so in marks if so}
                left = found[sheet.seat][part] - {code for code, so in marks if not so}
                found[sheet.seat][part] = yes or left
    for secret in view.secrets:
        if secret.to == me and secret.part and secret.value:
            found[secret.owner][secret.part] = {secret.value}
    for part in Part:
        exclude(found, part)
    return found


def homes(options: Options, heard: tuple[tuple[str, int], ...]) -> set[str]:
    """The cities that lie as far from everywhere as was told."""
    found = set(options.map.codes)
    for at, links in heard:
        far = distances(options.map, at)
        found = {code for code in found if far[code] == links}
    return found


def exclude(found: Beliefs, part: Part) -> None:
    """What one rival is known to hold, the others do not."""
    again = True
    while again:
        again = False
        for seat, parts in found.items():
            if len(parts[part]) == 1:
                for other in found:
                    if other != seat and len(found[other][part]) > 1 and parts[part] <= found[other][part]:
                        found[other][part] -= parts[part]
                        again = True


def candidates(view: View, parts: dict[Part, set[str]], seat: int) -> list[str]:
    """The numbers that a rival can have, if they are few."""
    if numbers(parts) > FEW:
        return []
    wrong = next(sheet.wrong for sheet in view.sheets if sheet.seat == seat)
    every = (Number(*plates).dialled for plates in product(*(sorted(parts[part]) for part in Part)))
    return [number for number in every if number not in wrong]


def numbers(parts: dict[Part, set[str]]) -> int:
    """How many numbers a rival can have, but for those that were said."""
    found = 1
    for codes in parts.values():
        found *= len(codes)
    return found


def bits(parts: dict[Part, set[str]]) -> float:
    """How much is still to be learnt about a rival."""
    return log2(numbers(parts) or 1)


def worth_of_name(codes: set[str]) -> float:
    """What a yes or no about one of these tells, in bits."""
    n = len(codes)
    return entropy((1, n - 1)) if n > 1 else 0.0


def worth_of_place(options: Options, at: str, codes: set[str]) -> float:
    """What the distance from a city tells, in bits."""
    far = distances(options.map, at)
    counts: dict[int, int] = {}
    for code in codes:
        counts[far[code]] = counts.get(far[code], 0) + 1
    return entropy(tuple(sorted(counts.values())))  # a sum in the same order has the same last digit


def entropy(counts: tuple[int, ...]) -> float:
    """Of an answer that comes in so many ways."""
    total = sum(counts)
    return -sum(n / total * log2(n / total) for n in counts if n) if total else 0.0
