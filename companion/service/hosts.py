"""Browsers that may host: each is listed with when it came and when it was last seen, and can be dismissed.

The store is asked every time, never a memory of it while there is a store: whoever is dismissed, by whichever server, is
a stranger at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct

from companion.errors import NotFound
from companion.storage.pubsub import Hub
from companion.storage.store import NotWritten, Store
from companion.storage.tokens import hashed, token
from templates.i18n import say

SEEN_EVERY = 60.0  # seconds between two notes of when somebody was seen
LINK = "host link"
LONGEST_NAME = 40
NAMED = 12  # letters of a hash that tell browsers apart
BROWSERS = {  # what they call themselves; most also claim to be one of those further down
    "Edge": r"\bEdg(e|A|iOS)?/",
    "Opera": r"\bOPR/",
    "Samsung Internet": r"\bSamsungBrowser/",
    "Firefox": r"\b(Firefox|FxiOS)/",
    "Chrome": r"\b(Chrome|CriOS|Chromium)/",
    "Safari": r"\bSafari/",
}
SYSTEMS = {
    "iPhone": r"\biPhone\b",
    "iPad": r"\biPad\b",
    "Android": r"\bAndroid\b",
    "Windows": r"\bWindows\b",
    "Mac": r"\bMac(intosh| OS X)\b",
    "ChromeOS": r"\bCrOS\b",
    "Linux": r"\bLinux\b",
}


class Host(Struct, frozen=True):
    """A browser that may host, as the list shows it."""

    id: str
    label: str  # "Firefox, Linux"; empty if nothing is known
    at: float  # 0 if it was not written down
    seen: float
    here: bool  # it is the one that asks
    name: str = ""  # who that is


class Hosts:
    """All of them."""

    def __init__(self, store: Store, hub: Hub, clock: Callable[[], float]) -> None:
        self._store, self._hub, self._clock = store, hub, clock
        self._seen: dict[str, tuple[float, str]] = {}  # by hash; not yet written down
        self._written = clock()
        self._known: set[str] = set()  # those that asked lately; while the database is away they are believed

    def __contains__(self, device: str) -> bool:
        if not device:
            return False
        known = hashed(device)
        try:
            hosts = self._store.is_host(known)
        except NotWritten:
            return known in self._known
        (self._known.add if hosts else self._known.discard)(known)
        return hosts

    def link_number(self) -> str:
        """Which of the host's links is valid, where several servers share it; another one after each dismissal."""
        return self._store.setting(LINK) or "0"

    def add(self, device: str, told: str = "") -> None:
        """One more."""
        self._store.add_host(hashed(device), self._clock(), label(told))

    def saw(self, device: str, told: str) -> None:
        """A host asked for something. Nothing is written for it: that waits."""
        self._seen[hashed(device)] = self._clock(), label(told)

    def write_down(self) -> None:
        """Keeps when they were seen, now and then."""
        if self._seen and self._clock() - self._written >= SEEN_EVERY:
            seen, self._seen, self._written = self._seen, {}, self._clock()
            self._store.see_hosts(seen)

    def listed(self, device: str) -> list[Host]:
        """All of them, the latest seen first."""
        mine, found = hashed(device), []
        for known, at, seen, called, name in self._store.browsers():
            lately, now_called = self._seen.get(known, (seen, called))
            found.append(Host(known[:NAMED], now_called or called, at, max(seen, lately), known == mine, name))
        return sorted(found, key=lambda host: (not host.here, -host.seen, host.id))

    def rename(self, id: str, name: str) -> None:
        """Says who hosts with a browser."""
        told = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:LONGEST_NAME]
        for known in [known for known, *_ in self._store.browsers() if known[:NAMED] == id]:
            self._store.name_host(known, told)

    def dismiss(self, id: str) -> None:
        """A browser hosts no more: its table screens hear nothing, its next question is that of a stranger."""
        gone = [known for known, *_ in self._store.browsers() if known[:NAMED] == id]
        if not gone:
            raise NotFound(say("This browser is no longer a host."))
        for known in gone:
            self._store.drop_host(known)
            self._seen.pop(known, None)
            self._hub.expel(known, seats=False)
        if self._store.shared:
            self._store.write_setting(LINK, token())


def label(told: str) -> str:
    """What a browser says of itself, in two words of ours: nothing of what it sends is shown."""
    found = [next((name for name, mark in of.items() if re.search(mark, told[:500])), "") for of in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found))
