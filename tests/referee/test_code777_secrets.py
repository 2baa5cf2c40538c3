"""Nobody learns from view, offer or event what is not for his eyes: worlds that he cannot tell apart look the same."""

from __future__ import annotations

from itertools import combinations_with_replacement

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.chance import Chance
from referee.code777 import moves as m
from referee.code777.game import GAME
from referee.code777.pieces import TILES, Colour, Tile
from referee.code777.robot import choose
from referee.code777.state import State, filled_with
from referee.game import ARBITER, TABLE, Observer, Refused

SEED = bytes(32)


def played(seats: int, seed: int, steps: int, answers: str) -> tuple[list[m.Event], State]:
    """A game by robots, cut off somewhere in the middle: when it is over, nothing is hidden."""
    key = seed.to_bytes(32)
    events = GAME.deal(m.Options(answers=answers, target=5), seats, Chance(key, 0))  # type: ignore[arg-type]
    state = GAME.evolve(GAME.start(), events[0])
    for step in range(steps):
        seat = next((s for s in range(seats) if any(o.kind in ("ask", "announce") for o in GAME.moves(state, s))), 0)
        move = choose(GAME.view(state, seat), GAME.moves(state, seat), Chance(key, 1000 + step))
        if move is None:
            break
        found, before = GAME.decide(state, seat, move, Chance(key, 1 + step)), state
        for event in found:
            state = GAME.evolve(state, event)
        if GAME.outcome(state):
            return events, before
        events += found
    return events, state


def other_world(state: State, hidden: list[int], chance: Chance) -> State:
    """The same but for what is hidden: those racks, the stock and the deck, mixed among themselves."""
    pool = list(state.stock)
    for rack in hidden:
        pool += state.racks[rack]
    pool = list(chance.shuffled(pool))
    fillings = state.fillings
    for rack in hidden:
        fillings = filled_with(fillings, rack, tuple(pool.pop() for _ in state.racks[rack]))
    return replace(state, fillings=fillings, stock=tuple(pool), deck=chance.shuffled(state.deck))


def hidden_from(observer: Observer, seats: int) -> list[int]:
    """The racks that observer must not see."""
    return [observer] if isinstance(observer, int) else list(range(seats))


def leaks(state: State, observer: Observer, chance: Chance) -> bool:
    """Does the observer see a difference between two worlds that differ only in what is hidden from him?"""
    other = other_world(state, hidden_from(observer, state.seats), chance)
    here, there = (msgspec.json.encode(GAME.view(world, observer)) for world in (state, other))
    if observer != ARBITER:
        here += msgspec.json.encode(GAME.moves(state, observer))
        there += msgspec.json.encode(GAME.moves(other, observer))
    return here != there


games = st.tuples(
    st.integers(2, 5), st.integers(0, 10**9), st.integers(0, 60), st.sampled_from(["referee", "announced"])
)


@settings(max_examples=40)
@given(games, st.integers(0, 10**6))
def test_views_and_offers_tell_nothing_hidden(game: tuple[int, int, int, str], other: int) -> None:
    """For each seat, the table, and the arbiter before his time."""
    _, state = played(*game)
    for observer in (*range(state.seats), TABLE, ARBITER):
        assert not leaks(state, observer, Chance(SEED, other))


