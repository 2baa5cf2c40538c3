"""Dice on the table: told, taken back, and rolled for those who are not there."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from support.referee.rallye_table import Table, back, refused

from referee.game import TABLE
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.game import GAME
from referee.rallye.pieces import Till
from referee.rallye.road.cars import Hold

BAD_DAY = {"hold": Hold(garage=True)}


def test_dice_on_the_table_are_told() -> None:
    table = Table(dice="table")
    assert refused(table, 0, m.Roll()) == "tell the dice"
    assert refused(table, 0, m.Roll((0, 7))) == "no such dice"
    table.play(0, m.Roll((2, 3)))
    assert table.of(e.Drove)[0].dice == (2, 3)
    phone = Table()
    assert refused(phone, 0, m.Roll((2, 3)), 1, 1) == "phone rolls"
    for bad in ("[0,3]", "[1,7]", "[1]", "[1,2,3]"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(f'{{"kind":"roll","dice":{bad}}}', type=m.Move)


def test_a_roll_that_was_told_wrong_is_taken_back() -> None:
    """With all that came of it; by whoever told it until something else is done, later by the host, roll after roll."""
    table = Table(dice="table")
    start = table.state
    assert refused(table, 0, m.TakeBack()) == "nothing to take back"
    table.play(0, m.Roll((2, 2)))
    first = table.state
    assert refused(table, 1, m.TakeBack()) == "host only"
    assert [offer.kind for offer in GAME.moves(table.state, 0)].count("takeback") == 1
    table.play(0, m.TakeBack())
    assert replace(table.state, back=(), news=(), takebacks=0) == start
    table.play(0, m.Roll((2, 2)))
    table.play(1, m.Roll((6, 6)))
    assert refused(table, 0, m.TakeBack()) == "host only"
    table.play(TABLE, m.TakeBack())
    assert replace(table.state, back=(), told=0, news=(), takebacks=0) == replace(first, back=(), news=())
    table.play(TABLE, m.TakeBack())
    assert replace(table.state, back=(), news=(), takebacks=0) == start


def test_the_host_takes_back_a_roll_also_when_it_is_over() -> None:
    """Nobody else, and nothing else; the game goes on then."""
    table = Table(2, dice="table")
    assert [offer.kind for offer in GAME.moves(table.state, TABLE)] == ["skip", "time"]
    table.purse(0, 500)
    table.put(0, "53", **BAD_DAY)
    table.play(0, m.Roll((6, 6)))
    assert GAME.outcome(table.state).reason == "left"  # type: ignore[union-attr]
    assert refused(table, 0, m.TakeBack()) == "over"
    assert refused(table, TABLE, m.Skip(1)) == "over"
    assert refused(table, TABLE, m.Time()) == "over"
    assert GAME.moves(table.state, 0) == []
    assert [offer.kind for offer in GAME.moves(table.state, TABLE)] == ["takeback"]
    table.play(TABLE, m.TakeBack())
    assert GAME.outcome(table.state) is None
    assert GAME.awaited(table.state) == (0,)
    assert GAME.limit(table.state) == 60
    table.play(0, m.Roll((1, 1)))
    assert table.of(e.Drove)[0].freed


def test_the_clock_does_not_end_at_once_what_the_host_opened_again() -> None:
    table = Table(dice="table")
    table.play(0, m.Roll((2, 2)))
    table.play(TABLE, m.Time())
    table.play(TABLE, m.TakeBack())
    assert GAME.outcome(table.state) is None
    assert GAME.limit(table.state) is None
    table.play(0, m.Roll((2, 3)))
    table.play(0, m.TakeBack())
    assert GAME.limit(table.state) is None
    table.play(TABLE, m.Time())
    assert GAME.outcome(table.state)


def test_after_a_take_back_the_same_offer_has_another_name() -> None:
    """A late tap on what was offered before is for something that is not there any more."""
    table = Table(dice="table")
    table.manage(Till.GARAGE, 2)
    seen: list[set[str]] = []
    for _ in range(3):
        names = {offer.id for offer in GAME.moves(table.state, 0) if offer.kind == "roll"}
        table.put(0, "12")
        table.play(0, m.Roll((1, 1)))
        names |= {
            o.id for seat in range(4) for o in GAME.moves(table.state, seat) if o.kind in ("roll", "stop", "demand")
        }
        table.put(1, "53")
        table.play(1, m.Roll((1, 1)))
        names |= {o.id for seat in range(4) for o in GAME.moves(table.state, seat) if o.kind in ("stop", "claim")}
        assert {name.split(".")[0] for name in names} == {"roll", "stop", "demand", "claim"}
        assert not any(names & before for before in seen)
        seen.append(names)
        for _ in range(2):
            table.play(TABLE, m.TakeBack())


def test_a_card_that_was_read_aloud_is_not_drawn_again_after_a_take_back() -> None:
    table = Table(dice="table")
    first = table.state.deck[0]
    table.put(0, back("12", 4))
    table.play(0, m.Roll((2, 2)))
    table.play(0, m.Stop(0, "sign"))
    assert table.of(e.Judged)[0].card
    table.play(TABLE, m.TakeBack())
    assert table.state.deck[-1] == first
    assert len(set(table.state.deck)) == len(table.state.deck)


def test_nothing_else_may_have_been_done_since() -> None:
    """A stop, a due asked for: now it is the host's business."""
    table = Table(dice="table")
    table.manage(Till.GARAGE, 2)
    table.put(0, "12")
    table.play(0, m.Roll((1, 1)))
    lapsing = table.state.dues
    assert lapsing
    table.play(2, m.Demand(lapsing[0].number))
    assert refused(table, 0, m.TakeBack()) == "host only"
    table.play(TABLE, m.TakeBack())
    assert table.state.cars[0].at == "12"
    assert table.state.ledger == ()


