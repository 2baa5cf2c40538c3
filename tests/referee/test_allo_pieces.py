"""What is in the box of Allo... la France, counted from the rule sheet, and the deck that is ours."""

from __future__ import annotations

from collections import Counter

from referee.allo.france import FRANCE
from referee.allo.pieces import (
    CITIES,
    DECK,
    KEPT,
    MOST_UNITS,
    PAD,
    PLAYERS,
    SECTIONS,
    STRIPS,
    TOWERS,
    USUAL,
    First,
    Job,
    Part,
    Special,
    Surname,
    box,
    plates,
)


def test_three_or_four_players() -> None:
    assert list(PLAYERS) == [3, 4]
    assert USUAL == 4


def test_46_plates() -> None:
    """22 cities, 8 surnames, 8 first names, 8 jobs; another map has as many plates as cities."""
    assert plates() == 22 + 8 + 8 + 8 == 46
    assert len(FRANCE.cities) == CITIES == 22
    assert plates(10) == 10 + 24


def test_codes_as_the_sheet_gives_them() -> None:
    assert [*Surname] == ["01", "02", "03", "04", "05", "06", "07", "08"]
    assert [*First] == ["11", "22", "33", "44", "55", "66", "77", "88"]
    assert [*Job] == ["10", "20", "30", "40", "50", "60", "70", "80"]
    assert (Surname.DUPONT, First.DENIS, Job.JOURNALIST) == ("01", "33", "70")
    assert (Surname.DULAC, First.PASCAL, Job.ENGINEER) == ("08", "11", "40")


def test_102_sections_of_cable() -> None:
    assert STRIPS == {1: 24, 2: 11, 3: 8, 4: 8}
    assert SECTIONS == 24 + 22 + 24 + 32 == 102
    assert sum(link.sections for link in FRANCE.links) == 158, "more than there are: strips run short"


def test_four_towers_and_ten_units() -> None:
    assert (TOWERS, MOST_UNITS) == (4, 10)


def test_54_cards() -> None:
    """Nine of each move; 36 allow a call, 18 bar it; 20 bring something."""
    assert [card.number for card in DECK] == list(range(1, 55))
    assert Counter(card.move for card in DECK) == dict.fromkeys(range(1, 7), 9)
    assert Counter(card.call for card in DECK) == {True: 36, False: 18}
    assert Counter(card.special for card in DECK) == {
        None: 34,
        Special.SECRET: 6,
        Special.TOWER: 4,
        Special.SHIFT: 2,
        Special.UNITS: 4,
        Special.FREE: 2,
        Special.ANYWHERE: 2,
    }


def test_secrets_are_about_every_part() -> None:
    """And only they name one."""
    assert {card.part for card in DECK if card.special == Special.SECRET} == set(Part)
    assert all((card.part is not None) == (card.special == Special.SECRET) for card in DECK)


def test_barred_cards_are_spread_over_all_moves() -> None:
    assert Counter(card.move for card in DECK if not card.call) == dict.fromkeys(range(1, 7), 3)


def test_nobody_can_tell_from_the_rest_of_a_card_what_is_kept_of_it() -> None:
    """For each kept card there is one of the other kind, and one that brings nothing, with the same move and bar."""
    for kept in (card for card in DECK if card.special in KEPT):
        alike = {card.special for card in DECK if (card.move, card.call) == (kept.move, kept.call)}
        assert {*KEPT, None} <= alike


def test_a_box_for_any_number() -> None:
    assert box(4) == {
        "board": 1,
        "plates": 46,
        "events": 54,
        "cables": 24 + 11 + 8 + 8,
        "phonecards": 4,
        "towers": 4,
        "stands": 4,
        "tokens": 4,
        "marks": 8,
        "rules": 1,
    }
    assert {name: box(4)[name] - count for name, count in box(3).items() if box(4)[name] != count} == {
        "phonecards": 1,
        "stands": 1,
        "tokens": 1,
        "marks": 2,
    }
    assert PAD in box(3)
