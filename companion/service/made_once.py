"""What takes long, made once and one at a time, away from the thread that serves phones.

Whoever waits for his turn does so in his own greenlet: no lock may be taken inside the threads that work. gevent has patched
locks, and one that is waited for there is never heard of again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, Protocol, TypeVar

Made = TypeVar("Made")
Kept = TypeVar("Kept")


class Away(Protocol):
    """Makes something while others are served."""

    def __call__(self, make: Callable[[], Made]) -> Made:
        """What was made."""
        ...


class MadeOnce(Generic[Kept]):
    """So many of a kind, those that were asked for lately. With the same lock, two kinds take turns."""

    def __init__(self, most: int, lock: Any = None) -> None:
        self._most, self._lock = most, lock or threading.Lock()
        self._made: OrderedDict[Hashable, Kept] = OrderedDict()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._made

    def get(self, key: Hashable) -> Kept | None:
        """What is kept under a key."""
        if key in self._made:
            self._made.move_to_end(key)
        return self._made.get(key)

    def of(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """What is kept under a key; else it is made, one at a time: whoever asks for much waits for his own."""
        found = self.get(key)
        if found is not None:
            return found
        with self._lock:
            found = self.get(key)
            if found is None:
                found = make()
                while len(self._made) >= self._most:
                    self._made.popitem(last=False)
                self._made[key] = found
        return found


def in_a_thread(make: Callable[[], Made]) -> Made:
    """Made by a thread of its own, while others are served."""
    import gevent

    found: Made = gevent.get_hub().threadpool.apply(make)
    return found
