"""Inkognito for three, with an agent that nobody plays, and for five, with a player for the Ambassador."""

from __future__ import annotations

import pytest
from support.referee.inkognito_table import G, M, P, R, S, Table, call, pair

from referee.game import TABLE
from referee.inkognito import moves as m
from referee.inkognito.game import GAME
from referee.inkognito.meetings import meetings
from referee.inkognito.pieces import Card, Place


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ((R, M, S, R, P), [("look", (0, 3))]),
        ((R, R, S, R, P), []),
        ((R, M, S, G, G), []),
        ((R, M, S, R, R), []),
        ((R, M, S, G, R), [("ask", (0, 4))]),
        ((R, R, S, S, P), [("exchange", (0, 1)), ("look", (2, 3))]),
        ((R, R, S, G, R), []),
        ((R, R, S, G, G), [("exchange", (0, 1))]),
    ],
)
def test_who_meets_with_three(places: tuple[Place, ...], found: list[tuple[str, tuple[int, ...]]]) -> None:
    """Nothing happens where the Ambassador meets the fourth agent, or where three are."""
    assert [(each.kind, each.present) for each in meetings(places, 3)] == found


def test_the_fourth_agent_goes_in_his_turn_and_the_ambassador_after_all() -> None:
    table = Table(3, ambassador=(S, R, M, G, P), fictitious=(G, P, R, M, S))
    events = table.go(R, M, P)
    assert [type(event) for event in events[:3]] == [m.Went, m.Went, m.Revealed]
    assert events[:3] == [m.Went(2, P), m.Went(3, G), m.Revealed(S)]
    assert table.state.round == 1
    table.play(1, m.Go(S))
    events = table.play(2, m.Go(M))
    assert events == [m.Went(2, M), m.Went(3, P)], "between two players"
    assert table.state.turn == 0


def test_where_he_starts_he_goes_before_anybody_is_asked() -> None:
    table = Table(3)
    while table.state.round < 3:
        table.go(*(table.state.hand(seat)[0] for seat in range(3)))
        table.finish()
    assert table.state.starter == 3
    assert len(table.state.trails[3]) == 4
    assert GAME.awaited(table.state) == (0,)


def test_alone_with_him_one_looks_at_a_card_of_ones_choice() -> None:
    table = Table(3)
    table.meet(R, M, S, nobody=R)
    assert table.kinds(0) == ["look", "pass", "call"]
    events = table.play(0, m.Look("fragment"))
    assert events[:2] == [m.Sealed(0, m.Look("fragment")), m.Shown(3, (0,), (Card.TWENTY_NINE,), True)]
    assert [one.cards for one in GAME.view(table.state, 0).sheet] == [(Card.TWENTY_NINE,)]
    assert GAME.view(table.state, 1).sheet == ()
    table.meet(R, M, S, nobody=R)
    table.refuse(0, m.Look("fragment"), "seen before", agent=3, card="fragment")
    table.play(0, m.Look("identity"))
    table.meet(R, M, S, nobody=R)
    assert table.kinds(0) == ["pass", "call"], "there is nothing left to see, but one may call"
    table.meet(M, R, S, nobody=R)
    assert table.offers(1)["look"].choices == ("identity", "fragment"), "for another one there is"


def test_asked_through_the_ambassador_the_asker_chooses_his_card() -> None:
    table = Table(3)
    table.meet(R, M, S, last=R)
    assert table.offers(0)["ask"].choices == ((1, ()), (2, ()), (3, ("identity", "fragment")))
    events = table.play(0, m.Ask(3, "identity"))
    assert events[1:3] == [m.Asked(0, 3), m.Shown(3, (0,), (Card.X,), True)]
    assert table.state.round % 20 == 1, "nobody has to answer"
    table.meet(R, M, S, last=R)
    table.refuse(0, m.Ask(3, "identity"), "seen before", agent=3)
    table.refuse(0, m.Ask(3), "which card", agent=3)
    table.refuse(0, m.Ask(1, "identity"), "his choice", agent=1)
    table.play(0, m.Ask(3, "fragment"))
    table.meet(R, M, S, last=R)
    table.refuse(0, m.Ask(3, "fragment"), "both known", agent=3)
    assert [agent for agent, _ in table.offers(0)["ask"].choices] == [1, 2]
    table.meet(R, M, S, nobody=R)
    assert "look" not in table.kinds(0), "what the Ambassador fetched he has seen"


