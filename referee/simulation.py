"""Robots play all seats of a table to the end: how long games last, who wins, which rules come up.

Every robot decides from its own view, its own offers and what its own seat witnessed; a sharp one also knows who else remembers. The robots' dice follow from the seed of the table but are not
the table's, so a game can be written down and verified like one that people played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from msgspec import to_builtins

from referee.chance import Chance
from referee.game import Actor, Game, Outcome, decided
from referee.mind import Minds, Strength
from referee.record import Turn
from referee.registry import Robot

LONGEST = 10_000  # moves; a robot that lets a game go on for longer is a mistake of ours


class Stuck(Exception):
    """Nobody moves, or nobody ever wins."""


def seed_of(name: str, number: int) -> bytes:
    """The seed of one game of many: the same name and number give the same game for ever."""
    return sha256(f"sousmain simulation\0{name}\0{number}".encode()).digest()


def play(
    game: Game, robot: Robot, options: Any, seats: int, seed: bytes, strengths: Sequence[Strength] = ()
) -> tuple[list[Turn], Outcome]:
    """One game from the deal to its end. Robots of different strengths know each only what its seat witnessed; without any,
    each looks at its view alone."""
    dice = sha256(b"sousmain robots\0" + seed).digest()
    turns = [Turn(None, None, tuple(game.deal(options, seats, Chance(seed, 0))))]
    minds = Minds(game, dict(enumerate(strengths))) if strengths else None
    state = game.start()
    for event in turns[0].events:
        state = game.evolve(state, event)
        if minds:
            minds.hear(state, event)
    while (outcome := game.outcome(state)) is None:
        number = len(turns)
        found = next_move(game, robot, state, seats, Chance(dice, number), minds)
        if found is None or number > LONGEST:
            raise Stuck(f"{game.slug} with {seats} seats, seed {seed.hex()}, move {number}")
        actor, move = found
        events = tuple(decided(game, state, actor, move, Chance(seed, number)))
        for event in events:
            state = game.evolve(state, event)
            if minds:
                minds.hear(state, event)
        turns.append(Turn(actor, move, events))
    return turns, outcome


def next_move(
    game: Game, robot: Robot, state: Any, seats: int, chance: Chance, minds: Minds | None = None
) -> tuple[Actor, Any] | None:
    """What hands must do comes first; then whoever has something to do, in an order that chance gives. Where strengths are
    compared, whoever may speak out of turn is heard before the turn goes on."""
    done = robot.hands(state, chance)
    if done:
        return done
    order = chance.shuffled(range(seats))
    if minds:
        due = game.awaited(state)
        order = tuple(sorted(order, key=lambda seat: seat in due))
    for seat in order:
        offers = game.moves(state, seat)
        if not offers:
            continue  # whoever may do nothing need not look
        view = game.view(state, seat)
        move = robot.choose(view, offers, chance, minds[seat]) if minds else robot.choose(view, offers, chance)
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
