"""What the 23 questions mean: examples by hand, the sheet's own examples, and a second, naive judge.

The naive judge (tests/support) is written from the wording of the rules, with plain pairs for tiles, and shares no code
with the referee. The two must agree on every deal; spoilt rules must make them differ.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.referee.naive_code777 import BOX, LETTERS, naive

from referee.code777 import questions
from referee.code777.pieces import QUESTIONS, Colour, Tile
from referee.code777.questions import question

NUMBERS = range(1, 24)


def seen(text):
    """Racks from a short text: `7B 7Y 4N | 1G 2Y 3K`."""
    return [[(int(word[0]), LETTERS[word[1]]) for word in rack.split()] for rack in text.split("|")]


def asked(number, racks):
    """What the referee says."""
    return question(number).answer(tuple(tuple(Tile(digit, Colour(colour)) for digit, colour in r) for r in racks))


EXAMPLES = [
    # 1: a rack of 18 counts, one of 17 does not
    (1, "7B 6G 5R | 7B 5R 5R | 7P 7Y 7Y", 2),
    (1, "1G 2Y 3K | 6P 6P 5K | 4N 4N 4N", 0),
    (1, "6G 6P 6P | 7B 7B 4N | 7B 6G 5K | 5R 5R 7B", 3),
    # 2: a rack of 12 counts, one of 13 does not
    (2, "4N 4N 4N | 1G 5R 6G | 2Y 4N 7B", 2),
    (2, "3K 3K 6P | 3K 4N 5R | 7B 7B 7B | 6G 6G 1G", 2),
    (2, "7B 5R 5R | 6G 6P 2Y | 5K 5R 4N", 0),
    # 3: the same digit in two colours; two like tiles alone are not that
    (3, "5R 5K 1G | 6G 6P 2Y | 7P 7Y 7B", 3),
    (3, "5R 5R 3K | 6G 6G 2Y | 4N 4N 4N", 0),
    (3, "7B 7B 7Y | 7P 4N 4N | 5R 5R 5K", 2),
    # 4: three different colours
    (4, "1G 2Y 3K | 7P 7Y 7B | 5R 5R 4N", 2),
    (4, "3K 5K 4N | 6G 1G 7B | 2Y 7Y 7B", 0),
    (4, "6P 7B 4N | 5K 5R 6G | 4N 3K 2Y | 1G 6G 6P", 3),
    # 5: all even, or all odd
    (5, "2Y 4N 6G | 1G 3K 7B | 5R 6P 7Y", 2),
    (5, "1G 2Y 3K | 4N 5R 6P | 7B 7B 6G", 0),
    (5, "4N 4N 4N | 6G 6P 2Y | 5R 5R 5K | 3K 7P 7B", 4),
    # 6: two alike, once a rack even with three; it may count for 3 too
    (6, "4N 4N 4N | 5R 5R 5K | 7B 7Y 7P", 2),
    (6, "6G 6P 1G | 7Y 7B 2Y | 3K 4N 5K", 0),
    (6, "7B 7B 7Y | 3K 3K 3K | 2Y 2Y 6P | 6G 6G 6P", 4),
    # 7: three in a row in any order; two alike break it
    (7, "3K 5R 4N | 7B 6G 5K | 2Y 1G 3K", 3),
    (7, "4N 5R 5K | 5R 7B 7Y | 1G 3K 5R", 0),
    (7, "6P 7P 5R | 4N 6G 5R | 2Y 4N 6P | 7B 1G 2Y", 2),
    # 8: colours in view
    (8, "4N 4N 4N | 5R 5R 5R | 7B 7B 7B", 3),
    (8, "1G 2Y 3K | 4N 5R 6P | 7B 7Y 7P", 7),
    (8, "3K 3K 3K | 5K 4N 4N | 4N 4N 1G | 6G 6G 6G", 3),
    # 9: colours on three tiles or more; two are not enough
    (9, "4N 4N 4N | 5R 5R 1G | 7B 7B 2Y", 1),
    (9, "1G 6G 6P | 2Y 7Y 6P | 4N 4N 7B", 0),
    (9, "5R 5R 5R | 5R 7B 7B | 7B 7B 4N | 4N 4N 4N", 3),
    # 10: digits not in view
    (10, "4N 4N 4N | 5R 5R 5R | 7B 7B 7B", 4),
    (10, "1G 2Y 3K | 4N 5R 6P | 7B 7Y 7P", 0),
    (10, "7B 7B 7B | 7B 7Y 7Y | 7P 6G 6G", 5),
    # 11: green 1, black 5, pink 7
    (11, "1G 5K 7P | 4N 4N 4N | 5R 5R 5R", 3),
    (11, "6G 3K 6P | 7B 7Y 5R | 2Y 4N 4N", 0),
    (11, "7P 7B 7B | 3K 3K 3K | 1G 6G 6G", 2),
    # 12: threes against pink sixes
    (12, "3K 3K 6P | 1G 6G 6G | 4N 4N 4N", "first"),
    (12, "3K 6P 6P | 5K 6G 6G | 4N 4N 4N", "second"),
    (12, "3K 6P 5K | 5R 7P 6G | 4N 4N 4N", "same"),
    # 13: green sixes against yellow sevens; the green 1 and yellow 2s are neither
    (13, "6G 6G 7Y | 2Y 2Y 4N | 5R 5R 5R", "first"),
    (13, "6G 7Y 7Y | 1G 6P 4N | 5R 5R 5R", "second"),
    (13, "1G 2Y 7B | 6P 6P 4N | 5R 5R 5R", "same"),
    # 14: yellow twos against yellow sevens
    (14, "2Y 2Y 7Y | 7B 7B 7P | 4N 4N 4N", "first"),
    (14, "7Y 1G 3K | 7B 7B 7P | 4N 4N 4N", "second"),
    (14, "2Y 7Y 7B | 7B 7B 7P | 4N 4N 4N", "same"),
    # 15: pink sixes against green sixes
    (15, "6P 6P 6G | 1G 7P 4N | 5R 5R 5R", "first"),
    (15, "6P 6G 6G | 7P 5K 4N | 5R 5R 5R", "second"),
    (15, "1G 7P 4N | 3K 3K 3K | 5R 5R 5R", "same"),
    # 16: blue sevens against other sevens
    (16, "7B 7B 7Y | 4N 4N 4N | 5R 5R 5R", "first"),
    (16, "7B 7P 7Y | 4N 4N 4N | 5R 5R 5R", "second"),
    (16, "7B 7B 7P | 7Y 4N 4N | 5R 5R 5R", "same"),
    # 17 to 23: colours against each other
    (17, "4N 4N 7B | 1G 2Y 3K | 5R 5R 5R", "first"),
    (17, "4N 7B 7B | 1G 2Y 3K | 5R 5R 5R", "second"),
    (17, "1G 2Y 3K | 6G 6P 7Y | 5R 5R 5R", "same"),
    (18, "5R 5R 7P | 1G 2Y 5K | 4N 4N 4N", "first"),
    (18, "5R 7P 6P | 1G 2Y 5K | 4N 4N 4N", "second"),
    (18, "5K 2Y 3K | 6G 1G 7Y | 4N 4N 4N", "same"),
    (19, "1G 6G 7B | 2Y 7Y 3K | 4N 4N 4N", "first"),
    (19, "1G 7B 7B | 2Y 7Y 3K | 4N 4N 4N", "second"),
    (19, "1G 6G 7B | 7B 7Y 3K | 4N 4N 4N", "same"),
    (20, "2Y 7Y 7P | 1G 6G 3K | 4N 4N 4N", "first"),
    (20, "2Y 6P 7P | 1G 6G 3K | 4N 4N 4N", "second"),
    (20, "2Y 7P 5R | 1G 6G 3K | 4N 4N 4N", "same"),
    (21, "3K 5K 4N | 1G 6G 7B | 5R 5R 5R", "first"),
    (21, "5K 4N 4N | 1G 6G 7B | 5R 5R 5R", "second"),
    (21, "5K 4N 2Y | 1G 6G 7B | 5R 5R 5R", "same"),
    (22, "3K 5K 5R | 1G 6G 7B | 4N 4N 4N", "first"),
    (22, "5K 5R 5R | 1G 6G 7B | 4N 4N 4N", "second"),
    (22, "5K 5R 6P | 1G 6G 7B | 4N 4N 4N", "same"),
    (23, "1G 6G 2Y | 3K 3K 7B | 4N 4N 4N", "first"),
    (23, "6G 2Y 7Y | 3K 3K 7B | 4N 4N 4N", "second"),
    (23, "6G 7Y 6P | 3K 3K 7B | 4N 4N 4N", "same"),
]

deals = st.permutations(BOX).flatmap(
    lambda tiles: st.sampled_from((3, 4)).map(lambda n: [list(tiles[3 * i : 3 * i + 3]) for i in range(n)])
)
numbers = st.sampled_from(NUMBERS)


def sample(count=3000):
    """Real deals, the same every time."""
    chance = random.Random(777)
    for _ in range(count):
        tiles = chance.sample(BOX, 12)
        yield [tiles[3 * i : 3 * i + 3] for i in range(chance.choice((3, 4)))]


def test_there_are_23():
    """Eleven counts, then twelve contests, each under its number."""
    assert [question(number).number for number in NUMBERS] == list(NUMBERS)
    assert len(questions.ALL) == QUESTIONS == 11 + 12
    assert [type(q).__name__ for q in questions.ALL] == ["Count"] * 11 + ["Contest"] * 12


@pytest.mark.parametrize(("number", "racks", "answer"), EXAMPLES, ids=[f"{n}: {racks}" for n, racks, _ in EXAMPLES])
def test_an_example(number, racks, answer):
    """By hand."""
    assert asked(number, seen(racks)) == answer


@pytest.mark.parametrize("number", NUMBERS)
def test_the_examples_are_real(number):
    """Each question has three, dealt from the 28 tiles; a contest shows each of its answers."""
    mine = [(racks, answer) for n, racks, answer in EXAMPLES if n == number]
    assert len(mine) == 3
    for racks, _ in mine:
        tiles = Counter(tile for rack in seen(racks) for tile in rack)
        assert not tiles - Counter(BOX), racks
    if number >= 12:
        assert {answer for _, answer in mine} == {"first", "second", "same"}


@given(deals, numbers)
def test_two_judges_agree(racks, number):
    """The referee and the naive judge, on any deal of three or four racks."""
    assert asked(number, racks) == naive(number, racks)


@pytest.mark.parametrize("number", NUMBERS)
def test_two_judges_agree_on_many_deals(number):
    """The same for the fixed sample that the mutants below are tried on."""
    assert [racks for racks in sample() if asked(number, racks) != naive(number, racks)] == []


@given(deals, numbers, st.randoms(use_true_random=False))
def test_order_does_not_matter(racks, number, chance):
    """Neither that of the racks nor that of the tiles on a rack changes an answer."""
    turned = [chance.sample(rack, 3) for rack in chance.sample(racks, len(racks))]
    assert asked(number, turned) == asked(number, racks)


def test_no_two_questions_are_the_same():
    """On the sample every question answers differently from every other, and none always says the same."""
    racks = list(sample(600))
    answers = {number: tuple(asked(number, deal) for deal in racks) for number in NUMBERS}
    assert len(set(answers.values())) == 23
    assert [number for number, given_ in answers.items() if len(set(given_)) < 2] == []


# The sheet's own examples


@given(deals.map(lambda racks: [[tile for tile in rack if tile[0] != 7] for rack in racks]))
def test_question_16_without_any_seven(racks):
    """Same, also when no 7 is seen at all."""
    assert asked(16, racks) == "same"


@pytest.mark.parametrize(
    ("a", "b", "c"),
    [
        ("1G 2Y 7B", "5K 7B 7Y", "4N 6P 6G"),
        ("3K 4N 4N", "5K 5R 5R", "4N 7P 7B"),
        ("3K 3K 6P", "5K 1G 6G", "4N 7Y 2Y"),
    ],
)
def test_question_21_and_what_a_listener_learns(a, b, c):
    """A says "same"; B shows a black 5, C a brown 4. The listener holds one 3 and one 4, or neither.

    All racks that the listener can hold are tried: three of the tiles that are on no rack he sees.
    """
    (a,), (b,), (c,) = seen(a), seen(b), seen(c)
    left = list((Counter(BOX) - Counter(a + b + c)).elements())
    assert len(left) == 28 - 3 * 3
    possible = {tuple(sorted(mine)) for mine in combinations(left, 3)}
    consistent = {mine for mine in possible if asked(21, [b, c, list(mine)]) == "same"}
    both = {mine for mine in possible if mine.count((3, "black")) == mine.count((4, "brown")) == 1}
    neither = {mine for mine in possible if not {(3, "black"), (4, "brown")} & set(mine)}
    assert both and neither
    assert consistent == both | neither
    assert consistent < possible
    held = {(digits.count(3), digits.count(4)) for digits in ([digit for digit, _ in mine] for mine in consistent)}
    assert held == {(1, 1), (0, 0)}


# Spoilt rules


def swapped(number):
    """A contest with its sides exchanged."""
    whole = questions.question(number)
    return questions.Contest(number, whole.second, whole.first)


BLUE, GREEN, PINK, YELLOW = Colour.BLUE, Colour.GREEN, Colour.PINK, Colour.YELLOW
Kind, Contest, Count, racks_where = questions.Kind, questions.Contest, questions.Count, questions.racks_where
digits = lambda rack: [tile.digit for tile in rack]  # noqa: E731
MUTANTS = {
    "1: more than 18": Count(1, racks_where(lambda rack: sum(digits(rack)) > 18)),
    "1: 17 will do": Count(1, racks_where(lambda rack: sum(digits(rack)) >= 17)),
    "2: less than 12": Count(2, racks_where(lambda rack: sum(digits(rack)) < 12)),
    "2: 13 will do": Count(2, racks_where(lambda rack: sum(digits(rack)) <= 13)),
    "3: one digit twice": Count(3, racks_where(lambda rack: len(set(digits(rack))) < 3)),
    "3: twins do not count": Count(3, racks_where(lambda r: len(set(r)) == 3 and len(set(digits(r))) < 3)),
    "4: two colours": Count(4, racks_where(lambda rack: len({tile.colour for tile in rack}) >= 2)),
    "5: even alone": Count(5, racks_where(lambda rack: not any(d % 2 for d in digits(rack)))),
    "5: odd alone": Count(5, racks_where(lambda rack: all(d % 2 for d in digits(rack)))),
    "6: three alike": Count(6, racks_where(lambda rack: len(set(rack)) == 1)),
    "6: pairs, not racks": Count(6, lambda seen_: sum(a == b for rack in seen_ for a, b in combinations(rack, 2))),
    "6: of one digit": Count(6, racks_where(lambda rack: len(set(digits(rack))) < 3)),
    "7: in this order": Count(7, racks_where(lambda rack: digits(rack) == [*range(rack[0].digit, rack[0].digit + 3)])),
    "7: within three": Count(7, racks_where(lambda rack: max(digits(rack)) - min(digits(rack)) <= 2)),
    "8: colours missing": Count(8, lambda seen_: 7 - questions.colours_seen(seen_)),
    "9: exactly three": Count(
        9, lambda seen_: sum(n == 3 for n in Counter(t.colour for rack in seen_ for t in rack).values())
    ),
    "10: digits seen": Count(10, lambda seen_: 7 - questions.digits_unseen(seen_)),
    "11: any black": Count(
        11, lambda seen_: sum(t in questions.RARE or t.colour == Colour.BLACK for rack in seen_ for t in rack)
    ),
    "12: any six": Contest(12, Kind(3), Kind(6)),
    "14: any yellow": Contest(14, Kind(2, YELLOW), Kind(None, YELLOW)),
    "16: any seven": Contest(16, Kind(7, BLUE), Kind(7)),
    "19: green sixes": Contest(19, Kind(6, GREEN), Kind(None, BLUE)),
    **{f"{number}: swapped": swapped(number) for number in range(12, 24)},
}


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_spoilt_rule_is_seen(monkeypatch, mutant):
    """Proof: with one rule changed in memory the two judges differ on some deal of the sample."""
    spoilt = tuple(mutant if whole.number == mutant.number else whole for whole in questions.ALL)
    monkeypatch.setattr(questions, "ALL", spoilt)
    assert any(asked(mutant.number, racks) != naive(mutant.number, racks) for racks in sample())


@pytest.mark.parametrize(
    ("name", "value", "number"),
    [
        ("HIGH_SUM", 17, 1),
        ("HIGH_SUM", 19, 1),
        ("LOW_SUM", 11, 2),
        ("LOW_SUM", 13, 2),
        ("OFTEN", 2, 9),
        ("OFTEN", 4, 9),
        ("DIGITS", range(1, 7), 10),
        ("RARE", frozenset({Tile(1, GREEN), Tile(7, PINK)}), 11),
    ],
)
def test_a_spoilt_figure_is_seen(monkeypatch, name, value, number):
    """The same for the figures that the referee's rules are built from."""
    assert getattr(questions, name) != value
    monkeypatch.setattr(questions, name, value)
    assert any(asked(number, racks) != naive(number, racks) for racks in sample())
