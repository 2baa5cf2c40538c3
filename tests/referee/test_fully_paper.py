"""Fully with the printed kit: rows are told, the talk stays at the table or is written down, mistypings are put right."""

from __future__ import annotations

import msgspec
import pytest
from support.referee.fully_table import CODES, NONE, ROWS, B, E, G, N, R, S, Table, W, perfect, ready, turn

from referee.fully import moves as m
from referee.fully.game import GAME
from referee.fully.pieces import Phrase, Place
from referee.game import ARBITER, TABLE, replay

A, C = Place.A, Place.C


def logged(**options: int) -> Table:
    return ready(pieces="paper", logged=True, **options)


# The talk stays at the table


def test_the_talk_is_not_heard_and_everybody_seals_when_it_is_over() -> None:
    table = ready(pieces="paper")
    view = GAME.view(table.state, TABLE)
    assert (view.phase, view.heard, view.speaker) == ("seal", False, None)
    assert GAME.awaited(table.state) == ()
    table.refuse(N, m.Speak(R, A, 1), "talk at the table")
    table.refuse(S, m.Reply(1), "talk at the table")
    assert table.offers(N) == ["row.0.1", "code.0.1", "fully.0", "seal.0"]
    for seat in range(4):
        table.play(seat, perfect(seat))
    outcome = GAME.outcome(table.state)
    assert outcome and outcome.reason == "draw"


def test_fully_is_called_by_any_team_until_one_has() -> None:
    """Whose turn it is, the table knows; nobody seals while a partner is asked, so nobody's end comes too early."""
    table = ready(pieces="paper")
    for seat in (N, S, W):
        table.play(seat, NONE)
    table.play(W, m.Propose())
    assert GAME.awaited(table.state) == (E,)
    assert table.refuse(E, NONE, "answer first") == {"seat": E}
    assert [id for seat in range(4) for id in table.offers(seat)] == ["agree.1"]
    table.play(E, m.Agree(False))
    table.play(E, m.Propose())
    table.play(W, m.Agree(True))
    assert table.refuse(N, m.Propose(), "called already") == {"seat": E}
    assert GAME.awaited(table.state) == (E,)
    assert table.offers(N) == ["seal.1"], "he may seal anew, now that it is called"
    table.play(E, perfect(E))
    table.refuse(N, NONE, "over")


@pytest.mark.parametrize("called", [False, True])
def test_nobody_is_awaited_before_somebody_seals_or_fully_is_called(called: bool) -> None:
    """The talk may take all evening: nobody is passed over meanwhile, and rows and codes can still be changed."""
    table = ready(pieces="paper")
    table.play(N, m.Propose())
    assert GAME.awaited(table.state) == (S,)
    table.play(S, m.Agree(called))
    if not called:
        assert GAME.awaited(table.state) == ()
        assert not table.offer(TABLE, "skip")
        assert table.refuse(TABLE, m.Skip(E), "not awaited") == {"seat": E}
        assert all(table.offer(seat, "seal") for seat in range(4))
        table.play(W, NONE)
    waiting = GAME.awaited(table.state)
    assert waiting == ((N, E, S, W) if called else (N, E, S))
    for seat in waiting:
        assert table.play(TABLE, m.Skip(seat)) == m.Sealed(TABLE, seat, m.NOTHING_FOUND)
    assert GAME.outcome(table.state)


# The talk is written down


def test_anybody_writes_down_what_is_said() -> None:
    table = logged()
    assert all(table.offer(seat, "speak") for seat in range(4))
    assert table.play(W, m.Speak(R, C, 2)) == m.Spoken(W, N, R, C, 2)
    assert GAME.awaited(table.state) == (S,)
    assert all(table.offer(seat, "reply") for seat in range(4))
    assert table.play(E, m.Reply(9)) == m.Replied(E, S, 9)
    assert GAME.awaited(table.state) == (E,)
    assert [bool(table.offer(seat, "fully")) for seat in range(4)] == [False, True, False, True]


def test_who_wrote_it_down_puts_it_right_until_something_else_happens() -> None:
    table = logged()
    table.play(W, m.Speak(R, C, 2))
    assert "amend.0.due" in table.offers(W)
    table.refuse(N, m.Amend(0, B, C, 2, None), "too late to correct")
    assert table.refuse(W, m.Amend(0, B, C, 2, 9), "reply to come") == {"line": 0}
    table.play(W, m.Amend(0, B, C, 2, None))
    assert GAME.view(table.state, N).lines[0].due, "the reply is still to come"
    table.play(W, m.Amend(0, G, C, 2, None))
    table.play(W, m.Reply(9))
    assert "amend.0" in table.offers(W)
    table.play(W, m.Amend(0, G, C, 2, 6))
    words = GAME.view(table.state, N).lines[0].words
    assert words
    assert (words.colour, words.reply, words.means, words.reply_means) == (G, 6, Phrase.HAVE_YOU, Phrase.YES)
    assert [was and (was.colour, was.reply) for was in GAME.view(table.state, TABLE).lines[0].was] == [
        (R, None), (B, None), (G, 9),
    ]  # fmt: skip
    table.play(N, m.Speak(R, A, 1))
    table.refuse(W, m.Amend(0, R, C, 2, 6), "too late to correct")
    assert table.refuse(W, m.Amend(2, R, C, 2, 6), "no such line") == {"line": 2}
    assert not table.offer(W, "amend")


