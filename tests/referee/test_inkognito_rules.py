"""Inkognito from the box to the last point: what is dealt, who goes when, five rounds, the series, and every refusal."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.referee.inkognito_table import ORDER, WHAT, G, M, P, R, S, Table, call, pair

import referee.inkognito
from referee.chance import Chance
from referee.game import TABLE, Refused, replay
from referee.inkognito import moves as m
from referee.inkognito.game import GAME
from referee.inkognito.knowledge.reasoner import DEALS, glance
from referee.inkognito.pieces import ALLIES, CARDS, PLAYERS, USUAL, Card, Colour, Fragment, Identity, Place, box
from referee.inkognito.secrets import pairs

FOLDER = Path(referee.inkognito.__file__).parent


# What there is


def test_the_box() -> None:
    """66 cards: 25 places, 20 identities, 20 fragments and the telephone. Clue sheets for 7, 4 or 9 deals: a sheet for each
    player, two for the fifth."""
    assert 25 + 20 + 20 + 1 == CARDS == 66
    assert (list(PLAYERS), USUAL) == ([3, 4, 5], 4)
    for players in PLAYERS:
        assert (box(players)["cards"], box(players)["folders"], box(players)["rules"]) == (66, players, 1)
    assert [box(n)["clues"] for n in PLAYERS] == [7 * 3, 4 * 4, 9 * 6]
    assert [len(kind) for kind in (Place, Identity, Fragment, Colour, Card)] == [5, 4, 4, 5, 8]
    assert [*Identity] == ["F", "B", "Z", "X"], "the order of the number"
    assert {*Fragment} == {"52", "11", "0", "29"}
    assert {frozenset(each) for each in ALLIES.items()} == {frozenset("FB"), frozenset("ZX")}


def test_576_deals_and_36_for_whoever_knows_his_own_cards() -> None:
    assert len(DEALS) == len(set(DEALS)) == 24 * 24 == 576
    table = Table(5)
    assert [glance(GAME.view(table.state, seat)).worlds for seat in range(5)] == [36] * 4 + [576]


def test_chance_deals_every_one_of_them() -> None:
    """All 576, none much more often than others; each pack in any order."""
    found, packs = Counter[Any](), set()
    for n in range(6000):
        (dealt,) = GAME.deal(m.Options(), 3, Chance(n.to_bytes(32), 0))
        assert isinstance(dealt, m.Dealt)
        found[dealt.identities, dealt.fragments] += 1
        packs |= {("ambassador", dealt.ambassador), ("fictitious", dealt.fictitious)}
    assert len(found) == 576
    assert max(found.values()) < 40
    assert len(packs) == 2 * 120


@pytest.mark.parametrize("who", "FBZX")
@pytest.mark.parametrize("what", WHAT)
def test_12_legal_pairs(who: str, what: str) -> None:
    """The true identity or the true fragment, with one of the six false cards of either kind."""
    found = pairs(who, what)
    assert len(found) == len({frozenset(each) for each in found}) == 12
    false = {*Card} - {who, what}
    assert {frozenset(each) for each in found} == {frozenset([true, lie]) for true in (who, what) for lie in false}


@pytest.mark.parametrize("seats", PLAYERS)
def test_the_deal(seats: int) -> None:
    """Four agents are dealt, also one that nobody plays. Chance plays the Ambassador up to four players, and that agent."""
    (dealt,) = GAME.deal(m.Options(), seats, Chance(bytes(32), 0))
    assert isinstance(dealt, m.Dealt)
    assert sorted(dealt.identities) == sorted(Identity) and sorted(dealt.fragments) == sorted(Fragment)
    assert sorted(dealt.ambassador) == (sorted(Place) if seats < 5 else [])
    assert sorted(dealt.fictitious) == (sorted(Place) if seats == 3 else [])
    state = GAME.evolve(GAME.start(), dealt)
    assert state.nobody == (3 if seats == 3 else None)
    assert GAME.awaited(state) == ((4,) if seats == 5 else (0,))


@pytest.mark.parametrize("seats", [2, 6])
def test_nobody_deals_to_two_or_six(seats: int) -> None:
    with pytest.raises(Refused, match="players"):
        GAME.deal(m.Options(), seats, Chance(bytes(32), 0))


@pytest.mark.parametrize("target", [0, 6])
def test_a_series_is_for_one_to_five_points(target: int) -> None:
    with pytest.raises(ValueError, match="target"):
        m.Options(target=target)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"target": target}, m.Options)
    assert m.Options().target == 3


# Rounds


@pytest.mark.parametrize("seats", PLAYERS)
def test_the_first_player_moves_on_to_the_left(seats: int) -> None:
    """Each round, also over the agent that nobody plays, who starts too; the fifth player is in no rotation."""
    table = Table(seats)
    for number in range(12):
        assert table.state.starter == number % 4
        table.go(*(table.state.hand(seat)[0] for seat in range(seats)))
        table.finish()
    assert table.state.round == 12
    order = [event.agent for event in table.events if isinstance(event, m.Went)]
    for number in range(12):
        assert order[4 * number : 4 * number + 4] == [(number + i) % 4 for i in range(4)]


def test_the_next_deal_begins_one_further() -> None:
    """Also at the agent that nobody plays, who then goes at once."""
    table = Table(3, target=5, ambassador=(P, G, S, M, R))
    for number in range(5):
        assert (table.state.deal, table.state.round, table.state.starter) == (number + 1, 0, number % 4)
        assert len(table.state.trails[3]) == (number == 3)
        seat = number % 3
        while "call" not in table.kinds(seat):
            table.finish()
            here = table.state.hand(seat)[0]
            table.go(
                *(
                    here if here in (hand := table.state.hand(other)) and other != (seat + 1) % 3 else hand[-1]
                    for other in range(3)
                )
            )
            assert table.state.round < 60
        table.play(seat, m.Call(table.state.identities, table.state.fragments))  # type: ignore[arg-type]
        table.play(TABLE if number % 2 else seat, m.Again())


def test_everybody_goes_in_turn_and_plays_a_place_once() -> None:
    table = Table(4)
    table.refuse(1, m.Go(R), "not your turn", seat=0)
    table.play(0, m.Go(R))
    table.refuse(0, m.Go(M), "not your turn", seat=1)
    assert table.state.trails[0] == (R,)
    assert GAME.view(table.state, 3).trails[0] == (R,), "face up"
    for seat in (1, 2, 3):
        assert table.offers(seat)["go"].choices == ORDER
        table.play(seat, m.Go(G if seat == 1 else S))
    table.finish()
    assert (table.state.round, table.state.turn) == (1, 1)
    table.refuse(1, m.Go(G), "place played", place=G)
    assert table.offers(1)["go"].choices == (R, M, S, P)


@pytest.mark.parametrize("seats", PLAYERS)
def test_places_lie_open_for_five_rounds_and_are_taken_back(seats: int) -> None:
    """Each has one place less in every round. Then all are in hand again, and the packs of chance are shuffled anew."""
    table = Table(seats)
    for number in range(5):
        assert [len(trail) for trail in table.state.trails] == [number] * 5 or table.state.trails[3]
        assert all(len(table.state.hand(seat)) == 5 - number for seat in range(seats))
        table.go(*(ORDER[(number + seat) % 5] for seat in range(seats)))
        table.finish()
    turned = [event for event in table.events if isinstance(event, m.Turned)]
    assert [event.back for event in turned] == [False] * 4 + [True]
    assert sorted(turned[-1].ambassador) == (sorted(Place) if seats < 5 else [])
    assert sorted(turned[-1].fictitious) == (sorted(Place) if seats == 3 else [])
    assert [event.ambassador + event.fictitious for event in turned[:4]] == [()] * 4
    assert table.state.ambassador == turned[-1].ambassador
    assert all(table.state.hand(seat) == ORDER for seat in range(seats) if not table.state.trails[seat])
    revealed = [event.place for event in table.events if isinstance(event, m.Revealed)]
    assert sorted(revealed) == sorted(Place)
    if seats < 5:
        assert tuple(revealed) == ORDER, "the top card each time"
    visits = GAME.view(table.state, 0).visits
    assert [visit.round for visit in visits] == [0, 1, 2, 3, 4]
    assert {visit.places[0] for visit in visits} == {*Place}


def test_the_ambassador_comes_last_from_the_top_of_his_pack() -> None:
    table = Table(4, ambassador=(S, G, P, R, M))
    events = table.go(R, M, G, P)
    assert isinstance(events[0], m.Went)
    assert events[1] == m.Revealed(S)
    assert isinstance(events[2], m.Turned), "nobody has met"


# The series


def test_whoever_has_the_points_first_wins_and_it_goes_on_until_then() -> None:
    """Four players: right, wrong, right. The winners of every deal have one point each."""
    table = Table(4)  # F and B are 0 and 1, Z and X are 2 and 3
    for number, (who, right) in enumerate([(0, True), (0, False), (1, True), (2, False)]):
        met = {0: 1, 1: 0, 2: 3}[who]
        where = [G, P, S, M]
        where[who] = where[met] = R
        table.deal(number + 1, ambassador=(P, G, S, M, R))
        table.go(*where)
        table.play(who, call(what=WHAT if right else wrong_for(who), met=met))
    assert table.state.scores == (3, 3, 1, 1)
    end = GAME.outcome(table.state)
    assert end and (end.reason, end.winners, end.scores) == ("target", (0, 1), (3, 3, 1, 1)), "shared"
    assert [verdict.points for verdict in table.state.verdicts] == [
        (1, 1, 0, 0),
        (0, 0, 1, 1),
        (1, 1, 0, 0),
        (1, 1, 0, 0),
    ]
    for actor in (0, 3, TABLE):
        assert GAME.moves(table.state, actor) == []
        table.refuse(actor, m.Again(), "over")
    assert GAME.awaited(table.state) == ()


def wrong_for(seat: int) -> tuple[str, ...]:
    """Two others hold what the other holds."""
    a, b = [other for other in range(4) if other != seat][:2]
    said = list(WHAT)
    said[a], said[b] = said[b], said[a]
    return tuple(said)


def test_a_new_deal_keeps_the_points_and_nothing_else() -> None:
    table = Table(4, ambassador=(P, G, S, M, R))
    table.go(R, R, G, S)
    table.play(0, pair("F", "11", 1))
    table.play(1, call(met=0))
    assert table.state.stage == "verdict"
    assert all(table.kinds(actor) == ["again"] for actor in (0, 1, 2, 3, TABLE))
    assert GAME.awaited(table.state) == (0, 1, 2, 3)
    table.refuse(0, m.Go(R), "deal first")
    table.refuse(9, m.Again(), "no such seat", given=9)
    table.play(3, m.Again())
    state = table.state
    assert (state.deal, state.scores, state.round, state.stage) == (2, (1, 1, 0, 0), 0, "going")
    assert (state.shown, state.meetings, state.visits, state.trails) == ((), (), (), ((),) * 5)
    assert len(state.verdicts) == 1
    assert len({msgspec.json.encode(event) for event in table.events if isinstance(event, m.Dealt)}) == 2


def test_the_events_alone_rebuild_the_game() -> None:
    table = Table(5)
    for number in range(7):
        table.go(*(table.state.hand(seat)[number * seat % len(table.state.hand(seat))] for seat in range(5)))
        table.finish()
    data = msgspec.json.encode(table.events)
    assert replay(GAME, msgspec.json.decode(data, type=list[GAME.Event])) == table.state


# Skipping


@pytest.mark.parametrize("seats", PLAYERS)
def test_the_table_can_always_pass_over_whoever_is_awaited(seats: int) -> None:
    """So nobody holds the others up: a place, a legal pair, a true card if he is asked; he never calls."""
    table = Table(seats)
    done = Counter[str]()
    for _ in range(400):
        offers = GAME.moves(table.state, TABLE)
        assert [offer.settled["seat"] for offer in offers] == [*GAME.awaited(table.state)] != []
        assert all(offer.kind == "skip" and offer.choices == (offer.settled["seat"],) for offer in offers)
        asks = [seat for seat in range(seats) if "ask" in table.kinds(seat)]
        if asks:
            agent, cards = table.offers(asks[0])["ask"].choices[-1]
            table.play(asks[0], m.Ask(agent, cards[0] if cards else None))
            continue
        events = table.play(TABLE, m.Skip(offers[-1].settled["seat"]))
        done.update(type(event).__name__ for event in events)
    assert not done["Called"] and done["Shown"] and done["Turned"] > 20


def test_nobody_else_is_passed_over_and_nobody_else_does_it() -> None:
    table = Table(4)
    table.refuse(TABLE, m.Skip(1), "not waiting", given=1)
    table.refuse(0, m.Skip(0), "table only")
    table.refuse(TABLE, m.Go(R), "players only")


# Every refusal


def exchange() -> Table:
    """0 and 1 meet at the Rialto, 2 and the Ambassador at San Giorgio; 3 is alone."""
    table = Table(4, ambassador=(G, R, M, S, P))
    table.go(R, R, G, S)
    return table


def after(table: Table, *moves: tuple[Any, m.Move]) -> Table:
    for actor, move in moves:
        table.play(actor, move)
    return table


def look() -> Table:
    """Three players: 0 is alone with the fourth agent, 1 with the Ambassador."""
    table = Table(3, ambassador=(G, R, M, S, P), fictitious=(R, M, S, G, P))
    table.go(R, G, S)
    return table


def again(table: Table, *places: Place) -> Table:
    table.finish()
    table.go(*places)
    return table


def paper(seats: int = 4) -> Table:
    return Table(seats, pieces="paper")


def over() -> Table:
    table = Table(4, target=1, ambassador=(G, R, M, S, P))
    table.go(R, R, G, S)
    return after(table, (0, call(met=1)))


SAME = pair("F", "11", 1)
REFUSALS: list[tuple[Callable[[], Table], Any, m.Move, str]] = [
    (over, 0, m.Pass(), "over"),
    (exchange, 0, m.Skip(1), "table only"),
    (exchange, TABLE, m.Skip(3), "not waiting"),
    (lambda: after(exchange(), (0, call(met=1))), TABLE, m.Skip(1), "not waiting"),
    (paper, TABLE, m.Skip(1), "not waiting"),
    (exchange, TABLE, SAME, "players only"),
    (exchange, 4, SAME, "no such seat"),
    (exchange, -1, m.Again(), "no such seat"),
    (exchange, 0, m.Again(), "no verdict yet"),
    (exchange, TABLE, m.Again(), "no verdict yet"),
    (lambda: after(exchange(), (0, call(met=1))), 0, m.Pass(), "deal first"),
    (exchange, 0, m.Go(M), "not now"),
    (Table, 1, m.Go(M), "not your turn"),
    (lambda: again(exchange(), M, M, S, G), 1, m.Go(R), "not now"),
    (lambda: after(again(exchange(), M, G, S, P)), 2, m.Go(G), "place played"),
    (exchange, 3, m.Pass(), "no meeting"),
    (Table, 0, m.Pass(), "no meeting"),
    (lambda: after(exchange(), (0, SAME)), 0, pair("F", "0", 1), "decided"),
    (lambda: after(exchange(), (0, SAME)), 0, call(met=1), "decided"),
    (exchange, 0, m.Pass(), "must show"),
    (exchange, 0, pair("F", "11", 2), "nothing to show"),
    (exchange, 2, pair("Z", "11", 4), "nothing to show"),
    (exchange, 2, m.Show("identity", 4), "nothing to show"),
    (exchange, 0, m.Show("identity", 1, heard=True), "nothing to show"),
    (exchange, 0, m.Show("identity", 2), "nothing to show"),
    (exchange, 0, pair("F", "F", 1), "two cards"),
    (exchange, 0, pair("F", "52", 1), "one true"),
    (exchange, 0, pair("B", "11", 1), "one true"),
    (exchange, 0, m.Ask(2), "no ambassador"),
    (exchange, 0, m.Look("identity"), "nothing to look at"),
    (exchange, 2, m.Look("identity"), "nothing to look at"),
    (exchange, 2, m.Ask(2), "another agent"),
    (exchange, 2, m.Ask(4), "another agent"),
    (exchange, 2, m.Ask(3, "identity"), "his choice"),
    (look, 1, m.Ask(3), "which card"),
    (look, 1, m.Ask(0, "identity"), "his choice"),
    (lambda: after(look(), (0, m.Look("identity"))), 0, m.Look("fragment"), "decided"),
    (exchange, 3, m.Answer("identity"), "nobody asks"),
    (lambda: after(exchange(), (2, m.Ask(3))), 0, m.Answer("identity"), "nobody asks"),
    (exchange, 0, m.Retract(), "nothing to retract"),
    (paper, 0, m.Retract(), "nothing to retract"),
    (exchange, 2, call(met=4), "no call here"),
    (exchange, 3, call(met=0), "no call here"),
    (Table, 0, call(met=1), "no call here"),
    (exchange, 0, call("FBBX", met=1), "each once"),
    (exchange, 0, call(what=("0", "0", "0", "0"), met=1), "each once"),
    (exchange, 0, call("BFZX", met=1), "own cards"),
    (exchange, 0, call("FXZB", met=1), "not your ally"),
    (exchange, 0, call(met=2), "no such meeting"),
    (exchange, 0, call("FZBX", met=2), "no such meeting"),
    (paper, 0, m.Go(R), "on the table"),
    (paper, 0, m.Ask(1), "on the table"),
    (paper, 0, m.Answer("identity"), "on the table"),
    (paper, 0, m.Pass(), "on the table"),
    (paper, 0, call(met=0), "no such meeting"),
    (paper, 0, call(), "no such meeting"),
    (paper, 0, call(met=4), "no such meeting"),
    (paper, 0, pair("F", "11", 0), "nothing to show"),
    (paper, 0, pair("F", "11", 4), "nothing to show"),
    (lambda: paper(5), 4, pair("F", "11", 0), "nothing to show"),
    (lambda: paper(5), 4, m.Show("identity", 0), "nothing to show"),
    (lambda: paper(5), 0, m.Show("identity", 4), "nothing to show"),
    (lambda: paper(3), 0, m.Show("identity", 3), "nothing to show"),
    (paper, 0, m.Show("identity", 1, heard=True), "no ambassador"),
    (paper, 0, m.Look("identity"), "nothing to look at"),
    (lambda: after(paper(3), (0, m.Look("identity"))), 0, m.Look("identity"), "seen before"),
    (lambda: after(paper(), (0, m.Show("identity", 1))), 0, m.Show("identity", 1), "shown before"),
    (lambda: after(paper(), (0, SAME)), 0, pair("11", "F", 1), "same pair"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "actor", "move", "rule"), REFUSALS)
def test_a_refusal_names_its_rule_and_changes_nothing(
    table: Callable[[], Table], actor: Any, move: m.Move, rule: str
) -> None:
    here = table()
    before = here.state
    refusal = here.refuse(actor, move, rule)
    assert here.state is before
    seat = refusal.evidence.get("seat", 0)
    assert isinstance(seat, int) and 0 <= seat < here.seats, "a seat that exists"


def test_every_rule_of_the_source_is_refused_somewhere() -> None:
    """In the list above, or by a test of its own."""
    named = set()
    for file in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
                named |= {
                    part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant) and part.value
                }
    tested = {rule for *_, rule in REFUSALS}
    assert {rule for rule in named if isinstance(rule, str)} - tested == {"both known"}


def test_what_is_offered_is_not_refused_and_what_is_not_offered_is() -> None:
    """Every place, pair and card, at a table where everything is going on."""
    for table in (exchange(), look(), Table(4), paper(3), paper(5)):
        for seat in range(table.seats):
            offered = {
                (o.kind, o.settled.get("to"), msgspec.json.encode(c))
                for o in GAME.moves(table.state, seat)
                for c in o.choices
            }
            for move in everything(table.seats):
                told = msgspec.to_builtins(move)
                choice = told.get("place") or told.get("cards") or told.get("card")
                try:
                    GAME.decide(table.state, seat, move, Chance(bytes(32), 1))
                    taken = True
                except Refused:
                    taken = False
                expected = (told["kind"], told.get("to"), msgspec.json.encode(choice)) in offered
                assert taken == expected, (seat, move)


def everything(seats: int) -> list[m.Move]:
    cards = [(a, b) for a, b in permutations(Card, 2) if [*Card].index(a) < [*Card].index(b)]
    found: list[m.Move] = [m.Go(place) for place in Place]
    found += [m.Pair(two, to) for two in cards for to in range(5)]
    black: tuple[m.Black, ...] = ("identity", "fragment")
    found += [m.Show(card, to) for card in black for to in range(5)]
    found += [kind(card) for card in black for kind in (m.Look, m.Answer)]
    return found
