"""What may be decided at a meeting of Inkognito, and with paper what may be shown: each refuses by its rule."""

from __future__ import annotations

from collections.abc import Callable

from referee.game import Refused
from referee.inkognito import moves as m
from referee.inkognito.meetings import Meeting, other
from referee.inkognito.pieces import AGENTS, AMBASSADOR
from referee.inkognito.secrets import askable, black_left, exchanging, pairs_shown, sorted_pair, true_cards
from referee.inkognito.state import State


def check_pair(state: State, where: Meeting | None, seat: int, move: m.Pair) -> None:
    """Two cards, exactly one of them true, never the same two to the same person."""
    if where and (not exchanging(state, where, seat) or move.to != other(where, seat)):
        raise Refused("nothing to show")
    if not where and (move.to == seat or move.to >= state.seats or seat == AMBASSADOR):
        raise Refused("nothing to show")
    if move.cards[0] == move.cards[1]:
        raise Refused("two cards")
    true = true_cards(move.cards, state.identities[seat], state.fragments[seat])
    if true != 1:
        raise Refused("one true", true=true)
    if sorted_pair(move.cards) in pairs_shown(state, seat, move.to):
        raise Refused("same pair", seat=move.to)


def check_show(state: State, where: Meeting | None, seat: int, move: m.Show) -> None:
    """A true card instead of a pair, between agents: none where there is no exchange, and not one that he has seen."""
    if where and where.kind != "exchange":
        raise Refused("nothing to show")
    if where and (not exchanging(state, where, seat) or move.to != other(where, seat) or move.heard):
        raise Refused("nothing to show")
    if not where and (move.to == seat or move.to not in range(state.seats) or AMBASSADOR in (seat, move.to)):
        raise Refused("nothing to show")
    if move.heard and state.seats <= AMBASSADOR:
        raise Refused("no ambassador")
    if move.card not in black_left(state, seat, move.to):
        raise Refused("shown before", seat=move.to, card=move.card)


def check_ask(state: State, where: Meeting, seat: int, move: m.Ask) -> None:
    """Another agent, of whom there is something left to learn."""
    if where.kind != "ask" or seat not in AGENTS:
        raise Refused("no ambassador")
    if move.agent == seat or move.agent not in AGENTS:
        raise Refused("another agent")
    left = askable(state, seat).get(move.agent, ())
    if not left:
        raise Refused("both known", agent=move.agent)
    if (move.agent == state.nobody) != (move.card is not None):
        raise Refused("which card" if move.card is None else "his choice", agent=move.agent)
    if move.card and move.card not in left:
        raise Refused("seen before", agent=move.agent, card=move.card)


def check_look(state: State, where: Meeting | None, seat: int, move: m.Look) -> None:
    """A true card of the agent that nobody plays, which one has not seen."""
    if (where and where.kind != "look") or state.nobody is None:
        raise Refused("nothing to look at")
    if move.card not in black_left(state, state.nobody, seat):
        raise Refused("seen before", agent=state.nobody, card=move.card)


def check_pass(state: State, where: Meeting, seat: int, move: m.Pass) -> None:
    """Whoever must show something cannot hold back."""
    if exchanging(state, where, seat):
        raise Refused("must show", seat=other(where, seat))


CHECKS: dict[type, Callable[..., None]] = {
    m.Pair: check_pair,
    m.Show: check_show,
    m.Ask: check_ask,
    m.Look: check_look,
    m.Pass: check_pass,
}
