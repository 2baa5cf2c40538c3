"""Robots on seats: each knows what its own seat witnessed and nothing else, and takes a moment to think before it moves."""

from __future__ import annotations

from hashlib import sha256

from companion.service.autoplay import commit_move
from companion.storage.cache import CachedTable, TableCache
from companion.table.state import TableState
from referee.chance import Chance
from referee.mind import Mind, Minds
from referee.registry import robot

PACE = 2.0  # seconds after whatever happened last: people must be able to follow


class Pace:
    """When something happened last at each table, so that no two moves of robots come in one blink."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[int, float]] = {}  # version, and when it was first seen

    def due(self, table_state: TableState, now: float) -> bool:
        """Has a robot there had its moment to think?"""
        if not playing(table_state):
            self._seen.pop(table_state.id, None)
            return False
        version, since = self._seen.get(table_state.id, (0, now))
        if version != table_state.version:
            self._seen[table_state.id] = table_state.version, now
            return False
        return now - since >= PACE


def playing(table_state: TableState) -> bool:
    """Is there a game with a robot in it, and somebody to play with?"""
    robots = any(chair.robot for chair in table_state.chairs)
    return (
        robots
        and table_state.phase == "playing"
        and not table_state.paused
        and not all(chair.absent for chair in table_state.chairs)
    )


def robot_move(cache: TableCache, cached: CachedTable) -> bool:
    """One move of a robot, if one has something to do: who may speak out of turn comes before the turn goes on."""
    table_state = cached.table_state
    if not playing(table_state):
        return False
    number = len(table_state.turns)
    seats = [seat for seat, chair in enumerate(table_state.chairs) if chair.robot]
    for seat in sorted(seats, key=lambda each: each in table_state.awaited):
        view, offers = table_state.game.view(table_state.state, seat), table_state.game.moves(table_state.state, seat)
        if not offers:
            continue
        dice = sha256(b"sousmain robot\0" + table_state.dice + seat.to_bytes(2)).digest()
        move = robot(table_state.slug).choose(view, offers, Chance(dice, number), *mind(table_state, seat))
        if move is not None:
            commit_move(cache, cached, seat, move)
            return True
    return False


def mind(table_state: TableState, seat: int) -> tuple[Mind, ...]:
    """What the robot of a seat has in its head: all that this seat witnessed in the running game. Where there is nothing to
    find out, it has none."""
    game, strength = table_state.game, table_state.chairs[seat].robot
    if game.knowledge is None or not strength:
        return ()
    if strength == "easy" or not game.secret:
        return (Mind(strength),)
    minds, state = Minds(game, {seat: strength}), game.start()
    for turn in table_state.turns:
        for event in turn.events:
            state = game.evolve(state, event)
            minds.hear(state, event)
    return (minds[seat],)