def test_nobody_hands_him_anything_and_nothing_is_asked_of_him() -> None:
    table = Table(3)
    table.meet(R, M, S, nobody=R)
    table.refuse(0, pair("F", "11", 3), "nothing to show")
    table.refuse(0, m.Show("identity", 3), "nothing to show")
    assert GAME.awaited(table.state) == (0,)
    assert GAME.moves(table.state, 3) == []
    table.refuse(3, m.Pass(), "no such seat")
    assert GAME.view(table.state, 3).identity is None


@pytest.mark.parametrize(("last", "nobody", "met"), [(R, P, "ask"), (P, R, "look"), (P, G, "exchange")])
def test_with_three_any_meeting_permits_the_call(last: Place, nobody: Place, met: str) -> None:
    table = Table(3)
    table.meet(R, R if met == "exchange" else M, S, last=last, nobody=nobody)
    assert table.state.meetings[0].kind == met
    table.play(0, call())
    assert table.state.scores == (1, 0, 0)


def test_with_three_nobody_calls_without_a_meeting() -> None:
    table = Table(3)
    table.meet(R, R, R, last=S, nobody=S)
    assert table.state.stage == "going", "three at one place, and the Ambassador with the fourth agent: nothing"
    table.refuse(0, call(), "no call here")


# Five


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ((R, M, S, G, R), [("ask", (0, 4))]),
        ((R, R, S, G, R), [("audience", (0, 1, 4))]),
        ((R, R, S, S, R), [("audience", (0, 1, 4)), ("exchange", (2, 3))]),
        ((R, R, R, G, R), []),
        ((R, R, R, R, R), []),
        ((R, R, R, G, P), []),
        ((R, R, S, S, P), [("exchange", (0, 1)), ("exchange", (2, 3))]),
    ],
)
def test_who_meets_with_five(places: tuple[Place, ...], found: list[tuple[str, tuple[int, ...]]]) -> None:
    assert sorted((each.kind, each.present) for each in meetings(places, 5)) == sorted(found)


def test_the_fifth_player_lays_his_place_face_down_first_and_turns_it_up_last() -> None:
    table = Table(5)
    table.refuse(0, m.Go(R), "not your turn", seat=4)
    (hidden,) = table.play(4, m.Go(S))
    assert hidden == m.Hidden(S)
    for observer in (0, 3, TABLE):
        seen = GAME.view(table.state, observer)
        assert (seen.down, seen.laid, seen.trails[4]) == (True, None, ())
    assert GAME.view(table.state, 4).laid == S
    table.refuse(4, m.Go(R), "not your turn", seat=0)
    for seat, place in enumerate((R, M, G)):
        table.play(seat, m.Go(place))
    events = table.play(3, m.Go(P))
    assert events[:2] == [m.Went(3, P), m.Revealed(S)]
    assert GAME.view(table.state, 0).trails[4] == (S,)
    assert table.state.down is None
    table.refuse(4, m.Go(S), "place played")
    assert table.offers(4)["go"].choices == (R, M, G, P)


def test_both_see_the_card_that_was_asked_for() -> None:
    table = Table(5)
    table.meet(R, M, S, G, R)
    assert GAME.awaited(table.state) == (0, 4)
    assert table.kinds(4) == ["pass", "call"]
    assert table.kinds(0) == ["ask", "pass", "call"]
    (sealed,) = table.play(0, m.Ask(2))
    assert isinstance(sealed, m.Sealed), "the Ambassador may yet call"
    table.refuse(4, m.Ask(1), "no ambassador")
    (_, asked) = table.play(4, m.Pass())
    assert asked == m.Asked(0, 2)
    shown = table.play(2, m.Answer("identity"))[0]
    assert shown == m.Shown(2, (0, 4), (Card.ZSAZSA,), True)
    for seat in range(5):
        assert bool(GAME.view(table.state, seat).sheet) == (seat in (0, 2, 4))


