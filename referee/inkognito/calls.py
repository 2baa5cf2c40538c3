"""The call: who may make it, whether it is right, and what it brings to whom."""

from __future__ import annotations

from referee.game import Refused
from referee.inkognito import moves as m
from referee.inkognito.meetings import may_call, meeting_of, other
from referee.inkognito.pieces import AGENTS, ALLIES, Fragment, Identity
from referee.inkognito.state import State


def call(state: State, seat: int, move: m.Call) -> m.Called:
    """The verdict. What is wrong with the form itself is refused before anybody hears of it."""
    met = whom(state, seat, move)
    if sorted(move.identities) != sorted(Identity) or sorted(move.fragments) != sorted(Fragment):
        raise Refused("each once")
    mine = (state.identities[seat], state.fragments[seat]) if seat in AGENTS else None
    if mine and (move.identities[seat], move.fragments[seat]) != mine:
        raise Refused("own cards")
    if met is not None and ALLIES[move.identities[seat]] != move.identities[met]:
        raise Refused("not your ally", seat=met)
    right = (move.identities, move.fragments) == (state.identities, state.fragments)
    return m.Called(
        seat,
        met,
        move.identities,
        move.fragments,
        right,
        points(state, seat, right),
        state.identities,  # type: ignore[arg-type]
        state.fragments,  # type: ignore[arg-type]
    )


def allied(state: State) -> bool:
    """With four players there are alliances; else everybody plays for himself."""
    return state.seats == len(AGENTS)


def whom(state: State, seat: int, move: m.Call) -> int | None:
    """Whom the caller takes for his ally: the phones know whom he meets, or with printed cards he says it. Where everybody
    plays for himself it does not matter."""
    if state.stage == "paper":
        met = move.met
        if allied(state) and (met == seat or met not in AGENTS):
            raise Refused("no such meeting")
    else:
        where = meeting_of(state.meetings, seat)
        if not where or not may_call(where, seat, state.seats):
            raise Refused("no call here")
        if seat in where.sealed:
            raise Refused("decided")
        met = other(where, seat)
        if move.met not in (None, met):
            raise Refused("no such meeting")
    return met if allied(state) else None


def points(state: State, seat: int, right: bool) -> tuple[int, ...]:
    """Right: the caller, with four players his ally too. Wrong: the other alliance, or everybody else."""
    mine = {seat, state.identities.index(ALLIES[state.identities[seat]])} if allied(state) else {seat}
    return tuple(int((player in mine) == right) for player in range(state.seats))
