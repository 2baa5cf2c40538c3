"""The policeman's book: stops, cards, the mat, forgotten fines in time and out of it, and cries without a reason."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from support.referee.rallye_table import Table, back, refused

from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.game import GAME
from referee.rallye.pieces import CARDS

SIGN = "12"  # a ringed square
NEXT = {"1": "53", "2": "53"}


def offender(car: int = 1, seats: int = 4, card: str = "speed", **options: Any) -> Table:
    """That car has just stopped on a ringed square."""
    table = Table(seats, **options)
    table.deck(card)
    table.drive(car, 4, back(SIGN, 4))
    assert [event.reason for event in table.of(e.Noted)] == ["sign"]
    return table


def quiet(table: Table) -> None:
    """Whoever's turn it is rolls, and nothing comes of it."""
    car = table.state.car
    table.put(car, "31")  # a roll of two leads to 33
    table.roll(2)
    assert not table.of(e.Paid) and not table.of(e.Noted)


def test_the_policeman_takes_the_fine() -> None:
    table = offender()
    table.play(0, m.Stop(1, "sign"))
    assert table.paid == [(1, 0, 3_000, "fine")]
    (judged,) = table.of(e.Judged)
    assert (judged.by, judged.car, judged.card) == (0, 1, "speed")
    assert not (judged.excused or judged.groundless or judged.forgotten or judged.own)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.code)
def test_each_card(card: Any) -> None:
    """An offence is paid to the policeman; none, and he pays for the stop. The card goes under the others."""
    table = offender(card=card.code)
    table.play(0, m.Stop(1, "sign"))
    payer, taker = (1, 0) if card.offence else (0, 1)
    assert table.paid == [(payer, taker, card.amount, "fine" if card.offence else "excused")]
    assert table.of(e.Judged)[0].excused is not card.offence
    assert CARDS[table.state.deck[-1]] == card
    assert len(set(table.state.deck)) == len(CARDS)


def test_he_must_notice_it_himself() -> None:
    """A roll alone fines nobody, and tells nobody."""
    table = offender()
    assert table.paid == []
    assert GAME.witness(table.state, table.of(e.Noted)[0], 0) is None


def test_his_own_fine_lies_on_the_mat_for_whoever_passes_the_gendarmerie() -> None:
    table = offender(car=0)
    table.play(0, m.Stop(0, "sign"))
    assert table.paid == [(0, "mat", 3_000, "own_fine")]
    assert table.of(e.Judged)[0].own
    assert table.state.mat == 3_000
    table.drive(2, 4, back("43", 5))
    assert table.paid == []
    table.drive(3, 6, back("43", 5))
    assert table.paid == [("mat", 3, 3_000, "mat")]
    assert table.state.policeman == 0, "passing is not stopping"


def test_stopping_at_the_gendarmerie_takes_the_mat_and_the_office() -> None:
    table = Table()
    table.mat(2_000)
    table.drive(3, 5, back("43", 5))
    assert table.paid == [("mat", 3, 2_000, "mat")]
    assert table.state.policeman == 3
    assert [(event.seat, event.inherited) for event in table.of(e.Appointed)] == [(3, False)]
    table.drive(3, 5, back("43", 5))
    assert table.of(e.Appointed) == [], "he has it already"


def test_his_own_stop_that_was_none_costs_nothing() -> None:
    table = offender(car=0, card="doctor")
    table.play(0, m.Stop(0, "sign"))
    assert table.paid == []
    assert table.of(e.Judged)[0].excused
    table = offender(car=0)
    table.play(0, m.Stop(0, "overtaking"))
    assert table.paid == []
    assert table.of(e.Judged)[0].groundless


