"""Plays any seat of Higher from its own view: halves what is possible, and calls when one number is left."""

from __future__ import annotations

from support.sixth_game import moves as m
from support.sixth_game.pieces import NUMBERS
from support.sixth_game.state import State
from support.sixth_game.views import View

from referee.chance import Chance
from referee.game import TABLE, Actor, Offer


def choose(view: View, offers: list[Offer], chance: Chance) -> m.Move | None:
    """A move for this seat, or none: with nothing to do it waits."""
    left = possible(view)
    return None if not offers else m.Call(left[0]) if len(left) == 1 else m.Ask(left[len(left) // 2 - 1])


def possible(view: View) -> list[int]:
    """The numbers that the left neighbour can have, after all that was heard."""
    target = view.numbers[(view.observer + 1) % view.seats]
    left = [target] if target else [number for number in NUMBERS if number not in view.numbers]
    for line in view.log:
        if isinstance(line, m.Answered) and line.seat == view.observer:
            left = [number for number in left if (number > line.than) == line.higher]
        elif isinstance(line, m.Called) and line.seat == view.observer:
            left = [number for number in left if number != line.number]
    return left


def stand_in(view: View, offers: list[Offer], chance: Chance) -> tuple[Actor, m.Move] | None:
    """An absent player is passed over."""
    return (TABLE, m.Skip()) if offers else None


def hands(state: State, chance: Chance) -> None:
    """Nothing is done by hand."""
