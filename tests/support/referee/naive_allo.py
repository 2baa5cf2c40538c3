"""What a player of Allo... la France can know, once more and plainly, from JSON of what he saw: every number of every
rival, one by one, then all of them together. Imports nothing of the program."""

from __future__ import annotations

from itertools import combinations, product
from math import prod
from operator import eq
from typing import Any

PARTS = ("city", "surname", "first", "job")
Number = tuple[str, ...]


class Table:
    """What one player sees."""

    def __init__(self, view: dict[str, Any], dealt: dict[str, Any]) -> None:
        self.me = view["observer"]
        options = view["options"]
        self.rivals = [seat for seat in range(view["seats"]) if seat != self.me]
        own = view["numbers"][self.me]
        self.own = tuple(own[part] for part in PARTS)
        names = [[f"{n:02}" for n in range(1, 9)], [f"{n}{n}" for n in range(1, 9)], [f"{n}0" for n in range(1, 9)]]
        counts = (options["surnames"], options["firsts"], options["jobs"])
        cities = [city["code"] for city in options["map"]["cities"]]
        self.values = [cities, *(each[:n] for each, n in zip(names, counts, strict=True))]
        self.links = [(link["a"], link["b"]) for link in options["map"]["links"]]
        self.known: dict[str, dict[str, int]] = {}  # how far it is from a city
        self.calls: list[tuple[int, dict[str, Any]]] = []
        self.plates: list[tuple[int, int, str, str]] = []

    def far(self, start: str) -> dict[str, int]:
        """How far every city is."""
        if start in self.known:
            return self.known[start]
        found = self.known[start] = {start: 0}
        for steps in range(1, len(self.values[0])):
            for a, b in (*self.links, *((b, a) for a, b in self.links)):
                if found.get(a) == steps - 1 and b not in found:
                    found[b] = steps
        return found

    def see(self, number: int, event: dict[str, Any] | None) -> None:
        """One more event."""
        if event is None:
            return
        if event["kind"] in ("asked", "guessed"):
            self.calls.append((number, event))
        elif event["kind"] == "corrected":
            self.calls[event["line"]] = number, event
        elif event["kind"] == "shown" and event["to"] == self.me:
            self.plates.append((number, event["seat"], event["part"], event["value"]))
        elif event["kind"] == "looked" and event["seat"] == self.me:
            self.plates.append((number, event["of"], event["part"], event["value"]))

    def numbers(self, rival: int, only: set[int] | None) -> list[Number]:
        """The numbers that fit all that was heard about a rival himself."""
        left = [set(values) for values in self.values]
        wrong = set()
        for n, call in self.calls:
            if call["to"] != rival or (only is not None and n not in only):
                continue
            if call.get("number"):
                if not call["right"]:
                    wrong.add(call["number"])
            elif call["part"] == "city":
                far = self.far(call["at"])
                left[0] = {city for city in left[0] if far[city] == call["answer"]}
            else:
                place = PARTS.index(call["part"])
                left[place] = {v for v in left[place] if (v == call["value"]) == call["answer"]}
        for n, owner, part, value in self.plates:
            if owner == rival and (only is None or n in only):
                left[PARTS.index(part)] &= {value}
        if only is None or 0 in only:
            left = [each - {own} for each, own in zip(left, self.own, strict=True)]
        return [number for number in product(*map(sorted, left)) if "".join(number) not in wrong]

    def possible(self, only: set[int] | None = None, most: int = 10_000) -> list[tuple[Number, ...]] | None:
        """Every way in which all rivals together can hold their numbers; None if that is too much to list."""
        each = [self.numbers(rival, only) for rival in self.rivals]
        if prod(map(len, each)) > most:
            return None
        return [
            world
            for world in product(*each)
            if not any(any(map(eq, one, other)) for one, other in combinations(world, 2))  # no plate is there twice
        ]
