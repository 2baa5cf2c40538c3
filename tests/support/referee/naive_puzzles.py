"""Puzzles once more and plainly: every answer that fits what their JSON tells, tried one by one. Imports nothing of the program.

`only` names the clues that count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations, product
from typing import Any

from support.referee.naive_code777 import BOX, naive

EVERY_RACK = sorted({tuple(sorted(some)) for some in combinations(BOX, 3)})
IDENTITIES, FRAGMENTS = "FBZX", ("52", "11", "0", "29")
SPEAKING = ("i_have", "first_has", "second_has", "have_you", "has_first", "has_second")
ANSWERING = ("unknown", "yes", "no")
COLOURS = ("red", "blue", "green", "yellow", "magenta")


def code777(puzzle: dict[str, Any], only: Sequence[int]) -> set[Any]:
    """The digits that can be yours."""
    racks = [tuple((digit, colour) for digit, colour in rack) for rack in puzzle["racks"]]
    out = Counter(tile for rack in racks for tile in rack)
    box = Counter(BOX)
    found = set()
    for rack in EVERY_RACK:
        if any(count > box[tile] - out[tile] for tile, count in Counter(rack).items()):
            continue
        for i in only:
            line = puzzle["lines"][i]
            seen = [each for place, each in enumerate(racks) if place != line["asker"]]
            if naive(line["question"], [*seen, rack]) != line["answer"]:
                break
        else:
            found.add(tuple(sorted(digit for digit, _ in rack)))
    return found


def inkognito(puzzle: dict[str, Any], only: Sequence[int]) -> set[Any]:
    """Who can be who."""
    found = set()
    for who, what in product(permutations(IDENTITIES), permutations(FRAGMENTS)):
        seen = puzzle["seen"]
        if seen["seat"] < 4 and (who[seen["seat"]], what[seen["seat"]]) != (seen["identity"], seen["fragment"]):
            continue
        shown = (puzzle["shown"][i] for i in only)
        if all(sum(c in (who[s["agent"]], what[s["agent"]]) for c in s["cards"]) == 1 for s in shown):
            found.add(tuple(zip(who, what, strict=True)))
    return found


def allo(puzzle: dict[str, Any], only: Sequence[int], links: Sequence[tuple[str, str]]) -> set[Any]:
    """The numbers that it can be."""
    cities = sorted({code for link in links for code in link})
    names = puzzle["names"]
    lists = [
        cities,
        [f"0{i}" for i in range(1, names + 1)],
        [f"{i}{i}" for i in range(1, names + 1)],
        [f"{i}0" for i in range(1, names + 1)],
    ]
    own = [puzzle["own"][i : i + 2] for i in range(0, 8, 2)]
    parts = ["city", "surname", "first", "job"]
    found = set()
    for number in product(*lists):
        if any(plate == own[i] for i, plate in enumerate(number)):
            continue
        for i in only:
            call = puzzle["calls"][i]
            if call["kind"] == "distance":
                fits = steps(links, call["value"], number[0]) == call["answer"]
            elif call["kind"] == "wrong":
                fits = "".join(number) != call["value"]
            else:
                has = number[parts.index(call["part"])] == call["value"]
                fits = not has if call["rival"] == 1 else has == bool(call["answer"])
            if not fits:
                break
        else:
            found.add("".join(number))
    return found


def steps(links: Sequence[tuple[str, str]], start: str, goal: str) -> int:
    """How many links it is from one city to the other."""
    reached, count = {start}, 0
    while goal not in reached:
        reached |= {b for a, b in links if a in reached} | {a for a, b in links if b in reached}
        count += 1
    return count


def fully(puzzle: dict[str, Any], only: Sequence[int]) -> set[Any]:
    """The codes and rows that it can be: place by place for each code."""
    known = puzzle["known"]
    rows = {0: known["north"], 1: known["east"], 2: known["south"]}
    found = set()
    talk = [puzzle["talk"][i] for i in only]
    for one, other in product(permutations(SPEAKING), permutations(ANSWERING)):
        code = dict(zip((*known["speaking"], *known["answering"]), (*one, *other), strict=True))
        places = []
        for place in range(5):
            lines = [line for line in talk if line["place"] == "ABCDE"[place]]
            fits = [c for c in COLOURS if all(true(line, code, {**rows, 3: [c] * 5}, place) for line in lines)]
            places.append(fits)
            if not fits:
                break
        else:
            found |= {(tuple(sorted(code.items())), row) for row in product(*places)}
            if len(found) > 1:
                return found
    return found


def true(line: dict[str, Any], code: dict[int, str], rows: dict[int, list[str]], place: int) -> bool:
    """Is that true, and its answer, under a code and with these rows?"""
    said, reply = code[line["digit"]], code[line["reply"]]
    partner = 3 if line["seat"] == 1 else 1
    about = {"i_have": line["seat"], "have_you": partner}.get(said, 0 if "first" in said else 2)
    there = rows[about][place] == line["colour"]
    if said in ("i_have", "first_has", "second_has"):
        return there
    if said == "have_you":
        return reply == ("yes" if there else "no")
    return reply in ("unknown", "yes" if there else "no")
