"""Robots on seats: each knows what its own seat witnessed and nothing else, and takes a moment to think before it moves.

How long that takes tells nothing: a robot decides as soon as something has happened, and its move is made when the time that
the host gives to all robots alike is over, however soon it had found it. Those of all tables move before the first of them
thinks: nobody waits longer because somebody else has much to think about.
"""

from __future__ import annotations

from collections.abc import Container
from hashlib import sha256
from typing import Any, Final

from msgspec import Struct

from companion.service.autoplay import commit_move
from companion.service.minds.memory import SeatMemories
from companion.storage.cache import CachedTable, TableCache
from companion.table.state import TableState
from referee.chance import Chance
from referee.mind import Mind
from referee.registry import robot

PACES: Final = range(1, 31)  # seconds that the host may give them
SLACK = 0.5  # seconds: the clock is looked at every second, not to the blink


class Thought(Struct, frozen=True):
    """What a robot will do, unless something happens before: at which moment of which game, since when, who and what."""

    moment: tuple[int, bytes]
    since: float
    move: tuple[int, Any] | None


class Robots:
    """All robots of all tables: what each is about to do."""

    def __init__(self, memories: SeatMemories) -> None:
        self._memories = memories
        self._thoughts: dict[str, Thought] = {}

    def due(self, table_state: TableState, now: float) -> Thought | None:
        """The move that a robot has had its time for; none while it thinks, or where none has anything to do."""
        thought = self._thoughts.get(table_state.id)
        if thought is None or not playing(table_state) or thought.moment != moment(table_state):
            return None
        return thought if thought.move and now - thought.since >= table_state.pace - SLACK else None

    def puzzled(self, table_state: TableState) -> bool:
        """Has something happened that a robot has not thought about?"""
        thought = self._thoughts.get(table_state.id)
        return playing(table_state) and (thought is None or thought.moment != moment(table_state))

    def think(self, table_state: TableState, now: float) -> None:
        """Finds what a robot will do, as if it had begun then."""
        self._thoughts[table_state.id] = Thought(moment(table_state), now, self.choice(table_state))

    def forget(self, known: Container[str]) -> None:
        """Tables that have gone are not thought about."""
        self._thoughts = {table: thought for table, thought in self._thoughts.items() if table in known}

    def choice(self, table_state: TableState) -> tuple[int, Any] | None:
        """One move of a robot, if one has something to do: who may speak out of turn comes before the turn goes on."""
        number = len(table_state.turns)
        seats = [seat for seat, chair in enumerate(table_state.chairs) if chair.robot]
        for seat in sorted(seats, key=lambda each: each in table_state.awaited):
            view = table_state.game.view(table_state.state, seat)
            offers = [o for o in table_state.game.moves(table_state.state, seat) if o.kind != "again"]
            if not offers:  # the next deal waits for people, who look at how the last one was
                continue
            dice = sha256(b"sousmain robot\0" + table_state.dice + seat.to_bytes(2)).digest()
            mind = self.mind(table_state, seat)
            move = robot(table_state.slug).choose(view, offers, Chance(dice, number), *mind)
            if move is not None:
                return seat, move
        return None

    def mind(self, table_state: TableState, seat: int) -> tuple[Mind, ...]:
        """What the robot of a seat has in its head: all that this seat witnessed in the running game. Where there is nothing
        to find out, it has none."""
        game, strength = table_state.game, table_state.chairs[seat].robot
        if game.knowledge is None or not strength:
            return ()
        if strength == "easy" or not game.secret:
            return (Mind(strength),)
        return (Mind(strength, self._memories.of(table_state, seat).reasoner),)


def playing(table_state: TableState) -> bool:
    """Is there a game with a robot in it, and somebody to play with?"""
    robots = any(chair.robot for chair in table_state.chairs)
    return (
        robots
        and table_state.phase == "playing"
        and not table_state.paused
        and not all(chair.absent for chair in table_state.chairs)
    )


def moment(table_state: TableState) -> tuple[int, bytes]:
    """What tells one moment of a table from every other, also after a copy was restored."""
    return table_state.version, table_state.dice


def commit(cache: TableCache, cached: CachedTable, thought: Thought) -> bool:
    """Makes a move that was thought of, if nothing has happened since."""
    if thought.move is None or moment(cached.table_state) != thought.moment:
        return False
    commit_move(cache, cached, *thought.move)
    return True
