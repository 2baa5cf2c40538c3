"""Tables in memory, as the log has them: read once, then followed act by act, whoever wrote them.

Each table has a lock of its own: whoever waits for the database holds up that table alone.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from msgspec import Struct, field
from sqlalchemy.exc import DBAPIError

from companion.errors import Busy, NotFound, PutAside
from companion.storage.error_log import LOG
from companion.storage.history import game_just_ended
from companion.storage.pubsub import Hub
from companion.storage.store import Conflict, NotWritten, Store, StoreError, WriteSet
from companion.storage.tokens import token
from companion.table import endings, snapshot
from companion.table import state as s
from companion.table.acts import Act, decode, encode
from companion.table.clock import BreathClock, PlayClock, clock_of_log, counted_silence
from companion.table.state import TableState
from referee import record
from referee.sealcode import final_seal
from templates.i18n import say

if TYPE_CHECKING:
    from companion.storage.postgres import Standing

KNOWN = 1000  # tables in memory; the others are read again when somebody asks
TRIES = 20  # as often as others may be faster; only where several servers share a database
NAME = re.compile(r"[a-z0-9]{1,32}")


class CachedTable(Struct):
    """A table in memory: as it is, which phones hold its seats, and which notices each of them has put away."""

    table_state: TableState
    holders: frozenset[tuple[int, str]]  # seat, device
    watch: PlayClock
    breath: BreathClock = field(default_factory=BreathClock)
    read: dict[tuple[int, str], int] = {}  # by seat and device: up to that version
    generation: int = 0  # of the store that it was read from
    at: float = 0.0  # when its last act was written
    stale: bool = False  # somebody else has written, or may have: it is read on from there
    refused: dict[str, tuple[int, list[str]]] = {}  # by actor: the game, and the keys whose refusals are kept


Permit = Callable[[], CachedTable]  # the table as it is now; raises what is to be answered to somebody who may not


class TableLock:
    """Whoever changes a table has it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    @property
    def mine(self) -> bool:
        """Has whoever asks it?"""
        return bool(self._lock._is_owned())  # type: ignore[attr-defined]


