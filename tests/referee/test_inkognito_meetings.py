"""Meetings of Inkognito for four: two agents hand each other cards, or one has the Ambassador ask for a true card."""

from __future__ import annotations

from itertools import permutations

import pytest
from support.referee.inkognito_table import G, M, P, R, S, Table, pair

from referee.game import TABLE
from referee.inkognito import moves as m
from referee.inkognito.game import GAME
from referee.inkognito.knowledge.reasoner import glance
from referee.inkognito.meetings import Meeting, meetings
from referee.inkognito.pieces import Card, Fragment, Identity, Place
from templates.pages.inkognito.narration import number


def test_the_example_of_the_sheet() -> None:
    """You are Col. Bubble with 11 and meet Anne at the RIALTO; three cards at SAN MARCO are no meeting. Anne hands you
    Lord Fiddlebottom and 11: the 11 is yours, so she is Fiddlebottom, and your ally."""
    you, anne, mario, david = range(4)
    table = Table(4, who="BFZX", what=("11", "52", "29", "0"), ambassador=(M, R, S, G, P))
    table.go(R, R, M, M)
    (meeting,) = table.state.meetings
    assert (meeting.place, meeting.kind, meeting.present) == (R, "exchange", (you, anne))
    assert table.kinds(mario) == table.kinds(david) == []
    table.play(you, pair("B", "0", anne))
    assert glance(GAME.view(table.state, you)).worlds == 36
    table.play(anne, pair("F", "11", you))
    yours = glance(GAME.view(table.state, you)).deals()
    assert {who[anne] for who, _ in yours} == {Identity.FIDDLEBOTTOM}
    assert len(yours) == 2 * 6
    hers = glance(GAME.view(table.state, anne)).deals()
    assert {who[you] for who, _ in hers} > {Identity.BUBBLE}, "it tells her little"
    assert GAME.view(table.state, mario).sheet == GAME.view(table.state, david).sheet == ()
    assert table.state.round == 1

    # Some rounds later: David is Agent X and holds 0. One more fragment tells both.
    table.finish()
    known = [(who, what) for who, what in yours if (who[david], what[david]) == ("X", "0")]
    assert {who[mario] for who, _ in known} == {Identity.ZSAZSA}
    assert {(what[anne], what[mario]) for _, what in known} == {("52", "29"), ("29", "52")}


def test_the_number_of_the_sheet() -> None:
    """52 Fiddlebottom, 11 Bubble, 0 Zsa Zsa, 29 Agent X: 5211029. The order is that of the identities, not of the seats."""
    who, what = [*Identity], [Fragment(each) for each in ("52", "11", "0", "29")]
    for order in permutations(range(4)):
        assert number([who[i] for i in order], [what[i] for i in order]) == "52-11-0-29"


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ((R, M, S, G, P), []),
        ((R, R, S, G, P), [("exchange", (0, 1))]),
        ((R, R, R, G, P), []),
        ((R, R, R, R, R), []),
        ((R, R, G, G, P), [("exchange", (0, 1)), ("exchange", (2, 3))]),
        ((R, M, S, G, G), [("ask", (3, 4))]),
        ((R, R, S, G, R), []),
        ((R, R, G, S, G), [("exchange", (0, 1)), ("ask", (2, 4))]),
    ],
)
def test_exactly_two_cards_make_a_meeting(places: tuple[Place, ...], found: list[tuple[str, tuple[int, ...]]]) -> None:
    assert [(each.kind, each.present) for each in meetings(places, 4)] == found


def met(**more: object) -> Table:
    """0 and 1 at the Rialto, 2 with the Ambassador."""
    table = Table(4, ambassador=(G, R, M, S, P), **more)
    table.go(R, R, G, S)
    return table


def test_both_choose_before_either_sees() -> None:
    table = met()
    (sealed,) = table.play(0, pair("11", "F", 1))
    assert sealed == m.Sealed(0, pair("F", "11", 1)), "whichever comes first"
    assert GAME.view(table.state, 1).sheet == ()
    assert GAME.view(table.state, 1).meetings[0].sealed == (0,)
    assert GAME.awaited(table.state) == (1, 2)
    events = table.play(1, pair("0", "11", 0))
    assert events[1:] == [
        m.Shown(0, (1,), (Card.FIDDLEBOTTOM, Card.ELEVEN), False),
        m.Shown(1, (0,), (Card.ELEVEN, Card.NOUGHT), False),
    ]
    for seat in (0, 1):
        assert [one.by for one in GAME.view(table.state, seat).sheet] == [0, 1]
    assert table.kinds(0) == table.kinds(1) == []