@pytest.mark.parametrize("observer", [0, TABLE])
def test_the_comparison_notices_a_leak(observer: Observer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Proof: a view that shows one hidden tile too many is caught, and so is the order of the cards."""
    _, state = played(4, 7, 5, "referee")
    usual = GAME.view
    for spoilt in (
        lambda s, o: replace(usual(s, o), aside=(*s.aside, s.racks[0][0])),
        lambda s, o: replace(usual(s, o), left=s.stock[0].digit),
        lambda s, o: replace(usual(s, o), turns=s.deck[0]),
    ):
        monkeypatch.setattr(GAME, "view", spoilt, raising=False)
        assert any(leaks(state, observer, Chance(SEED, n)) for n in range(8))


@settings(max_examples=25)
@given(games)
def test_events_are_witnessed_without_secrets(game: tuple[int, int, int, str]) -> None:
    """One's own new tiles, the order of the deal and of the stock, and an answer not yet announced stay hidden."""
    events, state = played(*game)
    for event in events:
        for observer in (*range(state.seats), TABLE, ARBITER):
            seen = GAME.witness(state, event, observer)
            if isinstance(seen, m.Dealt):
                assert (seen.tiles, seen.questions) == ((), ())
            elif isinstance(seen, m.Asked):
                assert seen.answer is None
            elif isinstance(seen, m.Reshuffled):
                assert seen.tiles == ()
            elif isinstance(seen, m.Refilled):
                mine = seen.rack in hidden_from(observer, state.seats)
                assert seen.tiles == (() if mine else event.tiles)
            else:
                assert seen == event


def test_everybody_sees_everything_when_it_is_over() -> None:
    key = bytes(32)
    (dealt,) = GAME.deal(m.Options(target=1), 3, Chance(key, 0))
    state = GAME.evolve(GAME.start(), dealt)
    digits = tuple(tile.digit for tile in state.racks[1])
    for event in GAME.decide(state, 1, m.Declare(digits), Chance(key, 1)):  # type: ignore[arg-type]
        state = GAME.evolve(state, event)
    assert GAME.witness(state, dealt, ARBITER) == dealt
    for observer in (0, 1, 2, TABLE, ARBITER):
        assert tuple(rack.tiles for rack in GAME.view(state, observer).racks) == state.racks


@pytest.mark.parametrize("stranger", [3, -1, 99])
def test_a_seat_that_does_not_exist_sees_no_more_than_the_table(stranger: int) -> None:
    _, state = played(3, 1, 4, "referee")
    assert replace(GAME.view(state, stranger), observer=TABLE) == GAME.view(state, TABLE)
    assert GAME.moves(state, stranger) == []
    with pytest.raises(Refused, match="no such seat"):
        GAME.decide(state, stranger, m.Declare((1, 2, 3)), Chance(SEED, 1))


TRIES = [
    m.Enter(1, (tile, other, Tile(7, Colour.BLUE)))
    for tile, other in combinations_with_replacement(sorted(set(TILES)), 2)
]


@pytest.mark.parametrize("actor", [0, TABLE])
def test_a_refusal_tells_nothing_hidden(actor: int | str) -> None:
    """Whoever enters a paper rack could try one tile after another; he must not learn his own tiles by that."""
    green, yellow, black = (Tile(1, Colour.GREEN), Tile(2, Colour.YELLOW), Tile(3, Colour.BLACK))
    seen = (Tile(6, Colour.GREEN), Tile(6, Colour.PINK), Tile(5, Colour.RED))
    open_rack = (Tile(7, Colour.PINK), Tile(7, Colour.YELLOW), Tile(5, Colour.BLACK))
    answers = []
    for own in ((green, yellow, black), (Tile(4, Colour.BROWN),) * 3):
        (dealt,) = GAME.deal(m.Options(pieces="paper", racks="paper"), 3, Chance(SEED, 0))
        state = GAME.evolve(GAME.start(), dealt)
        for by, rack, tiles in ((2, 0, own), (1, 2, seen), (0, 3, open_rack)):
            (event,) = GAME.decide(state, by, m.Enter(rack, tiles), Chance(SEED, 1))
            state = GAME.evolve(state, event)
        heard = []
        for move in TRIES:
            try:
                heard.append(GAME.decide(state, actor, move, Chance(SEED, 2)) and "taken")  # type: ignore[arg-type]
            except Refused as refusal:
                heard.append(str(refusal))
        answers.append(heard)
    assert answers[0] == answers[1]
    assert actor == TABLE or len(set(answers[0])) > 1, "some are refused: by what he sees"
