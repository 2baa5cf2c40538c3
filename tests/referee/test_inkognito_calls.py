"""The call of Inkognito: where it may be made, what it must say, and what it brings to whom."""

from __future__ import annotations

from itertools import permutations

import pytest
from support.referee.inkognito_table import WHAT, WHO, G, M, R, S, Table, call, pair

from referee.game import TABLE
from referee.inkognito import moves as m
from referee.inkognito.game import GAME
from referee.inkognito.pieces import ALLIES, Identity

SWAPPED = ("52", "11", "29", "0")  # of 2 and 3


def four(who: str = WHO) -> Table:
    """0 and 1 meet, 2 meets the Ambassador."""
    table = Table(4, who)
    table.meet(R, R, G, S, last=G)
    return table


@pytest.mark.parametrize("caller", [0, 1])
@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("who", ["FBZX", "BFXZ", "ZXFB", "XZBF"])
def test_four_players_win_and_lose_with_their_ally(caller: int, right: bool, who: str) -> None:
    """0 and 1 are allies: right, they have a point each; wrong, the others. Who called does not matter."""
    table = four(who)
    (called,) = table.play(caller, call(who, WHAT if right else SWAPPED, 1 - caller))
    assert isinstance(called, m.Called)
    assert (called.right, called.met) == (right, 1 - caller)
    assert table.state.scores == ((1, 1, 0, 0) if right else (0, 0, 1, 1))
    assert table.state.stage == "verdict"


@pytest.mark.parametrize(("who", "scores"), [("FZBX", (0, 1, 0, 1)), ("FXZB", (0, 1, 1, 0))])
def test_whoever_takes_a_rival_for_his_ally_gives_the_rivals_a_point(who: str, scores: tuple[int, ...]) -> None:
    """0 says that 1 is Bubble, and meets him; in truth another is. The alliance that is not the caller's wins."""
    table = four(who)
    (called,) = table.play(0, call("FBZX", met=1))
    assert isinstance(called, m.Called)
    assert not called.right
    assert table.state.scores == scores
    assert sum(scores) == 2 and not scores[0]


def test_all_names_and_all_numbers_must_be_right() -> None:
    """One swap of two fragments, or of two identities that are no allies' matter, and it is wrong."""
    for said_who, said_what in ((WHO, SWAPPED), ("FBXZ", WHAT), ("FBXZ", SWAPPED)):
        table = four()
        (called,) = table.play(0, call(said_who, said_what, 1))
        assert isinstance(called, m.Called) and not called.right


def test_a_form_that_names_the_one_he_meets_no_ally_is_refused_before_any_verdict() -> None:
    """Whether it is so or not: the refusal follows from the form alone."""
    for truth in ("FBZX", "FZBX", "FXZB"):
        table = four(truth)
        for said in permutations("FBZX"):
            if said[0] == "F" and said[1] != "B":
                table.refuse(0, call("".join(said), met=1), "not your ally", seat=1)


def test_with_four_players_nobody_calls_before_the_ambassador_or_alone() -> None:
    table = four()
    for seat in (2, 3):
        table.refuse(seat, call(), "no call here")
        assert "call" not in table.kinds(seat)
    assert [table.offers(seat)["call"].settled for seat in (0, 1)] == [{"met": 1}, {"met": 0}]
    table.refuse(TABLE, call(), "players only")


def test_one_calls_instead_of_exchanging() -> None:
    table = four()
    table.play(0, pair("F", "11", 1))
    table.refuse(0, call(met=1), "decided")
    assert table.kinds(0) == []
    assert "call" in table.kinds(1), "the other may still"


