"""Puzzles of Rallye-Code: a position and a roll; where does the car stop, what is due, to whom, and was there an offence?

There is nothing hidden here: what has to be found out follows from board and tariff. Robots play until a roll has enough
to tell. A position is shown whole, as it would lie on the table, so some of it matters to nobody.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, to_builtins

from referee.chance import Chance
from referee.game import decided, replay
from referee.knowledge import Fact
from referee.puzzles import FEWEST, Puzzle, Step, dice, level_of
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye import robot
from referee.rallye.board.squares import MAIN
from referee.rallye.game import GAME
from referee.rallye.state import State
from referee.simulation import next_move

THIRDS = (5.9, 6.7)
SEATS = 4
LONGEST = 160  # moves; then another game
CAR, DICE, TILLS, CARS = range(4)  # what a step needs: the car's place, the roll, who manages what, the other cars


class Position(Struct, frozen=True):
    """The board before a roll: of each player the square of his car, who manages which till, who is policeman, whose turn."""

    edition: str
    cars: tuple[str, ...]
    held: tuple[bool, ...]  # in a garage, a hotel, by first aid, or hit
    tanks: tuple[bool, ...]  # petrol is paid for at the departure
    managers: tuple[tuple[str, int | None], ...]
    tills: tuple[tuple[str, int], ...]  # what is in them
    mat: int
    policeman: int
    turn: int
    dice: tuple[int, int]


class Answer(Struct, frozen=True):
    """What follows: where the car stops, what is paid at once and what must be asked for, whom it hits, what it did wrong."""

    at: str
    paid: tuple[tuple[str | int, str | int, int, str], ...]  # from, to, amount, why
    asked: tuple[tuple[str, int, int, str], ...]  # till, its manager, amount, why
    hit: int | None
    offences: tuple[str, ...]


def attempt(seed: str) -> Puzzle | None:
    """The puzzle of a seed: the first roll after a while that brings enough."""
    chance = dice("rallye", seed)
    options = m.Options(edition=chance.one(("a", "b")), minutes=0, dice="table")
    table = chance.below(1 << 30).to_bytes(32)
    state = replay(GAME, GAME.deal(options, SEATS, Chance(table, 0)))
    wait = 8 + chance.below(30)  # rolls before it is worth looking
    for number in range(1, LONGEST):
        found = next_move(GAME, robot, state, SEATS, Chance(table[::-1], number))
        if found is None:
            return None
        actor, move = found
        events = list(decided(GAME, state, actor, move, Chance(table, number)))
        if isinstance(move, m.Roll) and state.rolls >= wait and not state.sale:
            again = decided(GAME, state, actor, move, Chance(bytes(32), number))
            made = puzzle_of(seed, state, events) if list(again) == events else None  # no other dice have a say
            if made is not None:
                return made
        for event in events:
            state = GAME.evolve(state, event)
    return None


def puzzle_of(seed: str, state: State, events: list[Any]) -> Puzzle | None:
    """A puzzle of one roll, if it brings enough, nobody is out and chance has no more to do with it."""
    drove = next((event for event in events if isinstance(event, e.Drove)), None)
    odd = (e.Out, e.Missed, e.Threw, e.TimeUp)
    if drove is None or any(state.out) or any(isinstance(event, odd) for event in events):
        return None
    if state.cars[drove.car].heading != MAIN or state.cars[drove.car].hold:
        return None
    answer = Answer(
        at=drove.at,
        paid=tuple((p.source, p.target, p.amount, p.why) for p in events if isinstance(p, e.Paid)),
        asked=tuple(asked(state, event) for event in events if isinstance(event, e.Owed)),
        hit=next((event.hit for event in events if isinstance(event, e.Collided)), None),
        offences=tuple(event.reason for event in events if isinstance(event, e.Noted)),
    )
    position = Position(
        edition=state.options.edition,
        cars=tuple(car.at for car in state.cars),
        held=tuple(bool(car.hold) for car in state.cars),
        tanks=tuple(car.tank for car in state.cars),
        managers=tuple((desk.till.value, desk.manager) for desk in state.desks),
        tills=tuple((desk.till.value, desk.content) for desk in state.desks),
        mat=state.mat,
        policeman=state.policeman,
        turn=drove.seat,
        dice=drove.dice,
    )
    chain = steps(answer, drove.seat, sum(drove.dice))
    if len(chain) < FEWEST or (not answer.paid and not answer.asked):
        return None
    return Puzzle("rallye", level_of(chain, THIRDS), seed, position, CLUES, answer, chain, 1)


CLUES = ("car", "dice", "tills", "cars")


def asked(state: State, event: e.Owed) -> tuple[str, int, int, str]:
    """A due that its manager has to ask for."""
    manager = state.desk(event.of.till).manager
    assert manager is not None
    return event.of.till.value, manager, event.of.amount, event.of.why


def steps(answer: Answer, seat: int, points: int) -> tuple[Step, ...]:
    """What has to be seen, one after the other; the longer the way, the more there is to see."""
    found = [Step(Fact("stops", seat, answer.at), (CAR, DICE), 1 << points)]
    if answer.hit is not None:
        found.append(Step(Fact("hits", seat, answer.hit), (CARS,)))
    found += [Step(Fact("asked", seat, each), (TILLS,)) for each in answer.asked]
    found += [Step(Fact("paid", seat, each), (TILLS,)) for each in answer.paid]
    for reason in answer.offences:
        needs = (CAR, DICE, CARS) if reason == "overtaking" else (CAR, DICE)
        found.append(Step(Fact("offence", seat, reason), needs))
    if not answer.offences:
        found.append(Step(Fact("offence", seat, "", False), (CARS,)))
    return tuple(found)


def told(puzzle: Puzzle) -> dict[str, Any]:
    """What programs read: the position with its roll, and what follows."""
    return {"position": to_builtins(puzzle.shown), "solution": to_builtins(puzzle.solution)}