def test_never_the_same_pair_to_the_same_agent_in_a_deal() -> None:
    """In either order; but to another one, and in the next deal."""
    table = met()
    table.play(0, pair("F", "11", 1))
    table.play(1, pair("B", "0", 0))
    table.meet(R, R, S, G)
    table.refuse(0, pair("11", "F", 1), "same pair", seat=1)
    assert len(table.offers(0)["pair"].choices) == 11
    table.play(0, pair("F", "0", 1))
    table.play(1, pair("B", "F", 0))
    table.meet(R, M, R, G)
    assert len(table.offers(0)["pair"].choices) == 12
    table.play(0, pair("F", "11", 2))
    table.finish()
    table.deal(2, ambassador=(G, R, M, S, P))
    table.go(R, R, G, S)
    table.play(0, pair("F", "11", 1))


@pytest.mark.parametrize("out", [0, 1])
def test_without_a_pair_left_there_is_no_exchange(out: int) -> None:
    """After twelve meetings: not for him, and not for whoever meets him, who may have some; both may pass, or call."""
    table, other = Table(4), 1 - out
    for count in range(12):
        table.meet(R, R, S, G)
        table.play(out, m.Pair(table.offers(out)["pair"].choices[0], other))
        black = table.offers(other).get("show") if count < 2 else None
        pairs = table.offers(other)["pair"].choices
        table.play(other, m.Show(black.choices[0], out) if black else m.Pair(pairs[0], out))
    shown = [one.by for one in table.state.shown if not one.black]
    assert (shown.count(out), shown.count(other)) == (12, 10)
    table.meet(R, R, S, G)
    assert table.kinds(0) == table.kinds(1) == ["pass", "call"]
    before = table.state.shown
    unused = next(pair for pair in pairs if pair not in [one.cards for one in before if one.by == other])
    table.refuse(other, m.Pair(unused, out), "nothing to show")
    table.refuse(
        out, m.Show("identity", other), "nothing to show"
    )  # a true card is shown instead of a pair, or not at all
    table.play(0, m.Pass())
    table.play(1, m.Pass())
    assert table.state.shown == before


# A true card


def test_a_true_card_instead_of_a_pair() -> None:
    """The other may hand over a pair, or show a true card too; not one that he has shown him."""
    table = met()
    table.play(0, m.Show("identity", 1))
    events = table.play(1, pair("B", "0", 0))
    assert events[1] == m.Shown(0, (1,), (Card.FIDDLEBOTTOM,), True)
    table.meet(R, R, S, G)
    table.refuse(0, m.Show("identity", 1), "shown before", seat=1, card="identity")
    assert table.offers(0)["show"].choices == ("fragment",)
    table.play(0, m.Show("fragment", 1))
    table.play(1, m.Show("fragment", 0))
    table.meet(R, R, S, G)
    assert "show" not in table.kinds(0), "both are known"
    assert "pair" in table.kinds(0)
    assert table.offers(1)["show"].choices == ("identity",)


# The Ambassador


def test_the_asked_agent_chooses_which_card() -> None:
    table = met()
    assert table.offers(2)["ask"].choices == ((0, ()), (1, ()), (3, ()))
    _, asked = table.play(2, m.Ask(3))
    assert asked == m.Asked(2, 3)
    assert GAME.awaited(table.state) == (0, 1, 3)
    assert table.offers(3)["answer"].choices == ("identity", "fragment")
    table.refuse(2, m.Ask(1), "decided")
    (shown,) = table.play(3, m.Answer("fragment"))
    assert shown == m.Shown(3, (2,), (Card.TWENTY_NINE,), True)
    assert [one.cards for one in GAME.view(table.state, 2).sheet] == [(Card.TWENTY_NINE,)]
    assert GAME.view(table.state, 0).sheet == ()
    table.refuse(3, m.Answer("identity"), "nobody asks")


def test_never_the_same_true_card_to_the_same_asker_and_then_he_cannot_be_named() -> None:
    table = met()
    table.play(2, m.Ask(3))
    table.play(3, m.Answer("fragment"))
    table.meet(M, S, R, G, last=R)
    table.play(2, m.Ask(3))
    assert table.offers(3)["answer"].choices == ("identity",)
    table.refuse(3, m.Answer("fragment"), "shown before", seat=2, card="fragment")
    table.play(3, m.Answer("identity"))
    table.meet(M, S, R, G, last=R)
    assert [agent for agent, _ in table.offers(2)["ask"].choices] == [0, 1]
    table.refuse(2, m.Ask(3), "both known", agent=3)