def test_the_first_call_ends_the_deal_and_voids_what_is_open() -> None:
    """0 had laid down a pair, 2 had somebody asked, 3 had not answered: nothing of it is shown."""
    table = four()
    table.play(0, m.Show("identity", 1))
    table.play(2, m.Ask(3))
    events = table.play(1, call(met=0))
    assert [type(event) for event in events] == [m.Called]
    assert table.state.shown == table.state.meetings == ()
    assert GAME.view(table.state, 1).sheet == ()
    for move in (m.Answer("identity"), pair("F", "11", 1), call(met=1), m.Pass()):
        table.refuse(0, move, "deal first")
        table.refuse(3, move, "deal first")
    *_, visit = GAME.view(table.state, 2).visits
    assert visit.places == (R, R, G, S, G), "where everybody was stays known"
    assert all(meeting.choices == () for meeting in visit.meetings)


def test_a_verdict_tells_all() -> None:
    table = four("FZBX")
    table.play(0, call("FBZX", SWAPPED, 1))
    for observer in (0, 3, TABLE):
        (verdict,) = GAME.view(table.state, observer).verdicts
        assert (verdict.deal, verdict.seat, verdict.met, verdict.right) == (1, 0, 1, False)
        assert "".join(verdict.identities) == "FBZX" and verdict.fragments == SWAPPED
        assert "".join(verdict.true_identities) == "FZBX" and verdict.true_fragments == WHAT


# Three and five: everybody for himself


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("caller", [0, 1, 2])
def test_three_players(caller: int, right: bool) -> None:
    """The fourth agent is in the form too."""
    table = Table(3)
    places = [M, S, G]
    places[caller] = R
    table.meet(*places, last=R)
    said = list(WHAT)
    if not right:
        said[(caller + 1) % 3], said[3] = said[3], said[(caller + 1) % 3]
    table.play(caller, call(what=tuple(said)))
    assert table.state.scores == tuple(int((seat == caller) == right) for seat in range(3))


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("caller", [0, 1, 2, 3, 4])
def test_five_players(caller: int, right: bool) -> None:
    """The Ambassador calls without cards of his own; all others win if it is wrong."""
    table = Table(5)
    places = [M, S, G, R, R]
    places[caller] = R
    if caller < 3:
        places[3] = S if caller != 1 else M
    table.meet(*places)
    said = list(WHAT)
    if not right:
        a, b = [agent for agent in range(4) if agent != caller][:2]
        said[a], said[b] = said[b], said[a]
    table.play(caller, call(what=tuple(said)))
    assert table.state.scores == tuple(int((seat == caller) == right) for seat in range(5))


@pytest.mark.parametrize("seats", [3, 5])
def test_without_alliances_anybody_met_will_do(seats: int) -> None:
    """Also one who is no ally by the form; whom he meets stands in no form."""
    table = Table(seats, "FZBX")
    table.meet(*[R, R, S, G, M][:seats], last=M)
    assert ALLIES[Identity("F")] != "Z"
    assert table.offers(0)["call"].settled == {"met": None}
    (called,) = table.play(0, call("FZBX"))
    assert isinstance(called, m.Called) and called.right and called.met is None


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_form_names_everybody_once_and_oneself_rightly(seats: int) -> None:
    table = Table(seats)
    table.meet(*[R, R, S, G, M][:seats], last=M)
    table.refuse(0, call("FBZZ", met=None), "each once")
    table.refuse(0, call(what=("52", "11", "0", "0")), "each once")
    table.refuse(0, call("BFZX"), "own cards")
    table.refuse(0, call(what=("11", "52", "0", "29")), "own cards")


def test_the_ambassador_has_no_cards_that_his_form_could_contradict() -> None:
    table = Table(5)
    table.meet(R, M, S, G, R)
    (called,) = table.play(4, call("XZBF", ("29", "0", "11", "52")))
    assert isinstance(called, m.Called) and not called.right
    table = Table(5)
    table.meet(R, M, S, G, R)
    table.refuse(4, call("XXBF"), "each once")


def test_a_tie_at_the_target_is_shared() -> None:
    table = Table(5, target=1)
    table.meet(R, R, S, G, M)
    table.play(0, call(what=SWAPPED))
    end = GAME.outcome(table.state)
    assert end and (end.winners, end.scores) == ((1, 2, 3, 4), (0, 1, 1, 1, 1))
