"""Puzzles have one answer and nothing too much, as a plain search finds; their steps follow; their levels are thirds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import msgspec
import pytest
from support.referee import naive_puzzles as naive
from support.referee.naive_rallye import judged

from referee.allo.moves import FRANCE
from referee.daily import is_day, month, of_the_day, seeds_of
from referee.puzzles import FEWEST, LEVELS, MOST_AT_ONCE, Puzzle, attempts, level_of, puzzle, same_deal, several
from referee.registry import puzzle_maker, with_puzzles

LINKS = [(link.a, link.b) for link in FRANCE.links]
SOLVERS = {
    "code777": naive.code777,
    "inkognito": naive.inkognito,
    "allo": lambda told, only: naive.allo(told, only, LINKS),
    "fully": naive.fully,
}
CLUES = {"code777": "lines", "inkognito": "shown", "allo": "calls", "fully": "talk"}
MANY = {"code777": 25, "inkognito": 25, "allo": 3, "fully": 2}


@cache
def drawn(game: str, seed: str) -> tuple[list[Puzzle], Iterator[Puzzle]]:
    """Those that were made so far, and where further ones come from."""
    return [], attempts(puzzle_maker(game), seed)


def some(game: str, many: int, seed: str = "test") -> list[Puzzle]:
    """Puzzles of whatever level; the same ones for whoever asks again."""
    made, more = drawn(game, seed)
    made += islice(more, max(0, many - len(made)))
    return made[:many]


def told(of: Puzzle) -> dict[str, Any]:
    """A puzzle as programs read it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(puzzle_maker(of.game).told(of)))
    return found


def solution(of: Puzzle) -> Any:
    """Its answer in the form of the plain search."""
    data = told(of)["solution"]
    if of.game == "code777":
        return tuple(data)
    if of.game == "inkognito":
        return tuple((each["identity"], each["fragment"]) for each in data)
    if of.game == "fully":
        code = tuple(sorted((int(digit), phrase) for digit, phrase in data["code"].items()))
        return code, tuple(data["west"])
    return data


@pytest.mark.parametrize("game", SOLVERS)
def test_one_answer_and_no_clue_too_many(game: str) -> None:
    """The plain search finds that answer alone, and more of them without any one of the clues."""
    for each in some(game, MANY[game]):
        data, every = told(each), range(len(each.clues))
        assert len(data[CLUES[game]]) == len(every)
        assert SOLVERS[game](data, every) == {solution(each)}, each.seed
        for left_out in every:
            assert len(SOLVERS[game](data, [i for i in every if i != left_out])) > 1, (each.seed, left_out)


@pytest.mark.parametrize("game", with_puzzles())
def test_steps_need_few_clues_and_something_is_left_to_think(game: str) -> None:
    """Never more than people keep in mind; and never a puzzle that is none."""
    for each in some(game, 12):
        assert each.steps >= FEWEST
        assert 1 <= each.k <= MOST_AT_ONCE
        used = {clue for step in each.chain for clue in step.clues}
        assert used <= set(range(len(each.clues)))
        if game in SOLVERS:
            assert used == set(range(len(each.clues))), "a clue that no step needs"


def test_steps_follow_from_what_they_name() -> None:
    """In Code 777, against the plain search: with its clues, and what was concluded before, each conclusion is certain."""
    for each in some("code777", 10, "steps"):
        data = told(each)
        racks = [tuple((d, c) for d, c in rack) for rack in data["racks"]]
        out, box = Counter(t for rack in racks for t in rack), Counter(naive.BOX)
        left = [r for r in naive.EVERY_RACK if all(n <= box[t] - out[t] for t, n in Counter(r).items())]
        for step in each.chain:
            with_clues = [r for r in left if all(fits(data, racks, i, r) for i in step.clues)]
            assert with_clues
            assert all(so(step.fact, r) for r in with_clues)
            assert not all(so(step.fact, r) for r in left), "nothing new"
            left = [r for r in left if so(step.fact, r)]
        assert {tuple(sorted(d for d, _ in r)) for r in left} == {each.solution}


