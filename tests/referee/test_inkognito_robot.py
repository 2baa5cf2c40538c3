"""Robots of Inkognito: every game ends, nobody looks at what is not his, and an absent player holds nobody up."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from support.referee.inkognito_table import WHAT, G, M, R, S, Table, call, pair

from referee import simulation
from referee.chance import Chance
from referee.game import Actor, Offer, replay
from referee.inkognito import moves as m
from referee.inkognito import robot
from referee.inkognito.game import GAME
from referee.inkognito.knowledge.reasoner import DealReasoner, glance
from referee.inkognito.views import View
from referee.record import Broken, Setup, verify, write

SEATS = pytest.mark.parametrize("seats", [3, 4, 5])
PIECES = pytest.mark.parametrize("pieces", ["phone", "paper"])


@cache
def finished(seats: int, pieces: str, number: int, **options: Any) -> tuple[list[simulation.Turn], Any, bytes]:
    seed = simulation.seed_of(f"inkognito {pieces} {seats}", number)
    turns, outcome = simulation.play(GAME, robot, m.Options(pieces, **options), seats, seed)  # type: ignore[arg-type]
    return turns, outcome, seed


def ended_well(turns: list[simulation.Turn], outcome: Any, seats: int) -> None:
    """Somebody has three points, and the calls account for all of them."""
    calls = [event for turn in turns for event in turn.events if isinstance(event, m.Called)]
    scores = [sum(each.points[seat] for each in calls) for seat in range(seats)]
    assert list(outcome.scores) == scores
    assert max(scores) == 3
    assert outcome.winners == tuple(seat for seat in range(seats) if scores[seat] == 3)
    assert seats != 4 or len(outcome.winners) in (1, 2)


@SEATS
@PIECES
def test_every_series_ends(seats: int, pieces: str) -> None:
    for number in range(4):
        turns, outcome, _ = finished(seats, pieces, number)
        ended_well(turns, outcome, seats)


@pytest.mark.soak
@SEATS
@PIECES
def test_a_thousand_series_end(seats: int, pieces: str) -> None:
    for number in range(1000):
        turns, outcome, _ = finished(seats, pieces, number)
        ended_well(turns, outcome, seats)


@SEATS
@PIECES
def test_a_series_is_a_record_that_can_be_verified(seats: int, pieces: str) -> None:
    """And one in which a card was changed cannot."""
    turns, outcome, seed = finished(seats, pieces, 5, target=2)
    setup = Setup("inkognito", seats, m.Options(pieces, 2), tuple(map(str, range(seats))), seed)  # type: ignore[arg-type]
    data = write(setup, turns, "outcome")
    found = verify(data)
    assert found.outcome == outcome
    assert replay(GAME, (event for turn in found.turns for event in turn.events)).scores == outcome.scores
    spoilt = [*turns]
    place = next(i for i, turn in enumerate(turns) if any(isinstance(e, m.Shown) for e in turn.events))
    events = tuple(
        m.Shown(e.by, e.to, e.cards[::-1] * 2, e.black) if isinstance(e, m.Shown) else e for e in turns[place].events
    )
    spoilt[place] = simulation.Turn(turns[place].actor, turns[place].move, events)
    with pytest.raises(Broken) as broken:
        verify(write(setup, spoilt, "outcome"))
    assert (broken.value.line, broken.value.rule) == (place + 2, "events")


def test_the_rules_of_the_sheet_all_come_up() -> None:
    """In a few games for each number of players, or the simulation would simulate little."""
    fired: dict[tuple[int, str], Counter[str]] = {}
    for seats in (3, 4, 5):
        for pieces in ("phone", "paper"):
            found = Counter[str]()
            for number in range(3):
                turns, _, _ = finished(seats, pieces, number)
                found += simulation.fired(turns)
                found.update(type(turn.move).__name__ for turn in turns)
            fired[seats, pieces] = found
    for seats in (3, 4, 5):
        phone, paper = fired[seats, "phone"], fired[seats, "paper"]
        assert all(
            phone[each] for each in ("shown.black", "asked", "turned.back", "called.right", "Pair", "Show", "Ask")
        )
        assert bool(phone["Look"]) == (seats == 3)
        assert bool(phone["hidden"]) == (seats == 5)
        assert all(paper[each] for each in ("noted", "shown.black", "called"))


class Reckless:
    """Does anything that it may at any time, and calls what it likes: more happens than with those who think."""

    hands = staticmethod(robot.hands)
    stand_in = staticmethod(robot.stand_in)

    def choose(self, view: View, offers: list[Offer], chance: Chance) -> m.Move | None:
        if not offers:
            return None
        offer = chance.one(offers)
        if offer.kind == "call" and not chance.below(3):
            own = DealReasoner(view.observer).dealt(1, view.identity, view.fragment)  # type: ignore[arg-type]
            forms = [world for world in own.deals() if self.fits(view, offer, world)]
            who, what = chance.one(forms)
            return m.Call(who, what, offer.settled.get("met", robot.met_in(view, offer, who)))  # type: ignore[arg-type]
        if offer.kind == "pass":
            return m.Pass()
        if offer.kind == "retract":
            return m.Retract()
        if offer.kind == "call":
            offers = [each for each in offers if each.kind != "call"]
            offer = chance.one(offers) if offers else offer
        if offer.kind == "show":
            return m.Show(chance.one(offer.choices), offer.settled["to"])
        return robot.choose(view, [offer], chance)

    def fits(self, view: View, offer: Offer, world: Any) -> bool:
        return view.seats != 4 or robot.met_in(view, offer, world[0]) is not None


@SEATS
@PIECES
def test_reckless_players_never_get_stuck_and_are_never_refused(seats: int, pieces: str) -> None:
    """What is offered is allowed; wrong calls come up, and retractions."""
    right = Counter[bool]()
    for number in range(4):
        seed = simulation.seed_of(f"reckless {pieces} {seats}", number)
        turns, outcome = simulation.play(GAME, Reckless(), m.Options(pieces), seats, seed)  # type: ignore[arg-type]
        ended_well(turns, outcome, seats)
        right.update(e.right for turn in turns for e in turn.events if isinstance(e, m.Called))
    assert right[False]


# An absent player


def stand_in(table: Table, seat: int) -> tuple[Actor, m.Move] | None:
    return robot.stand_in(GAME.view(table.state, seat), GAME.moves(table.state, seat), Chance(bytes(32), table.moves))


@SEATS
def test_absent_players_never_freeze_a_table(seats: int) -> None:
    """All but one are away: the game goes on as far as that one, always, and he can finish it alone."""
    for present in range(seats):
        table = Table(seats, target=1)
        while not GAME.outcome(table.state):
            away = [seat for seat in GAME.awaited(table.state) if seat != present]
            done = next(filter(None, (stand_in(table, seat) for seat in away)), None)
            if not done:
                assert present in GAME.awaited(table.state)
                dice = Chance(bytes(31) + b"x", table.moves)
                move = robot.choose(GAME.view(table.state, present), GAME.moves(table.state, present), dice)
                assert move is not None
                done = present, move
            table.play(*done)
            assert table.moves < 3000
        assert table.state.verdicts[-1].seat == present


def test_it_shows_a_legal_pair_answers_and_never_asks_or_calls() -> None:
    table = Table(4)
    kinds = Counter[str]()
    for number in range(400):
        seat = GAME.awaited(table.state)[number % len(GAME.awaited(table.state))]
        done = stand_in(table, seat)
        assert done and done[0] == seat
        kinds[type(done[1]).__name__] += 1
        table.play(*done)
    assert {*kinds} <= {"Go", "Pair", "Pass"}
    table.meet(R, M, S, G, last=R)
    table.play(0, m.Ask(3))
    found = stand_in(table, 3)
    assert found and isinstance(found[1], m.Answer)


def test_it_waits_for_the_others_to_deal_and_does_nothing_on_paper() -> None:
    table = Table(4)
    table.meet(R, R, S, G)
    table.play(0, call(met=1))
    assert [stand_in(table, seat) for seat in range(4)] == [None] * 4
    paper = Table(4, pieces="paper")
    assert [stand_in(paper, seat) for seat in range(4)] == [None] * 4


# A robot that thinks


def test_it_calls_when_one_world_is_left_and_it_meets_its_ally() -> None:
    """Not before, and with four players not before anybody else."""
    table = Table(4)
    for card in ("identity", "fragment"):
        for other in (2, 3):
            places = [R, M, S, S]
            places[other] = R
            table.meet(*places, last=G)
            table.play(other, m.Show(card, 0))  # type: ignore[arg-type]
            table.play(0, m.Pair(table.offers(0)["pair"].choices[0], other))
            assert not isinstance(move_of(table, 0), m.Call)
    assert glance(GAME.view(table.state, 0)).worlds == 1
    table.meet(R, M, R, S, last=G)
    assert not isinstance(move_of(table, 0), m.Call), "he is no ally"
    table.meet(R, R, M, S, last=G)
    assert move_of(table, 0) == call(what=WHAT, met=1)


def move_of(table: Table, seat: int) -> m.Move | None:
    return robot.choose(GAME.view(table.state, seat), GAME.moves(table.state, seat), Chance(bytes(32), 1))


def test_robots_call_what_is_right() -> None:
    """They call only what must be so; three points are earned."""
    right = Counter[bool]()
    for number in range(4):
        turns, _, _ = finished(4, "phone", number)
        right.update(event.right for turn in turns for event in turn.events if isinstance(event, m.Called))
    assert right[True] >= 12 and not right[False]


def test_its_own_pairs_tell_it_nothing_and_those_of_others_do() -> None:
    table = Table(4)
    table.meet(R, R, S, G)
    table.play(0, pair("F", "11", 1))
    assert glance(GAME.view(table.state, 0)).worlds == 36
    table.play(1, pair("B", "0", 0))
    left = glance(GAME.view(table.state, 0)).deals()
    assert all((who[1] == "B") != (what[1] == "0") for who, what in left)
    assert len(left) == 2 * 4 + 4 * 2
