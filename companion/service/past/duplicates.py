"""The same cards at several tables: who may look at which, when all are done, and how they compare then.

Whoever plays with cards must not see another table that has the same: neither its screen while it plays, nor what lies open
when it is over, nor its seed and its record. So a game of such a table is *kept* until every table that shares the deal is
done with it, or closed, or deleted. Then each of them gets one more act, and from there on all of it may be seen.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import TypeVar

from msgspec import Struct

from companion.errors import NotFound, PutAside
from companion.storage.cache import TRIES, CachedTable, TableCache
from companion.storage.history import finished_game
from companion.storage.store import Conflict, NotWritten, WriteSet
from companion.storage.tokens import hashed
from companion.table import acts
from companion.table.acts import DuplicateDeal
from companion.table.state import TableState
from referee import duplicate
from referee.game import Outcome
from referee.record import Setup
from referee.registry import game

AGAIN = 3.0  # seconds between two looks whether a deal is done that nobody has told of
KNOWN = 1000  # games with the same cards in memory
LOOKED = 1000  # deals in memory
Remembered = TypeVar("Remembered")


class Compared(Struct, frozen=True):
    """What a seat has reached at one table, and the share of points it has won from the same seat at the others."""

    table: str
    name: str
    points: int
    won: bool
    share: float | None


class Comparison(Struct, frozen=True):
    """A game with the same cards at several tables: how many are done, of how many; once all are, each seat everywhere."""

    game: int
    done: int
    tables: int
    seats: tuple[tuple[Compared, ...], ...] = ()  # the best first


Standing = frozenset[
    tuple[str, int, int, int, str, bool]
]  # of each table: its game, when it ended, what was shown, ...


PlayedGame = tuple[Setup, Outcome]


class Duplicates:
    """The deals that several tables share."""

    def __init__(self, cache: TableCache) -> None:
        self._memory = cache
        self._looked: dict[str, float] = {}  # by deal
        self._told: dict[str, Standing] = {}  # by deal: what its tables were told last
        self._known: dict[tuple[str, int], tuple[object, PlayedGame | None]] = {}  # by table and game

    def tables(self, deal: DuplicateDeal) -> list[CachedTable]:
        """The tables that have these cards, as they are now; one that cannot be read plays no more."""
        found = []
        for table in self._memory.store.sharing(deal.id):
            with suppress(NotFound, PutAside):
                found.append(self._memory.current(table))
        return found

    def settle(self, table: str) -> list[str]:
        """Shows what all tables are done with; the tables whose pages have to hear of it."""
        with suppress(NotFound, PutAside):
            deal = self._memory.load(table).table_state.duplicate
            return self.show(deal) if deal else []
        return []

    def show(self, deal: DuplicateDeal) -> list[str]:
        """The same for a deal; none where all is as they were told."""
        told = self.tables(deal)
        number = 1 + min((each.table_state.shown for each in told), default=0)
        while any(each.table_state.number >= number for each in told) and all(
            done(each.table_state, number) for each in told
        ):
            # First those that have not played it: from then on they cannot.
            order = sorted(told, key=lambda one: one.table_state.number >= number)
            if not all(self._shown(each.table_state.id, number) for each in order):
                break
            number += 1
        return [each.table_state.id for each in told] if self._is_news(deal) else []

    def _is_news(self, deal: DuplicateDeal) -> bool:
        """Do the tables of a deal stand otherwise than they were told?"""
        now = standing(self.tables(deal))
        if self._told.get(deal.id) == now:
            return False
        remember(self._told, deal.id, now)
        return True

    def _shown(self, table: str, number: int) -> bool:
        """Writes it down at one table, unless that has begun something meanwhile."""
        for _ in range(TRIES):
            with self._memory.lock(table):
                try:
                    cached = self._memory.current(table)
                    if not done(cached.table_state, number):
                        return False
                    if cached.table_state.shown < number:
                        self._memory.write(cached, acts.DealShown(number), WriteSet(table))
                    return True
                except Conflict:
                    self._memory.forget(table)
                except (NotFound, PutAside):
                    return True
        return False

    def overdue(self, table_state: TableState) -> bool:
        """Should somebody look whether others are done? A server may have died before it came to that."""
        deal, now = table_state.duplicate, self._memory.clock()
        if not deal or not table_state.keeps(table_state.number) or table_state.phase == "playing":
            return False
        if 0 <= now - self._looked.get(deal.id, -AGAIN) < AGAIN:
            return False
        remember(self._looked, deal.id, now)
        return True

    def may_watch(self, table_state: TableState, device: str, host: bool) -> bool:
        """May that browser see what lies on this table? Whoever plays with the same cards elsewhere may not, nor may others
        than those who sit here and the host: anybody could be from another table."""
        deal = table_state.duplicate
        if deal is None or not table_state.keeps(table_state.number):
            return True
        mine = hashed(device) if device else ""
        here = any(holder == mine for _, holder in self._memory.load(table_state.id).holders)
        try:
            return (here or host) and not self.elsewhere(table_state, mine)
        except NotWritten:  # nobody can say while the database is away
            return here

    def elsewhere(self, table_state: TableState, holder: str) -> bool:
        """Does a phone hold a seat at another table that has the same cards?"""
        deal = table_state.duplicate
        if deal is None or not holder:
            return False
        held = {table for table, _ in self._memory.store.seats(holder)} - {table_state.id}
        return bool(held) and not held.isdisjoint(self._memory.store.sharing(deal.id))

    def comparison(self, table_state: TableState) -> Comparison | None:
        """What is told of the game that is over on this table, where others have had its cards."""
        deal, number = table_state.duplicate, table_state.number
        if deal is None or table_state.phase not in ("over", "abandoned"):
            return None
        try:
            told = [each.table_state for each in self.tables(deal)]
        except NotWritten:
            return None
        finished = sum(done(each, number) for each in told)
        found = Comparison(number, finished, len(told))
        if table_state.keeps(number):
            return found
        played = {each.id: one for each in told if (one := self._played(each, number))}
        return Comparison(number, finished, len(told), compared(played, table_state.id))

    def _played(self, table_state: TableState, number: int) -> PlayedGame | None:
        """What that game started from at a table and how it ended; none where it came to no end. Read when it ends, and once
        more when the table plays on: until then it may be put right."""
        key = table_state.id, number
        now = table_state.number == number and (table_state.ended, table_state.phase)
        if key not in self._known or self._known[key][0] != now:
            past = finished_game(self._memory.store, *key)
            outcome = ended(past[0], [event for turn in past[1] for event in turn.events]) if past else None
            while len(self._known) >= KNOWN:
                del self._known[next(iter(self._known))]
            self._known[key] = now, (past[0], outcome) if past and outcome else None
        return self._known[key][1]


def compared(played: dict[str, PlayedGame], table: str) -> tuple[tuple[Compared, ...], ...]:
    """Each seat at all tables that have played the very deal of that one; nothing where it has not."""
    mine = played.get(table)
    if mine is None:
        return ()
    same = {t: each for t, each in played.items() if duplicate.deal_of(each[0]) == duplicate.deal_of(mine[0])}
    shares = dict(zip(same, duplicate.shares([outcome for _, outcome in same.values()]), strict=True))
    return tuple(
        tuple(
            sorted(
                (
                    Compared(t, setup.names[seat], outcome.scores[seat], seat in outcome.winners, shares[t][seat])
                    for t, (setup, outcome) in same.items()
                ),
                key=lambda each: (-(each.share or 0.0), each.table),
            )
        )
        for seat in range(mine[0].seats)
    )


def standing(tables: Iterable[CachedTable]) -> Standing:
    """All that decides what the tables of a deal tell of each other."""
    states = [each.table_state for each in tables]
    return frozenset((each.id, each.number, each.ended, each.shown, each.phase, each.closed) for each in states)


def remember(kept: dict[str, Remembered], deal: str, what: Remembered) -> None:
    """Keeps something of a deal, and forgets the deals that nobody has asked about for longest."""
    kept.pop(deal, None)
    while len(kept) >= LOOKED:
        del kept[next(iter(kept))]
    kept[deal] = what


def done(table_state: TableState, number: int) -> bool:
    """Has a table nothing more to do with the cards of that game?"""
    if table_state.closed or table_state.number > number:
        return True
    return table_state.number == number and table_state.phase != "playing"


def ended(setup: Setup, events: Sequence[object]) -> Outcome | None:
    """How a game ended."""
    rules = game(setup.game)
    state = rules.start()
    for event in events:
        state = rules.evolve(state, event)
    return rules.outcome(state)


def new_deal(phrase: str = "") -> DuplicateDeal:
    """Cards for several tables: drawn by the laptop, or those of a phrase, which are the same wherever it is told."""
    if phrase:
        return DuplicateDeal(sha256(b"sousmain tables\0" + phrase.encode()).hexdigest()[:12], phrase)
    return DuplicateDeal(secrets.token_hex(6))
