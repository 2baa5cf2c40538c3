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

from companion import sitting as s
from companion.errors import Closed, Taken, Unfit
from companion.memory import TRIES, Check, Memory, Pending, busy
from companion.secret import hashed
from companion.sitting import Sitting
from companion.store import Change, Conflict
from referee.chance import PLEDGE_BYTES, SHARE_BYTES, Chance, commitment, mixed, pledge
from templates import say

PATIENCE = 2.0  # seconds that phones have to reveal their shares
PLEDGES = 8  # that a seat may send for one game: a phone forgets its share when its memory is cleared
A_PLEDGE = re.compile(rf"[0-9a-f]{{{2 * PLEDGE_BYTES}}}")
A_SHARE = re.compile(rf"[0-9a-f]{{{2 * SHARE_BYTES}}}")

Seeds = Callable[[str, int], bytes]  # by table and number of the game; the same whenever it is asked
T = TypeVar("T")


class Dice(Struct, frozen=True):
    """What everybody may know of the chance at a table. Of each seat: what its phone pledged and gave, or nothing."""

    pledges: tuple[str, ...]  # for the game on the table
    shares: tuple[str, ...]
    next: int  # the number of the next game
    commitment: str  # to the seed of that one; empty while a game is played, and where nothing is left to chance
    promised: tuple[str, ...]  # for that one
    dealing: bool  # the pledges are closed, the shares are on their way


class Fairness:
    """The deals of all tables."""

    def __init__(self, memory: Memory, seeds: Seeds) -> None:
        self._memory, self._seeds = memory, seeds
        self._since = memory.clock()  # phones that were cut off by a restart have their time again

    def public(self, sitting: Sitting) -> Dice:
        """What everybody may know."""
        committed = self.commitment(sitting)
        return Dice(
            pledges=tuple(each or "" for each in sitting.pledges),
            shares=tuple(each or "" for each in sitting.shares),
            next=sitting.number + 1,
            commitment=committed,
            promised=tuple(each or "" for each in self._pledges(sitting)) if committed else (),
            dealing=sitting.dealing is not None,
        )

    def commitment(self, sitting: Sitting) -> str:
        """To the seed of the next game; none while one is played, and where nothing is left to chance."""
        if sitting.phase == "playing" or sitting.closed or not sitting.options.sealed:
            return ""
        return commitment(self._seed(sitting))

    def begin(self, pending: Pending) -> None:
        """Deals at once where no phone has pledged anything; else closes the pledges, and phones reveal their shares."""
        sitting = pending.sitting
        pledges = self._pledges(sitting)
        if any(pledges):
            act = s.Dealing(self._seed(sitting).hex(), pledges, self._memory.clock())
            self._memory.write(pending, act, Change(sitting.id))
        else:
            self._deal(pending, [], [])

    def pledge(self, table: str, seat: int, promised: str, committed: str, device: str, may: Check) -> None:
        """Keeps a pledge for the next game. The same again changes nothing."""
        if not A_PLEDGE.fullmatch(promised):
            raise Unfit(say("What was sent cannot be read."))

        def keep(pending: Pending) -> None:
            sitting = pending.sitting
            act = s.Pledged(seat, promised, committed, hashed(device))
            before = sitting.pledged.get(seat)
            if before == act and not sitting.dealing:
                return
            self._memory.be_sure(sitting)
            if sitting.dealing or not committed or committed != self.commitment(sitting):
                raise Closed(say("That is over: the table has moved on."))
            if (
                before
                and before.commitment == committed
                and before.by != act.by
                and (seat, before.by) in pending.holders
            ):
                raise Taken(say("Another phone of this seat has pledged already."))
            if sitting.tries.get(seat, 0) >= PLEDGES:
                raise Closed(say("Enough was pledged for this game."))
            self._memory.write(pending, act, Change(table))

        self._until_written(table, keep, may)

    def reveal(self, table: str, seat: int, share: str, may: Check) -> bool:
        """Takes the share that a seat has pledged; deals if it was the last one, and says so. Once is enough."""
        if not A_SHARE.fullmatch(share):
            raise Unfit(say("What was sent cannot be read."))

        def take(pending: Pending) -> bool:
            sitting = pending.sitting
            dealing = sitting.dealing
            if not dealing:
                if seat < len(sitting.shares) and sitting.shares[seat] == share:
                    return False  # it has not heard the answer
                self._memory.be_sure(sitting)
                raise Closed(say("That is over: the table has moved on."))
            promised = dealing.pledges[seat]
            made = pledge(commitment(bytes.fromhex(dealing.seed)), bytes.fromhex(share)).hex()
            if not promised or not compare_digest(made, promised):
                raise Unfit(say("This is not the share that was pledged."))
            given = {**sitting.revealed, seat: share}
            if all(i in given for i, each in enumerate(dealing.pledges) if each):
                self._deal_with(pending, dealing, given)
                return True
            if seat not in sitting.revealed:
                self._memory.write(pending, s.Revealed(seat, share), Change(table))
            return False

        return self._until_written(table, take, may)

    def overdue(self, table: str) -> bool:
        """Deals with the shares that have come, if phones had their time; says whether it did."""
        pending = self._memory.load(table)
        dealing = pending.sitting.dealing
        if not dealing:
            return False
        waited = self._memory.clock() - max(dealing.at, self._since)
        if 0 <= waited < PATIENCE:  # less than nothing: somebody has set the clock
            return False
        try:
            self._deal_with(pending, dealing, pending.sitting.revealed)
        except Conflict:
            return False  # somebody else wrote: with what he wrote, it is looked at again
        return True

    def _deal_with(self, pending: Pending, dealing: s.Dealing, given: dict[int, str]) -> None:
        self._deal(pending, dealing.pledges, [given.get(seat) for seat in range(len(dealing.pledges))])

    def _deal(self, pending: Pending, pledges: list[str | None], shares: list[str | None]) -> None:
        sitting = pending.sitting
        seed = self._seed(sitting)
        dice = mixed(seed, s.read(pledges), s.read(shares))
        events = sitting.game.deal(sitting.options, sitting.seats, Chance(dice, 0))
        act = s.Began(seed.hex(), msgspec.to_builtins(events), pledges, shares)
        before = sitting.number + 1, sitting.version, s.snapshot(sitting)
        self._memory.write(pending, act, Change(sitting.id, snapshot=before))

    def _seed(self, sitting: Sitting) -> bytes:
        """Of the next game. Once phones reveal their shares for it, it is the one in the log, whatever happens."""
        if sitting.dealing:
            return bytes.fromhex(sitting.dealing.seed)
        return self._seeds(sitting.coded, sitting.number + 1)

    def _pledges(self, sitting: Sitting) -> list[str | None]:
        """What each seat has pledged for the next game. Under another commitment it would be worth nothing."""
        if sitting.dealing:
            return sitting.dealing.pledges
        committed = self.commitment(sitting)
        found = [sitting.pledged.get(seat) for seat in range(sitting.seats)]
        return [each.pledge if each and each.commitment == committed else None for each in found]

    def _until_written(self, table: str, act: Callable[[Pending], T], may: Check) -> T:
        """Does it with the table as it is; again if somebody else was faster."""
        for _ in range(TRIES):
            may()
            try:
                return act(self._memory.load(table))
            except Conflict:
                self._memory.forget(table)
        raise busy()
