"""Robots of three strengths: every game ends with each of them, none knows more than its seat witnessed, and whoever thinks more
wins more. How much more, docs/robots.md tells."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec import json, to_builtins
from support.soak import SOAK

from referee import record, simulation
from referee.game import Game
from referee.mind import STRENGTHS, Mind, Minds, Strength
from referee.rallye.events import Judged, Paid
from referee.record import Setup
from referee.registry import GAMES, game, robot

SHORT: dict[str, dict[str, Any]] = {"fully": {"rounds": 3}, "rallye": {"minutes": 10}, "inkognito": {"target": 1}}

# A sharp team calls FULLY against a good one in some of a hundred games: the first of them that are close together.
GAMES_WITH_CALLS = range(40) if SOAK else range(20, 34)


def play(slug: str, seats: int, strengths: tuple[Strength, ...], number: int = 1, **options: Any) -> tuple[Any, Any]:
    """One game."""
    rules = game(slug)
    chosen = rules.Options(**{**SHORT.get(slug, {}), **options})
    return simulation.play(rules, robot(slug), chosen, seats, simulation.seed_of("minds", number), strengths)


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("slug", [slug for slug in GAMES if game(slug).knowledge])
def test_every_strength_plays_every_game_to_its_end(slug: str, strength: Strength) -> None:
    """With as few and as many players as there can be; no move is refused, and the same seed gives the same game."""
    for seats in {game(slug).players[0], game(slug).players[-1]}:
        turns, outcome = play(slug, seats, (strength,) * seats)
        assert outcome and len(turns) > 3
    assert play(slug, seats, (strength,) * seats) == (turns, outcome)


@pytest.mark.parametrize("slug", ["code777", "inkognito", "allo"])
def test_paper_tables_too(slug: str) -> None:
    seats = game(slug).players[0]
    assert play(slug, seats, ("sharp",) * seats, pieces="paper", **({"racks": "paper"} if slug == "code777" else {}))


@pytest.mark.parametrize("slug", ["code777", "inkognito", "allo"])
def test_a_mind_is_made_of_what_the_record_says_that_its_seat_saw(slug: str) -> None:
    """Folded from the lines of a record, the same is known: there is no other source."""
    rules: Game = game(slug)
    assert rules.knowledge
    seats = rules.players[0]
    options = rules.Options(**SHORT.get(slug, {}))
    seed = simulation.seed_of("minds", 2)
    turns, _ = simulation.play(rules, robot(slug), options, seats, seed, ("good",) * seats)
    data = record.write(Setup(slug, seats, options, ("",) * seats, seed), turns, "outcome")
    written = [json.decode(line) for line in data.splitlines() if b'"kind":"turn"' in line]
    minds = Minds(rules, dict.fromkeys(range(seats), "good"))
    heard: list[list[Any]] = [[] for _ in range(seats)]
    state = rules.start()
    for turn, line in zip(turns, written, strict=True):
        for i, event in enumerate(turn.events):
            state = rules.evolve(state, event)
            minds.hear(state, event)
            for seat in range(seats):
                seen = rules.witness(state, event, seat)
                heard[seat].append(seen)
                assert line["witnessed"][str(seat)][i] == json.decode(json.encode(to_builtins(seen)))
    first = rules.start()
    first = rules.evolve(first, turns[0].events[0])
    for seat in range(seats):
        known = rules.knowledge.begin(rules.view(first, seat), heard[seat][0])
        for seen in heard[seat][1:]:
            known = known.after(seen)
        mine = minds[seat].reasoner
        assert mine is not None
        assert (mine.worlds, mine.solutions, mine.certain()) == (known.worlds, known.solutions, known.certain())


def test_an_easy_one_remembers_nothing() -> None:
    rules = game("code777")
    minds = Minds(rules, {0: "easy", 1: "good"})
    (dealt,) = rules.deal(rules.Options(), 2, simulation.Chance(bytes(32), 0))
    minds.hear(rules.evolve(rules.start(), dealt), dealt)
    assert minds[0] == Mind("easy") and minds[1].reasoner is not None


def wins(slug: str, seats: int, first: Strength, others: Strength, count: int, team: bool = False) -> float:
    """What the first strength won, of what equals would."""
    found = 0.0
    for number in range(count):
        ours = (number % 2, number % 2 + 2) if team else (number % seats,)
        strengths = tuple(first if seat in ours else others for seat in range(seats))
        _, outcome = play(slug, seats, strengths, number // seats, **({"rounds": 10} if slug == "fully" else {}))
        found += sum(seat in outcome.winners for seat in ours) / max(1, len(outcome.winners))
    return found / count * seats / (2 if team else 1)


def test_the_sharp_win_more_than_the_easy() -> None:
    """Few games, and always the same ones: by far more than chance where it is clear."""
    assert wins("code777", 4, "sharp", "easy", 40) > 1.3
    assert wins("inkognito", 3, "sharp", "easy", 30) > 1.2
    assert wins("fully", 4, "sharp", "easy", 4, team=True) > 1.5
    assert wins("allo", 4, "sharp", "easy", 20) > 1.2


@pytest.mark.parametrize(("slug", "said"), [("code777", "declared"), ("inkognito", "called"), ("allo", "guessed")])
def test_the_sharp_dare_and_are_wrong_at_times(slug: str, said: str) -> None:
    """So the rules for a wrong declaration, call and number come up among robots; more often than not they are right."""
    seats, fired = game(slug).players[-1], Counter[str]()
    for number in range(6):
        fired += simulation.fired(
            play(slug, seats, ("sharp",) * seats, number, **({"target": 2} if slug == "inkognito" else {}))[0]
        )
        if 0 < fired[f"{said}.right"] < fired[said]:
            break
    assert 0 < fired[f"{said}.right"] < fired[said]


def test_the_sharp_call_fully_when_the_talk_hangs_together() -> None:
    """And are right: of honest rivals every place is found. Good ones hardly ever dare; talk that is made up is told apart."""

    def calls(first: Strength, others: Strength) -> list[bool]:
        """Of some games, those in which FULLY was called: was it right?"""
        found = []
        for number in GAMES_WITH_CALLS:
            turns, outcome = play("fully", 4, (first, others, first, others), number, rounds=10)
            if simulation.fired(turns)["agreed.yes"]:
                found.append((outcome.reason, outcome.winners) == ("fully", (0, 2)))
        return found

    honest = calls("sharp", "good")
    assert len(honest) >= 3 and all(honest)
    assert 3 * max(len(calls("sharp", "sharp")), len(calls("good", "good"))) < len(honest)


def test_a_sharp_policeman_lets_his_own_car_go_until_somebody_watches() -> None:
    """He would pay for sure what somebody else may never ask for; once others have made him pay twice, he stops himself. A good
    one is always as strict with himself as with others."""

    def own_fines(strength: Strength) -> Counter[int]:
        """How many, by how often whoever stopped himself had paid before for what he let go."""
        found = Counter[int]()
        for number in range(3):
            bites = Counter[int]()
            for turn in play("rallye", 3, (strength,) * 3, number, minutes=60)[0]:
                for event in turn.events:
                    if isinstance(event, Judged) and event.own:
                        found[bites[event.by]] += 1
                    if isinstance(event, Paid) and event.why == "forgotten" and event.car is not None:
                        bites[event.car % 3] += event.source == event.car % 3
        return found

    sharp = own_fines("sharp")
    assert sharp and min(sharp) >= 2
    assert own_fines("good")[0] > 0


def test_memory_shortens_games_of_code777() -> None:
    """Fewer questions to three points than without it."""

    def questions(strength: Strength) -> int:
        games = (play("code777", 3, (strength,) * 3, number)[0] for number in range(25))
        return sum(type(event).__name__ == "Asked" for turns in games for turn in turns for event in turn.events)

    assert questions("good") < 0.9 * questions("easy")
