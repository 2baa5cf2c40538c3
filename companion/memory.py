"""Tables in memory, as the log has them: read once, then followed act by act."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable

from msgspec import Struct

from companion import sitting as s
from companion.errors import Busy, NotFound
from companion.live import Hub
from companion.sitting import Sitting
from companion.store import Change, Conflict, Store, Unwritten
from companion.watch import Watch, silence, watched
from templates import say

KNOWN = 1000  # tables in memory; the others are read again when somebody asks
TRIES = 20  # as often as others may be faster; only where several servers share a database
NAME = re.compile(r"[a-z0-9]{1,32}")

Check = Callable[[], None]  # raises what is to be answered to somebody who may not


class Pending(Struct):
    """A table in memory: as it is, and which phones hold its seats."""

    sitting: Sitting
    holders: frozenset[tuple[int, str]]  # seat, device
    watch: Watch


class Memory:
    """The tables that somebody asked for lately, and the only hand that writes acts."""

    def __init__(self, store: Store, hub: Hub, clock: Callable[[], float]) -> None:
        self.store, self.hub, self.clock = store, hub, clock
        self.known: dict[str, Pending] = {}
        self.lock = threading.RLock()

    def load(self, table: str) -> Pending:
        """A table as it is now."""
        known = self.known.get(table)
        if known:
            return known
        with self.lock:
            known = self.known.get(table)  # somebody else may have read it while this one waited
            if known:
                return known
            acts = self.store.acts(table) if NAME.fullmatch(table) else []
            if not acts:
                raise NotFound(say("There is no such table."))
            pending = Pending(s.fold(table, acts), frozenset(self.store.holders(table)), Watch())
            if pending.sitting.state is not None and pending.sitting.game.limit(pending.sitting.state) is not None:
                rest = silence(pending.sitting.options)
                pending.watch = watched(acts, self.store.times(table)[: len(acts)], rest)
            self.keep(pending)
            return pending

    def keep(self, pending: Pending) -> None:
        """Remembers a table, and forgets the oldest ones if there are too many."""
        while len(self.known) >= KNOWN:
            del self.known[next(iter(self.known))]
        self.known[pending.sitting.id] = pending

    def forget(self, table: str) -> None:
        """What memory knows may be old: it is read again."""
        self.known.pop(table, None)

    def write(self, pending: Pending, act: s.Act, change: Change) -> None:
        """Commits an act; only then does the table in memory follow, and as it would after a restart."""
        sitting = pending.sitting
        change.version, change.act, change.at = sitting.version + 1, s.encode(act), self.clock()
        after = sitting.after(change.version, s.decode(change.act))  # what cannot be followed is not written
        kept = {(seat, device) for seat, device in pending.holders if seat not in change.released}
        try:
            self.store.write(change)
        except Unwritten:
            raise  # what memory knows is right, and may be all that can be read at the moment
        except BaseException:
            self.forget(sitting.id)
            raise
        sitting.become(after)
        pending.watch.rest = silence(sitting.options)
        pending.watch.follow(act, change.at)
        pending.holders = frozenset(kept.union(change.holds))
        for seat in change.released:
            self.hub.dismiss(sitting.id, seat)

    def be_sure(self, sitting: Sitting) -> None:
        """Nothing is refused for what memory knows if somebody else has written since."""
        if self.store.version(sitting.id) != sitting.version:
            raise Conflict(sitting.id, sitting.version)


def busy() -> Busy:
    """Others write without end: the phone tries again by itself."""
    mistake = Busy(say("The table is busy. Try again."))
    mistake.status = 503
    return mistake
