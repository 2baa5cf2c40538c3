"""The fair deal: the laptop commits to a seed, phones pledge shares and reveal them, and the game is dealt from all of it.

Before a game its commitment is on every page of the table, and each phone may pledge a share under it. When the host
begins, the list of pledges is closed; phones that see their own on it reveal their shares; and when all have, or after a
moment, the game is dealt. Whoever gives nothing holds up nobody: without a single pledge the game is dealt at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from hmac import compare_digest
from typing import TypeVar

import msgspec
from msgspec import Struct

from companion.errors import BadRequest, OfferClosed, Taken
from companion.storage.cache import TRIES, CachedTable, Permit, TableCache, busy
from companion.storage.store import Conflict, WriteSet
from companion.storage.tokens import hashed
from companion.table import acts, snapshot
from companion.table import state as s
from companion.table.state import TableState
from referee import seed_phrase
from referee.chance import PLEDGE_BYTES, SHARE_BYTES, Chance, commitment, mixed, pledge
from referee.record import Drawn
from templates.i18n import say

PATIENCE = 2.0  # seconds that phones have to reveal their shares
PLEDGES = 8  # that a seat may send for one game: a phone forgets its share when its memory is cleared
A_PLEDGE = re.compile(rf"[0-9a-f]{{{2 * PLEDGE_BYTES}}}")
A_SHARE = re.compile(rf"[0-9a-f]{{{2 * SHARE_BYTES}}}")

Seeds = Callable[[str, int], bytes]  # by table and number of the game; the same whenever it is asked
T = TypeVar("T")


class PublicDice(Struct, frozen=True):
    """What everybody may know of the chance at a table. Of each seat: what its phone pledged and gave, or nothing."""

    names: tuple[str, ...]  # at the deal of the game on the table
    pledges: tuple[str, ...]  # for that game
    shares: tuple[str, ...]
    next: int  # the number of the next game
    commitment: str  # to the seed of that one; empty while a game is played, and where nothing is left to chance
    promised: tuple[str, ...]  # for that one
    dealing: bool  # the pledges are closed, the shares are on their way
    duplicate: Drawn | None = (
        None  # who drew the cards, where several tables have the same: no phone has a share in them
    )


class FairDeals:
    """The deals of all tables."""

    def __init__(self, cache: TableCache, seeds: Seeds) -> None:
        self._memory, self._seeds = cache, seeds
        self._since = cache.clock()  # phones that were cut off by a restart have their time again

    def public(self, table_state: TableState) -> PublicDice:
        """What everybody may know."""
        committed = self.commitment(table_state)
        return PublicDice(
            names=table_state.dealt_to,
            pledges=tuple(each or "" for each in table_state.pledges),
            shares=tuple(each or "" for each in table_state.shares),
            next=table_state.number + 1,
            commitment=committed,
            promised=tuple(each or "" for each in self._pledges(table_state)) if committed else (),
            dealing=table_state.dealing is not None,
            duplicate=table_state.duplicate.drawn if table_state.duplicate else None,
        )

    def commitment(self, table_state: TableState) -> str:
        """To the seed of the next game; none while one is played, and where nothing is left to chance."""
        if table_state.phase == "playing" or table_state.closed or not table_state.options.sealed:
            return ""
        return commitment(self._seed(table_state))

    def begin(self, cached: CachedTable) -> None:
        """Deals at once where no phone has pledged anything; else closes the pledges, and phones reveal their shares."""
        table_state = cached.table_state
        pledges = self._pledges(table_state)
        if any(pledges):
            act = acts.DealBegun(self._seed(table_state).hex(), pledges, self._memory.clock())
            self._memory.write(cached, act, WriteSet(table_state.id))
        else:
            self._deal(cached, [], [])

    def pledge(self, table: str, seat: int, promised: str, committed: str, device: str, may: Permit) -> None:
        """Keeps a pledge for the next game. The same again changes nothing."""

        def keep(cached: CachedTable) -> None:
            if not A_PLEDGE.fullmatch(promised):
                raise BadRequest(say("What was sent cannot be read."))
            table_state = cached.table_state
            act = acts.SharePledged(seat, promised, committed, hashed(device))
            before = table_state.pledged.get(seat)
            if before == act and not table_state.dealing:
                return
            self._memory.ensure_current(table_state)
            if table_state.duplicate:
                raise OfferClosed(say("Several tables have the same cards: no phone has a share in them."))
            if table_state.dealing or not committed or committed != self.commitment(table_state):
                raise OfferClosed(say("That is over: the table has moved on."))
            if (
                before
                and before.commitment == committed
                and before.by != act.by
                and (seat, before.by) in cached.holders
            ):
                raise Taken(say("Another phone of this seat has pledged already."))
            if table_state.tries.get(seat, 0) >= PLEDGES:
                raise OfferClosed(say("This seat has pledged often enough for this game."))
            self._memory.write(cached, act, WriteSet(table))

        self._until_written(table, keep, may)

    def reveal(self, table: str, seat: int, share: str, may: Permit) -> bool:
        """Takes the share that a seat has pledged; deals if it was the last one, and says so. Once is enough."""

        def take(cached: CachedTable) -> bool:
            if not A_SHARE.fullmatch(share):
                raise BadRequest(say("What was sent cannot be read."))
            table_state = cached.table_state
            dealing = table_state.dealing
            if not dealing:
                if seat < len(table_state.shares) and table_state.shares[seat] == share:
                    return False  # it has not heard the answer
                self._memory.ensure_current(table_state)
                raise OfferClosed(say("That is over: the table has moved on."))
            promised = dealing.pledges[seat]
            made = pledge(commitment(bytes.fromhex(dealing.seed)), bytes.fromhex(share)).hex()
            if not promised or not compare_digest(made, promised):
                raise BadRequest(say("This is not the share that was pledged."))
            given = {**table_state.revealed, seat: share}
            if all(i in given for i, each in enumerate(dealing.pledges) if each):
                self._deal_with(cached, dealing, given)
                return True
            if seat not in table_state.revealed:
                self._memory.write(cached, acts.ShareRevealed(seat, share), WriteSet(table))
            return False

        return self._until_written(table, take, may)

    def overdue(self, table: str) -> bool:
        """Deals with the shares that have come, if phones had their time; says whether it did."""
        cached = self._memory.load(table)
        dealing = cached.table_state.dealing
        if not dealing:
            return False
        waited = self._memory.clock() - max(dealing.at, self._since)
        if 0 <= waited < PATIENCE:  # less than nothing: somebody has set the clock
            return False
        try:
            self._deal_with(cached, dealing, cached.table_state.revealed)
        except Conflict:
            return False  # somebody else wrote: with what he wrote, it is looked at again
        return True

    def _deal_with(self, cached: CachedTable, dealing: acts.DealBegun, given: dict[int, str]) -> None:
        self._deal(cached, dealing.pledges, [given.get(seat) for seat in range(len(dealing.pledges))])

    def _deal(self, cached: CachedTable, pledges: list[str | None], shares: list[str | None]) -> None:
        table_state = cached.table_state
        seed = self._seed(table_state)
        dice = mixed(seed, s.bytes_by_seat(pledges), s.bytes_by_seat(shares))
        options = table_state.options.in_turn(table_state.began, table_state.seats)
        events = table_state.game.deal(options, table_state.seats, Chance(dice, 0))
        act = acts.GameBegun(seed.hex(), msgspec.to_builtins(events), pledges, shares, tells_robots=True)
        before = table_state.number + 1, table_state.version, snapshot.snapshot(table_state)
        self._memory.write(cached, act, WriteSet(table_state.id, snapshot=before))

    def _seed(self, table_state: TableState) -> bytes:
        """Of the next game. Once phones reveal their shares for it, it is the one in the log, whatever happens."""
        if table_state.dealing:
            return bytes.fromhex(table_state.dealing.seed)
        deal, number = table_state.duplicate, table_state.number + 1
        if deal and deal.phrase:
            return seed_phrase.seed(deal.phrase, number)
        return self._seeds(f"deal {deal.id}" if deal else table_state.coded, number)

    def _pledges(self, table_state: TableState) -> list[str | None]:
        """What each seat has pledged for the next game. Under another commitment it would be worth nothing."""
        if table_state.dealing:
            return table_state.dealing.pledges
        committed = self.commitment(table_state)
        found = [table_state.pledged.get(seat) for seat in range(table_state.seats)]
        return [each.pledge if each and each.commitment == committed else None for each in found]

    def _until_written(self, table: str, act: Callable[[CachedTable], T], may: Permit) -> T:
        """Does it with the table as it is; again if somebody else was faster."""
        for _ in range(TRIES):
            cached = may()
            try:
                return act(cached)
            except Conflict:
                self._memory.forget(table)
        raise busy()
