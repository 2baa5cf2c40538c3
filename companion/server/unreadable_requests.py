"""What strangers send is counted, and told in one line once in a while: whoever sends rubbish does not fill a terminal."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from templates.i18n import say

EVERY = 60.0  # seconds
ADDRESSES = 1000  # that are told apart


class UnreadableRequests:
    """What came since it was told last."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._told = clock, float("-inf")
        self._unreadable: Counter[str] = Counter()
        self._turned_away: Counter[str] = Counter()

    def unreadable(self, address: str) -> None:
        """Something that is no request."""
        count(self._unreadable, address)

    def turned_away(self, address: str) -> None:
        """One connection too many."""
        count(self._turned_away, address)

    def summary(self) -> str:
        """One line, if there is something to tell and nothing was told for a while; then all is forgotten."""
        now = self._clock()
        if now - self._told < EVERY or not (self._unreadable or self._turned_away):
            return ""
        lines = []
        if self._unreadable:
            told = say("Requests that could not be read: {count} (addresses: {addresses}).")
            lines.append(told.format(count=self._unreadable.total(), addresses=len(self._unreadable)))
        if self._turned_away:
            told = say("Connections turned away, one address had too many: {count} (addresses: {addresses}).")
            lines.append(told.format(count=self._turned_away.total(), addresses=len(self._turned_away)))
        self._told = now
        self._unreadable.clear()
        self._turned_away.clear()
        return " ".join(lines)


def count(of: Counter[str], address: str) -> None:
    """One more from there; from too many places, all the others are one."""
    of[address if address in of or len(of) < ADDRESSES else ""] += 1
