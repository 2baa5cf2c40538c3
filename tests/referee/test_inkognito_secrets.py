"""Who sees what in Inkognito, event by event. That worlds which look alike are alike is proved in
tests/companion/test_leaks_inkognito.py, for the referee and over the network."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from support.referee.inkognito_table import G, M, R, S, Table, call, pair

from referee import simulation
from referee.game import ARBITER, TABLE, Observer
from referee.inkognito import moves as m
from referee.inkognito import robot
from referee.inkognito.game import GAME
from referee.inkognito.pieces import Card, Fragment, Identity
from referee.inkognito.views import Deal

EYES: tuple[Observer, ...] = (0, 1, 2, 3, 4, TABLE, ARBITER, 99)


def seen(table: Table, event: m.Event) -> dict[Observer, Any]:
    return {observer: GAME.witness(table.state, event, observer) for observer in EYES}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_of_a_deal_one_sees_ones_own_two_cards(seats: int) -> None:
    table = Table(seats)
    for observer, deal in seen(table, table.events[0]).items():
        mine = isinstance(observer, int) and observer < min(seats, 4)
        own = ([*Identity][observer], [*Fragment][observer]) if mine else (None, None)  # type: ignore[call-overload, index]
        assert deal == Deal(1, table.options, seats, *own)
        view = GAME.view(table.state, observer)
        assert (view.identity, view.fragment) == own


def test_sealed_choices_are_ones_own() -> None:
    table = Table(4)
    table.meet(R, R, G, S)
    (event,) = table.play(0, pair("F", "11", 1))
    for observer, sealed in seen(table, event).items():
        assert sealed == m.Sealed(0, pair("F", "11", 1) if observer == 0 else None)
        mine = GAME.view(table.state, observer).meetings[0].mine
        assert (mine is not None) == (observer == 0)


def test_what_is_shown_is_for_two_and_others_see_that_it_was() -> None:
    """Not even whether it was a pair or a true card."""
    table = Table(4)
    table.meet(R, R, G, S)
    table.play(0, m.Show("identity", 1))
    _, black, two, *_ = table.play(1, pair("B", "0", 0))
    for event in (black, two):
        for observer, shown in seen(table, event).items():
            assert isinstance(event, m.Shown)
            if observer in (0, 1):
                assert shown == event
            else:
                assert shown == m.Shown(event.by, event.to, (), None)


def test_a_place_face_down_is_the_ambassadors() -> None:
    table = Table(5)
    (event,) = table.play(4, m.Go(R))
    for observer, hidden in seen(table, event).items():
        assert hidden == m.Hidden(R if observer == 4 else None)
        view = GAME.view(table.state, observer)
        assert (view.laid, view.down) == (R if observer == 4 else None, True)
        assert R in view.hand or observer in (4, TABLE, ARBITER, 99)


def test_packs_are_nobodys() -> None:
    """Neither at the deal nor when they are shuffled anew."""
    table = Table(3)
    for _ in range(5):
        table.go(*(table.state.hand(seat)[0] for seat in range(3)))
        table.finish()
    (turned,) = (event for event in table.events if isinstance(event, m.Turned) and event.back)
    assert turned.ambassador and turned.fictitious
    for event in seen(table, turned).values():
        assert event == m.Turned(5, True)
    text = msgspec.json.encode([GAME.view(table.state, observer) for observer in EYES])
    assert msgspec.json.encode(turned.ambassador)[1:-1] not in text


def test_questions_places_and_calls_are_for_all() -> None:
    table = Table(4)
    table.meet(R, R, G, S, last=G)
    events = [*table.play(2, m.Ask(3)), *table.play(0, call(met=1))]
    for event in events:
        if isinstance(event, m.Asked | m.Went | m.Revealed | m.Called):
            assert all(each == event for each in seen(table, event).values())
    assert sum(isinstance(event, m.Asked | m.Called) for event in events) == 2


def test_the_arbiter_waits_for_the_end() -> None:
    table = Table(4, target=1)
    table.meet(R, R, G, S)
    (sealed,) = table.play(0, pair("F", "11", 1))
    table.play(1, pair("B", "0", 0))
    assert GAME.view(table.state, ARBITER).sheet == ()
    table.meet(R, R, G, S)
    table.play(0, call(met=1))
    assert GAME.witness(table.state, sealed, ARBITER) == sealed
    assert GAME.witness(table.state, table.events[0], ARBITER) == table.events[0]
    assert len(GAME.view(table.state, ARBITER).sheet) == 2
    assert GAME.view(table.state, 2).sheet == (), "players keep to what they saw"


@pytest.mark.parametrize("stranger", [3, 4, -1, 99])
def test_a_seat_that_does_not_exist_sees_what_the_table_sees(stranger: int) -> None:
    table = Table(3)
    table.meet(R, R, S)
    table.play(0, pair("F", "11", 1))
    view = msgspec.structs.replace(GAME.view(table.state, stranger), observer=TABLE)
    assert view == GAME.view(table.state, TABLE)
    assert GAME.moves(table.state, stranger) == []


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_view_holds_no_card_of_others_that_was_not_shown(seats: int) -> None:
    """In whole games: every card on a sheet was shown by that seat or to it, as the events have it."""
    for pieces in ("phone", "paper"):
        turns, _ = simulation.play(GAME, robot, m.Options(pieces, 1), seats, simulation.seed_of("views", seats))  # type: ignore[arg-type]
        state = GAME.start()
        known: dict[int, list[tuple[int, tuple[Card, ...]]]] = {seat: [] for seat in range(seats)}
        for turn in turns:
            for event in turn.events:
                state = GAME.evolve(state, event)
                if isinstance(event, m.Dealt):
                    known = {seat: [] for seat in range(seats)}
                elif isinstance(event, m.Shown):
                    for seat in {event.by, *event.to} & {*range(seats)}:
                        known[seat].append((event.by, event.cards))
                elif isinstance(event, m.Noted):
                    known[event.seat].append((event.seat, event.cards))
            for seat in range(seats):
                assert [(one.by, one.cards) for one in GAME.view(state, seat).sheet] == known[seat]
            assert GAME.view(state, TABLE).sheet == ()


def test_visits_tell_who_met_and_no_choice() -> None:
    table = Table(4)
    table.meet(R, R, M, S)
    table.play(0, m.Show("fragment", 1))
    table.play(1, pair("B", "0", 0))
    (*_, visit) = GAME.view(table.state, 3).visits
    assert visit.meetings[0].choices == ()
