"""Tables of Fully for the tests: rows, codes, and how far the talk has come."""

from __future__ import annotations

from typing import Any

import pytest

from referee.chance import Chance
from referee.fully import moves as m
from referee.fully.game import GAME
from referee.fully.pieces import Colour, Place
from referee.fully.seats import enemy, others, partner_of, team_of
from referee.game import Actor, Offer, Refused, replay

N, E, S, W = range(4)
R, B, G, Y, M = Colour
ROWS = ((R, B, G, Y, M), (R, R, R, R, R), (M, Y, G, B, R), (B, B, G, G, Y))
# As on the old sheet for north and south: don't know 4, yes 6, no 9; have 8, first has 1, second has 5; and so on.
SHEET = (4, 6, 9, 8, 1, 5, 2, 7, 3)
CODES = (SHEET, (1, 2, 3, 4, 5, 6, 7, 8, 9))
EMPTY = 5 * (None,)
UNREAD = 9 * (None,)
NONE = m.Seal(EMPTY, EMPTY, EMPTY, UNREAD)


class Table:
    """A table in memory: applies moves as the companion will, and keeps the record."""

    def __init__(self, seed: int = 0, **options: Any) -> None:
        self.seed = seed.to_bytes(32)
        self.moves = 0
        self.events = GAME.deal(m.Options(**options), 4, Chance(self.seed, 0))
        self.state = replay(GAME, self.events)

    def play(self, actor: Actor, move: m.Move) -> Any:
        self.moves += 1
        (event,) = GAME.decide(self.state, actor, move, Chance(self.seed, self.moves))
        self.state = GAME.evolve(self.state, event)
        self.events.append(event)
        return event

    def refuse(self, actor: Actor, move: m.Move, rule: str) -> dict[str, object]:
        before = self.state
        with pytest.raises(Refused) as refusal:
            GAME.decide(self.state, actor, move, Chance(self.seed, 99))
        assert refusal.value.rule == rule
        assert self.state == before
        assert refusal.value.evidence.get("seat", 0) in range(4)
        return refusal.value.evidence

    def offers(self, actor: Actor) -> list[str]:
        return [offer.id for offer in GAME.moves(self.state, actor)]

    def offer(self, actor: Actor, kind: str) -> Offer | None:
        return next((offer for offer in GAME.moves(self.state, actor) if offer.kind == kind), None)


def ready(**options: Any) -> Table:
    """A table where everybody has a row and both teams a code."""
    table = Table(**options)
    for seat in range(4):
        table.play(seat, m.SetRow(seat, ROWS[seat]))
    for team in range(2):
        table.play(team, m.SetCode(team, CODES[team]))
    return table


def turn(table: Table, digit: int = 1, reply: int = 2) -> None:
    """One turn of the talk."""
    seat = table.state.speaker
    table.play(seat, m.Speak(R, Place.A, digit))
    table.play(partner_of(seat), m.Reply(reply))


def called(team: int = 0, **options: Any) -> Table:
    """FULLY is called by the first who may speak of that team."""
    table = ready(**options)
    for _ in range(team):
        turn(table)
    table.play(team, m.Propose())
    table.play(partner_of(team), m.Agree(True))
    return table


def perfect(seat: int) -> m.Seal:
    """All that there is to find."""
    partner, first, second = others(seat)
    return m.Seal(ROWS[partner], ROWS[first], ROWS[second], CODES[enemy(team_of(seat))])