def test_a_due_that_lapsed_with_a_wrong_roll_is_open_again() -> None:
    table = Table(dice="table")
    table.manage(Till.GARAGE, 2)
    table.put(0, "12")
    table.play(0, m.Roll((1, 1)))
    table.play(1, m.Roll((1, 1)))
    assert table.state.dues == ()
    table.play(1, m.TakeBack())
    table.play(2, m.Demand(table.state.dues[0].number))
    assert table.paid == [(0, "garage", 1_000, "garage")]


def test_a_duel_is_told_and_taken_back_too() -> None:
    table = Table(dice="table")
    table.manage(Till.PETROL, 2, 500)
    table.put(0, back("4", 6))
    table.play(0, m.Roll((3, 3)))
    table.play(2, m.Answer(False))
    assert refused(table, 0, m.TakeBack()) == "host only"
    table.play(2, m.Roll((6, 6)))
    table.play(2, m.TakeBack())
    assert table.state.sale and table.state.sale.stage == "owner"
    table.play(2, m.Roll((1, 1)))
    table.play(0, m.Roll((1, 1)))
    assert table.of(e.Threw)[0].lost, "a tie goes to the buyer"


def test_dice_of_the_phone_are_not_taken_back() -> None:
    table = Table()
    table.roll(4)
    assert refused(table, 0, m.TakeBack()) == "nothing to take back"
    assert refused(table, TABLE, m.TakeBack()) == "nothing to take back"


def test_the_table_does_for_an_absent_player_what_he_must() -> None:
    """He rolls, on the phone even where others have dice; sells rather than quarrel; rolls in a duel."""
    table = Table(dice="table")
    assert refused(table, TABLE, m.Skip(1)) == "not waiting"
    assert refused(table, 0, m.Skip(0)) == "table only"
    assert refused(table, 0, m.Time()) == "table only"
    assert refused(table, TABLE, m.Roll((1, 1))) == "players only"
    table.play(TABLE, m.Skip(0), 2, 3)
    assert table.of(e.Drove)[0].dice == (2, 3)
    table.manage(Till.PETROL, 2, 500)
    table.put(1, back("4", 6))
    table.play(1, m.Roll((3, 3)))
    table.play(TABLE, m.Skip(2))
    assert table.of(e.Answered)[0].sold
    table.put(2, back("4", 6))
    table.play(2, m.Roll((3, 3)))
    table.play(1, m.Answer(False))
    table.play(TABLE, m.Skip(1), 1, 1)
    table.play(TABLE, m.Skip(2), 6, 6)
    assert table.state.desk(Till.PETROL).manager == 2


def test_a_roll_for_an_absent_player_is_the_hosts_to_take_back() -> None:
    """He told nothing himself."""

    def able(table: Table) -> list[Any]:
        kinds = {actor: [offer.kind for offer in GAME.moves(table.state, actor)] for actor in (*range(4), TABLE)}
        return [actor for actor, found in kinds.items() if "takeback" in found]

    table = Table(dice="table")
    table.manage(Till.PETROL, 2, 500)
    table.put(0, back("4", 6))
    table.play(TABLE, m.Skip(0), 3, 3)
    assert able(table) == [TABLE]
    assert refused(table, 0, m.TakeBack()) == "host only"
    table.play(2, m.Answer(False))
    table.play(TABLE, m.Skip(2), 1, 1)
    assert able(table) == [TABLE]
    table.play(0, m.Roll((1, 1)))
    assert able(table) == [0, TABLE]
    for _ in range(3):
        table.play(TABLE, m.TakeBack())
    assert table.state.cars[0].at == back("4", 6)
