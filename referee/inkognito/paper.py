"""Inkognito beside printed cards: what phones check and remember, what they pass on, and what hands do."""

from __future__ import annotations

from collections.abc import Callable

from referee.game import Refused
from referee.inkognito import moves as m
from referee.inkognito.calls import call
from referee.inkognito.checks import check_look, check_pair, check_show
from referee.inkognito.pieces import AMBASSADOR
from referee.inkognito.secrets import sorted_pair
from referee.inkognito.state import State, last_noted


def note(state: State, seat: int, move: m.Pair) -> list[m.Event]:
    """With paper: a pair that was handed over, if it may be."""
    check_pair(state, None, seat, move)
    return [m.Noted(seat, move.to, sorted_pair(move.cards))]


def show(state: State, seat: int, move: m.Show) -> list[m.Event]:
    """With paper: a true card goes from phone to phone; with five players the Ambassador may see it too."""
    check_show(state, None, seat, move)
    to = (move.to, AMBASSADOR) if move.heard else (move.to,)
    return [m.Shown(seat, to, (state.true(seat, move.card),), True)]


def look(state: State, seat: int, move: m.Look) -> list[m.Event]:
    """With paper: the agent that nobody plays is in the phones too."""
    check_look(state, None, seat, move)
    assert state.nobody is not None
    return [m.Shown(state.nobody, (seat,), (state.true(state.nobody, move.card),), True)]


def retract(state: State, seat: int, move: m.Retract) -> list[m.Event]:
    """With paper: the pair that was written down last and was not handed over."""
    if last_noted(state, seat) is None:
        raise Refused("nothing to retract")
    return [m.Retracted(seat)]


def by_hand(state: State, seat: int, move: m.Move) -> list[m.Event]:
    """With paper: what hands do."""
    raise Refused("on the table")


ON_PAPER: dict[type, Callable[..., list[m.Event]]] = {
    m.Pair: note,
    m.Show: show,
    m.Look: look,
    m.Retract: retract,
    m.Call: lambda state, seat, move: [call(state, seat, move)],
    m.Go: by_hand,
    m.Ask: by_hand,
    m.Answer: by_hand,
    m.Pass: by_hand,
}
