"""What is in the box of Fully, counted from the rule sheet."""

from __future__ import annotations

import pytest

from referee.fully.pieces import (
    ANSWERS,
    CODE,
    DIGITS,
    MEMBERS,
    PLAYERS,
    QUESTIONS,
    STATEMENTS,
    USUAL,
    Colour,
    Phrase,
    Place,
    Seat,
    Team,
    about,
    box,
    opponents,
    other,
    partner,
    team,
)


def test_the_old_box():
    """Four boards, four screens, 200 pawns: ten of each of five colours for each of four."""
    assert list(PLAYERS) == [USUAL] == [4]
    found = box(4)
    assert list(found) == ["boards", "screens", "pawns", "sheets", "rules"]
    assert (found["boards"], found["screens"], found["rules"]) == (4, 4, 1)
    assert found["pawns"] == 4 * 10 * 5 == 200
    assert len(Colour) == len(Place) == 5
    assert found["sheets"] >= 4


def test_nine_phrases_for_nine_digits():
    """Three answers, three statements, three questions."""
    assert (*ANSWERS, *STATEMENTS, *QUESTIONS) == tuple(Phrase)
    assert len(Phrase) == len(DIGITS) == 9


@pytest.mark.parametrize("seat", Seat)
def test_seats(seat):
    """Clockwise; partners face each other; opponents sit on both sides."""
    order = list(Seat)
    assert partner(seat) is order[(order.index(seat) + 2) % 4]
    assert partner(partner(seat)) is seat
    assert team(partner(seat)) is team(seat)
    assert {seat, partner(seat), *opponents(team(seat))} == set(Seat)


def test_phrases_name_opponents():
    """For North–South they are East and West; for East–West, North and South."""
    assert opponents(Team.NORTH_SOUTH) == MEMBERS[Team.EAST_WEST] == (Seat.EAST, Seat.WEST)
    assert opponents(Team.EAST_WEST) == (Seat.NORTH, Seat.SOUTH)
    for of in Team:
        first, second = opponents(of)
        assert other(other(of)) is of
        assert about(Phrase.FIRST_HAS, of) is about(Phrase.HAS_FIRST, of) is first
        assert about(Phrase.SECOND_HAS, of) is about(Phrase.HAS_SECOND, of) is second
        assert [p for p in Phrase if about(p, of) is None] == [*ANSWERS, Phrase.I_HAVE, Phrase.HAVE_YOU]


def test_the_other_code_is_worth_65():
    """Five phrases of 5 points, four of 10."""
    assert sorted(CODE.values()) == [5] * 5 + [10] * 4
    assert sum(CODE.values()) == 65
