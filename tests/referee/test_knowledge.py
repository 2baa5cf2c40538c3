"""What seats can know, against plain enumerations that share no code with it: the same worlds after every event, the truth
always among them, and proofs that are proofs, of which nothing can be left out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from types import ModuleType
from typing import Any

import pytest
from msgspec import to_builtins
from support.companion import worlds_allo, worlds_code777, worlds_inkognito
from support.referee import naive_allo, naive_code777_worlds, naive_inkognito_worlds

from referee.code777.knowledge import worlds as racks
from referee.game import Game
from referee.inkognito.knowledge.reasoner import DEALS
from referee.knowledge import Fact, Reasoner, Unproven, bits, cover
from referee.registry import GAMES, game
from templates.shelves import SHELF, shelf

GAMES_EACH = 4  # and a thousand in `make soak`
STEPS = 60
OURS = [slug for slug in GAMES if shelf(slug) == SHELF]  # a game may do without a reasoner


def followed(rules: Game, turns: Any, seat: int, naive: ModuleType) -> Iterator[tuple[Any, Any, Reasoner, Any]]:
    """After each event: it, the state, a reasoner and a naive table that have both seen what that seat saw."""
    assert rules.knowledge
    state, reasoner, table, number = rules.start(), None, None, 0
    for turn in turns:
        for event in turn.events:
            state = rules.evolve(state, event)
            if reasoner is None:
                view = rules.view(state, seat)
                seen = rules.witness(state, event, seat)
                reasoner = rules.knowledge.begin(view, seen)
                table = naive.Table(to_builtins(view), to_builtins(seen))
            else:
                number += 1
                seen = rules.witness(state, event, seat)
                reasoner = reasoner.after(seen)
                table.see(number, None if seen is None else to_builtins(seen))
                assert reasoner.heard == number
            yield event, state, reasoner, table


def proven(naive: Any, fact: Fact, proof: tuple[int, ...], true_in: Any) -> None:
    """It is a proof for one who thinks plainly, and none without any of its events."""
    assert all(true_in(world, fact) for world in naive.possible(set(proof)))
    for event in proof:
        fewer = naive.possible(set(proof) - {event})
        assert fewer is None or not all(true_in(world, fact) for world in fewer), (fact, proof, event)


def none_shorter(naive: Any, fact: Fact, proof: tuple[int, ...], events: list[int], true_in: Any) -> None:
    """No smaller set of events proves it; tried where they are few."""
    for some in combinations(events, len(proof) - 1):
        assert not all(true_in(world, fact) for world in naive.possible(set(some))), (fact, proof, some)


# Code 777


def rack_fact(rack: Any, fact: Fact) -> bool:
    """Is it so for one who holds that rack?"""
    digits = tuple(sorted(digit for digit, _ in rack))
    so = digits == tuple(fact.value) if fact.part == "digits" else digits.count(fact.value[0]) == fact.value[1]
    return so == fact.so


def as_racks(reasoner: Any) -> list[Any]:
    """The racks that are left, as JSON has them."""
    return sorted(tuple((t.digit, t.colour.value) for t in racks.RACKS[i]) for i in bits(reasoner.left))


CARDS = [("phone", "phone"), ("phone", "phone"), ("paper", "phone"), ("paper", "paper")]


def code777_agrees(seats: int, seed: int) -> int:
    """How many facts of one game were proven."""
    rules = game("code777")
    pieces, where = CARDS[seed % 4]
    answers = "announced" if seed % 3 == 0 else "referee"
    options = rules.Options(pieces=pieces, racks=where, answers=answers, target=5)
    turns = worlds_code777.play(seats, options, seed, STEPS).turns
    seat, proofs = seed % seats, 0
    for number, (event, state, reasoner, table) in enumerate(followed(rules, turns, seat, naive_code777_worlds)):
        if number % 8 and type(event).__name__ not in ("Entered", "Recalled"):
            continue
        possible = table.possible()
        assert as_racks(reasoner) == sorted(possible), (seed, number)
        assert reasoner.worlds == len(possible)
        assert reasoner.solutions == len({tuple(sorted(d for d, _ in rack)) for rack in possible})
        if where == "phone":
            truth = tuple(sorted((t.digit, t.colour.value) for t in state.racks[seat]))
            assert truth in possible
            assert all(rules.knowledge.is_so(state, fact) for fact in reasoner.certain())
        for fact in reasoner.certain()[:1] if number % 16 == 0 else ():
            proof = reasoner.proof(fact)
            proven(table, fact, proof, rack_fact)
            if len(proof) <= 2 or (len(proof) == 3 and number % 64 == 0):
                known = [each.answered for each in reasoner.answers]
                seen = {reasoner.shown[r][f] for moment in reasoner.moments for r, f in moment}
                none_shorter(table, fact, proof, sorted({*known, *seen}), rack_fact)
            proofs += 1
    return proofs


@pytest.mark.parametrize("seats", game("code777").players)
def test_code777_is_exact(seats: int) -> None:
    assert sum(code777_agrees(seats, seed) for seed in range(GAMES_EACH)) > 0


def test_a_tile_that_was_seen_is_remembered_after_it_was_shuffled_in() -> None:
    """As long as one's own rack stands: the robot before forgot it."""
    rules = game("code777")
    remembered = 0
    for seed in range(0, 16, 4):
        turns = worlds_code777.play(2, rules.Options(target=5), seed, 200).turns
        for event, state, reasoner, _ in followed(rules, turns, 0, naive_code777_worlds):
            if type(event).__name__ == "Reshuffled":
                now = reasoner.most_seen()
                open_now = [t for i, rack in enumerate(state.racks) if i != 0 for t in rack]
                remembered += any(count > open_now.count(tile) for tile, count in now.items())
    assert remembered > 2


