"""A game looked back on in words: with the eyes of a seat no more is told than it saw, and what decided it is told in few."""

from __future__ import annotations

import pytest
from support.companion.worlds import worlds

from referee import simulation
from referee.debrief import Debrief, Lost, Mistake, Secret, Telling, debriefed, moments
from referee.game import TABLE
from referee.knowledge import Fact
from referee.registry import GAMES, game, robot
from templates import i18n
from templates.pages.debrief import DebriefWords, counted, curves, possibilities

NAMES = ("Anne", "Mario", "Zoë", "Bob", "Eve", "Jo")
OURS = [slug for slug in GAMES if game(slug).knowledge]
CHEAP = [slug for slug in OURS if slug != "fully"]  # a reasoner of which takes seconds; its words are below


@pytest.mark.parametrize("slug", OURS)
def test_the_eyes_of_a_seat_see_no_more_than_it_did(slug: str) -> None:
    """In worlds that it cannot tell apart it has seen the same; what was open to it is the same, too."""
    rules, compared = game(slug), 0
    for number in range(12):
        played = worlds(slug).sample(number)
        twins = worlds(slug).twins(played, frozenset({1}), number)
        told = []
        for world in twins.worlds:
            turns = [turn.events for turn in world]
            if slug not in CHEAP:
                turns = turns[:6]
            found = debriefed(rules, turns, played.seats, proofs=False)
            words = DebriefWords(found, NAMES[: played.seats])
            told.append((words.turns_seen(1), [step.seats[1] for step in found.steps]))
        assert told[0] == told[1], (slug, number)
        compared += twins.worlds[0] != twins.worlds[1]
    assert compared, "or it compares nothing"


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("slug", OURS)
def test_every_event_can_be_told_as_each_seat_saw_it(slug: str, lang: str) -> None:
    """Nothing unfilled, whatever lies on paper."""
    rules = game(slug)
    papers: list[dict[str, str]] = [{}, {"pieces": "paper"}]
    papers += [{"pieces": "paper", "racks": "paper"}] if "racks" in rules.Options.__struct_fields__ else []
    for options in papers:
        seats = rules.players[-1]
        chosen = rules.Options(**options)
        turns, _ = simulation.play(rules, robot(slug), chosen, seats, simulation.seed_of("eyes", 1))
        bare = Debrief(slug, seats, happened(rules, turns), (), (), (), (), (), ())
        with i18n.speaking(lang):
            words = DebriefWords(bare, NAMES[:seats])
            for number in range(len(bare.events)):
                for seat in range(seats):
                    line = words.seen(number, seat)
                    assert "{" not in line and "None" not in line and ": ." not in line, line


@pytest.mark.parametrize("slug", OURS)
def test_what_the_host_puts_right_can_be_told_as_each_seat_saw_it(slug: str) -> None:
    """The host is nobody at the table: the page of a whole game was missing for one code that he had put right."""
    rules, told = game(slug), set()
    for number in range(40):
        played = worlds(slug).sample(number)
        bare = Debrief(slug, played.seats, happened(rules, played.turns), (), (), (), (), (), ())
        words = DebriefWords(bare, NAMES[: played.seats])
        for each, happening in enumerate(bare.events):
            if played.turns[happening.turn].actor != TABLE:
                continue
            for seat in range(played.seats):
                line = words.seen(each, seat)
                assert "{" not in line and "None" not in line, line
            told.add(type(happening.event).__name__)
    assert told, "or the host has done nothing"
    assert slug != "fully" or "CodeSet" in told


def happened(rules, turns):  # type: ignore[no-untyped-def]
    """The events with their states, without anybody who reasons."""
    from referee.debrief import Happened

    state, found = rules.start(), []
    for number, turn in enumerate(turns):
        for event in turn.events:
            state = rules.evolve(state, event)
            found.append(Happened(number, event, state))
    return tuple(found)


