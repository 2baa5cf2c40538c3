"""The broke: half a till, out, and what becomes of office, dues and the last one left."""

from __future__ import annotations

from support.referee.rallye_table import Table, back, owe, refused

from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.game import GAME
from referee.rallye.pieces import Till
from referee.rallye.road.cars import Hold

BAD_DAY = {"hold": Hold(garage=True)}


def test_half_a_till_for_the_broke() -> None:
    """Half of his own tills, the fullest first, each rounded down to 500, and no more of them than he needs."""
    table = Table()
    table.manage(Till.HOTEL, 1, 3_500)
    table.manage(Till.PETROL, 1, 5_000)
    table.manage(Till.GARAGE, 0, 9_000)
    table.purse(1, 1_000)
    table.drive(1, 9, "53", **BAD_DAY)
    owe(table, 1, 3_000, Till.GARAGE)
    table.play(0, m.Demand(table.state.dues[-1].number))
    assert table.paid == [("petrol", 1, 2_500, "half"), (1, "garage", 3_000, "aid")]
    owe(table, 1, 2_500, Till.GARAGE)
    table.play(0, m.Demand(table.state.dues[-1].number))
    assert table.paid == [("hotel", 1, 1_500, "half"), ("petrol", 1, 1_000, "half"), (1, "garage", 2_500, "aid")]
    assert table.state.purses[1] == 500


def test_beyond_that_he_pays_what_is_there_and_is_out() -> None:
    """Cars off the board, gérances vacant, tills stay."""
    table = Table()
    table.manage(Till.HOTEL, 1, 3_500)
    table.purse(1, 1_000)
    table.drive(1, 12, "53", hold=Hold(garage=True, firstaid=True, crashed=True))
    assert table.paid == [
        (1, "garage", 1_000, "garage_again"),
        ("hotel", 1, 1_500, "half"),
        (1, "firstaid", 1_000, "aid_again"),
    ]
    owe(table, 1, 9_000)
    table.manage(Till.FIRSTAID, 3)
    table.play(3, m.Demand(table.state.dues[-1].number))
    assert table.paid == [("hotel", 1, 1_000, "half"), (1, "firstaid", 1_500, "aid")]
    (out,) = table.of(e.Out)
    assert (out.seat, out.short) == (1, 7_500)
    assert table.state.cars[1].at == ""
    assert table.state.desk(Till.HOTEL).manager is None
    assert table.state.desk(Till.HOTEL).content == 1_000
    assert table.state.out == (False, True, False, False)


def test_an_empty_purse_is_out_but_not_with_half_a_till() -> None:
    for content, out in ((500, True), (1_000, False)):
        table = Table()
        table.manage(Till.HOTEL, 1, content)
        table.purse(1, 1_000)
        table.drive(1, 12, "53", **BAD_DAY)
        assert table.state.purses[1] == 0
        assert bool(table.of(e.Out)) is out
        assert [event.short for event in table.of(e.Out)] == ([0] if out else [])


def test_who_is_out_is_never_awaited_and_has_nothing_to_do() -> None:
    table = Table()
    table.purse(1, 500)
    table.drive(1, 12, "53", **BAD_DAY)
    assert table.state.out[1]
    turns = []
    for _ in range(6):
        turns.append(table.state.turn)
        assert GAME.awaited(table.state) == (table.state.turn,)
        table.put(table.state.car, "53")
        table.roll(2)
    assert turns == [2, 3, 0, 2, 3, 0]
    assert GAME.moves(table.state, 1) == []
    assert refused(table, 1, m.Roll()) == "out"


def test_ruined_by_petrol_he_does_not_arrive_anywhere() -> None:
    """What he would have won, taken or owed on the way is nobody's business any more."""
    table = Table()
    table.manage(Till.HOTEL, None, 5_000)
    table.purse(1, 500)
    table.drive(1, 6, back("1", 6), tank=True)
    assert table.paid == [(1, "petrol", 500, "petrol")]
    assert table.of(e.Out)[0].short == 2_500
    assert table.state.desk(Till.HOTEL).content == 5_000


def test_an_eliminated_policeman_hands_over_to_the_richest() -> None:
    """A tie goes to the next one to his left."""
    for purses, heir in (
        ((0, 20_000, 30_000, 10_000), 2),
        ((0, 10_000, 30_000, 30_000), 2),
        ((0, 9_000, 9_000, 9_000), 1),
    ):
        table = Table()
        for seat, purse in enumerate(purses):
            table.purse(seat, purse or 500)
        table.drive(0, 12, "53", **BAD_DAY)
        (appointed,) = table.of(e.Appointed)
        assert (appointed.seat, appointed.inherited) == (heir, True)
        assert table.state.policeman == heir


def test_the_last_one_left_has_won() -> None:
    table = Table(2)
    table.purse(1, 500)
    table.drive(1, 12, "53", **BAD_DAY)
    outcome = GAME.outcome(table.state)
    assert outcome and (outcome.reason, outcome.winners) == ("left", (0,))
    assert GAME.awaited(table.state) == ()
    assert GAME.moves(table.state, 0) == []
    assert refused(table, 0, m.Roll()) == "over"


def test_dues_to_a_till_that_falls_vacant_are_paid_at_once() -> None:
    """Its manager is out: nobody is left to ask, as with any till without a manager."""
    table = Table()
    table.manage(Till.FIRSTAID, 1, 0)
    table.manage(Till.GARAGE, 2)
    table.purse(1, 500)
    owe(table, 3, 3_000)
    owe(table, 1, 1_000, Till.GARAGE)
    table.play(2, m.Demand(1))
    assert table.paid == [(1, "garage", 500, "aid"), (3, "firstaid", 3_000, "aid")]
    assert table.state.dues == ()
    assert [(event.due, event.seat) for event in table.of(e.Demanded)] == [(1, 2), (0, None)], (
        "nobody asked for the other"
    )
