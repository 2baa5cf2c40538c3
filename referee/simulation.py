"""Robots play all seats of a table to the end: how long games last, who wins, which rules come up.

Every robot decides from its own view and its own offers. The robots' dice follow from the seed of the table but are not
the table's, so a game can be written down and verified like one that people played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from msgspec import to_builtins

from referee.chance import Chance
from referee.game import Actor, Game, Outcome, decided, replay
from referee.record import Turn
from referee.registry import Robot

LONGEST = 10_000  # moves; a robot that lets a game go on for longer is a mistake of ours


class Stuck(Exception):
    """Nobody moves, or nobody ever wins."""


def seed_of(name: str, number: int) -> bytes:
    """The seed of one game of many: the same name and number give the same game for ever."""
    return sha256(f"sousmain simulation\0{name}\0{number}".encode()).digest()


def play(game: Game, robot: Robot, options: Any, seats: int, seed: bytes) -> tuple[list[Turn], Outcome]:
    """One game from the deal to its end."""
    dice = sha256(b"sousmain robots\0" + seed).digest()
    turns = [Turn(None, None, tuple(game.deal(options, seats, Chance(seed, 0))))]
    state = replay(game, turns[0].events)
    while (outcome := game.outcome(state)) is None:
        number = len(turns)
        found = next_move(game, robot, state, seats, Chance(dice, number))
        if found is None or number > LONGEST:
            raise Stuck(f"{game.slug} with {seats} seats, seed {seed.hex()}, move {number}")
        actor, move = found
        events = tuple(decided(game, state, actor, move, Chance(seed, number)))
        for event in events:
            state = game.evolve(state, event)
        turns.append(Turn(actor, move, events))
    return turns, outcome


def next_move(game: Game, robot: Robot, state: Any, seats: int, chance: Chance) -> tuple[Actor, Any] | None:
    """What hands must do comes first; then whoever has something to do, in an order that chance gives."""
    done = robot.hands(state, chance)
    if done:
        return done
    for seat in chance.shuffled(range(seats)):
        move = robot.choose(game.view(state, seat), game.moves(state, seat), chance)
        if move is not None:
            return seat, move
    return None


def fired(turns: Iterable[Turn]) -> Counter[str]:
    """How often each rule came up: the kind of each event, `kind.field` for whatever is true in it, and why it happened."""
    found: Counter[str] = Counter()
    for turn in turns:
        for event in turn.events:
            data = to_builtins(event)
            found[data["kind"]] += 1
            found.update(f"{data['kind']}.{field}" for field, value in data.items() if value is True)
            if isinstance(why := data.get("why"), str):
                found[f"{data['kind']}.{why}"] += 1
    return found
