"""What pages of Inkognito show, worked out from a view: what was shown last, who meets whom, the map of Venice."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from referee.chance import Chance
from referee.game import Offer
from referee.inkognito import moves as m
from referee.inkognito.game import GAME
from referee.inkognito.meetings import Meeting
from referee.inkognito.pieces import ALLIES, Card, Fragment, Identity, Place
from referee.inkognito.state import Showing, Verdict, Visit
from referee.inkognito.views import Handing, MeetingView, View
from referee.knowledge import Fact
from templates.pages.inkognito import presenter as p
from templates.pages.inkognito import venice
from templates.pages.moment import Moment

F, B, Z, X = Identity
PAIR = (Card.X, Card.NOUGHT)


class Chair(Struct, frozen=True):
    """Somebody at the table."""

    seat: int
    name: str


def a_view(seat: int = 0, pieces: Any = "phone", **more: Any) -> View:
    """What a seat of four sees after the deal, but for what is told."""
    state = GAME.start()
    for event in GAME.deal(m.Options(pieces=pieces), 4, Chance(bytes(32), 0)):
        state = GAME.evolve(state, event)
    return replace(GAME.view(state, seat), **more)


def meeting(*present: int, **more: Any) -> MeetingView:
    """A meeting at the Rialto."""
    usual = {"place": Place.RIALTO, "kind": "exchange", "members": present, "sealed": (), "asked": None}
    return MeetingView(present=present, answered=False, mine=more.pop("mine", None), **usual | more)  # type: ignore[arg-type]


def shown(turn: int, by: int, *to: int) -> Showing:
    """Two cards that were shown."""
    return Showing(turn, by, to, PAIR, False)


def test_what_tells_of_true_cards_is_veiled_on_a_sheet_that_lies_open() -> None:
    """What the owner has shown, pair by pair, and whatever was shown alone; a pair of somebody else's is what all cards are."""
    alone = replace(shown(2, 1, 0), cards=(Card.X,), black=True)
    assert p.tells(shown(1, 0, 1), 0)
    assert p.tells(alone, 0)
    assert not p.tells(shown(1, 1, 0), 0)
    assert p.is_telling([shown(1, 1, 0), shown(1, 0, 1)], 0)
    assert not p.is_telling([shown(1, 1, 0)], 0)


def test_offers_and_the_meeting_of_a_seat() -> None:
    meetings = (meeting(2, 3), meeting(0, 1))
    page = p.hand(a_view(meetings=meetings, stage="verdict"), [Offer("1.pass", "pass")], 0)
    assert page.can["pass"].id == "1.pass"
    assert page.met == meetings[1]
    assert page.other == 1
    assert page.over
    assert not page.paper
    page = p.hand(a_view(2, "paper"), [], 2)
    assert (page.met, page.other, page.paper, page.over) == (None, None, True, False)


def test_whom_one_meets() -> None:
    assert p.partner(meeting(0, 1), 1) == 0
    assert p.partner(meeting(0, 1, kind="audience"), 0) == 4


def test_what_was_shown_last_is_all_of_its_round() -> None:
    one, two, three = shown(1, 1, 0), shown(2, 2, 0), shown(2, 3, 0)
    assert p.last_shown([one, two, three], False) == (two, three)
    assert p.last_shown([one, two, three], True) == (three,)
    assert p.last_shown([one], False) == (one,)
    assert p.last_shown([], False) == ()


@pytest.mark.parametrize(("turn", "news", "now"), [(2, (2, 3), True), (3, (2, 3), False), (4, (), False)])
def test_it_is_new_for_two_rounds(turn: int, news: tuple[int, ...], now: bool) -> None:
    sheet = (shown(1, 1, 0), shown(2, 2, 0), shown(2, 0, 1), shown(2, 3, 0))
    page = p.hand(a_view(sheet=sheet, round=turn), [], 0)
    assert [showing.by for showing in page.fresh] == [2, 3]
    assert page.news == news
    assert page.shown_now == now
    assert p.hand(a_view(0, "paper", sheet=sheet, round=turn), [], 0).news == (3,)


def test_what_one_handed_over_last() -> None:
    sheet = (shown(1, 0, 2), shown(1, 1, 0))
    view = a_view(sheet=sheet)
    assert p.handed_over(view, 0, None) == (2, PAIR)
    assert p.handed_over(a_view(), 0, None) == (None, ())
    assert p.handed_over(view, 0, meeting(0, 1)) == (2, PAIR)
    ready = (Card.FIDDLEBOTTOM, Card.ELEVEN)
    assert p.handed_over(view, 0, meeting(0, 1, mine=m.Pair(ready, 1))) == (1, ready)
    assert p.handed_over(view, 0, meeting(0, 1, mine=m.Show("identity", 1))) == (1, (view.identity,))
    assert p.handed_over(view, 0, meeting(0, 1, mine=m.Show("fragment", 1))) == (1, (view.fragment,))
    assert p.handed_over(view, 0, meeting(0, 1, kind="look", mine=m.Show("identity", 1))) == (2, PAIR)