class TableCache:
    """The tables that somebody asked for lately, and the only hand that writes acts."""

    def __init__(self, store: Store, hub: Hub, clock: Callable[[], float]) -> None:
        self.store, self.hub, self.clock = store, hub, clock
        self.known: dict[str, CachedTable] = {}
        self.aside: dict[str, float] = {}  # tables that cannot be read, since when; tried again at the next start
        self._locks: WeakValueDictionary[str, TableLock] = WeakValueDictionary()
        self._memory = threading.RLock()  # for a moment, and never over a question to the store

    def lock(self, table: str) -> TableLock:
        """The lock of a table; it is there while somebody has it or waits for it."""
        with self._memory:
            return self._locks.setdefault(table, TableLock())

    def load(self, table: str) -> CachedTable:
        """A table as it is now, as far as this server has heard."""
        known = self.known.get(table)
        if known and known.generation == self.store.generation and not known.stale:
            return known
        with self.lock(table):
            known = self.known.get(table)  # somebody else may have read it while this one waited
            if known and known.generation == self.store.generation and not known.stale:
                return known
            if known and self.store.shared:
                try:
                    return self._read_on(known)
                except (StoreError, DBAPIError):
                    return known  # the database is away: memory answers, and pages say so
            if table in self.aside:
                raise put_aside(table)
            try:
                table_state, acts = self._read(table)
            except s.UnreadableLog as mistake:
                raise self._put_aside(table, mistake) from None
            if self.store.setting(f"unreadable {table}"):
                with suppress(StoreError, DBAPIError):  # that it can be read again is known without writing it down
                    self.store.untell(f"unreadable {table}")
            cached = CachedTable(
                table_state, frozenset(self.store.holders(table)), PlayClock(), read=self.store.read(table)
            )
            if table_state.state is not None and table_state.game.limit(table_state.state) is not None:
                after = acts[0][0] - 1  # a snapshot is followed by a beginning, which sets the watch to nothing
                cached.watch = clock_of_log(
                    acts, self.store.times(table, after)[: len(acts)], counted_silence(table_state.options)
                )
            cached.breath.follow(table_state, self.clock())
            cached.at = max(self.store.times(table, table_state.version - 1), default=0.0)
            self.keep(cached)
            return cached

    def current(self, table: str) -> CachedTable:
        """A table as it is now at every server, with the phones that hold its seats."""
        cached = self.load(table)
        if not self.store.shared:
            return cached
        try:
            found = self.store.standing([table])
        except (StoreError, DBAPIError):
            return cached  # as above
        self.follow(table, found.get(table))
        return self.load(table)

    def follow(self, table: str, now: Standing | None) -> bool:
        """Brings a table in memory to where it is by the store; has it changed elsewhere? Whoever listens hears of it."""
        cached = self.known.get(table)
        if now is None:
            self.vanish(table)
            return True
        if not cached or now.version < cached.table_state.version:
            return False  # written here since that was asked
        if (now.version, now.holders) == (cached.table_state.version, cached.holders) and not cached.stale:
            return False
        before = cached.table_state.version
        cached.stale = True
        after = self.load(table).table_state.version
        if after > before:
            self.hub.wake(table, after)
        return after > before

    def vanish(self, table: str) -> None:
        """A table was deleted: nobody remembers it, and its pages hear so."""
        self.known.pop(table, None)
        self.aside.pop(table, None)
        self.hub.dismiss(table)

    def _read_on(self, known: CachedTable) -> CachedTable:
        """A table with what others have written since; read from the beginning if it has gone back to a copy."""
        table_state = known.table_state
        table, after = table_state.id, table_state.version
        generation = self.store.generation
        acts = self.store.acts(table, after)
        if not acts and self.store.version(table) != after:
            self.known.pop(table, None)
            self.store.write_setting("era", token())  # pages then take what they are shown, though it is older
            return self.load(table)
        times = self.store.times(table, after)
        holders, read = frozenset(self.store.holders(table)), self.store.read(table)
        try:
            for (version, act), at in zip(acts, times, strict=False):
                made = decode(act)
                table_state.become(table_state.after(version, made))
                known.watch.rest = counted_silence(table_state.options)
                known.watch.follow(made, at)
                known.breath.follow(table_state, at)
                known.at = at
        except s.UnreadableLog as mistake:
            self.known.pop(table, None)
            raise self._put_aside(table, mistake) from None
        with self._memory:
            lost = known.holders - holders
            known.holders, known.read = holders, read
            known.generation, known.stale = generation, False
        for seat, device in lost:
            self.hub.dismiss(table, seat, device)
        return known

    def _put_aside(self, table: str, mistake: s.UnreadableLog) -> PutAside:
        """What is told of a table that cannot be read: once in the terminal, then to whoever asks for it."""
        since = float(self.store.setting(f"unreadable {table}") or self.clock())
        with suppress(StoreError, DBAPIError):  # since when can wait
            self.store.write_setting(f"unreadable {table}", str(since))
        self.aside[table] = since
        told = put_aside(table)
        LOG.warning("%s (%s: %s)", told, mistake, type(mistake.__cause__).__name__)
        return told

    def _read(self, table: str) -> tuple[TableState, list[tuple[int, bytes]]]:
        """A table, and the acts that were read for it: those since the last snapshot, or all of them."""
        found = self.store.snapshot(table) if NAME.fullmatch(table) else None
        if found:
            with suppress(s.UnreadableLog):  # of another version, or damaged: the log alone is the truth
                acts = self.store.acts(table, found[0])
                if acts:
                    return s.fold(table, acts, snapshot.from_snapshot(table, *found)), acts
        acts = self.store.acts(table) if NAME.fullmatch(table) else []
        if not acts:
            raise NotFound(say("There is no such table. Perhaps the host has deleted it."))
        return s.fold(table, acts), acts

    def keep(self, cached: CachedTable) -> None:
        """Remembers a table, and forgets the oldest ones if there are too many."""
        cached.generation = self.store.generation
        with self._memory:
            while len(self.known) >= KNOWN:
                del self.known[next(iter(self.known))]
            self.known[cached.table_state.id] = cached

    def forget(self, table: str) -> None:
        """What memory knows may be old: it is read again. Where others write, too, it is read on, and shown until then."""
        known = self.known.get(table)
        if known and self.store.shared:
            known.stale = True
        else:
            self.known.pop(table, None)

    def write(self, cached: CachedTable, act: Act, change: WriteSet) -> None:
        """Commits an act; only then does the table in memory follow, and as it would after a restart."""
        table_state = cached.table_state
        change.version, change.act, change.at = table_state.version + 1, encode(act), self.clock()
        after = table_state.after(change.version, decode(change.act))  # what cannot be followed is not written
        self._note_ending(table_state, after, change)
        change.read = max(1, after.since)  # a newcomer is told all that there is to know of this game
        try:
            self.store.write(change)
        except NotWritten:
            raise  # what memory knows is right, and may be all that can be read at the moment
        except BaseException:
            self.forget(table_state.id)
            raise
        table_state.become(after)
        cached.watch.rest = counted_silence(table_state.options)
        cached.watch.follow(act, change.at)
        cached.breath.follow(table_state, change.at)
        cached.at = change.at
        with self._memory:  # as they are now: a phone may have got another token while this was written
            kept = {(seat, device) for seat, device in cached.holders if seat not in change.released}
            cached.holders = frozenset(kept.union(change.holds))
            cached.read |= dict.fromkeys(change.holds, change.read)
            cached.read = {phone: version for phone, version in cached.read.items() if phone in cached.holders}
        if change.moved:
            self._follow(*change.moved)
        for seat in change.released:
            self.hub.dismiss(table_state.id, seat)

    def _note_ending(self, before: TableState, after: TableState, change: WriteSet) -> None:
        """A game that ends is listed in the transaction that ends it; one that goes on again is not listed any more."""
        mark = endings.game_mark(before)
        if endings.has_ended(mark, after):
            times = [*self.store.times(after.id, after.start - 1), change.at]
            change.finished = endings.finished_game_of(after, times)
            if before.phase == "playing":  # one that is put right has the names of its end, which the log alone knows
                change.seal = self._seal(after)
        elif endings.was_reopened(mark, after):
            change.reopened = after.number

    def _seal(self, after: TableState) -> str:
        """The seal of the game that an act ends; none if it cannot be made, which must not hold up the end."""
        try:
            return final_seal(record.write(*game_just_ended(after)))
        except Exception as mistake:  # whoever asks for it finds out again, and is told
            LOG.error("the seal of table %s could not be made", after.id, exc_info=mistake)
            return ""

    def move(self, old: str, new: str) -> None:
        """All that one device may do, at every table, another may from now on, and the first no more."""
        self.store.move(old, new)
        self._follow(old, new)

    def _follow(self, old: str, new: str) -> None:
        with self._memory:
            changed = [each for each in self.known.values() if any(device == old for _, device in each.holders)]
            for cached in changed:
                cached.holders = frozenset((seat, new if device == old else device) for seat, device in cached.holders)
                cached.read = {
                    (seat, new if device == old else device): version for (seat, device), version in cached.read.items()
                }
        self.hub.expel(old)
        for cached in changed:
            self.hub.tell(cached.table_state.id, 0)

    def ensure_current(self, table_state: TableState) -> None:
        """Nothing is refused for what memory knows if somebody else has written since."""
        if self.store.version(table_state.id) != table_state.version:
            raise Conflict(table_state.id, table_state.version)


def put_aside(table: str) -> PutAside:
    """It is not lost, and it does not come back by itself."""
    return PutAside(
        say(
            "Table {table} cannot be read by this version of Sousmain and is put aside. Nothing of it is deleted; "
            "it is tried again when the companion starts."
        ).format(table=table)
    )


def busy() -> Busy:
    """Others write without end: the phone tries again by itself."""
    mistake = Busy(say("The table is busy. Try again."))
    mistake.status = 503
    return mistake
