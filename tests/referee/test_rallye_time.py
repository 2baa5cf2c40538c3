"""The time is up, or there is no limit."""

from __future__ import annotations

import msgspec
import pytest
from support.referee.rallye_table import Table, back

from referee.game import TABLE
from referee.rallye import moves as m
from referee.rallye.game import GAME
from referee.rallye.pieces import Till
from referee.rallye.road.cars import Hold

BAD_DAY = {"hold": Hold(garage=True)}


def test_time_is_up() -> None:
    """The richest purse wins, tills do not count; equal purses share it."""
    table = Table()
    table.manage(Till.HOTEL, 1, 90_000)
    table.purse(2, 60_000)
    table.play(TABLE, m.Time())
    outcome = GAME.outcome(table.state)
    assert outcome and (outcome.reason, outcome.winners) == ("time", (2,))
    assert outcome.scores == (50_000, 50_000, 60_000, 50_000)
    shared = Table()
    shared.purse(1, 40_000)
    shared.play(TABLE, m.Time())
    assert GAME.outcome(shared.state).winners == (0, 2, 3)  # type: ignore[union-attr]


def test_who_is_out_never_wins() -> None:
    """Not even where all purses are empty and two live on their tills."""
    table = Table(3)
    table.purse(1, 500)
    table.drive(1, 12, "53", **BAD_DAY)
    assert table.state.out[1]
    for seat in (0, 2):
        table.purse(seat, 0)
        table.manage([*Till][seat], seat, 4_000)
    table.play(TABLE, m.Time())
    assert GAME.outcome(table.state).winners == (0, 2)  # type: ignore[union-attr]


def test_time_ends_a_sale_too() -> None:
    table = Table()
    table.manage(Till.PETROL, 2, 500)
    table.drive(0, 6, back("4", 6))
    table.play(TABLE, m.Time())
    assert GAME.outcome(table.state)


@pytest.mark.parametrize(("minutes", "limit"), [(0, None), (15, 15), (60, 60), (240, 240)])
def test_the_limit(minutes: int, limit: int | None) -> None:
    assert GAME.limit(Table(minutes=minutes).state) == limit


@pytest.mark.parametrize("minutes", [-1, 241])
def test_no_other_limit(minutes: int) -> None:
    with pytest.raises(ValueError, match="minutes"):
        m.Options(minutes=minutes)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(f'{{"minutes":{minutes}}}', type=m.Options)