def test_where_everybody_is() -> None:
    trails = ((Place.RIALTO, Place.SALUTE), (Place.RIALTO,), (), (Place.SOSPIRI, Place.RIALTO), ())
    assert p.places_now(a_view(trails=trails, round=6)) == ("salute", "", "", "rialto", "")
    assert p.places_now(a_view(trails=trails, round=5)) == ("salute", "rialto", "", "rialto", "")


def test_meetings() -> None:
    there = meeting(0, 1)
    assert p.meeting_at([meeting(2, 3, place=Place.SALUTE), there], "rialto") == there
    assert p.meeting_at([there], "salute") is None
    assert p.undecided(meeting(0, 1, 2, sealed=(1,))) == [0, 2]
    meetings = (Meeting(Place.RIALTO, "exchange", (3, 1), (3, 1)), Meeting(Place.SALUTE, "ask", (0,), (0,), (), 1))  # type: ignore[arg-type]
    assert p.involved(Visit(0, tuple(Place), meetings)) == [3, 1, 0]


def test_a_call_and_what_was_true() -> None:
    identities, true = (X, Z, B, F), (X, B, Z, F)
    fragments = tuple(Fragment)
    verdict = Verdict(1, 0, 1, identities, fragments, False, (0, 1, 0, 2), true, fragments)  # type: ignore[arg-type]
    assert p.number(identities, ("52", "11", "0", "29")) == "\N{NO-BREAK SPACE}".join(("29", "0", "11", "52"))
    assert p.matches(identities, true) == 2
    assert p.matches(fragments, fragments) == 4
    assert p.winners(verdict.points, [Chair(i, name) for i, name in enumerate("ABCD")]) == ["B", "D"]
    allies = {p.ally(replace(verdict, seat=seat)) for seat in range(4)}
    assert allies == {0, 1, 2, 3}
    assert all(p.ally(replace(verdict, seat=p.ally(replace(verdict, seat=seat)))) == seat for seat in range(4))


def test_a_wrong_call_says_what_was_wrong() -> None:
    """The number first; with the right one that somebody is no ally, else that agents were taken for others."""
    true, what = (F, B, Z, X), tuple(Fragment)
    swapped = (F, B, X, Z), (*what[:2], what[3], what[2])  # of the rivals each is taken for the other
    ally = (F, Z, B, X), (what[0], what[2], what[1], what[3])
    for met, (identities, fragments), fault in (
        (1, swapped, "owners"),
        (2, ally, "ally"),
        (1, ((F, B, X, Z), what), "number"),
    ):
        verdict = Verdict(1, 0, met, identities, fragments, False, (0, 0, 1, 1), true, what)  # type: ignore[arg-type]
        assert p.fault(verdict, True) == fault
        assert p.fault(verdict, False) == ("number" if fault == "number" else "owners"), "without allies nobody is none"
        assert p.fault(replace(verdict, right=True), True) == ""


def test_a_round_without_a_meeting_is_told_once() -> None:
    """It stays the same thing that happened until all have gone again; with each round it is another one."""
    places = (Place.RIALTO, Place.RIALTO, Place.SALUTE, Place.SAN_MARCO, Place.RIALTO)
    quiet = Visit(0, places, ())
    after = a_view(visits=(quiet,), round=1, stage="going")
    assert p.moments(after) == (Moment("1-0", "lonely", quiet),)
    assert p.crowds(quiet) == [("rialto", [0, 1, 4])]
    later = replace(after, round=2, visits=(quiet, replace(quiet, round=1)))
    assert [each.key for each in p.moments(later)] == ["1-1", "1-0"]
    assert p.moments(a_view()) == ()


def test_what_was_shown_is_told_after_who_met() -> None:
    """What two show each other is one thing; so is what both show the Ambassador. A call comes last in its deal, and with
    the next one it is no news any more."""
    mutual, audience = ((Handing(0, 0, (1,)), Handing(0, 1, (0,))), (Handing(1, 2, (4,)), Handing(1, 3, (4,))))
    places = (Place.RIALTO,) * 5
    met = Visit(0, places, (Meeting(Place.RIALTO, "exchange", (0, 1), (0, 1)),))
    answer = Handing(1, 0, (1, 4))
    view = a_view(
        visits=(met,), round=1, stage="meeting", meetings=(meeting(2, 3),), handed=(*mutual, *audience, answer)
    )
    assert [(each.kind, each.of) for each in p.moments(view)] == [
        ("shown", (answer,)),
        ("shown", audience),
        ("met", ((Place.RIALTO, (2, 3)),)),
        ("shown", mutual),
        ("met", ((Place.RIALTO, (0, 1)),)),
    ]
    assert p.is_mutual(mutual) and not p.is_mutual(audience) and not p.is_mutual((answer,))
    assert p.shown_to(4, audience) == [2, 3] and p.shown_to(0, audience) == [] and p.shown_to("table", audience) == []
    call = Verdict(1, 0, 1, (F, B, Z, X), tuple(Fragment), True, (1, 1, 0, 0), (F, B, Z, X), tuple(Fragment))  # type: ignore[arg-type]
    over = replace(view, stage="verdict", verdicts=(call,))
    assert p.moments(over)[0] == p.moments(a_view(deal=2, verdicts=(call,)))[0] == Moment("1-call", "call", call)
    assert [each.kind for each in p.moments(over)].count("call") == 1