# Inkognito


def deal_fact(world: Any, fact: Fact) -> bool:
    """Is it so in that deal?"""
    who, what = world
    if fact.part == "call":
        return (world == (tuple(map(str, fact.value[0])), tuple(map(str, fact.value[1])))) == fact.so
    return (fact.value in (who[fact.about], what[fact.about])) == fact.so


def inkognito_agrees(seats: int, seed: int) -> int:
    """How many facts of one game were proven."""
    rules = game("inkognito")
    options = rules.Options(pieces="paper" if seed % 4 == 3 else "phone", target=5)
    turns = worlds_inkognito.play(seats, options, seed, STEPS * 2).turns
    seat, proofs = (seed * 3 + seats - 1) % seats, 0
    for number, (_, state, reasoner, table) in enumerate(followed(rules, turns, seat, naive_inkognito_worlds)):
        if number % 5:
            continue
        possible = table.possible()
        found = [(tuple(map(str, who)), tuple(map(str, what))) for who, what in (DEALS[i] for i in bits(reasoner.left))]
        assert sorted(found) == sorted(possible)
        assert reasoner.solutions == reasoner.worlds == len(possible)
        assert (tuple(map(str, state.identities)), tuple(map(str, state.fragments))) in possible
        assert all(rules.knowledge.is_so(state, fact) for fact in reasoner.certain())
        for fact in reasoner.certain() if number % 15 == 0 else ():
            proof = reasoner.proof(fact)
            proven(table, fact, proof, deal_fact)
            if len(proof) <= 3:
                none_shorter(table, fact, proof, [event for event, _ in reasoner.clues], deal_fact)
            proofs += 1
    return proofs


@pytest.mark.parametrize("seats", game("inkognito").players)
def test_inkognito_is_exact(seats: int) -> None:
    assert sum(inkognito_agrees(seats, seed) for seed in range(GAMES_EACH)) > 0


# Allo... la France


def number_fact(rivals: list[int]) -> Any:
    """Is it so where rivals hold these numbers?"""

    def true_in(world: Any, fact: Fact) -> bool:
        held = world[rivals.index(fact.about)]
        value = "".join(held) if fact.part == "number" else held[naive_allo.PARTS.index(fact.part)]
        return (value == fact.value) == fact.so

    return true_in


