"""Tables of Code 777 for the tests, with tiles on phones or on paper."""

from __future__ import annotations

import pytest

from referee.chance import Chance
from referee.code777 import moves as m
from referee.code777.game import GAME
from referee.code777.pieces import Colour, Tile, racks
from referee.code777.state import State
from referee.game import Refused, replay


class Table:
    """A table in memory: applies moves as the companion will, and keeps the record."""

    def __init__(self, seats: int, seed: int = 0, **options: object) -> None:
        self.seed = seed.to_bytes(32)
        self.moves = 0
        self.events = GAME.deal(m.Options(**options), seats, Chance(self.seed, 0))
        self.state = replay(GAME, self.events)

    def play(self, actor: int | str, move: m.Move) -> list[m.Event]:
        self.moves += 1
        events = GAME.decide(self.state, actor, move, Chance(self.seed, self.moves))  # type: ignore[arg-type]
        for event in events:
            self.state = GAME.evolve(self.state, event)
        self.events += events
        return events

    def refuse(self, actor: int | str, move: m.Move, rule: str) -> Refused:
        before = self.state
        with pytest.raises(Refused) as refusal:
            GAME.decide(self.state, actor, move, Chance(self.seed, 99))  # type: ignore[arg-type]
        assert refusal.value.rule == rule
        assert self.state == before
        return refusal.value


def true_digits(state: State, seat: int) -> m.Digits:
    a, b, c = (tile.digit for tile in state.racks[seat])
    return a, b, c


def wrong_digits(state: State, seat: int) -> m.Digits:
    return (1, 1, 1) if sorted(true_digits(state, seat)) != [1, 1, 1] else (2, 2, 2)


def three(*tiles: tuple[int, Colour]) -> m.Three:
    a, b, c = (Tile(digit, colour) for digit, colour in tiles)
    return a, b, c


RACKS = (
    three((1, Colour.GREEN), (2, Colour.YELLOW), (3, Colour.BLACK)),
    three((4, Colour.BROWN), (4, Colour.BROWN), (5, Colour.RED)),
    three((6, Colour.GREEN), (6, Colour.PINK), (7, Colour.BLUE)),
    three((7, Colour.PINK), (7, Colour.YELLOW), (5, Colour.BLACK)),
)
NEW = three((5, Colour.RED), (5, Colour.RED), (6, Colour.GREEN))


def paper(seats: int = 3, **options: object) -> Table:
    """A table with paper racks, all entered."""
    table = Table(seats, pieces="paper", racks="paper", **options)
    for rack in range(racks(seats)):
        table.play((rack - 1) % seats if rack < seats else 0, m.Enter(rack, RACKS[rack]))
    return table


def typed_wrongly(**options: object) -> Table:
    """Seat 0 has declared what stands on its rack; its neighbour had typed something else."""
    table = paper(**options)
    table.play(0, m.Ask(1))
    table.play(1, m.Ask(2))  # racks of 12 or less, seat 0's among them
    assert not table.play(0, m.Declare((1, 2, 4)))[0].right
    return table