def test_with_paper_phones_know_of_no_meetings() -> None:
    """True cards that are shown by phone one after the other are two things."""
    shows = Handing(0, 0, (1,)), Handing(0, 1, (0,))
    assert [each.of for each in p.moments(a_view(pieces="paper", handed=shows))] == [shows[1:], shows[:1]]


def test_the_clue_sheet() -> None:
    assert p.rivals(1, 3) == [0, 2, 3]
    assert p.rivals(4, 5) == [0, 1, 2, 3]
    all_ = [shown(1, 0, 1), shown(1, 1, 0), shown(2, 2, 0), shown(3, 0, 2), shown(3, 1, 0, 4)]
    passed = p.passed_between(all_, 0, 1)
    assert passed == (all_[0], all_[1], all_[4])
    assert p.columns(passed, False) == [[all_[0], all_[1]], [all_[4]]]
    assert p.columns(passed, True) == [[all_[0]], [all_[1]], [all_[4]]]


SHORT = ("Anne", "Bob", "Cid", "Dan", "Eve")


def test_agents_stand_below_their_place_one_below_the_other() -> None:
    x, y = venice.PLACES["rialto"]
    wide = venice.BADGE + venice.BESIDE + venice.width("Anne")
    [(left, top), _] = venice.spots(("rialto", "salute"), SHORT)
    assert (left, top) == (x - wide / 2 + venice.BADGE, y + venice.BELOW), "in the middle"
    assert venice.spots(("rialto",) * 3, SHORT) == [(left, top + n * venice.ROW) for n in range(3)]
    assert venice.spots(("rialto",) * 5, SHORT) == [(left, top + n * venice.DENSE) for n in range(5)]


def test_those_who_have_not_gone_wait_in_the_corner() -> None:
    (x, y), row = venice.CORNER, venice.ROW
    assert venice.spots(("", "marco", "", ""), SHORT)[::2] == [(x, y), (x, y + row)]
    assert venice.spots(("", "", "", ""), SHORT)[2:] == [(x, y + 2 * row), (x, y + 3 * row)]
    assert venice.spots((), SHORT) == []
    assert set(venice.PLACES) == set(venice.REACH) == set(Place)


def test_rings_and_ties() -> None:
    three = meeting(0, 2, 3, asked=1)
    places = ("rialto", "marco", "rialto", "rialto")
    [(left, top, wide, high)] = venice.rings([three], places, SHORT)
    for x, y in [venice.spots(places, SHORT)[i] for i in (0, 2, 3)]:
        assert left < x - venice.BADGE and x + venice.BESIDE + venice.width("Anne") < left + wide
        assert top < y - venice.HALF and y + venice.HALF < top + high
    at = [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0)]
    assert list(venice.ties([three], at)) == [
        ("link", at[0], at[2]),
        ("link", at[2], at[3]),
        ("link asking", at[0], at[1]),
    ]


def test_an_ally_is_proven_by_the_identity_or_by_the_whole_call() -> None:
    view = a_view(0)
    mine = view.identity
    assert mine
    ally = str(ALLIES[mine])
    who = tuple(sorted(Identity, key=lambda one: (one != mine, one != ALLIES[mine])))
    call = Fact("call", 0, (who, tuple(Fragment)), whole=True)
    assert not p.is_proven_ally((), view, 1)
    assert p.is_proven_ally((Fact("identity", 1, ally),), view, 1)
    assert not p.is_proven_ally((Fact("identity", 1, ally),), view, 2)
    assert p.is_proven_ally((call,), view, 1) and not p.is_proven_ally((call,), view, 2)


def test_whose_fields_of_a_call_are_copied() -> None:
    """Nobody's that are filled already: those of the caller, and of the ally whom a meeting names."""
    assert [p.copied(seat, met) for seat, met in ((0, None), (1, None), (0, 1), (1, 0), (4, 0))] == [1, 0, 2, 2, 1]


@pytest.mark.parametrize("place", list(Place))
@pytest.mark.parametrize("many", range(1, 6))
def test_whole_names_stay_on_the_map(place: Place, many: int) -> None:
    """Up to five at one place, with names of twenty letters, and the others in the corner: nobody lies over anybody."""
    names = [
        "Anne-Charlotte-Marie",
        "Maximilian-Josephine",
        "Christopher-Alexande",
        "WWWWWWWWWWWWWWWWWWWW",
        "Ambassadeur",
    ]
    at = venice.spots([place] * many + [""] * (5 - many), names)
    boxes = [
        (x - venice.BADGE, y - venice.HALF, x + venice.BESIDE + venice.width(name), y + venice.HALF)
        for (x, y), name in zip(at, names, strict=True)
    ]
    assert all(left >= 0 and top >= 0 and right <= 900 and bottom <= venice.HIGH for left, top, right, bottom in boxes)
    for one, other in combinations(boxes, 2):
        assert one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]
