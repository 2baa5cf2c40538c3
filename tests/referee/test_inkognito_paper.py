"""Inkognito with printed cards: phones check and remember pairs, pass true cards on, and judge the call."""

from __future__ import annotations

import pytest
from support.referee.inkognito_table import WHAT, Table, call, pair

from referee.game import TABLE
from referee.inkognito import moves as m
from referee.inkognito.game import GAME
from referee.inkognito.pieces import Card


def paper(seats: int = 4) -> Table:
    return Table(seats, pieces="paper")


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_phones_wait_for_nobody(seats: int) -> None:
    table = paper(seats)
    assert GAME.awaited(table.state) == ()
    assert GAME.moves(table.state, TABLE) == []
    assert (table.state.stage, table.state.turn, table.state.ambassador, table.state.fictitious) == (
        "paper",
        None,
        (),
        (),
    )
    agents = range(min(seats, 4))
    assert all({"pair", "show", "call"} <= {*table.kinds(seat)} for seat in agents)
    assert ("look" in table.kinds(0)) == (seats == 3)
    if seats == 5:
        assert table.kinds(4) == ["call"], "the Ambassador has nothing to show"
        offers = GAME.moves(table.state, 0)
        assert [offer.settled["to"] for offer in offers if offer.kind == "pair"] == [1, 2, 3, 4]
        assert [offer.settled["to"] for offer in offers if offer.kind == "show"] == [1, 2, 3]


def test_a_pair_is_checked_and_remembered_for_its_owner_alone() -> None:
    """Who gets it sees it on the table; the phone would tell him before both have chosen."""
    table = paper()
    (noted,) = table.play(0, pair("11", "F", 1))
    assert noted == m.Noted(0, 1, (Card.FIDDLEBOTTOM, Card.ELEVEN))
    assert [one.cards for one in GAME.view(table.state, 0).sheet] == [(Card.FIDDLEBOTTOM, Card.ELEVEN)]
    for observer in (1, 2, 3, TABLE, "arbiter"):
        assert GAME.view(table.state, observer).sheet == ()
        assert GAME.witness(table.state, noted, observer) is None
    table.refuse(0, pair("F", "11", 1), "same pair", seat=1)
    table.refuse(0, pair("F", "52", 1), "one true", true=2)
    table.refuse(0, pair("B", "11", 1), "one true", true=0)
    table.play(0, pair("F", "11", 2))


def test_what_was_noted_can_be_struck_out_again_one_after_the_other() -> None:
    table = paper()
    table.play(0, pair("F", "11", 1))
    table.play(1, pair("B", "0", 0))
    table.play(0, pair("F", "0", 1))
    assert table.play(0, m.Retract()) == [m.Retracted(0)]
    assert [one.cards[1] for one in GAME.view(table.state, 0).sheet] == ["11"]
    assert len(GAME.view(table.state, 1).sheet) == 1, "nobody else's"
    table.play(0, m.Retract())
    table.refuse(0, m.Retract(), "nothing to retract")
    table.play(0, pair("F", "11", 1))
    for observer in (1, 2, TABLE):
        assert GAME.witness(table.state, m.Retracted(0), observer) is None


def test_a_true_card_that_was_seen_cannot_be_struck_out() -> None:
    table = paper()
    table.play(0, m.Show("identity", 1))
    assert "retract" not in table.kinds(0)
    table.refuse(0, m.Retract(), "nothing to retract")


def test_a_pair_can_be_struck_out_whatever_was_shown_after_it() -> None:
    """True cards that he has shown since stay; what others have noted stays; each offer has a name of its own."""
    table = paper()
    table.play(0, pair("F", "11", 1))
    table.play(0, pair("F", "0", 2))
    names = [table.offers(0)["retract"].id]
    table.play(0, m.Show("identity", 1))
    table.play(1, pair("B", "0", 0))
    table.play(0, m.Show("fragment", 2))
    names.append(table.offers(0)["retract"].id)
    table.play(0, m.Retract())
    sheet = [one.cards for one in GAME.view(table.state, 0).sheet]
    assert sheet == [(Card.FIDDLEBOTTOM, Card.ELEVEN), (Card.FIDDLEBOTTOM,), (Card.FIFTY_TWO,)]
    assert len([one for one in GAME.view(table.state, 1).sheet if one.by == 1]) == 1
    names.append(table.offers(0)["retract"].id)
    table.play(0, m.Show("identity", 3))
    names.append(table.offers(0)["retract"].id)
    table.play(0, m.Retract())
    assert [one.black for one in GAME.view(table.state, 0).sheet] == [True, True, True]
    assert "retract" not in table.kinds(0)
    table.refuse(0, m.Retract(), "nothing to retract")
    table.play(0, pair("F", "0", 2))
    names.append(table.offers(0)["retract"].id)
    assert len({*names}) == len(names)


