"""Who listens to which table. What is published is a number; the stream of a page makes of it what is new on that page.

Plain threading primitives: they work under threads as they are, and under gevent once it has patched them. They are
looked up when they are made, not when this is imported: it may be imported before the patch.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import NoReturn

from msgspec import Struct

from companion.errors import Busy, PhoneError
from referee.game import TABLE, Observer
from templates.i18n import say

MOST_STREAMS = 4000  # over all tables
MOST_A_SEAT = 12  # reloads may overlap, floods may not
MOST_AN_ADDRESS = 64  # table screens of strangers: a café's router may put many behind one
OTHER_FILES = 32  # that a server needs before anybody comes
HEARTBEAT = 6.0  # seconds; a phone that vanished without a word acknowledges none
REMEMBERED = 1000  # tables of which it is known since when somebody is away
GRACE = 5.0  # seconds that a seat may be without a page before others are told: a reload takes less
RETRY = 1000  # milliseconds until a browser tries again by itself

Message = tuple[str, int]  # "version", "notes" or "here", and a number
HOUSE = "house"  # in place of a table: all of them
GONE: Message = ("gone", 0)  # ends a stream; nobody hears it


class Who(Struct, frozen=True):
    """Who listens: from where, with which browser (its hash), and whether it may host."""

    address: str = ""
    device: str = ""
    host: bool = False


class Listener:
    """One open stream. What it has not heard yet is one number of each kind, however long it does not listen."""

    def __init__(self, table: str, observer: Observer, who: Who = Who()) -> None:  # noqa: B008 - frozen
        self.table, self.observer, self.who = table, observer, who
        self._kinds: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._numbers: dict[str, int] = {}
        self._lock = threading.Lock()

    def push(self, message: Message) -> None:
        """Something is new."""
        kind, number = message
        with self._lock:
            if kind not in self._numbers:
                self._kinds.put(kind)
            self._numbers[kind] = max(number, self._numbers.get(kind, 0))

    def next(self, timeout: float) -> Message | None:
        """The next message, or none for so long."""
        try:
            kind = self._kinds.get(timeout=timeout)
        except queue.Empty:
            return None
        with self._lock:
            return kind, self._numbers.pop(kind)


class Hub:
    """All open streams."""

    def __init__(self, most: int | None = None, clock: Callable[[], float] = time.time) -> None:
        self._most, self._count, self._screens, self._lock = most, 0, 0, threading.Lock()
        self._screens_of: Counter[tuple[str, str]] = Counter()  # by address and by device, of strangers
        self._listeners: dict[str, dict[Observer, list[Listener]]] = {}
        self.tell: Callable[[str, int], None] = alone  # other servers: table and version, 0 for anything else
        self._elsewhere: dict[str, frozenset[int]] = {}  # seats that have a page open at another server
        self.remote = False  # players do not see each other: their pages show who is there
        self._clock = clock
        self._left: dict[str, dict[int, float]] = {}  # seats that had a page open and have none, since when
        self._untold: set[tuple[str, int]] = set()  # of those, whom the others have not heard of yet

    def __len__(self) -> int:
        return self._count

    def listen(self, table: str, observer: Observer, who: Who = Who()) -> Listener:  # noqa: B008 - frozen
        """Opens a stream, or refuses one too many before the server runs out of room.

        Anybody may look at a table screen: those get half of the room, so that seats find theirs; and one address or
        one browser gets a part of that, so that others find theirs.
        """
        listener = Listener(table, observer, who)
        most = stream_limit() if self._most is None else self._most
        with self._lock:
            there = len(self._listeners.get(table, {}).get(observer, ()))
            crowded = self._crowded(listener, most // 2) if observer == TABLE else there >= MOST_A_SEAT
            if crowded or self._count >= most:
                raise Busy(say("Too many pages are open. Close some and try again."))
            self._listeners.setdefault(table, {}).setdefault(observer, []).append(listener)
            self._count += 1
            self._screens += observer == TABLE
            self._screens_of.update(is_stranger(listener))
            self._came(table, observer)
        if not there and observer != TABLE:
            self._stir(table, self.remote)
        return listener

    def leave(self, listener: Listener) -> None:
        """Closes a stream; once is enough."""
        table, observer = listener.table, listener.observer
        with self._lock:
            mine = self._listeners.get(table, {}).get(observer, [])
            if listener not in mine:
                return
            mine.remove(listener)
            self._count -= 1
            self._screens -= observer == TABLE
            for key in is_stranger(listener):
                self._screens_of[key] -= 1
                if not self._screens_of[key]:
                    del self._screens_of[key]
            if not mine:
                del self._listeners[table][observer]
                self._went(table, observer)
            if not self._listeners[table]:
                del self._listeners[table]
        if not mine and observer != TABLE:
            self._stir(table)

    def here(self, table: str) -> set[Observer]:
        """Who has a page open at that table."""
        with self._lock:
            return {*self._listeners.get(table, ()), *self._elsewhere.get(table, ())}

    def phones(self, table: str) -> set[str]:
        """The phones (their hashes) that have a hand open at that table here."""
        with self._lock:
            hands = [each for seat, each in self._listeners.get(table, {}).items() if isinstance(seat, int)]
            return {listener.who.device for listeners in hands for listener in listeners}

    def left(self, table: str) -> dict[int, float]:
        """Seats that had a page open and have none, since when."""
        with self._lock:
            return dict(self._left.get(table, {}))

    def is_away(self, since: float) -> bool:
        """Is that long enough for somebody to be away? A moment ago it may be a reload."""
        return since <= self._clock() - GRACE

    def tell_who_left(self) -> None:
        """Table screens hear of those who have been gone for a while, and phones where players do not see each other. Called
        every second or so."""
        late = self._clock() - GRACE
        with self._lock:
            told = {(table, seat) for table, seat in self._untold if self._left.get(table, {}).get(seat, late) <= late}
            self._untold -= told
        for table in {table for table, _ in told}:
            self._stir(table, self.remote)

    def _came(self, table: str, observer: Observer) -> None:
        if isinstance(observer, int):
            self._left.get(table, {}).pop(observer, None)
            self._untold.discard((table, observer))

    def _went(self, table: str, observer: Observer) -> None:
        if isinstance(observer, int) and observer not in self._elsewhere.get(table, ()):
            while len(self._left) >= REMEMBERED and table not in self._left:
                del self._left[next(iter(self._left))]
            self._left.setdefault(table, {})[observer] = self._clock()
            self._untold.add((table, observer))

    def seats(self) -> set[tuple[str, int]]:
        """Tables and seats that have a page open here."""
        with self._lock:
            return {(table, seat) for table, at in self._listeners.items() for seat in at if isinstance(seat, int)}

    def screens(self) -> list[str]:
        """Tables whose screen is open here."""
        with self._lock:
            return [table for table, at in self._listeners.items() if TABLE in at and table != HOUSE]

    def learn_elsewhere(self, seats: Mapping[str, frozenset[int]]) -> None:
        """Who has a page open at another server: screens of tables where that has changed look."""
        before, self._elsewhere = self._elsewhere, dict(seats)
        for table in {*before, *seats}:
            was, now = before.get(table, frozenset()), seats.get(table, frozenset())
            if was == now:
                continue
            with self._lock:
                for seat in was - now - self._listeners.get(table, {}).keys():
                    self._went(table, seat)
                for seat in now - was:
                    self._came(table, seat)
            self._stir(table, self.remote)

    def publish(self, table: str, version: int) -> None:
        """Something happened at a table: its pages hear so, here and at other servers."""
        self.wake(table, version)
        self.tell(table, version)

    def wake(self, table: str, version: int) -> None:
        """The same for the pages of this server alone."""
        for listener in self._of(table):
            listener.push(("version", version))
        self.stir_house()

    def stir_house(self) -> None:
        """Something is new at some table: the page of all tables looks."""
        for listener in self._of(HOUSE):
            listener.push(("here", 0))

    def publish_notes(self, table: str, seat: int, version: int) -> None:
        """A seat changed its notes: its own phones are told, nobody else."""
        self.wake_notes(table, seat, version)
        self.tell(table, 0)

    def wake_notes(self, table: str, seat: int, version: int) -> None:
        """The same for the phones of this server alone."""
        for listener in self._of(table):
            if listener.observer == seat:
                listener.push(("notes", version))

    def dismiss(self, table: str, seat: int | None = None, device: str | None = None) -> None:
        """A seat was released, by all phones or by that one, or the whole table has gone: they hear nothing any more."""
        for listener in self._of(table):
            if seat in (None, listener.observer) and device in (None, listener.who.device):
                listener.push(GONE)

    def hosts(self) -> set[str]:
        """The browsers that listened as a host's."""
        with self._lock:
            every = [each for at in self._listeners.values() for mine in at.values() for each in mine]
        return {listener.who.device for listener in every if listener.who.host}

    def expel(self, device: str, seats: bool = True) -> None:
        """A browser lost what it held: it hears nothing any more, of table screens or also of seats."""
        with self._lock:
            every = [each for at in self._listeners.values() for mine in at.values() for each in mine]
        for listener in every:
            if listener.who.device == device and (seats or listener.observer == TABLE):
                listener.push(GONE)

    def _crowded(self, listener: Listener, most: int) -> bool:
        """Is there no room for one more table screen, or none for one more of this stranger's?"""
        share = {"address": max(1, min(MOST_AN_ADDRESS, most // 4)), "device": MOST_A_SEAT}
        return self._screens >= most or any(self._screens_of[key] >= share[key[0]] for key in is_stranger(listener))

    def stir(self) -> None:
        """Something is new at every table, though no act: each page looks."""
        with self._lock:
            tables = list(self._listeners)
        for listener in [each for table in tables for each in self._of(table)]:
            listener.push(("here", 0))

    def stir_screen(self, table: str, everybody: bool = False) -> None:
        """The table screen has something new to show, though no act; and so have phones, if everybody shall see it."""
        for listener in self._of(table):
            if everybody or listener.observer == TABLE:
                listener.push(("here", 0))

    def _stir(self, table: str, everybody: bool = False) -> None:
        """Somebody came or went: the table screen shows who is there, and phones where players do not see each other."""
        self.stir_screen(table, everybody)
        self.stir_house()

    def _of(self, table: str) -> list[Listener]:
        with self._lock:
            return [listener for mine in self._listeners.get(table, {}).values() for listener in mine]


def alone(table: str, version: int) -> None:
    """There is no other server."""


def is_stranger(listener: Listener) -> list[tuple[str, str]]:
    """Where a stranger's table screen counts. The host's browsers count nowhere."""
    who = listener.who
    if listener.observer != TABLE or who.host:
        return []
    return [key for key in (("address", who.address), ("device", who.device)) if key[1]]


def stream_limit() -> int:
    """How many streams this system has files for, if each phone may hold another connection to ask with."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY:
            return max(2, min(MOST_STREAMS, soft // 2 - OTHER_FILES))
    return MOST_STREAMS


Page = Callable[[], bytes | None]  # what is new on a page, as an event; empty: nothing; none: that cannot be told now


class Stream(Iterator[bytes]):
    """Server-sent events: where the table is now, then each change; when nothing happens, the number of the last one.

    With a page the changes are what is new on it, made when they are sent: a phone that was slow gets the last state and not
    each one. No generator: one that was never begun does nothing when it is closed, and a phone can vanish that early.
    """

    def __init__(
        self,
        hub: Hub,
        listener: Listener,
        version: Callable[[], int],
        heartbeat: float,
        page: Page | None,
        allowed: Callable[[], object],
    ) -> None:
        self._allowed = allowed
        self._hub, self._listener, self._version, self._heartbeat = hub, listener, version, heartbeat
        self._page, self._greeted, self._closed = page, False, False

    def __next__(self) -> bytes:
        if self._closed:
            raise StopIteration
        if not self._greeted:
            self._greeted = True
            return b"retry: %d\n\n" % RETRY + (self._news() or event(("version", self._version())))
        while True:
            message = self._listener.next(self._heartbeat)
            if message == GONE:
                self._end()
            if message is None or message[0] == "notes":
                self._check()
                return event(message or ("version", self._version()))
            news = self._news()
            if news is None:
                return event(message)
            if news:
                return news

    def _news(self) -> bytes | None:
        """What is new on the page. Whose seat was released gets nothing more, also if he has not heard of it yet."""
        if self._page is None:
            self._check()
            return None
        try:
            return self._page()
        except PhoneError:
            return self._end()

    def _check(self) -> None:
        """Ends if whoever listens may not any more; the word may have been asked for at another server."""
        try:
            self._allowed()
        except PhoneError:
            self._end()

    def _end(self) -> NoReturn:
        self.close()
        raise StopIteration

    def close(self) -> None:
        """The phone has gone, or was told to."""
        self._closed = True
        self._hub.leave(self._listener)


def open_stream(
    hub: Hub,
    listener: Listener,
    version: Callable[[], int],
    heartbeat: float | None = None,
    page: Page | None = None,
    allowed: Callable[[], object] = lambda: None,
) -> Stream:
    """What a phone hears of a table. Whoever gets this must close it; `allowed` raises when it may hear no more."""
    return Stream(hub, listener, version, HEARTBEAT if heartbeat is None else heartbeat, page, allowed)


def event(message: Message) -> bytes:
    """A message on the wire."""
    kind, number = message
    return b"event: %s\ndata: %d\n\n" % (kind.encode(), number)
