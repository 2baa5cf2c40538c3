"""Whatever is not offered is refused: any move of any game, by anybody, wherever a game has got to."""

from __future__ import annotations

import random
from typing import Any

import pytest
from support.referee.any_move import answers, any_moves, kinds

from referee.chance import Chance
from referee.game import TABLE, Actor, Refused, decided, replay
from referee.registry import GAMES, game
from referee.registry import robot as robot_of
from referee.simulation import next_move, seed_of

LOOKS, LONG = 25, 300  # positions looked at in a game, of so many moves
LONGER = {"inkognito": 1000}  # some pairs of cards must have run out
ENDS = ("call", "declare", "guess", "time", "fully")  # kinds that may end a game at once: played now and then
SELDOM = 0.001

SEED = 6  # in this one, pairs of cards run out while there are true ones left to show
CASES = [
    (slug, seats, pieces)
    for slug in GAMES
    for seats in sorted({game(slug).players[0], game(slug).players[-1]})
    for pieces in ("phone", "paper")
]


def options_of(slug: str, pieces: str, dice: random.Random) -> Any:
    """Some options for that table; the first of what nobody chooses here."""
    made = game(slug).Options
    chosen: dict[str, Any] = {"pieces": pieces} if "pieces" in made.__struct_fields__ else {}
    if slug == "code777":
        chosen |= {"answers": dice.choice(("announced", "referee")), "target": 5}
        chosen |= {"racks": dice.choice(("paper", "phone"))} if pieces == "paper" else {}
    if slug == "fully" and pieces == "paper":
        chosen |= {"logged": True}
    return made(**chosen)


def unoffered(slug: str, seats: int, pieces: str, number: int) -> list[tuple[Any, Any]]:
    """Moves that the rules took though nobody had offered them, in a game played from move to move by chance."""
    of, dice = game(slug), random.Random(f"{slug} {seats} {pieces} {number}")
    seed = seed_of("only offered", number)
    state = replay(of, of.deal(options_of(slug, pieces, dice), seats, Chance(seed, 0)))
    found: list[tuple[Any, Any]] = []
    actors: list[Actor] = [*range(seats), TABLE]
    moods = [str(kind.tag) for kind in kinds(of)]
    shunned = (*ENDS, *dice.sample(moods, len(moods) // 3))  # what players hardly do in this game
    steps = range(LONGER.get(slug, LONG))
    looks = {*range(5), *dice.sample(steps, LOOKS - 5)}
    for step in steps:
        if of.outcome(state):
            break
        if step in looks:
            for actor in actors:
                offers = of.moves(state, actor)
                for move in any_moves(of, offers, dice):
                    try:
                        decided(of, state, actor, move, Chance(seed, step))
                    except Refused:
                        continue
                    if not any(answers(offer, move) for offer in offers):
                        found.append((actor, move))
        state = after_one_more(slug, state, shunned, seats, dice, Chance(seed, 1_000 + step))
    return found


def after_one_more(
    slug: str, state: Any, shunned: tuple[str, ...], seats: int, dice: random.Random, chance: Chance
) -> Any:
    """After any move that is offered, or what hands do at a paper table: it seldom ends a game."""
    of = game(slug)
    for actor in sample([*of.awaited(state), *range(seats)], dice):
        offers = [offer for offer in of.moves(state, actor) if offer.kind not in shunned or dice.random() < SELDOM]
        for offer in sample(offers, dice):
            for move in any_moves(of, [offer], dice, offer.kind):
                if answers(offer, move):
                    try:
                        return replay_on(of, state, decided(of, state, actor, move, chance))
                    except Refused:
                        continue
    found = next_move(of, robot_of(slug), state, seats, chance)
    return replay_on(of, state, decided(of, state, *found, chance)) if found else state


def sample(of: list[Any], dice: random.Random) -> list[Any]:
    """In any order."""
    dice.shuffle(of)
    return of


def replay_on(of: Any, state: Any, events: list[Any]) -> Any:
    """The state after further events."""
    for event in events:
        state = of.evolve(state, event)
    return state


@pytest.mark.parametrize(("slug", "seats", "pieces"), CASES)
def test_what_is_not_offered_is_refused(slug: str, seats: int, pieces: str) -> None:
    for actor, move in unoffered(slug, seats, pieces, SEED):
        pytest.fail(f"{actor!r} was let do what nobody offered: {move}")
