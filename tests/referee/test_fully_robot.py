"""The robot of Fully: what it says to its partner, and what it does for a player who is absent."""

from __future__ import annotations

from collections import Counter

import pytest
from support.referee.fully_table import CODES, NONE, ROWS, E, N, S, Table, W, called, ready, turn

from referee import simulation
from referee.chance import Chance
from referee.fully import moves as m
from referee.fully import robot
from referee.fully.game import GAME
from referee.fully.pieces import Phrase, Place
from referee.game import TABLE, Actor

WAYS = [m.Options(rounds=3), m.Options("paper"), m.Options("paper", True, 3)]


def stand_in(table: Table, seat: int) -> tuple[Actor, m.Move] | None:
    return robot.stand_in(GAME.view(table.state, seat), GAME.moves(table.state, seat), Chance(table.seed, table.moves))


@pytest.mark.parametrize("options", WAYS)
def test_absent_players_play_to_the_end(options: m.Options) -> None:
    """All of them; what they say has a meaning in their code, they never call FULLY, and they find nothing.

    Where the talk is not heard, they wait until somebody has sealed.
    """
    table = Table(pieces=options.pieces, logged=options.logged, rounds=3)
    while GAME.outcome(table.state) is None:
        awaited = GAME.awaited(table.state)
        for seat in range(4):
            if seat not in awaited:
                assert stand_in(table, seat) is None
        if not awaited:
            assert not table.state.heard and not any(table.state.found)
            table.play(N, NONE)
            continue
        table.play(*next(done for seat in reversed(awaited) if (done := stand_in(table, seat))))
    assert [found[-1] for found in table.state.found] == 4 * [m.NOTHING_FOUND]
    assert not table.state.calls
    assert len(table.state.lines) == (12 if table.state.heard else 0)
    assert all(line.words and 0 not in (line.words.digit, line.words.reply) for line in table.state.lines)


def test_it_declines_fully() -> None:
    table = ready()
    table.play(N, m.Propose())
    assert stand_in(table, S) == (S, m.Agree(False))
    assert stand_in(table, E) is None


def test_it_leaves_alone_what_is_done() -> None:
    """A row, a code and findings that its player entered before he left."""
    table = Table()
    table.play(W, m.SetRow(W, ROWS[W]))
    assert stand_in(table, W) is None
    table.play(E, m.SetCode(1, CODES[1]))
    assert stand_in(table, W) is None
    table = called()
    table.play(W, robot.findings(GAME.view(table.state, W), W, Chance(bytes(32), 1)))
    assert stand_in(table, W) is None


@pytest.mark.parametrize("pieces", ["phone", "paper"])
def test_the_code_is_left_to_a_partner_who_is_there(pieces: str) -> None:
    """Before and after he has composed his row, also if the host enters it."""
    table = Table(pieces=pieces)
    assert stand_in(table, N) == (TABLE, m.Skip(N))
    event = table.play(TABLE, m.Skip(N))
    assert isinstance(event, m.RowSet) and event.lot
    assert stand_in(table, N) is None
    table.play(S if pieces == "phone" else TABLE, m.SetRow(S, ROWS[S]))
    assert stand_in(table, N) is None
    assert S in GAME.awaited(table.state)
    table.play(S, m.SetCode(0, CODES[0]))
    assert GAME.view(table.state, N).codes[0].digits == CODES[0]
    assert not {N, S} & {*GAME.awaited(table.state)}


def test_a_team_that_is_absent_gets_a_code_by_lot() -> None:
    """Also if one of them left after composing a row; if both did, the host passes over one."""
    table = Table()
    for seat in (N, S):
        table.play(TABLE, m.Skip(seat))
    for seat in (N, S):
        done = stand_in(table, seat)
        assert done and done[0] == seat and isinstance(done[1], m.SetCode)
    table.play(S, m.SetRow(S, ROWS[S]))
    assert stand_in(table, N) is None, "he is back"
    assert stand_in(table, S), "and gone again"
    table.play(N, m.SetRow(N, ROWS[N]))
    assert stand_in(table, N) is None and stand_in(table, S) is None
    assert isinstance(table.play(TABLE, m.Skip(N)), m.CodeSet)


def test_its_player_can_change_the_code_that_came_by_lot() -> None:
    table = Table()
    for seat in (N, S):
        table.play(TABLE, m.Skip(seat))
    done = stand_in(table, N)
    assert done
    table.play(*done)
    table.play(S, m.SetCode(0, CODES[0]))
    assert GAME.view(table.state, N).codes[0].digits == CODES[0]


def test_in_a_written_talk_each_robot_speaks_for_itself() -> None:
    table = ready(pieces="paper", logged=True)
    for seat in (E, S, W):
        for choose in (robot.choose, lambda *seen: robot.stand_in(*seen)):
            move = choose(GAME.view(table.state, seat), GAME.moves(table.state, seat), Chance(bytes(32), 3))
            assert not isinstance(move, m.Speak)
            assert move is None


def test_robots_tell_their_partners_the_truth() -> None:
    """After ten rounds most know their partner's row, and put nothing wrong down for it."""
    whole = 0
    for number in range(10):
        turns, _ = simulation.play(GAME, robot, m.Options(rounds=20), 4, simulation.seed_of("truth", number))
        state = GAME.start()
        for event in (event for played in turns for event in played.events):
            state = GAME.evolve(state, event)
        sheet = GAME.view(state, 0).sheet
        assert sheet
        for row in sheet.rows[::3]:
            assert all(place.reason != "wrong" for place in row.places)
            whole += bool(row.whole)
    assert whole >= 10


def test_it_answers_what_it_is_asked() -> None:
    table = ready()
    for place, colour, said in ((Place.A, ROWS[S][0], Phrase.YES), (Place.B, ROWS[S][0], Phrase.NO)):
        table.play(N, m.Speak(colour, place, CODES[0][list(Phrase).index(Phrase.HAVE_YOU)]))
        move = robot.choose(GAME.view(table.state, S), GAME.moves(table.state, S)[:1], Chance(bytes(32), 1))
        assert move == m.Reply(CODES[0][list(Phrase).index(said)])
        table.play(S, m.Reply(1))
        for _ in range(3):
            turn(table)
    assert robot.told_by_seat(GAME.view(table.state, S), N) == {}


def played(options: m.Options, games: range) -> tuple[Counter[str], Counter[str]]:
    """How games ended, and what came up."""
    reasons, fired = Counter[str](), Counter[str]()
    for number in games:
        turns, outcome = simulation.play(GAME, robot, options, 4, simulation.seed_of("fully", number))
        reasons[outcome.reason] += 1
        fired.update(simulation.fired(turns))
        assert outcome.scores[0] == outcome.scores[2] and outcome.scores[1] == outcome.scores[3]
        assert outcome.winners in ((), (0, 2), (1, 3))
    return reasons, fired


@pytest.mark.parametrize("options", WAYS)
def test_every_game_ends(options: m.Options) -> None:
    reasons, _ = played(options, range(30))
    assert reasons["points"] > 20


@pytest.mark.soak
@pytest.mark.parametrize("options", [m.Options(), m.Options(rounds=20), *WAYS[1:]])
def test_a_thousand_games_end(options: m.Options) -> None:
    """And everything comes up but a right FULLY, for which these robots are too simple."""
    reasons, fired = played(options, range(1000))
    assert set(reasons) <= {"points", "code", "draw"}
    assert reasons["points"] > 900
    kinds = {"row_set", "code_set", "proposed", "agreed", "agreed.yes", "sealed"}
    assert set(fired) >= kinds | ({"spoken", "replied"} if options.pieces == "phone" or options.logged else set())
