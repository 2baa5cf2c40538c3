"""Worlds of Higher: other hidden numbers, of which every answer so far is just as true."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace
from support.companion.worlds import Eyes, Game, Turn, Twins, played
from support.sixth_game import moves as m
from support.sixth_game.pieces import NUMBERS, PLAYERS
from support.sixth_game.state import State
from support.sixth_game.views import View

from referee.chance import Chance
from referee.game import TABLE, Actor, Offer


def play(strict: bool, seats: int, seed: int, steps: int) -> Game:
    """A game by people who ask and call whatever they like."""
    return played("higher", seats, m.Options(strict), seed, steps, next_move)


def next_move(state: State, seats: int, chance: Chance) -> tuple[Actor, m.Move]:
    """Mostly a question; a call now and then, and somebody who is passed over."""
    move = chance.one([m.Ask, m.Ask, m.Ask, m.Call, m.Skip])
    return (TABLE, m.Skip()) if move is m.Skip else (state.turn, move(chance.one(NUMBERS)))


def true(numbers: tuple[int, ...], turns: tuple[Turn, ...]) -> bool:
    """Could these be the numbers of a game, after all that was said?"""
    for event in (event for turn in turns[1:] for event in turn.events if not isinstance(event, m.Skipped)):
        hidden = numbers[(event.seat + 1) % len(numbers)]
        if isinstance(event, m.Answered):
            fits = (hidden > event.than) == event.higher
        else:
            fits = (hidden == event.number) == event.right and event.shown in (None, numbers[event.seat])
        if not fits:
            return False
    return True


def twins(game: Game, eyes: Eyes, seed: int) -> Twins:
    """The game and another, with as many other numbers as those eyes would not notice."""
    (dealt,) = game.turns[0].events
    fits = [
        numbers
        for numbers in permutations(NUMBERS, game.seats)
        if all(numbers[seat] == dealt.numbers[seat] for seat in eyes - {TABLE}) and true(numbers, game.turns)
    ]
    others = [sum(a != b for a, b in zip(numbers, dealt.numbers, strict=True)) for numbers in fits]
    best = [numbers for numbers, count in zip(fits, others, strict=True) if count == max(others)]
    numbers = Chance(seed.to_bytes(32), 0).one(best)
    other = (Turn(None, None, [replace(dealt, numbers=numbers)]), *game.turns[1:])
    if len(other) == 1:
        return Twins(game, eyes, (game.turns, other), None)
    return Twins(game, eyes, (game.turns[:-1], other[:-1]), (game.turns[-1], other[-1]))


def forbidden(view: View, offers: list[Offer]) -> list[tuple[Offer, dict[str, Any]]]:
    """Nothing that answers an offer breaks a rule."""
    return []


def sample(number: int) -> Game:
    """Few players and many by turns, lenient and strict, short and longer."""
    return play(number % 2 == 0, PLAYERS[number % len(PLAYERS)], 1000 * number, 8 + 5 * number % 17)


games = st.builds(play, st.booleans(), st.sampled_from(PLAYERS), st.integers(0, 10**9), st.integers(0, 20))
