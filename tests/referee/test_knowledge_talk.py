"""What can be made of the talk in Fully, against a plain sum over all meanings; and what was to be had in Rallye-Code,
against the book that the policeman must not see."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product
from typing import Any

import pytest
from msgspec import to_builtins
from support.referee import naive_fully_codes as naive

from referee import simulation
from referee.chance import Chance
from referee.fully import moves as m
from referee.fully.game import GAME
from referee.fully.knowledge.reasoner import SURE, TalkReasoner
from referee.fully.knowledge.trial import Trial, digits_in
from referee.fully.pieces import Colour, Phrase, Place
from referee.knowledge import Fact
from referee.rallye import events as e
from referee.registry import game, robot

CODE = (4, 7, 1, 9, 2, 6, 3, 8, 5)  # by phrase
ROW = tuple(Colour)


def talked(seed: int, turns: int, digits: tuple[int, ...]) -> tuple[TalkReasoner, list[naive.Line]]:
    """A seat that has heard any words, of few digits; and the same as plain lines."""
    chance = Chance(seed.to_bytes(32), 1)
    reasoner: Any = TalkReasoner(0).after(m.RowSet(0, 0, ROW)).after(m.CodeSet(0, 0, CODE))
    lines: list[naive.Line] = []
    for i in range(turns):
        seat = i % 4
        colour, place = chance.one(tuple(Colour)), chance.one(tuple(Place)[:2])
        digit, reply = chance.one(digits), chance.one((*digits, 0))
        reasoner = reasoner.after(m.Spoken(seat, seat, colour, place, digit))
        if i == 5:
            reasoner = reasoner.after(m.Skipped((seat + 2) % 4))
            lines.append((seat, colour.value, place.value, digit, None))
            continue
        reasoner = reasoner.after(m.Replied((seat + 2) % 4, (seat + 2) % 4, reply))
        lines.append((seat, colour.value, place.value, digit, reply))
    return reasoner, lines


def of_team(lines: list[naive.Line], team: int) -> list[naive.Line]:
    """What one team said."""
    return [line for line in lines if line[0] % 2 == team]


@pytest.mark.parametrize("seed", range(3))
def test_the_other_team_is_heard_over_all_codes(seed: int) -> None:
    reasoner, lines = talked(seed, 14, (1, 5, 8))
    colours, meanings = naive.posterior(of_team(lines, 1))
    for (seat, place), colour in colours:
        found = reasoner.colours(seat, Place(place))[list(Colour).index(Colour(colour))]
        assert found == pytest.approx(colours[(seat, place), colour], rel=1e-4)
    for digit, phrase in meanings:
        assert reasoner.phrases(digit)[Phrase(phrase)] == pytest.approx(meanings[digit, phrase], rel=1e-4, abs=1e-9)


def test_the_partner_is_heard_with_the_code() -> None:
    """His words about his row, and his answers to mine; what I say of my own tells me nothing of his."""
    reasoner, lines = talked(4, 14, (9, 3, 7, 1))
    code = {digit: naive.PHRASES[i] for i, digit in enumerate(CODE)}
    colours, _ = naive.posterior(of_team(lines, 0), code)
    for (seat, place), colour in colours:
        if seat == 2:
            found = reasoner.colours(seat, Place(place))[list(Colour).index(Colour(colour))]
            assert found == pytest.approx(colours[(seat, place), colour], rel=1e-6)


def test_before_anybody_speaks_everything_is_open() -> None:
    reasoner: Any = TalkReasoner(1)
    assert reasoner.worlds == 362_880
    assert reasoner.solutions == {"3": 3125, "0": 3125, "2": 3125}
    assert reasoner.certain() == ()


def test_a_line_that_was_put_right_counts_as_it_is_now() -> None:
    told, _ = talked(2, 8, (1, 5, 8))
    line = told.lines[1]
    assert line.colour and line.place
    other = next(colour for colour in Colour if colour != line.colour)
    amended = told.after(m.Amended("table", 1, other, line.place, line.digit, line.reply))
    was = told.colours(1, line.place)
    assert amended.colours(1, line.place) != was
    back = amended.after(m.Amended("table", 1, line.colour, line.place, line.digit, line.reply))
    assert back.colours(1, line.place) == was


def test_what_counts_as_certain_is_proven_by_some_sentences() -> None:
    """Two statements of the partner; neither alone is enough."""
    told: Any = TalkReasoner(0).after(m.CodeSet(0, 0, CODE))
    for _ in range(2):
        told = told.after(m.Spoken(2, 2, Colour.RED, Place.A, 9)).after(m.Replied(0, 0, 4))
        told = told.after(m.Spoken(1, 1, Colour.BLUE, Place.B, 2)).after(m.Replied(3, 3, 2))
    fact = Fact("colour", 2, ("A", "red"))
    assert told.likely(fact) >= SURE and told.holds(fact)
    assert told.proof(fact) == (2, 6)
    assert fact in told.certain()


@pytest.mark.parametrize("digits", [(1, 5, 8), (2, 3, 4, 6, 7)])
def test_fewer_columns_are_the_same_sum(digits: tuple[int, ...]) -> None:
    """Codes that are alike for what was said stand for each other: with a column for every code all is as likely."""
    told, _ = talked(7, 24, digits)
    heard = [each for _, each in told.evidence(1)]
    few, all_ = Trial(digits_in(heard)).after(heard), Trial(tuple(range(1, 10))).after(heard)
    assert few.weight.size < all_.weight.size == 90_720
    for cell in [(seat, place) for seat in (1, 3) for place in Place]:
        assert few.colours(cell) == pytest.approx(all_.colours(cell), rel=1e-4)
    for digit in range(1, 10):
        assert few.kinds(digit) == pytest.approx(all_.kinds(digit), rel=1e-4, abs=1e-9)
    assert few.open == pytest.approx(all_.open, rel=1e-4)


def test_no_sentence_of_a_proof_can_be_left_out() -> None:
    """Of all that is as good as certain after some talk: the plain sum agrees with the proof, and with no less."""
    proven = 0
    told: Any = TalkReasoner(0).after(m.CodeSet(0, 0, CODE))
    for i, (place, digit) in enumerate([*((p, 4) for p in Place), *((p, 4) for p in Place), *((p, 6) for p in Place)]):
        told = told.after(m.Spoken(1, 1, Colour.RED, place, digit)).after(m.Replied(3, 3, 1 + i % 3))
    for fact in told.certain():
        events = told.proof(fact)
        every = [each for each in told.evidence(1) if each[0] in events]
        assert told.enough(fact, every)
        for left_out in events:
            fewer = [each for each in every if each[0] != left_out]
            assert not told.enough(fact, fewer)
        proven += 1
    assert proven > 3


def test_what_the_partner_told_is_proven_by_as_few_sentences_as_can_be() -> None:
    """Whatever was said: no smaller choice of the sentences about that place makes it as likely, by the plain sum; and what was
    chosen does."""
    proven = 0
    for seed in range(40):
        told, lines = talked(seed, 24, (9, 3, 7, 1))
        for place, colour, so in product((Place.A, Place.B), Colour, (True, False)):
            fact = Fact("colour", 2, (place.value, colour.value), so=so)
            if not told.holds(fact):
                continue
            proof = told.proof(fact)
            events = [event for event, each in told.evidence(0) if (each.seat, each.place) == (2, place)]
            assert {*proof} <= {*events} and sure(fact, told, lines, proof)
            smaller = (some for size in range(len(proof)) for some in combinations(events, size))
            assert not any(sure(fact, told, lines, some) for some in smaller)
            proven += 1
    assert proven > 100


def sure(fact: Fact, told: TalkReasoner, lines: list[naive.Line], events: Iterable[int]) -> bool:
    """Do these sentences alone make it as good as certain, by the plain sum?"""
    code = {digit: naive.PHRASES[i] for i, digit in enumerate(CODE)}
    place, colour = fact.value
    kept = [spoken(lines, told, event) for event in events]
    likely = naive.posterior(kept, code)[0][(2, place), colour] if kept else 1 / len(Colour)
    return (likely if fact.so else 1 - likely) >= SURE


def spoken(lines: list[naive.Line], told: TalkReasoner, event: int) -> naive.Line:
    """The sentence of an event: an announcement without its reply, or the reply to what one said oneself."""
    line = next(i for i, each in enumerate(told.lines) if event in (each.spoken, each.replied))
    seat, colour, place, digit, reply = lines[line]
    return (seat, colour, place, digit, reply if told.lines[line].replied == event else None)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_offence_is_seen_and_only_those(seats: int) -> None:
    """From rolls alone, against what the rules note and tell nobody."""
    rules = game("rallye")
    assert rules.knowledge
    turns, _ = simulation.play(rules, robot("rallye"), rules.Options(minutes=20), seats, simulation.seed_of("road", 1))
    state, reasoner, noted, lapsed, seen = rules.start(), None, 0, 0, 0
    for turn in turns:
        for event in turn.events:
            state = rules.evolve(state, event)
            if reasoner is None:
                reasoner = rules.knowledge.begin(rules.view(state, 0), rules.witness(state, event, 0))
                continue
            reasoner = reasoner.after(rules.witness(state, event, 0))
            noted += isinstance(event, e.Noted)
            lapsed += isinstance(event, e.Lapsed)
            if isinstance(event, e.Turned):
                open_now = {(f.value, f.part) for f in reasoner.certain() if f.part != "due"}
                mine = {
                    (car, reason)
                    for car, reason in state.offences
                    if state.cars[car].rolled == state.rolled[car % seats]
                }
                assert open_now == mine
                seen += len(mine)
    assert noted and seen
    parts = [each.fact.part for each in reasoner.missed]  # type: ignore[union-attr]
    assert {"sign", "due"} <= set(parts)
    assert parts.count("due") == lapsed


def test_reasoners_are_of_plain_values() -> None:
    """What a fact tells can be written down."""
    reasoner, _ = talked(1, 12, (1, 5, 8))
    assert all(isinstance(to_builtins(fact), dict) for fact in reasoner.certain())
    assert GAME.knowledge is not None