def test_the_host_puts_any_line_right_until_the_end() -> None:
    """Also one that was passed over by mistake. Whose turn it is does not change."""
    table = logged(rounds=1)
    table.play(TABLE, m.Skip(N))
    turn(table)
    assert [id for id in table.offers(TABLE) if id.startswith("amend")] == ["amend.0", "amend.1"]
    table.play(TABLE, m.Amend(0, R, A, 3, None))
    table.play(TABLE, m.Amend(0, R, A, 3, 4))
    line = GAME.view(table.state, TABLE).lines[0]
    assert line.words and line.words.reply == 4
    assert line.was[0] is None
    assert GAME.awaited(table.state) == (S,)
    turn(table)
    turn(table)
    assert GAME.view(table.state, TABLE).phase == "seal"
    table.play(TABLE, m.Amend(3, R, A, 3, 4))
    for seat in range(4):
        table.play(seat, NONE)
    table.refuse(TABLE, m.Amend(3, R, A, 3, 5), "over")


def test_there_is_nothing_to_put_right_where_nothing_is_written_down() -> None:
    for table in (ready(), ready(pieces="paper")):
        table.refuse(TABLE, m.Amend(0, R, A, 3, 4), "nothing to correct")
        assert not table.offer(TABLE, "amend")


# Rows and codes that were mistyped


def test_the_host_enters_and_puts_right_rows_and_codes() -> None:
    """Nobody but their own players sees them by that."""
    table = Table(pieces="paper")
    assert [offer for offer in table.offers(TABLE) if not offer.startswith("skip")] == [
        "row.0.0", "row.1.0", "row.2.0", "row.3.0", "code.0.0", "code.1.0",
    ]  # fmt: skip
    table.play(TABLE, m.SetRow(E, ROWS[E]))
    table.play(TABLE, m.SetCode(1, CODES[1]))
    for observer in (N, S, W, TABLE, ARBITER):
        assert GAME.view(table.state, observer).rows[E].colours is None
    assert GAME.view(table.state, E).rows[E].colours == ROWS[E]
    assert GAME.view(table.state, W).codes[1].digits == CODES[1]
    table = logged()
    turn(table)
    table.refuse(E, m.SetRow(E, ROWS[N]), "too late to correct")
    event = table.play(TABLE, m.SetRow(E, ROWS[N]))
    assert event.corrects and event.by == TABLE
    view = GAME.view(table.state, E)
    assert (view.rows[E].colours, view.rows[E].was, view.rows[E].times) == (ROWS[N], (ROWS[E],), 2)
    assert GAME.view(table.state, N).rows[E].times == 2, "everybody may know that it was put right"


def test_a_code_that_was_put_right_translates_anew() -> None:
    table = logged()
    table.play(N, m.Speak(R, C, 2))
    table.play(TABLE, m.SetCode(0, CODES[1]))
    words = GAME.view(table.state, S).lines[0].words
    assert words and words.means == Phrase.YES


@pytest.mark.parametrize("called", [False, True])
def test_a_row_is_put_right_when_all_boards_are_seen_and_the_game_is_scored_anew(called: bool) -> None:
    """That is when one finds it out. The game stays over; the log shows it."""
    table = ready(pieces="paper")
    table.play(N, m.SetRow(N, (R, *ROWS[N][1:4], G)))
    if called:
        table.play(E, m.Propose())
        table.play(W, m.Agree(True))
    for seat in range(4):
        table.play(seat, perfect(seat) if seat != S else NONE)
    before = GAME.view(table.state, TABLE)
    assert before.outcome and before.sheet and before.outcome.reason == "points"
    assert before.sheet.teams[1].fully is (False if called else None)
    assert table.offers(TABLE) == ["row.0.2", "row.1.1", "row.2.1", "row.3.1", "code.0.1", "code.1.1"]
    event = table.play(TABLE, m.SetRow(N, ROWS[N]))
    assert GAME.witness(table.state, event, W) == event
    view = GAME.view(table.state, W)
    assert view.outcome and view.sheet
    assert view.sheet.players == (180, 180, 0, 180)
    assert view.outcome.reason == ("fully" if called else "points")
    assert view.rows[N].was[-1] == (R, *ROWS[N][1:4], G)
    assert GAME.awaited(table.state) == ()
    table.refuse(N, m.SetRow(N, ROWS[E]), "over")
    events = msgspec.json.decode(msgspec.json.encode(table.events), type=list[m.Event])
    assert replay(GAME, events) == table.state


def test_a_code_is_put_right_when_all_is_over() -> None:
    table = ready(pieces="paper")
    table.play(N, m.SetCode(0, (6, 4, *CODES[0][2:])))
    for seat in range(4):
        table.play(seat, perfect(seat))
    outcome = GAME.outcome(table.state)
    assert outcome and (outcome.reason, outcome.winners) == ("code", (N, S))
    table.play(TABLE, m.SetCode(0, CODES[0]))
    outcome = GAME.outcome(table.state)
    assert outcome and outcome.reason == "draw"