def test_what_was_shown_in_an_exchange_counts_as_shown() -> None:
    table = met()
    table.play(0, m.Show("identity", 1))
    table.play(1, m.Show("fragment", 0))
    table.meet(M, R, S, G, last=R)
    table.play(1, m.Ask(0))
    assert table.offers(0)["answer"].choices == ("fragment",)
    table.refuse(0, m.Answer("identity"), "shown before", seat=1)
    table.play(0, m.Answer("fragment"))
    table.meet(M, R, S, G, last=R)
    table.refuse(1, m.Ask(0), "both known", agent=0)
    assert table.offers(1)["ask"].choices == ((2, ()), (3, ()))


def test_a_pair_tells_no_true_card_and_leaves_both_to_be_shown() -> None:
    table = met()
    table.play(0, pair("F", "11", 1))
    table.play(1, pair("B", "0", 0))
    table.meet(M, R, S, G, last=R)
    table.play(1, m.Ask(0))
    assert table.offers(0)["answer"].choices == ("identity", "fragment")


@pytest.mark.parametrize("asked_first", [True, False])
def test_what_an_agent_shows_at_his_own_meeting_is_no_answer(asked_first: bool) -> None:
    """He is asked while he meets somebody: the asker still gets his card, in whichever order they choose."""
    table = met()
    if asked_first:
        table.play(2, m.Ask(0))
    table.play(0, m.Show("identity", 1))
    if not asked_first:
        table.play(2, m.Ask(0))
    table.play(1, pair("B", "0", 0))
    assert table.state.round == 0, "the round is not over before he has answered"
    assert GAME.awaited(table.state) == (0,)
    assert table.kinds(0) == ["answer"]
    assert not GAME.view(table.state, 2).meetings[1].answered
    table.play(0, m.Answer("identity"))
    assert [one.by for one in GAME.view(table.state, 2).sheet] == [0]
    assert table.state.round == 1


def test_one_may_ask_nothing() -> None:
    table = met()
    table.play(2, m.Pass())
    assert GAME.awaited(table.state) == (0, 1)
    assert table.state.visits == ()


def test_a_round_ends_when_the_last_has_chosen() -> None:
    table = met()
    table.play(2, m.Ask(3))
    table.play(0, pair("F", "11", 1))
    table.play(1, pair("B", "0", 0))
    assert table.state.round == 0
    events = table.play(3, m.Answer("identity"))
    assert events[-1] == m.Turned(1, False)
    (visit,) = GAME.view(table.state, 3).visits
    assert visit.places == (R, R, G, S, G)
    ask = Meeting(G, "ask", (2, 4), (2,), asked=3, answered=True)
    assert visit.meetings == (Meeting(R, "exchange", (0, 1), (0, 1)), ask), "who met, and no choice"
    assert table.kinds(1) == ["go"]


@pytest.mark.parametrize("actor", [0, 1, 2, 3, TABLE])
def test_offers_keep_their_names_while_others_move(actor: int | str) -> None:
    """Else whoever is slower would be told that it is over."""
    table = met()
    before = {offer.id for offer in GAME.moves(table.state, actor)}  # type: ignore[arg-type]
    mover = 1 if actor != 1 else 0
    table.play(mover, m.Show("identity", 1 - mover))
    after = {offer.id for offer in GAME.moves(table.state, actor)}  # type: ignore[arg-type]
    assert before == after or (actor == TABLE and after < before)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_is_laid_down_opens_in_the_order_of_seats(order: tuple[int, int]) -> None:
    """Not in the order in which they decided: that would tell who knew at once what to show."""
    table = met()
    choices = {0: pair("F", "11", 1), 1: m.Show("identity", 0)}
    events: list[m.Event] = []
    for seat in order:
        events += table.play(seat, choices[seat])
    assert [event.by for event in events if isinstance(event, m.Shown)] == [0, 1]
    assert [showing.by for showing in table.state.shown] == [0, 1]


@pytest.mark.parametrize("order", list(permutations((0, 1, 4))))
def test_who_has_decided_is_told_in_the_order_of_seats(order: tuple[int, ...]) -> None:
    """At an audience, after each decision and when it opens, for everybody."""
    table = Table(5)
    table.go(R, R, S, S, R)
    choices = {0: pair("F", "11", 4), 1: pair("B", "0", 4), 4: m.Pass()}
    for count, seat in enumerate(order, 1):
        events = table.play(seat, choices[seat])
        for observer in (0, 2, 4, TABLE):
            (audience,) = (each for each in GAME.view(table.state, observer).meetings if each.kind == "audience")
            assert audience.sealed == tuple(sorted(order[:count]))
    assert [event.by for event in events if isinstance(event, m.Shown)] == [0, 1]