def test_an_offer_to_strike_out_is_named_after_ones_own_doings_alone() -> None:
    """What others note must not close it, and must not show in it; and it is never the same twice."""
    table = paper()
    names = []
    for card in ("identity", "fragment"):
        table.play(0, pair("F", "11", 1))
        names.append(table.offers(0)["retract"].id)
        table.play(1, pair("B", "0", 2))
        table.play(2, m.Show(card, 3))  # type: ignore[arg-type]
        table.play(1, m.Retract())
        assert table.offers(0)["retract"].id == names[-1]
        table.play(0, m.Retract())
    table.play(0, pair("F", "11", 1))
    table.play(0, pair("F", "0", 1))
    names.append(table.offers(0)["retract"].id)
    table.play(0, m.Retract())
    names.append(table.offers(0)["retract"].id)
    assert len({*names}) == 4


def test_a_true_card_goes_from_phone_to_phone() -> None:
    table = paper()
    (shown,) = table.play(0, m.Show("identity", 1))
    assert shown == m.Shown(0, (1,), (Card.FIDDLEBOTTOM,), True)
    assert [one.cards for one in GAME.view(table.state, 1).sheet] == [(Card.FIDDLEBOTTOM,)]
    assert GAME.view(table.state, 2).sheet == ()
    table.refuse(0, m.Show("identity", 1), "shown before", seat=1)
    assert [o.choices for o in GAME.moves(table.state, 0) if o.kind == "show" and o.settled["to"] == 1] == [
        ("fragment",)
    ]


@pytest.mark.parametrize("heard", [True, False])
def test_with_five_the_ambassador_sees_it_too_if_he_asked(heard: bool) -> None:
    table = paper(5)
    (shown,) = table.play(0, m.Show("identity", 1, heard))
    assert isinstance(shown, m.Shown)
    assert shown.to == ((1, 4) if heard else (1,))
    assert bool(GAME.view(table.state, 4).sheet) == heard
    table.play(0, m.Show("identity", 2, heard))
    table.refuse(0, m.Show("identity", 1, not heard), "shown before", seat=1)


def test_the_agent_that_nobody_plays_is_in_the_phones() -> None:
    table = paper(3)
    (shown,) = table.play(1, m.Look("identity"))
    assert shown == m.Shown(3, (1,), (Card.X,), True)
    assert [one.cards for one in GAME.view(table.state, 1).sheet] == [(Card.X,)]
    assert GAME.view(table.state, 0).sheet == ()
    assert table.offers(1)["look"].choices == ("fragment",)
    assert table.offers(0)["look"].choices == ("identity", "fragment")


def test_a_call_is_judged_as_with_phones() -> None:
    """Four say whom they meet; the others need not."""
    table = paper()
    table.refuse(0, call("FXZB", met=1), "not your ally", seat=1)
    table.play(0, call(met=1))
    assert table.state.scores == (1, 1, 0, 0)
    assert table.kinds(2) == table.kinds(TABLE) == ["again"]
    table.play(TABLE, m.Again())
    assert (table.state.stage, table.state.deal, table.state.shown) == ("paper", 2, ())
    for seats in (3, 5):
        table = paper(seats)
        table.play(seats - 1, call(what=("11", "52", *WHAT[2:]) if seats == 5 else WHAT))
        assert table.state.scores == ((0, 0, 1) if seats == 3 else (1, 1, 1, 1, 0))


def test_every_pair_can_be_handed_over_once() -> None:
    table = paper()
    for number in range(12):
        offers = {o.settled["to"]: o for o in GAME.moves(table.state, 0) if o.kind == "pair"}
        assert len(offers[1].choices) == 12 - number
        table.play(0, m.Pair(offers[1].choices[-1], 1))
    assert 1 not in {o.settled["to"] for o in GAME.moves(table.state, 0) if o.kind == "pair"}
