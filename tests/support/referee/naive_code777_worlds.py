"""What a player of Code 777 can know, once more and plainly: from JSON of what he saw, over all racks, one by one.

Imports nothing of the program. `only` names the events (the deal is 0) whose answers and tiles count; what an answer was
about is seen in any case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Any

from support.referee.naive_code777 import BOX, naive

Tile = tuple[int, str]
Rack = tuple[Tile, ...]
EVERY = sorted({tuple(sorted(some)) for some in combinations(BOX, 3)})
THERE = Counter(BOX)
HELD = {rack: Counter(rack) for rack in EVERY}


def read(tiles: Iterable[Any] | None) -> Rack:
    """Tiles from JSON."""
    return tuple((tile["digit"], tile["colour"]) for tile in tiles or ())


class Table:
    """What one player sees, move by move."""

    def __init__(self, view: dict[str, Any], dealt: dict[str, Any]) -> None:
        self.me = view["observer"]
        self.when_answered = dealt.get("about") == "answer"  # which racks an answer speaks of
        self.paper = view["options"]["racks"] == "paper"
        self.fillings = [
            [(0, read(rack["tiles"]))] for rack in view["racks"]
        ]  # the event that showed them, and the tiles
        self.aside: list[tuple[int, int]] = []
        self.open: list[list[tuple[int, int]]] = []  # racks and fillings that lay open together since mine was filled
        self.asked: list[dict[str, Any]] = []
        self.refills = 0
        self.look()

    def look(self) -> None:
        """What lies open now."""
        up = [(i, len(f) - 1) for i, f in enumerate(self.fillings) if i != self.me and f[-1][1]]
        self.open.append(up + self.aside)

    def see(self, number: int, event: dict[str, Any] | None) -> None:
        """One more event."""
        kind = event["kind"] if event else ""
        if event is None:
            return
        if kind == "asked":
            self.asked.append({**event, "answer": None, "refills": self.refills})
        elif kind == "answered":
            self.asked[-1].update(answer=event["answer"], number=number)
            if self.when_answered:
                self.asked[-1]["about"] = [len(fillings) - 1 for fillings in self.fillings]
        elif kind == "declared":
            was = self.fillings[event["seat"]][-1]
            if was[1] != read(event["tiles"]):
                self.fillings[event["seat"]][-1] = number, read(event["tiles"])
        elif kind == "refilled":
            rack = event["rack"]
            if not self.paper:
                self.aside.append((rack, len(self.fillings[rack]) - 1))
            self.fillings[rack].append((number, read(event["tiles"])))
            if rack == self.me:
                self.refills += 1
                self.open = []
            self.look()
        elif kind == "reshuffled":
            self.aside = []
        elif kind == "entered":
            self.entered(number, event)
        elif kind == "recalled":
            line = self.asked[event["line"]]
            line["question"] = event["question"]
            if line["answer"] is not None:
                line["spoilt"] = True

    def entered(self, number: int, event: dict[str, Any]) -> None:
        """A paper rack was told, or put right."""
        rack, filling = event["rack"], event["filling"]
        if event["corrects"]:
            for line in self.asked:
                if line["about"][rack] == filling and line["seat"] != rack and line["answer"] is not None:
                    line["spoilt"] = True
        if rack != self.me or event["tiles"]:
            self.fillings[rack][filling] = number, read(event["tiles"])
        if rack == self.me:
            if filling == self.refills and not event["corrects"]:
                self.open = []
                for line in self.asked:
                    line["spoilt"] = line["answer"] is not None
                self.look()
        else:
            self.look()

    def possible(self, only: set[int] | None = None) -> list[Rack]:
        """The racks that I can have."""
        clues = []
        for line in self.asked:
            if line["seat"] == self.me or line["about"][self.me] != self.refills or line.get("spoilt"):
                continue
            if line["answer"] is None or (only is not None and line["number"] not in only):
                continue
            others = [self.fillings[i][n][1] for i, n in enumerate(line["about"]) if i not in (self.me, line["seat"])]
            clues.append((line["question"], line["answer"], others))
        most: Counter[Tile] = Counter()  # that lay open at once
        for together in self.open:
            shown = [self.fillings[i][n] for i, n in together]
            most |= Counter(t for event, tiles in shown if only is None or event in only for t in tiles)
        return [
            rack
            for rack in EVERY
            if all(most[tile] + count <= THERE[tile] for tile, count in HELD[rack].items())
            and all(naive(question, [*others, rack]) == said for question, said, others in clues)
        ]
