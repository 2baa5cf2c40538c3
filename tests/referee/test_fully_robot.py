"""The robot of Fully: what it says to its partner, and what it does for a player who is absent."""

from __future__ import annotations

from collections import Counter

import pytest
from test_fully_rules import CODES, ROWS, E, N, S, Table, W, called, ready, turn

from referee import simulation
from referee.chance import Chance
from referee.fully import moves as m
from referee.fully import robot
from referee.fully.game import GAME
from referee.fully.pieces import Phrase, Place
from referee.game import Actor

WAYS = [m.Options(rounds=3), m.Options("paper"), m.Options("paper", True, 3)]


def stand_in(table: Table, seat: int) -> tuple[Actor, m.Move] | None:
    return robot.stand_in(GAME.view(table.state, seat), GAME.moves(table.state, seat), Chance(table.seed, table.moves))


@pytest.mark.parametrize("options", WAYS)
def test_absent_players_play_to_the_end(options: m.Options) -> None:
    """All but one; what they say has a meaning in their code, they never call FULLY, and they find nothing."""
    table = Table(pieces=options.pieces, logged=options.logged, rounds=3)
    while awaited := GAME.awaited(table.state):
        for seat in range(4):
            if seat not in awaited:
                assert stand_in(table, seat) is None
        done = stand_in(table, awaited[-1])
        assert done and done[0] == awaited[-1]
        table.play(*done)
    assert [found[-1] for found in table.state.found] == 4 * [m.NOTHING]
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
    done = stand_in(table, W)
    assert done and isinstance(done[1], m.SetCode)
    table.play(E, m.SetCode(1, CODES[1]))
    assert stand_in(table, W) is None
    table = called()
    table.play(W, robot.findings(GAME.view(table.state, W), W, Chance(bytes(32), 1)))
    assert stand_in(table, W) is None


def test_its_partner_can_change_the_code_that_came_by_lot() -> None:
    table = Table()
    table.play(N, m.SetRow(N, ROWS[N]))
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
    assert robot.told(GAME.view(table.state, S), N) == {}


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
