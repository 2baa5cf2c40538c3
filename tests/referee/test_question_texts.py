"""The printed question says what the referee counts: both stand under the same number."""

from __future__ import annotations

import re

import pytest

from referee.code777.pieces import QUESTIONS, Colour
from referee.code777.questions import HIGH_SUM, LOW_SUM, RARE, Kind, question
from templates import i18n, loader

OR = {"en": " or ", "fr": " ou "}
NOT = {"en": r"\b(not|other)\b", "fr": r"\b(pas|autres?|non)\b"}
CONTESTS = [number for number in range(1, QUESTIONS + 1) if hasattr(question(number), "first")]
every_language = pytest.mark.parametrize("code", i18n.LANGUAGES)


def shelf(code):
    """The kit in that language, as plain data."""
    with i18n.speaking(code):
        return loader.kit_data("code777")


def named(text, kit):
    """The digits and the colours that a text names, in its language; colours may be in the plural or feminine."""
    digits = {int(figure) for figure in re.findall(r"\d+", text)}
    words = re.findall(r"[^\W\d_]+", text.lower())
    stems = {colour: kit["colours"][colour.value]["name"].lower() for colour in Colour}
    return digits | {colour for colour, stem in stems.items() if any(word.startswith(stem) for word in words)}


def meant(kind):
    """The digit and the colours by which a kind of tile is told from the others."""
    return {part for part in (kind.digit, kind.colour, kind.other_than) if part is not None}


def sides(text, code):
    """What a contest weighs: the words before and after its last "or"."""
    first, _, second = text.replace("\N{NO-BREAK SPACE}", " ").rpartition(OR[code])
    return first, second


def test_there_is_a_text_for_each_question():
    """As many as the referee has, and twelve of them weigh one kind against another."""
    assert len(shelf("en")["question"]) == QUESTIONS
    assert len(CONTESTS) == 12


@every_language
@pytest.mark.parametrize("number", CONTESTS)
def test_a_contest_names_both_kinds_in_order(number, code):
    """Digit and colour of the first kind, then "or", then those of the second; and no other."""
    kit, contest = shelf(code), question(number)
    first, second = sides(kit["question"][number - 1]["text"], code)
    assert named(first, kit) == meant(contest.first)
    assert named(second, kit) == meant(contest.second)
    assert bool(re.search(NOT[code], second)) == (contest.second.other_than is not None)
    assert contest.first.other_than is None


@every_language
@pytest.mark.parametrize("number", CONTESTS)
def test_the_answers_name_their_kind(number, code):
    """What one can answer to a contest: the first answer is the first kind, the second the second."""
    kit, contest = shelf(code), question(number)
    texts = kit["question"][number - 1]
    for said, kind in ((texts["first"], contest.first), (texts["second"], contest.second)):
        plain = {kind.digit, kind.colour} - {None}
        assert named(said, kit) in (plain, meant(kind))
        assert bool(re.search(NOT[code], said)) == (kind.other_than is not None)


@every_language
def test_counts_name_their_threshold(code):
    """18, 12, the digits 1 to 7, and the three tiles that exist once."""
    kit = shelf(code)
    texts = [texts["text"] for texts in kit["question"]]
    assert named(texts[0], kit) == {HIGH_SUM} == {18}
    assert named(texts[1], kit) == {LOW_SUM} == {12}
    assert named(texts[9], kit) == {1, 7}
    assert named(texts[10], kit) == {part for tile in RARE for part in (tile.digit, tile.colour)}


def test_a_wrong_text_is_seen():
    """Proof: an exchanged side, another digit, another colour are not what the question means."""
    kit = shelf("en")
    first, second = sides("Which do you see more of: pink 6s or 7s that are not blue?", "en")
    assert named(first, kit) == meant(Kind(6, Colour.PINK))
    assert named(second, kit) == meant(Kind(7, other_than=Colour.BLUE))
    for wrong in (Kind(7, Colour.PINK), Kind(6, Colour.GREEN), Kind(6), Kind(None, Colour.PINK)):
        assert named(first, kit) != meant(wrong)
    assert named(first, kit) != meant(Kind(7, other_than=Colour.BLUE))
