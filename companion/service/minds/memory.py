"""What seats can know at the tables that are played: folded move by move, kept for the tables that were asked for last."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from typing import Any

from msgspec import Struct

from companion.table.state import TableState
from referee.game import TABLE, Game
from referee.knowledge import Fact, Reasoner, Unproven
from referee.record import Turn

MOST = 600  # seats in memory; the others are folded anew when somebody asks
AT_ONCE = 40  # of more turns that were missed, nobody is told which of them brought what


class Learnt(Struct, frozen=True):
    """Something that has become certain to a seat, and in which turn. Events are not counted here: how many of them nobody
    has seen is a secret."""

    fact: Fact
    turn: int


class Sight(Struct, frozen=True):
    """An event as a seat saw it, and what that seat saw of the table then."""

    event: Any
    view: Any


class SeatMemory(Struct):
    """One seat while a game is played: what it can know, and since when. It hears what the seat witnesses, and nothing else."""

    game: Game
    seat: int
    state: Any  # for the next event to be witnessed; no reasoner ever sees it
    reasoner: Reasoner | None = None
    learnt: tuple[Learnt, ...] = ()
    turns: int = 0
    last: Turn | None = None
    proofs: dict[Fact, tuple[int, ...]] | None = None  # none since nobody has asked for one
    sights: dict[int, Sight] = {}

    def follow(self, turns: list[Turn], facts: bool) -> None:
        """The same after all of these turns; with `facts` it also keeps what became certain, and when."""
        fresh = turns[self.turns :]
        for number, turn in enumerate(fresh, self.turns):
            for event in turn.events:
                self._hear(event)
            if turn.actor == TABLE:  # something may have been put right that a proof stood on
                self.proofs = None
            if facts and number + AT_ONCE >= len(turns):
                self._learn(number)
                time.sleep(0)  # everybody else has a turn between two of them
        if fresh:
            self.turns, self.last = len(turns), turns[-1]

    def fits(self, turns: list[Turn]) -> bool:
        """Is it of that game, so that it can be gone on with?"""
        return self.turns <= len(turns) and (not self.turns or turns[self.turns - 1] == self.last)

    def proof(self, fact: Fact) -> tuple[int, ...]:
        """The numbers of the events that prove something; none where there is no proof to be told at the table."""
        proofs = self.proofs
        if proofs is None:
            proofs = self.proofs = {}
        reasoner = self.reasoner  # after them, and both before the pause: another page may follow the game meanwhile
        if fact not in proofs:
            assert reasoner is not None
            time.sleep(0)  # a page has several: everybody else has a turn before each
            try:
                proofs[fact] = reasoner.proof(fact) if reasoner.is_tellable(fact) else ()
            except Unproven:
                proofs[fact] = ()
        return proofs[fact]

    def sighted(self, turns: list[Turn], numbers: set[int]) -> dict[int, Sight]:
        """Those events as the seat saw them: looked up once, from the beginning."""
        if numbers - self.sights.keys():
            state, every = self.game.start(), (event for turn in turns for event in turn.events)
            for number, event in enumerate(every):
                state = self.game.evolve(state, event)
                if number in numbers and number not in self.sights:
                    seen = self.game.witness(state, event, self.seat)
                    self.sights[number] = Sight(seen, self.game.view(state, self.seat))
        return self.sights

    def _hear(self, event: Any) -> None:
        assert self.game.knowledge is not None
        self.state = self.game.evolve(self.state, event)
        seen = self.game.witness(self.state, event, self.seat)
        was = self.reasoner
        if was is None:
            self.reasoner = self.game.knowledge.begin(self.game.view(self.state, self.seat), seen)
            return
        self.reasoner = was.after(seen)
        if self.proofs is not None and (self.reasoner.era, self.reasoner.worlds > was.worlds) != (was.era, False):
            self.proofs = None  # dealt anew, or put right

    def _learn(self, turn: int) -> None:
        assert self.reasoner is not None
        certain = self.reasoner.certain() if self.reasoner.worlds else ()
        known = {each.fact for each in self.learnt}
        kept = (each for each in self.learnt if each.fact in certain)
        self.learnt = (*kept, *(Learnt(fact, turn) for fact in certain if fact not in known))


Whose = tuple[str, int, bool]  # table, seat, and whether it keeps what became certain


class SeatMemories:
    """The memories of the seats that somebody asked for lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Whose, tuple[tuple[int, bytes], SeatMemory]] = OrderedDict()
        self._locks: dict[Whose, threading.Lock] = {}  # each its own: while one is folded, others are asked for

    def of(self, table_state: TableState, seat: int, facts: bool = False) -> SeatMemory:
        """All that a seat can know in the running game."""
        key = (table_state.id, seat, facts)
        with self._locks.setdefault(key, threading.Lock()):
            turns, of_game = table_state.turns, (table_state.number, table_state.dice)
            game, found = self._kept.pop(key, (of_game, None))
            if found is None or game != of_game or not found.fits(turns):
                found = SeatMemory(table_state.game, seat, table_state.game.start())
            found.follow(turns, facts)
            self._kept[key] = of_game, found
            while len(self._kept) > MOST:
                oldest, _ = self._kept.popitem(last=False)
                self._locks.pop(oldest, None)
        return found
