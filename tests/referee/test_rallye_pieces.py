"""What is in the box of Rallye-Code, counted from the rule sheet, and the contravention cards, which are ours."""

from __future__ import annotations

from referee.rallye.moves import SomeCar, Someone
from referee.rallye.pieces import (
    CARDS,
    LABELS,
    NOTES,
    PAD,
    PLAYERS,
    PURSE,
    SMALL_NOTES,
    UNIT,
    USUAL,
    Till,
    box,
    cars,
)


def test_two_to_six_players_and_two_cars_each_for_two_or_three() -> None:
    assert list(PLAYERS) == [2, 3, 4, 5, 6]
    assert USUAL == 6
    assert [cars(players) for players in PLAYERS] == [4, 6, 4, 5, 6]


def test_fifty_thousand_a_car() -> None:
    """6×500, 7×1,000, 4×5,000 and 2×10,000; where the box has no 10,000s, 8×5,000 instead of the last two."""
    assert NOTES == {500: 6, 1_000: 7, 5_000: 4, 10_000: 2}
    assert SMALL_NOTES == {500: 6, 1_000: 7, 5_000: 8}
    for notes in (NOTES, SMALL_NOTES):
        assert sum(note * count for note, count in notes.items()) == PURSE == 50_000


def test_the_four_gerances() -> None:
    assert [(LABELS[till], till.value) for till in Till] == [
        ("2", "garage"),
        ("3", "firstaid"),
        ("4", "petrol"),
        ("5", "hotel"),
    ]


def test_the_cards() -> None:
    """Twenty-four, a quarter of them no offence; amounts in whole notes from 500 to 3,000."""
    assert len(CARDS) == len({card.code for card in CARDS}) == 24
    assert sum(not card.offence for card in CARDS) == 6
    for card in CARDS:
        assert 500 <= card.amount <= 3_000
        assert card.amount % UNIT == 0
    guilty, free = ([card.amount for card in CARDS if card.offence is is_offence] for is_offence in (True, False))
    assert round(sum(guilty) / len(guilty)) == 1_611
    assert sum(free) / len(free) == 1_500


def test_the_box() -> None:
    assert box(6) == {
        "board": 1,
        "notes": 6 * (6 + 7 + 4 + 2),
        "cards": 18 + 6,
        "tills": 4,
        "cars": 6,
        "badge": 1,
        "tariff": 6,
        "rules": 1,
    }
    assert box(2)["cars"] == 4
    assert box(2)["notes"] == 4 * 19
    assert PAD in box(2)


def test_moves_name_every_seat_and_every_car() -> None:
    """And no more than there can be."""
    (seats,), (numbers,) = Someone.__metadata__, SomeCar.__metadata__
    assert seats.lt == PLAYERS[-1]
    assert numbers.lt == max(cars(players) for players in PLAYERS)