def test_curves_begin_and_end_within_their_frame() -> None:
    rules = game("code777")
    turns, _ = simulation.play(rules, robot("code777"), rules.Options(target=1), 3, simulation.seed_of("curves", 1))
    found = debriefed(rules, [turn.events for turn in turns], 3, proofs=False)
    drawn = curves(found)
    assert len(drawn.curves) == 3 and len(drawn.across) == len(turns)
    for curve in drawn.curves:
        points = [tuple(map(float, point.split(","))) for point in curve.points.split()]
        assert len(points) == len(turns)
        assert all(26 <= x <= 312 and 10 <= y <= 144 for x, y in points)
    first, last = drawn.heights[0], drawn.heights[-1]
    assert first == (144.0, "1") and last[0] < first[0]


def looked_back(**more):  # type: ignore[no-untyped-def]
    """A debrief of three seats with these findings."""
    from msgspec.structs import replace

    from referee.debrief import Happened

    events = tuple(Happened(turn, None, None) for turn in range(30))
    bare = Debrief("code777", 3, events, (), ((), (), ()), (), (), (), ())
    return replace(bare, **more)


FACT = Fact("digits", 0, (1, 2, 3), whole=True)


@pytest.mark.parametrize("proof", [None, (1,)])
def test_what_was_wrong_is_told_as_what_somebody_said(
    proof: tuple[int, ...] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """“Bob could not know that this was wrong: Bob holds 1 5 7.” read as what he held."""
    words = DebriefWords(looked_back(), ("Anne", "Bob", "Cleo"))
    monkeypatch.setattr(words, "fact", lambda _: "Bob holds 1 5 7.")
    monkeypatch.setattr(words, "place", lambda _: "After question 3")
    assert "Bob said “Bob holds 1 5 7.” It was wrong" in words.mistake(Mistake(3, 1, FACT, proof))


def test_three_moments_one_of_each_kind_first() -> None:
    """The winner's last secret, a rival's mistake that could be known, a chance that was let go; then what told most."""
    won = tuple(Secret(0, era, 0, turn, FACT, did=turn + 1, said=FACT) for era, turn in enumerate((5, 20)))
    let_go = Secret(1, 0, 0, 12, FACT)
    unlucky, refutable = Mistake(3, 2, FACT, None), Mistake(9, 2, FACT, (1,))
    found = looked_back(
        secrets=(won, (let_go,), ()), mistakes=(unlucky, refutable), telling=(Telling(7, 1, 3.0), Telling(8, 0, 1.0))
    )
    assert [each.turn for each in moments(found, (0,))] == [9, 12, 20]
    assert moments(found, (0,))[0].what == refutable


def test_moments_fill_up_with_what_there_is_and_no_turn_comes_twice() -> None:
    lost = (Lost(4, 2, FACT, 100), Lost(6, 2, FACT, 900), Lost(6, 3, FACT, 500))
    assert [each.turn for each in moments(looked_back(lost=lost), (1,))] == [4, 6]
    assert moments(looked_back(), ()) == ()
    told = tuple(Telling(event, event % 3, 9.0 - event) for event in range(5))
    assert [each.turn for each in moments(looked_back(telling=told), (1,))] == [0, 1, 4]  # the winner's first


def test_counts_are_in_digits_that_people_read() -> None:
    """No powers of ten, no bits."""
    assert [counted(n) for n in (1, 33, 576, 2.5)] == ["1", "33", "576", "2.5"]
    assert counted(3_234_567) == "3\u202f200\u202f000"
    assert [possibilities(n) for n in (0, 5, 10, 15, 20, 25)] == [
        "1",
        "32",
        "1024",
        "33\u202fk",
        "1049\u202fk",
        "34\u202fM",
    ]


def test_a_moment_is_counted_in_questions_as_players_do() -> None:
    """A declaration between two questions is a turn of the record, and no question; before the first there is none to name."""
    rules = game("code777")
    turns, _ = simulation.play(rules, robot("code777"), rules.Options(target=2), 3, simulation.seed_of("moment", 1))
    words = DebriefWords(Debrief("code777", 3, happened(rules, turns), (), (), (), (), (), ()), NAMES[:3])
    asked, declared = 0, 0
    for number, turn in enumerate(turns):
        asked += any(type(event).__name__ == "Asked" for event in turn.events)
        declared += any(type(event).__name__ == "Declared" for event in turn.events)
        assert words.when(number) == (f"question {asked} (move {number})" if asked else f"move {number}")
    assert asked and declared > 1