@pytest.mark.parametrize("reason", ["sign", "overtaking"])
def test_a_groundless_stop_costs_500_to_the_accused(reason: Any) -> None:
    table = Table()
    quiet(table)
    table.drive(1, 2, "31")
    table.play(0, m.Stop(1, reason))
    assert table.paid == [(0, 1, 500, "groundless")]
    assert table.of(e.Judged)[0].groundless
    assert table.of(e.Judged)[0].card is None, "no card is drawn for nothing"


def test_each_offence_is_judged_once() -> None:
    table = offender()
    table.play(0, m.Stop(1, "sign"))
    assert refused(table, 0, m.Stop(1, "sign")) == "judged"
    table.play(0, m.Stop(1, "overtaking"))
    assert refused(table, 0, m.Stop(1, "overtaking")) == "judged"
    quiet(table)
    assert refused(table, 3, m.Claim(1, "sign")) == "judged"


def test_two_offences_of_one_move() -> None:
    """The sign and the overtaking, each for itself."""
    table = Table()
    table.put(3, "17")
    table.drive(1, 2, "16")
    assert [event.reason for event in table.of(e.Noted)] == ["sign", "overtaking"]
    table.deck("horn")
    table.play(0, m.Stop(1, "overtaking"))
    table.play(0, m.Stop(1, "sign"))
    assert table.paid == [(1, 0, 500, "fine")]
    assert table.state.ledger[-2].amount == 1_500


def test_only_the_policeman_stops() -> None:
    table = offender()
    assert refused(table, 2, m.Stop(1, "sign")) == "not policeman"


def test_after_the_next_player_has_played_it_is_too_late_for_him() -> None:
    table = offender()
    quiet(table)
    assert refused(table, 0, m.Stop(1, "sign")) == "stop too late"


def test_a_car_that_has_not_moved_cannot_be_stopped() -> None:
    table = Table()
    table.hold(1, "53", garage=True)
    table.drive(1, 12)
    assert refused(table, 0, m.Stop(1, "sign")) == "has not moved"
    assert refused(table, 0, m.Stop(2, "sign")) == "has not moved"
    assert refused(table, 2, m.Claim(1, "sign")) == "has not moved"
    assert refused(table, 0, m.Stop(5, "sign")) == "no such car"


def test_a_forgotten_fine_is_paid_by_the_policeman() -> None:
    """Too early before the next player has played, too late when the offender has rolled again."""
    table = offender()
    assert refused(table, 3, m.Claim(1, "sign")) == "too early"
    quiet(table)
    assert refused(table, 1, m.Claim(1, "sign")) == "own offence"
    assert refused(table, 0, m.Claim(1, "sign")) == "policeman forgot"
    table.play(3, m.Claim(1, "sign"))
    assert table.paid == [(0, 3, 3_000, "forgotten")]
    assert table.of(e.Judged)[0].forgotten


def test_until_the_offender_rolls_again() -> None:
    table = offender()
    for _ in range(3):
        quiet(table)
    assert table.state.turn == 1
    assert "claim" in [offer.kind for offer in GAME.moves(table.state, 2)]
    quiet(table)
    assert refused(table, 2, m.Claim(1, "sign")) == "too early", "that is about his new move"
    quiet(table)
    table.play(3, m.Claim(1, "sign"))
    assert table.paid == [(3, 1, 500, "groundless")], "the old offence is gone"


def test_too_late_with_two_cars() -> None:
    """The offender rolls with his other car: the first one is out of reach."""
    table = offender(car=1, seats=3)
    quiet(table)
    table.drive(4, 2, "31")
    assert refused(table, 2, m.Claim(1, "sign")) == "too late"
    assert refused(table, 0, m.Stop(1, "sign")) == "stop too late"


def test_a_forgotten_fine_that_was_none_pays_nothing() -> None:
    table = offender(card="doctor")
    quiet(table)
    table.play(3, m.Claim(1, "sign"))
    assert table.paid == []
    assert table.of(e.Judged)[0].excused


