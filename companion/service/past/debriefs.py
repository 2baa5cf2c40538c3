"""Finished games looked back on: what each seat could have known. Made once, away from the thread that serves phones.

Nothing is made, and nothing differs, before a game is over: what is asked for is what its record tells, which anybody may
save by then. A game that goes on because something was put right is not over, and one that was put right is made anew.
"""

from __future__ import annotations

import threading

from msgspec import Struct

from companion.errors import NotFound
from companion.service.made_once import Away, MadeOnce, in_a_thread
from companion.storage.history import finished_game
from companion.storage.store import Store
from companion.table.state import TableState
from referee.debrief import Debrief, debriefed, proof_of, reasoner_at
from referee.game import Outcome
from referee.knowledge import Fact
from referee.record import Setup
from referee.registry import game
from templates.i18n import say

KEPT = 16  # games in memory
ANSWERS = 200  # facts in memory, and as many proofs
DUE = 1000  # tables in memory
Key = tuple[str, int, int]  # table, game, and of the last game its moves: one that was put right is another


class LookedBack(Struct, frozen=True):
    """A finished game, and what each seat could have known in it."""

    setup: Setup
    outcome: Outcome | None  # none if it was abandoned
    debrief: Debrief

    def last_event(self, turn: int) -> int:
        """The number of the last event up to the end of a turn; none before the first."""
        return sum(each.turn <= turn for each in self.debrief.events) - 1


class Certain(Struct, frozen=True):
    """Something that was certain to a seat after a turn; is it since that turn?"""

    fact: Fact
    new: bool


class Debriefs:
    """Of the games that somebody asked about lately."""

    def __init__(self, store: Store, away: Away = in_a_thread) -> None:
        self._store, self._away, one_at_a_time = store, away, threading.Lock()
        self._games: MadeOnce[LookedBack] = MadeOnce(KEPT, one_at_a_time)
        self._certain: MadeOnce[tuple[Certain, ...]] = MadeOnce(ANSWERS, one_at_a_time)
        self._proofs: MadeOnce[tuple[int, ...]] = MadeOnce(ANSWERS, one_at_a_time)
        self._due: dict[str, Key] = {}  # by table: what was asked for by itself

    def of(self, table_state: TableState, number: int) -> LookedBack:
        """A finished game of a table; whoever asks first waits for it, and nobody else does."""
        if table_state.keeps(number):
            raise NotFound(say("Other tables play with the same cards: the record opens when all of them are done."))
        key = key_of(table_state, number)
        return self._games.of(key, lambda: self._looked_back(table_state.id, number))

    def ready(self, table_state: TableState) -> LookedBack | None:
        """The last game of a table, if it is over and was looked back on already."""
        over = table_state.phase in ("over", "abandoned") and table_state.state is not None
        over = over and not table_state.keeps(table_state.number)
        return self._games.get(key_of(table_state, table_state.number)) if over else None

    def due(self, table_state: TableState) -> bool:
        """Is the last game of a table to be looked back on? It is asked for once."""
        over = table_state.phase == "over" and table_state.state is not None
        if not over or table_state.game.knowledge is None or table_state.keeps(table_state.number):
            return False
        key = key_of(table_state, table_state.number)
        if self._due.get(table_state.id) == key or key in self._games:
            return False
        self._due[table_state.id] = key
        while len(self._due) > DUE:
            del self._due[next(iter(self._due))]
        return True

    def failed(self, table_state: TableState) -> None:
        """It came to nothing, and will be asked for again."""
        self._due.pop(table_state.id, None)

    def certain(self, table_state: TableState, number: int, seat: int, turn: int) -> tuple[Certain, ...]:
        """All that was certain to a seat after a turn."""
        found = self.of(table_state, number)
        if seat not in range(found.setup.seats) or turn not in range(len(found.debrief.steps)):
            raise NotFound(say("There is no such move."))
        key = (*key_of(table_state, number), seat, turn)
        return self._certain.of(key, lambda: self._away(lambda: certain_facts(found, seat, turn)))

    def proof(self, table_state: TableState, number: int, seat: int, last: int, fact: Fact) -> tuple[int, ...]:
        """The events that prove a fact to a seat, of those up to the last one; none if they do not."""
        found = self.of(table_state, number)
        key = (*key_of(table_state, number), seat, last, fact.part, fact.about, fact.so, repr(fact.value))
        return self._proofs.of(key, lambda: self._away(lambda: proven(found, seat, last, fact)))

    def _looked_back(self, table: str, number: int) -> LookedBack:
        played = finished_game(self._store, table, number)
        if not played or game(played[0].game).knowledge is None:
            raise not_over()
        setup, turns, _ = played
        rules = game(setup.game)
        events = [tuple(turn.events) for turn in turns]
        made: Debrief = self._away(lambda: debriefed(rules, events, setup.seats, proofs=False))
        return LookedBack(setup, rules.outcome(made.events[-1].state), made)


def key_of(table_state: TableState, number: int) -> Key:
    """What a finished game is kept under; refuses one that is not over, or never was."""
    if not 0 < number <= table_state.number - (table_state.phase == "playing"):
        raise not_over()
    last = number == table_state.number and table_state.state is not None
    return table_state.coded, number, len(table_state.turns) if last else 0


def not_over() -> NotFound:
    """The same words for every game that cannot be looked back on."""
    return NotFound(say("There is no debrief of that game, or not yet."))


def certain_facts(found: LookedBack, seat: int, turn: int) -> tuple[Certain, ...]:
    """All that was certain to a seat after a turn, what is new first."""
    rules, events = game(found.setup.game), found.debrief.events
    now, before = found.last_event(turn), found.last_event(turn - 1)
    old = set(map(repr, reasoner_at(rules, events, seat, before).certain())) if before >= 0 else set()
    certain = reasoner_at(rules, events, seat, now).certain()
    facts = [Certain(fact, repr(fact) not in old) for fact in certain]
    return tuple(sorted(facts, key=lambda each: not each.new))


def proven(found: LookedBack, seat: int, last: int, fact: Fact) -> tuple[int, ...]:
    """The events that prove it; of something wrong, those that refute it."""
    reasoner = reasoner_at(game(found.setup.game), found.debrief.events, seat, last)
    return proof_of(reasoner, fact) or ()
