"""Nobody learns in Fully from view, event or offer what is not for his eyes: who sees what, one by one.

Worlds that somebody cannot tell apart are compared in `tests/companion/test_leaks_fully.py`.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.referee.fully_table import CODES, NONE, ROWS, Table, called, perfect, ready

from referee import simulation
from referee.chance import Chance
from referee.fully import moves as m
from referee.fully import robot
from referee.fully.game import GAME
from referee.fully.state import State, with_entry
from referee.game import ARBITER, TABLE, Observer, Refused

EVERYBODY: tuple[Observer, ...] = (0, 1, 2, 3, TABLE, ARBITER)


def test_a_row_is_its_players_own() -> None:
    """Not even the partner sees it."""
    table = ready()
    for observer in EVERYBODY:
        rows = GAME.view(table.state, observer).rows
        assert [row.colours for row in rows] == [ROWS[seat] if seat == observer else None for seat in range(4)]
        assert all(row.times == 1 and row.was == () for row in rows)


def test_a_code_is_its_teams_own() -> None:
    table = ready()
    for observer in EVERYBODY:
        digits = [code.digits for code in GAME.view(table.state, observer).codes]
        mine = observer % 2 if isinstance(observer, int) else None
        assert digits == [CODES[team] if team == mine else None for team in range(2)]


def test_findings_are_sealed_from_the_partner_too() -> None:
    table = called()
    for seat in range(3):
        table.play(seat, perfect(seat))
    for observer in EVERYBODY:
        view = GAME.view(table.state, observer)
        assert [bool(sealed.found) for sealed in view.sealed] == [observer == seat and seat < 3 for seat in range(4)]
        assert [sealed.times for sealed in view.sealed] == [1, 1, 1, 0]
        assert view.sheet is None


def test_events_are_witnessed_without_secrets() -> None:
    table = called()
    for seat in range(3):
        table.play(seat, NONE)
    hidden: list[tuple[Any, Any, set[Observer]]] = [
        (table.events[1], {"colours": ()}, {0}),
        (table.events[5], {"digits": ()}, {0, 2}),
        (table.events[6], {"digits": ()}, {1, 3}),
        (table.events[-1], {"found": None}, {2}),
    ]
    for event, without, known in hidden:
        for observer in EVERYBODY:
            seen = GAME.witness(table.state, event, observer)
            assert seen == (event if observer in known else replace(event, **without))
    for event in (table.events[0], *table.events[7:9]):
        assert all(GAME.witness(table.state, event, observer) == event for observer in EVERYBODY)


def test_everybody_sees_everything_when_it_is_over() -> None:
    turns, _ = simulation.play(GAME, robot, m.Options(rounds=1), 4, simulation.seed_of("over", 1))
    events = [event for turn in turns for event in turn.events]
    state = GAME.start()
    for event in events:
        state = GAME.evolve(state, event)
    for observer in EVERYBODY:
        view = GAME.view(state, observer)
        assert [row.colours for row in view.rows] == [rows[-1] for rows in state.rows]
        assert [code.digits for code in view.codes] == [codes[-1] for codes in state.codes]
        assert [sealed.found for sealed in view.sealed] == [found[-1] for found in state.found]
        assert all(line.words and (line.words.means or not line.words.digit) for line in view.lines)
        assert all(GAME.witness(state, event, observer) == event for event in events)


@pytest.mark.parametrize("stranger", [4, -1, 99])
def test_a_seat_that_does_not_exist_sees_no_more_than_the_table(stranger: int) -> None:
    table = ready()
    assert replace(GAME.view(table.state, stranger), observer=TABLE) == GAME.view(table.state, TABLE)
    assert GAME.moves(table.state, stranger) == []
    with pytest.raises(Refused, match="no such seat"):
        GAME.decide(table.state, stranger, m.Propose(), Chance(bytes(32), 1))


def other_world(state: State, observer: Observer, chance: Chance) -> State:
    """The same but for what is hidden: rows, codes and findings of others."""
    rows, codes, found = state.rows, state.codes, state.found
    for seat in range(4):
        if seat != observer and rows[seat]:
            rows = with_entry((*rows[:seat], rows[seat][:-1], *rows[seat + 1 :]), seat, robot.random_row(chance))
        if seat != observer and found[seat]:
            found = with_entry((*found[:seat], found[seat][:-1], *found[seat + 1 :]), seat, m.NOTHING_FOUND)
    for team in range(2):
        if codes[team] and not (isinstance(observer, int) and observer % 2 == team):
            codes = with_entry((*codes[:team], codes[team][:-1], *codes[team + 1 :]), team, robot.random_code(chance))
    return replace(state, rows=rows, codes=codes, found=found, last=None)


@settings(max_examples=40)
@given(
    st.sampled_from([m.Options(rounds=2), m.Options("paper"), m.Options("paper", True, 2)]),
    st.integers(0, 10**6),
    st.integers(0, 60),
)
def test_views_and_offers_tell_nothing_hidden(options: m.Options, seed: int, cut: int) -> None:
    """For each seat, the table, and the arbiter before his time."""
    turns, _ = simulation.play(GAME, robot, options, 4, simulation.seed_of("hidden", seed))
    state = GAME.start()
    for turn in turns[: max(1, min(cut, len(turns) - 1))]:
        for event in turn.events:
            state = GAME.evolve(state, event)
    state = replace(state, last=None)
    for observer in EVERYBODY:
        other = other_world(state, observer, Chance(bytes(32), seed))
        assert GAME.view(other, observer) == GAME.view(state, observer)
        if observer != ARBITER:
            assert GAME.moves(other, observer) == GAME.moves(state, observer)


def test_the_comparison_notices_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proof: a view that shows one colour too many is caught."""
    table: Table = ready()
    usual = GAME.view
    monkeypatch.setattr(
        GAME,
        "view",
        lambda s, o: replace(usual(s, o), rows=(replace(usual(s, o).rows[0], colours=s.rows[0][-1]),)),
        raising=False,
    )
    other = other_world(table.state, 1, Chance(bytes(32), 1))
    assert GAME.view(other, 1) != GAME.view(table.state, 1)