def allo_agrees(seats: int, seed: int) -> int:
    """How many facts of one game were proven."""
    rules = game("allo")
    names = ({"surnames": 4, "firsts": 4, "jobs": 4}, {"surnames": 6, "firsts": 5, "jobs": 4}, {})[seed % 3]
    options = rules.Options(pieces="paper" if seed % 2 else "phone", **names)
    turns = worlds_allo.play(seats, options, seed, STEPS * 3).turns
    seat, proofs = seed % seats, 0
    for number, (_, state, reasoner, table) in enumerate(followed(rules, turns, seat, naive_allo)):
        if number % 9:
            continue
        assert all(rules.knowledge.is_so(state, fact) for fact in reasoner.certain())
        truth = [tuple(getattr(state.numbers[r], part) for part in naive_allo.PARTS) for r in table.rivals]
        assert all("".join(held) in set(reasoner.numbers(r)) for r, held in zip(table.rivals, truth, strict=True))
        possible = table.possible()
        if possible is None:
            continue
        assert reasoner.worlds == len(possible)
        for i, rival in enumerate(table.rivals):
            mine = {"".join(world[i]) for world in possible}
            assert set(reasoner.numbers(rival)) == mine
            assert reasoner.solutions[str(rival)] == len(mine)
        true_in = number_fact(table.rivals)
        for fact in reasoner.certain():
            assert all(true_in(world, fact) for world in possible)
        for fact in reasoner.certain()[:2]:
            proof = reasoner.proof(fact)
            if table.possible(set(proof)) is not None:
                proven(table, fact, proof, true_in)
                proofs += 1
    return proofs


@pytest.mark.parametrize("seats", game("allo").players)
def test_allo_is_exact(seats: int) -> None:
    assert sum(allo_agrees(seats, seed) for seed in range(GAMES_EACH)) > 0


# All of them, and for long

AGREE = {"code777": code777_agrees, "inkognito": inkognito_agrees, "allo": allo_agrees}


@pytest.mark.soak
@pytest.mark.parametrize("slug", AGREE)
def test_thousands_of_games(slug: str) -> None:
    """Every count of players, other seeds than above."""
    for seed in range(100, 1100):
        for seats in game(slug).players:
            AGREE[slug](seats, seed)


@pytest.mark.parametrize("slug", OURS)
def test_after_changes_nothing_in_the_one_before(slug: str) -> None:
    """A reasoner is a value: one may ask it what a further event would leave."""
    from referee import simulation
    from referee.registry import robot

    rules = game(slug)
    assert rules.knowledge
    seats = rules.players[0]
    turns, _ = simulation.play(rules, robot(slug), rules.Options(), seats, simulation.seed_of("value", 1))
    state, before = rules.start(), None
    for turn in turns[:25]:
        for event in turn.events:
            state = rules.evolve(state, event)
            if before is None:
                before = rules.knowledge.begin(rules.view(state, 0), rules.witness(state, event, 0))
                continue
            seen = rules.witness(state, event, 0)
            was = before.worlds, before.solutions, before.heard, before.certain()
            one, two = before.after(seen), before.after(seen)
            assert (before.worlds, before.solutions, before.heard, before.certain()) == was
            assert (one.worlds, one.solutions, one.certain()) == (two.worlds, two.solutions, two.certain())
            before = one


def test_the_smallest_cover_is_found() -> None:
    """Greedy would take the large one first, and need three."""
    masks = [0b001111110, 0b000000111 | 1 << 6, 0b111000000 | 0b111000]
    assert sorted(cover(0b111111111, masks, 3)) == [1, 2]
    assert cover(0, masks, 3) == ()
    with pytest.raises(Unproven):
        cover(1 << 12, masks, 3)
    with pytest.raises(Unproven):
        cover(0b111111111, masks, 1)
