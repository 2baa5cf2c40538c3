"""Room to breathe: the next roll waits for those who may stop the car or ask for a due, and for nobody else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from support.referee.rallye_table import Table, back, owe, refused

from referee import options as choices
from referee import record, simulation
from referee.game import TABLE, Breath
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.game import GAME
from referee.rallye.pieces import Till
from referee.registry import robot

SIGN = "12"  # a ringed square


def moved(points: int = 4, **options: Any) -> Table:
    """Seat 1 has just driven; seat 0 is policeman, seat 2 is next."""
    table = Table(**{"breath": 8, **options})
    table.drive(1, points, back(SIGN, 4))
    return table


def kinds(table: Table, actor: Any) -> set[str]:
    """What that actor may do."""
    return {offer.kind for offer in GAME.moves(table.state, actor)}


def test_the_roll_waits_for_the_policeman_whatever_the_car_did() -> None:
    """Whether there was an offence must not be seen from whether the table waits."""
    for points in (4, 5):  # on the sign, and beyond it
        table = moved(points)
        assert bool(table.of(e.Noted)) is (points == 4)
        assert GAME.breath(table.state) == Breath("1.0", 8, (0,))
        assert GAME.awaited(table.state) == (0,)
        assert "roll" not in kinds(table, 2)
        assert refused(table, 2, m.Roll(), 1, 1) == "still speaking"
        assert refused(table, TABLE, m.Skip(2), 1, 1) == "still speaking"


@pytest.mark.parametrize(
    ("actor", "move", "why"), [(0, m.LetGo(), "silent"), (TABLE, m.Proceed(), "time"), (TABLE, m.Skip(0), "away")]
)
def test_it_ends_when_he_lets_it_go_when_the_table_says_so_and_when_he_is_away(
    actor: Any, move: m.Move, why: Any
) -> None:
    table = moved()
    assert table.play(actor, move) == [e.Waived((0,), why)]
    assert GAME.breath(table.state) is None
    assert GAME.awaited(table.state) == (2,)
    assert "stop" in kinds(table, 0), "he may still be faster than the dice"
    table.roll(2)
    assert GAME.breath(table.state) == Breath("2.0", 8, (0,)), "the next car gives him his time again"


def test_it_ends_when_he_has_said_all_that_there_is_to_say() -> None:
    """A car may have done two things: the seconds that are left are for the other one, and one tap ends them."""
    table = moved()
    table.play(0, m.Stop(1, "sign"))
    assert GAME.breath(table.state) == Breath("1.0", 8, (0,)), "the same wait"
    table.play(0, m.Stop(1, "overtaking"))
    assert GAME.breath(table.state) is None
    assert "roll" in kinds(table, 2)


def test_a_manager_has_his_time_until_all_of_his_dues_are_asked_for() -> None:
    """Whoever is policeman and manager lets both go at once; a stop alone does not end the wait for his dues."""
    table = moved()
    table.manage(Till.FIRSTAID, 3)
    owe(table, 1, 500)
    owe(table, 1, 1_000)
    assert GAME.awaited(table.state) == (0, 3)
    table.play(0, m.LetGo())
    assert GAME.awaited(table.state) == (3,)
    table.play(3, m.Demand(0))
    assert GAME.awaited(table.state) == (3,)
    table.play(3, m.Demand(1))
    assert GAME.awaited(table.state) == (2,)
    both = moved()
    both.manage(Till.FIRSTAID, 0)
    owe(both, 1, 500)
    both.play(0, m.Stop(1, "sign"))
    both.play(0, m.Stop(1, "overtaking"))
    assert GAME.awaited(both.state) == (0,)
    both.play(0, m.LetGo())
    assert GAME.awaited(both.state) == (2,)


def test_nobody_waits_for_a_policeman_who_could_stop_nobody_but_himself() -> None:
    """He still may; and what he lets go beside a due is not asked for again. In games of before he had to let it go himself."""
    table = Table(breath=8)
    table.drive(0, 4, back(SIGN, 4))
    assert GAME.breath(table.state) is None
    assert "stop" in kinds(table, 0)
    assert "letgo" not in kinds(table, 0)
    assert "roll" in kinds(table, 1)
    assert "proceed" not in kinds(table, TABLE)
    for actor, move, why in ((0, m.LetGo(), "silent"), (TABLE, m.Proceed(), "time"), (TABLE, m.Skip(0), "away")):
        assert GAME.decide(table.state, actor, move, None) == [e.Waived((0,), why)]  # type: ignore[arg-type]
    table.manage(Till.FIRSTAID, 3)
    owe(table, 0, 500)
    assert GAME.breath(table.state) == Breath("1.0", 8, (3,)), "a due is another matter"
    assert table.play(TABLE, m.Proceed()) == [e.Waived((0, 3), "time")]


def test_nobody_else_can_end_it() -> None:
    table = moved()
    assert refused(table, 2, m.LetGo()) == "nothing to wait for"
    assert refused(table, 0, m.Proceed()) == "table only"
    table.play(0, m.LetGo())
    assert refused(table, 0, m.LetGo()) == "nothing to wait for"
    assert refused(table, TABLE, m.Proceed()) == "nothing to wait for"


@pytest.mark.parametrize("options", [{"breath": 0}, {"pieces": "paper", "breath": 8}, {}])
def test_the_impatient_paper_tables_and_games_of_before_wait_for_nobody(options: dict[str, Any]) -> None:
    table = Table(**options)
    if table.state.paper:
        table.play(1, m.Enter(1, back(SIGN, 4), (1, 3)))
    else:
        table.drive(1, 4, back(SIGN, 4))
    assert GAME.breath(table.state) is None
    assert not {"letgo", "proceed"} & (kinds(table, 0) | kinds(table, TABLE))
    assert table.state.options.seconds == 0


def test_a_record_of_the_version_before_is_what_it_was() -> None:
    """Where nothing was said of the option nothing is written of it, so not a byte of an old record changes."""
    turns, _ = simulation.play(GAME, robot("rallye"), m.Options(minutes=5), 3, bytes(32))
    data = record.write(record.Setup("rallye", 3, m.Options(minutes=5), ("A", "B", "C"), bytes(32)), turns, "outcome")
    assert b"breath" not in data
    assert record.verify(data).setup.options == m.Options(minutes=5)


def test_a_game_that_waits_can_be_verified() -> None:
    options = m.Options(minutes=5, breath=8)
    turns, _ = simulation.play(GAME, robot("rallye"), options, 4, bytes(32))
    told = simulation.fired(turns)
    assert told["waived"] > 5
    data = record.write(record.Setup("rallye", 4, options, ("A", "B", "C", "D"), bytes(32)), turns, "outcome")
    assert record.verify(data).setup.options == options


def test_new_tables_wait_and_what_is_not_said_is_shown_as_none() -> None:
    assert choices.default_options(GAME) == m.Options(breath=m.USUAL_BREATH)
    assert choices.option_words(GAME, m.Options())["breath"] == "0"
    assert choices.read_options(GAME, {"breath": "0"}) == m.Options(breath=0)
    assert msgspec.convert({"breath": 30}, m.Options).seconds == 30
    with pytest.raises(ValueError, match="breath"):
        m.Options(breath=61)