def fits(data: dict[str, Any], racks: list[Any], line: int, mine: Any) -> bool:
    """Does a rack fit a line?"""
    asked = data["lines"][line]
    seen = [rack for place, rack in enumerate(racks) if place != asked["asker"]]
    return bool(naive.naive(asked["question"], [*seen, mine]) == asked["answer"])


def so(fact: Any, rack: Any) -> bool:
    """Is a fact true of a rack?"""
    if fact.part == "digits":
        return tuple(sorted(d for d, _ in rack)) == tuple(fact.value)
    what, count = fact.value
    there = sum((d if fact.part == "count" else c) == what for d, c in rack)
    return (there == count) == fact.so


def test_positions_of_the_rally_are_as_the_second_referee_judges_them() -> None:
    """Where the car stops, what is due to tills and why, and what the policeman should see."""
    compared = 0
    for each in some("rallye", 40):
        at, answer = each.shown, each.solution
        if any(not square.isdigit() for square in at.cars) or any(at.held):
            continue  # which way others drive on cross-roads, and what holds them, is not told
        cars = [
            {"at": square, "going": "loop", "held": set(), "tank": tank}
            for square, tank in zip(at.cars, at.tanks, strict=True)
        ]
        found = judged(cars, at.turn, sum(at.dice), at.edition)
        tills = dict(at.tills)
        dues = {why: amount for source, target, amount, why in answer.paid if source == at.turn and target in tills}
        dues |= {why: amount for _, _, amount, why in answer.asked}
        assert found["at"] == answer.at, each
        assert found["dues"] == dues, each
        assert found["offences"] == set(answer.offences), each
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("game", with_puzzles())
def test_levels_are_about_thirds(game: str) -> None:
    """As they were measured: no level is rare."""
    many = {"fully": 24}.get(game, 120)
    counts = Counter(each.level for each in some(game, many))
    assert all(0.15 * many <= counts[level] <= 0.55 * many for level in LEVELS), counts


@pytest.mark.parametrize("game", with_puzzles())
def test_a_seed_gives_the_same_puzzle_and_another_gives_another(game: str) -> None:
    """Whatever was made before."""
    maker = puzzle_maker(game)
    first = puzzle(maker, "again", "medium")
    puzzle(maker, "between", "easy")
    assert puzzle(maker, "again", "medium") == first
    assert maker.attempt(first.seed) == first
    assert not same_deal(puzzle(maker, "other", "medium"), first)


def test_a_booklet_never_shows_a_deal_twice() -> None:
    """Even if two seeds would."""
    maker = puzzle_maker("code777")
    found = list(several(maker, [("same", "easy"), ("same", "easy"), ("more", "hard")]))
    assert [each.level for each in found] == ["easy", "easy", "hard"]
    assert not same_deal(found[0], found[1])


def test_the_day_alone_makes_its_puzzle() -> None:
    """The same for ever: these are written down."""
    day = "2026-12-24"
    assert of_the_day("code777", day, "easy").solution == RECORDED["code777"]
    assert of_the_day("allo", day, "hard").solution == RECORDED["allo"]
    assert of_the_day("code777", day, "easy") != of_the_day("code777", "2026-12-25", "easy")


RECORDED = {"code777": (1, 4, 6), "allo": "80045550"}


def test_a_month_has_a_puzzle_for_each_day() -> None:
    """From level to level; what is no month is none."""
    days = month("2026-02")
    assert days is not None
    assert len(days) == 28
    assert [level for _, level in seeds_of(days)][:4] == ["easy", "medium", "hard", "easy"]
    assert [len(month(text) or ()) for text in ("2028-02", "1900-02", "2000-02", "2026-12")] == [29, 28, 29, 31]
    assert [month(text) for text in ("2026-13", "2026-00", "26-12", "2026-1", "0000-01", "")] == [None] * 6
    assert [is_day(text) for text in ("2026-02-28", "2026-02-29", "2026-2-2", "today", "2026-02")] == [
        True,
        *[False] * 4,
    ]


def test_level_of_an_effort() -> None:
    """Up to a third, up to two thirds, beyond."""
    chain = puzzle(puzzle_maker("code777"), "x", "easy").chain
    assert [level_of(chain, thirds) for thirds in ((1e9, 1e9), (0, 1e9), (0, 0))] == ["easy", "medium", "hard"]