def test_only_the_askers_own_history_counts() -> None:
    """The Ambassador may see the same card twice, as two agents ask for it."""
    table = Table(5)
    for asker in (0, 1):
        places = [M, M, S, G, R]
        places[asker] = R
        table.meet(*places)
        table.play(asker, m.Ask(2))
        table.play(4, m.Pass())
        assert table.offers(2)["answer"].choices == ("identity", "fragment")
        table.play(2, m.Answer("identity"))
    assert [one.cards for one in GAME.view(table.state, 4).sheet] == [(Card.ZSAZSA,)] * 2
    table.meet(R, M, S, G, R)
    table.play(0, m.Ask(2))
    table.play(4, m.Pass())
    table.refuse(2, m.Answer("identity"), "shown before", seat=0)


def test_before_the_ambassador_two_agents_each_show_him_a_pair() -> None:
    """Not to each other, no true card instead, and all at once."""
    table = Table(5)
    table.meet(R, R, S, G, R)
    assert [table.kinds(seat) for seat in (0, 1, 4)] == [["pair"], ["pair"], ["pass", "call"]]
    table.refuse(0, pair("F", "11", 1), "nothing to show")
    table.refuse(0, m.Show("identity", 4), "nothing to show")
    table.refuse(0, m.Pass(), "must show", seat=4)
    table.refuse(0, call(), "no call here")
    table.play(0, pair("F", "11", 4))
    table.play(1, pair("B", "0", 4))
    assert table.state.shown == (), "the Ambassador may yet call"
    events = table.play(4, m.Pass())
    assert events[1:3] == [
        m.Shown(0, (4,), (Card.FIDDLEBOTTOM, Card.ELEVEN), False),
        m.Shown(1, (4,), (Card.BUBBLE, Card.NOUGHT), False),
    ]
    assert [one.by for one in GAME.view(table.state, 4).sheet] == [0, 1]
    assert [one.by for one in GAME.view(table.state, 0).sheet] == [0], "what the other showed he has not seen"


def test_a_pair_is_never_shown_to_him_twice_either() -> None:
    table = Table(5)
    for number in range(12):
        table.meet(R, R, S, G, R)
        assert len(table.offers(0)["pair"].choices) == 12 - number
        if number:
            cards = table.state.shown[0].cards
            table.refuse(0, m.Pair((cards[0], cards[1]), 4), "same pair", seat=4)
        table.play(0, m.Pair(table.offers(0)["pair"].choices[0], 4))
    table.meet(R, M, S, R, R)
    assert table.kinds(0) == ["pass"], "none is left: he shows nothing"
    assert table.kinds(3) == ["pair"], "the other has his own"
    table.play(0, m.Pass())


def test_with_two_agents_only_the_ambassador_may_call_and_with_one_both() -> None:
    table = Table(5)
    table.meet(R, R, S, G, R)
    table.play(0, pair("F", "11", 4))
    table.play(4, call())
    assert table.state.scores == (0, 0, 0, 0, 1)
    assert table.state.shown == ()
    for caller in (0, 4):
        table = Table(5)
        table.meet(R, M, S, G, R)
        table.play(caller, call())
        assert table.state.scores[caller] == 1


def test_with_three_or_more_agents_the_ambassador_does_nothing() -> None:
    table = Table(5)
    table.meet(R, R, R, G, R)
    assert table.state.stage == "going"
    table.refuse(4, call(), "no call here")


def test_two_agents_alone_exchange_as_with_four() -> None:
    table = Table(5)
    table.meet(R, R, S, S, G)
    assert [table.kinds(seat) for seat in range(5)] == [["pair", "show", "call"]] * 4 + [[]]
