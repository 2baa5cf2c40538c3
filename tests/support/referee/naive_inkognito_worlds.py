"""What a player of Inkognito can know, once more and plainly, from JSON of what he saw. Imports nothing of the program."""

from __future__ import annotations

from itertools import permutations
from typing import Any

WHO, WHAT = ("F", "B", "Z", "X"), ("52", "11", "0", "29")
World = tuple[tuple[str, ...], tuple[str, ...]]


class Table:
    """What one player sees of one deal after the other."""

    def __init__(self, view: dict[str, Any], dealt: dict[str, Any]) -> None:
        self.me = view["observer"]
        self.own = (0, view["identity"], view["fragment"])
        self.shown: list[tuple[int, dict[str, Any]]] = []

    def see(self, number: int, event: dict[str, Any] | None) -> None:
        """One more event."""
        if event is None:
            return
        if event["kind"] == "dealt":
            self.own, self.shown = (number, event["identity"], event["fragment"]), []
        elif event["kind"] == "shown" and event["cards"] and event["by"] != self.me:
            self.shown.append((number, event))

    def possible(self, only: set[int] | None = None) -> list[World]:
        """Every way it can be: of a pair one card is true, and a black one is."""
        found = []
        for who in permutations(WHO):
            for what in permutations(WHAT):
                number, identity, fragment = self.own
                counts = only is None or number in only
                if counts and identity and (who[self.me], what[self.me]) != (identity, fragment):
                    continue
                seen = [event for n, event in self.shown if only is None or n in only]
                if all((who[e["by"]] in e["cards"]) + (what[e["by"]] in e["cards"]) == 1 for e in seen):
                    found.append((who, what))
        return found
