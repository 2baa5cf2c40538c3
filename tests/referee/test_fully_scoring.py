"""The points of Fully: against a second count that knows nothing of the first, and the figures of the rules one by one."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.referee import naive_fully

from referee.fully.moves import NOTHING_FOUND, Findings
from referee.fully.pieces import Colour, Phrase
from referee.fully.scoring import ScoreSheet, row_score, sheet, winner
from referee.fully.seats import others, team_of

R, B, G, Y, M = Colour
LETTERS, TEAMS = "NESW", ("NS", "EW")
CODE = (4, 6, 9, 8, 1, 5, 2, 7, 3)
ROW = (R, B, G, Y, M)

rows = st.lists(st.tuples(*5 * [st.sampled_from(Colour)]), min_size=4, max_size=4)
codes = st.lists(st.permutations(range(1, 10)).map(tuple), min_size=2, max_size=2)


def found(truth: tuple[Any, ...], other: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    """Mostly right, so that whole rows come up: each place as it is, a hole, or anything."""
    anything = st.tuples(*(st.sampled_from([true, true, true, None]) | other for true in truth))
    return st.just(truth) | st.just(truth) | anything


@st.composite
def games(draw: st.DrawFn) -> tuple[Any, Any, list[Findings], int | None]:
    """Rows, codes, what everybody put down, and who called FULLY."""
    there, said = draw(rows), draw(codes)
    boards = []
    for seat in range(4):
        looked_for = [draw(found(there[of], st.sampled_from(Colour))) for of in others(seat)]
        digits = draw(found(said[1 - team_of(seat)], st.sampled_from([None, *range(1, 10)])))
        boards.append(Findings(*looked_for, digits))
    return there, said, boards, draw(st.sampled_from([None, 0, 1]))


def by_hand(there: Any, said: Any, boards: list[Findings], caller: int | None) -> Any:
    """The second count."""
    put = {}
    for seat, board in enumerate(boards):
        guessed = zip(others(seat), (board.partner, board.first, board.second), strict=True)
        put[LETTERS[seat]] = ({LETTERS[of]: guess for of, guess in guessed}, board.code)
    return naive_fully.result(
        dict(zip(LETTERS, there, strict=True)),
        dict(zip(TEAMS, said, strict=True)),
        put,
        None if caller is None else TEAMS[caller],
    )


@given(games())
@example(([ROW] * 4, [CODE] * 2, [Findings(ROW, ROW, ROW, CODE)] * 4, 1))
@example(([ROW] * 4, [CODE] * 2, [Findings(ROW, ROW, ROW, CODE)] * 4, None))
@example(([ROW] * 4, [CODE] * 2, [Findings((M, *ROW[1:]), ROW, ROW, CODE), *3 * [NOTHING_FOUND]], 0))
def test_two_counts_agree(game: tuple[Any, Any, list[Findings], int | None]) -> None:
    scored = sheet(*game)
    outcome = winner(scored)
    one, two = scored.teams
    reason, team, points, code = by_hand(*game)
    assert (one.points, two.points) == points
    assert (one.code, two.code) == code
    assert outcome.reason == reason
    assert outcome.winners == (() if team is None else (0, 2) if team == "NS" else (1, 3))
    assert outcome.scores == (one.points, two.points, one.points, two.points)


def test_the_second_count_knows_nothing_of_the_first() -> None:
    tree = ast.parse(Path(naive_fully.__file__).read_text("utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


@given(games())
def test_the_sheet_explains_every_point(game: tuple[Any, Any, list[Findings], int | None]) -> None:
    """Everything adds up, from each place to the team; each reason has its points."""
    there, said, _, caller = game
    scored = sheet(*game)
    assert [(row.seat, row.of) for row in scored.rows] == [(seat, of) for seat in range(4) for of in others(seat)]
    for row in scored.rows:
        assert row.points == row.whole + sum(place.points for place in row.places)
        assert bool(row.whole) == all(place.reason == "found" for place in row.places)
        assert tuple(place.truth for place in row.places) == there[row.of]
        assert row.doubled == (team_of(row.seat) == caller and scored.teams[team_of(row.seat)].fully is False)
        for place in row.places:
            assert (place.reason == "missing") == (place.guess is None)
            assert (place.reason == "found") == (place.guess == place.truth)
            assert (place.points > 0, place.points < 0) == (place.reason == "found", place.reason == "wrong")
    for code in scored.codes:
        assert code.points == sum(digit.points for digit in code.digits)
        assert tuple(digit.truth for digit in code.digits) == said[1 - team_of(code.seat)]
        assert all(bool(digit.points) == (digit.reason == "found") for digit in code.digits)
    for seat in range(4):
        assert scored.players[seat] == sum(row.points for row in scored.rows if row.seat == seat)
    for team in scored.teams:
        assert team.points == sum(scored.players[seat] for seat in range(4) if team_of(seat) == team.team)
        assert team.code == sum(scored.codes[seat].points for seat in range(4) if team_of(seat) == team.team)
        assert (team.fully is None) == (team.team != caller)


def perfect() -> ScoreSheet:
    return sheet([ROW] * 4, [CODE] * 2, [Findings(ROW, ROW, ROW, CODE)] * 4, None)


def test_a_perfect_player_and_a_perfect_code() -> None:
    assert perfect().players == 4 * (5 * 2 + 20 + 2 * (5 * 5 + 50),)
    assert perfect().players[0] == 180
    assert [code.points for code in perfect().codes] == 4 * [5 * 5 + 4 * 10]
    assert 5 * 5 + 4 * 10 == 65


@pytest.mark.parametrize(
    ("guess", "partner", "opponent"),
    [
        ((None, None, None, None, None), 0, 0),
        ((R, None, None, None, None), 2, 5),
        ((B, None, None, None, None), -5, -2),
        ((R, B, G, Y, None), 8, 20),
        ((R, B, G, Y, R), 8 - 5, 20 - 2),
        ((R, B, G, Y, M), 10 + 20, 25 + 50),
        ((B, R, Y, G, R), -25, -10),
    ],
)
def test_a_row(guess: tuple[Colour | None, ...], partner: int, opponent: int) -> None:
    assert row_score(0, 2, guess, ROW, doubled=False).points == partner
    for of in (1, 3):
        assert row_score(0, of, guess, ROW, doubled=False).points == opponent


def test_only_what_is_lost_is_doubled() -> None:
    guess = (R, R, None, Y, M)
    assert row_score(0, 2, guess, ROW, doubled=True).points == 3 * 2 - 10
    assert row_score(0, 1, guess, ROW, doubled=True).points == 3 * 5 - 4
    assert row_score(0, 1, ROW, ROW, doubled=True).points == 75


def test_the_dear_phrases_are_those_about_opponents() -> None:
    (code, *_) = perfect().codes
    assert {digit.phrase for digit in code.digits if digit.points == 10} == {
        Phrase.FIRST_HAS, Phrase.SECOND_HAS, Phrase.HAS_FIRST, Phrase.HAS_SECOND,
    }  # fmt: skip
    assert [digit.phrase for digit in code.digits] == list(Phrase)


def test_one_missing_colour_spoils_fully() -> None:
    """It costs nothing but the row: there is nothing to double. The others may have more."""
    whole = Findings(ROW, ROW, ROW, CODE)
    hole = Findings(ROW, ROW, (None, *ROW[1:]), CODE)
    scored = sheet([ROW] * 4, [CODE] * 2, [whole, whole, hole, whole], 0)
    assert scored.teams[0].fully is False
    assert scored.players == (180, 180, 180 - 50 - 5, 180)
    assert (winner(scored).reason, winner(scored).winners) == ("points", (1, 3))


def test_fully_wins_against_more_points() -> None:
    """Which cannot be: nobody has more than all. Against as many, and a better code."""
    whole, unread = Findings(ROW, ROW, ROW, CODE), Findings(ROW, ROW, ROW, NOTHING_FOUND.code)
    scored = sheet([ROW] * 4, [CODE] * 2, [unread, whole, unread, whole], 0)
    assert scored.teams[0].points == scored.teams[1].points
    assert scored.teams[0].code < scored.teams[1].code
    assert (winner(scored).reason, winner(scored).winners) == ("fully", (0, 2))