def test_a_forgotten_overtaking() -> None:
    table = Table()
    table.put(3, "17")
    table.drive(1, 3, "16")
    quiet(table)
    table.play(2, m.Claim(1, "overtaking"))
    assert table.paid == [(0, 2, 1_500, "forgotten")]


def test_a_groundless_claim_costs_500_to_the_accused() -> None:
    table = offender()
    quiet(table)
    table.play(3, m.Claim(1, "overtaking"))
    assert table.paid == [(3, 1, 500, "groundless")]


def test_the_policeman_forgets_himself() -> None:
    """Then he pays whoever noticed."""
    table = offender(car=0)
    quiet(table)
    table.play(2, m.Claim(0, "sign"))
    assert table.paid == [(0, 2, 3_000, "forgotten")]


def test_who_forgot_it_pays_even_if_another_has_the_office_now() -> None:
    table = offender()
    table.drive(2, 5, back("43", 5))
    assert table.state.policeman == 2
    assert refused(table, 0, m.Claim(1, "sign")) == "policeman forgot"
    table.play(2, m.Claim(1, "sign"))
    assert table.paid == [(0, 2, 3_000, "forgotten")]


def test_who_takes_the_office_with_an_offence_may_stop_himself() -> None:
    """Overtaking on the way to the Gendarmerie: the new policeman's own business."""
    table = Table()
    table.put(2, "39")
    table.drive(1, 5, "38")
    assert table.state.policeman == 1
    assert refused(table, 0, m.Stop(1, "overtaking")) == "not policeman"
    table.play(1, m.Stop(1, "overtaking"))
    assert table.paid == [(1, "mat", 1_500, "own_fine")]


def test_and_if_he_forgets_himself_he_pays_not_his_predecessor() -> None:
    table = Table()
    table.put(2, "39")
    table.drive(1, 5, "38")
    quiet(table)
    assert refused(table, 1, m.Claim(1, "overtaking")) == "own offence"
    table.play(0, m.Claim(1, "overtaking"))
    assert table.paid == [(1, 0, 1_500, "forgotten")]


def test_nobody_pays_for_a_policeman_who_is_out() -> None:
    table = offender()
    table.hold(0, "53", garage=True)
    table.purse(0, 500)
    table.drive(0, 12)
    assert table.of(e.Out)
    assert [offer for offer in GAME.moves(table.state, 3) if offer.kind == "claim"] == []
    assert refused(table, 3, m.Claim(1, "sign")) == "policeman out"


def test_offers_are_there_for_every_car_in_the_window_guilty_or_not() -> None:
    for start in (back(SIGN, 4), "53"):
        table = Table()
        table.drive(1, 4, start)
        kinds = [(offer.kind, offer.choices, offer.settled) for offer in GAME.moves(table.state, 0)]
        assert ("stop", ("sign", "overtaking"), {"car": 1}) in kinds
        assert all(offer.kind not in ("stop", "claim") for offer in GAME.moves(table.state, 3))
        quiet(table)
        kinds = [(offer.kind, offer.choices, offer.settled) for offer in GAME.moves(table.state, 3)]
        assert ("claim", ("sign", "overtaking"), {"car": 1}) in kinds
        assert not any(offer.kind == "claim" for seat in (0, 1) for offer in GAME.moves(table.state, seat))


def test_an_offence_that_only_was_is_not_judged_again() -> None:
    """Whatever is on the table: the offences that the state holds are of last moves alone."""
    table = offender()
    table.state = replace(table.state, turn=1, car=1)
    quiet(table)
    assert table.state.offences == ()


@pytest.mark.parametrize("seats", [2, 3])
def test_two_players(seats: int) -> None:
    """With two there is nobody to denounce an offender who is not the policeman."""
    table = offender(car=1, seats=seats)
    quiet(table)
    able = [seat for seat in range(seats) if any(offer.kind == "claim" for offer in GAME.moves(table.state, seat))]
    assert able == ([] if seats == 2 else [2])
