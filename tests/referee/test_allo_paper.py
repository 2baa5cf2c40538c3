"""Allo... la France beside the printed board: phones hold numbers, answer, judge; what was mistyped can be put right."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.referee.allo_table import NUMBERS, SEED, C, kinds, play, refused

from referee.allo import events as e
from referee.allo import moves as m
from referee.allo.game import GAME
from referee.allo.pieces import Part
from referee.allo.state import State
from referee.chance import Chance
from referee.game import TABLE

FAR = m.Ask(1, Part.CITY, at=C["Dijon"])
WRONG = m.Guess(1, "40013310")


@pytest.fixture
def state() -> State:
    (dealt,) = GAME.deal(m.Options(pieces="paper"), 3, Chance(SEED, 0))
    return replace(GAME.evolve(GAME.start(), dealt), numbers=NUMBERS)


def test_phones_know_the_numbers_and_nothing_of_the_board() -> None:
    (dealt,) = GAME.deal(m.Options(pieces="paper"), 4, Chance(SEED, 0))
    assert isinstance(dealt, e.Dealt)
    assert (dealt.starts, dealt.deck, len(dealt.numbers)) == ((), (), 4)
    view = GAME.view(GAME.evolve(GAME.start(), dealt), 2)
    assert (view.step, view.places, view.units, view.lines, view.card) == ("paper", (), (), (), None)
    assert view.numbers == (None, None, dealt.numbers[2], None)


def test_everybody_may_call_and_look_at_any_time_and_nobody_is_awaited(state: State) -> None:
    assert GAME.awaited(state) == ()
    for seat in range(3):
        assert kinds(state, seat) == ["ask", "guess", "look"]
    assert GAME.moves(state, TABLE) == []


def test_another_players_move_closes_no_offer(state: State) -> None:
    before = GAME.moves(state, 0)
    assert GAME.moves(play(state, 2, FAR), 0) == before
    assert GAME.moves(play(state, 0, FAR), 0) != before


@pytest.mark.parametrize("move", [m.Draw(), m.Go("80"), m.Jump("80"), m.Lay("80"), m.Build(), m.Pass()], ids=str)
def test_what_hands_do_the_phones_leave_to_them(state: State, move: m.Move) -> None:
    assert refused(state, 0, move) == ("on the table", {})


def test_the_caller_says_where_he_stands_when_it_matters(state: State) -> None:
    assert refused(state, 0, m.Ask(1, Part.CITY)) == ("say where", {})
    assert refused(state, 0, m.Ask(1, Part.JOB, "10", at="80")) == ("where does not matter", {})
    assert refused(state, 0, m.Ask(1, Part.CITY, at="00")) == ("no such city", {"given": "00"})
    after = play(state, 0, FAR)
    assert (after.calls[0].answer, after.calls[0].at, after.calls[0].cost) == (3, C["Dijon"], 0)


def test_secret_information_as_the_card_says(state: State) -> None:
    assert refused(state, 0, m.Look(1)) == ("which part", {})
    after = play(state, 0, m.Look(1, Part.SURNAME))
    assert GAME.view(after, 0).secrets[0].value == "01"
    assert GAME.view(after, 2).secrets[0].value is None
    look = GAME.moves(after, 0)[2]
    assert look.choices[0] == (1, (Part.CITY, Part.FIRST, Part.JOB))


def test_a_wrong_guess_is_paid_before_the_next_call_and_keeps_nobody_else_waiting(state: State) -> None:
    after = play(state, 0, WRONG)
    assert GAME.awaited(after) == (0,)
    assert kinds(after, 0) == ["show", "correct"]
    assert kinds(after, 2) == ["ask", "guess", "look"]
    assert refused(after, 0, FAR) == ("show first", {"seat": 1})
    after = play(play(after, 2, FAR), 0, m.Show(Part.CITY))
    assert GAME.view(after, 1).secrets[0].value == C["Besançon"]
    assert kinds(after, 0) == ["ask", "guess", "look"]


def test_whoever_looks_at_the_last_plate_is_owed_none(state: State) -> None:
    """Else there would be nothing to show and no way on."""
    for part in (Part.CITY, Part.SURNAME, Part.FIRST):
        state = play(state, 1, m.Look(0, part))
    owes = play(state, 0, WRONG)
    assert owes.debts == ((0, 1),)
    other = play(owes, 2, m.Look(0, Part.JOB))
    assert other.debts == ((0, 1),), "what another has seen settles nothing"
    after = play(owes, 1, m.Look(0, Part.JOB))
    assert (after.debts, GAME.awaited(after)) == ((), ())
    assert kinds(after, 0) == ["ask", "guess", "look"]
    assert refused(after, TABLE, m.Skip(0)) == ("not waiting", {"given": 0})


def test_a_right_guess_ends_it(state: State) -> None:
    outcome = GAME.outcome(play(state, 2, m.Guess(1, "40013370")))
    assert outcome is not None and outcome.winners == (2,)


# Corrections


def test_the_caller_puts_right_what_he_entered_until_the_next_move(state: State) -> None:
    """The log keeps what was heard before."""
    after = play(state, 0, FAR)
    assert [(o.kind, o.settled) for o in GAME.moves(after, 0)][-1] == ("correct", {"line": 0})
    right = m.Correct(0, 1, Part.CITY, at=C["Rennes"])
    assert refused(after, 1, right) == ("too late to correct", {})
    after = play(after, 0, right)
    line = after.calls[0]
    assert (line.at, line.answer, line.was) == (C["Rennes"], 1, ((1, Part.CITY, None, C["Dijon"], 3, None, None),))
    assert GAME.view(after, 2).sheets[1].distances == ((C["Rennes"], 1),)
    later = play(play(state, 0, FAR), 1, m.Ask(2, Part.JOB, "20"))
    assert refused(later, 0, right) == ("too late to correct", {})
    assert "correct" not in kinds(later, 0)


def test_he_does_so_once_since_each_time_is_an_answer(state: State) -> None:
    after = play(state, 0, m.Ask(1, Part.JOB, "10"), m.Correct(0, 1, Part.JOB, "20"))
    again = m.Correct(0, 2, Part.JOB, "10")
    assert refused(after, 0, again) == ("too late to correct", {})
    assert "correct" not in kinds(after, 0)
    after = play(after, TABLE, again)
    assert (after.calls[0].to, after.calls[0].answer, len(after.calls[0].was)) == (2, True, 2)
    assert "correct" not in kinds(after, 0), "nor does the host's correction give him another"


def test_later_the_host_does(state: State) -> None:
    after = play(play(state, 0, FAR), 1, m.Ask(2, Part.JOB, "20"))
    assert [offer.id for offer in GAME.moves(after, TABLE)] == ["correct.0", "correct.1"]
    after = play(after, TABLE, m.Correct(0, 1, Part.CITY, at=C["Rennes"]))
    assert after.calls[0].answer == 1
    assert refused(after, 0, m.Correct(0, 1, Part.CITY, at=C["Dijon"])) == ("too late to correct", {})


def test_a_guess_that_was_mistyped_is_judged_anew(state: State) -> None:
    after = play(state, 0, WRONG)
    assert GAME.outcome(play(after, 0, m.Correct(0, 1, number="40013370"))) is not None
    other = play(after, 0, m.Correct(0, 2, number="40013370"))
    assert (other.debts, other.calls[0].right) == (((0, 2),), False), "the plate goes to whoever was called"
    paid = play(after, 0, m.Show(Part.JOB))
    assert refused(paid, 0, m.Correct(0, 1, number="40013370")) == ("too late to correct", {})
    assert GAME.outcome(play(paid, TABLE, m.Correct(0, 1, number="40013370"))) is not None
    assert play(paid, TABLE, m.Correct(0, 2, number="40013370")).debts == (), "a plate is shown once"


def test_a_debt_stays_with_the_guess_that_caused_it(state: State) -> None:
    after = play(state, 0, m.Ask(1, Part.JOB, "10"), WRONG)
    after = play(after, TABLE, m.Correct(0, 2, Part.JOB, "10"))
    assert after.debts == ((0, 1),)


def test_a_guess_that_cost_nothing_is_owed_to_whom_it_was_really_said(state: State) -> None:
    for part in Part:
        state = play(state, 1, m.Look(0, part))
    after = play(state, 0, WRONG)
    assert after.debts == ()
    after = play(after, TABLE, m.Correct(0, 2, number="40013310"))
    assert after.debts == ((0, 2),)
    assert play(after, TABLE, m.Correct(0, 1, number="40013310")).debts == ()


def test_two_plates_owed_are_shown_one_after_the_other(state: State) -> None:
    """The first guess, which cost nothing, is put right while the second is still to be paid."""
    for part in Part:
        state = play(state, 1, m.Look(0, part))
    after = play(state, 0, WRONG, m.Guess(2, "40013310"))
    after = play(after, TABLE, m.Correct(0, 2, number="40013310"))
    assert after.debts == ((0, 2), (0, 2))
    once = play(after, 0, m.Show(Part.CITY))
    assert GAME.moves(once, 0)[0].id != GAME.moves(after, 0)[0].id
    assert play(once, 0, m.Show(Part.JOB)).debts == ()


def test_what_cannot_be_corrected(state: State) -> None:
    assert refused(state, TABLE, m.Correct(0, 1, Part.JOB, "10")) == ("nothing to correct", {})
    after = play(state, 0, FAR)
    assert refused(after, TABLE, m.Correct(7, 1, Part.JOB, "10")) == ("no such line", {"line": 7})
    assert refused(after, TABLE, m.Correct(-1, 1, Part.JOB, "10")) == ("no such line", {"line": -1})
    assert refused(after, TABLE, m.Correct(0, 1, number="40013370")) == ("same kind of call", {})
    assert refused(after, TABLE, m.Correct(0, 0, Part.JOB, "10")) == ("yourself", {})
    assert refused(after, TABLE, m.Correct(0, 3, Part.JOB, "10")) == ("no such seat", {"given": 3})
    assert refused(after, TABLE, m.Correct(0, 1, Part.JOB, "11"))[0] == "no such plate"
    assert refused(after, TABLE, m.Correct(0, 1, Part.CITY)) == ("say where", {})


def test_on_phones_alone_nothing_is_entered() -> None:
    (dealt,) = GAME.deal(m.Options(), 3, Chance(SEED, 0))
    state = GAME.evolve(GAME.start(), dealt)
    assert refused(state, 0, m.Correct(0, 1, Part.JOB, "10")) == ("nothing to correct", {})
