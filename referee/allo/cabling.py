"""Laying a cable: between whom, from which strips, and which other cable may be lifted for it."""

from __future__ import annotations

from referee.allo import events as e
from referee.allo import moves as m
from referee.allo import strips, turns
from referee.allo.maps import near
from referee.allo.pieces import MOST_UNITS
from referee.allo.state import State
from referee.allo.ways import pair
from referee.game import Refused


def lay(state: State, seat: int, move: m.Lay) -> list[e.Event]:
    """The bare link to a neighbouring city where somebody stands, from strips that are there or that one lifts."""
    if state.step in ("card", "move"):
        raise Refused("other step", step=state.step)
    here, there = state.places[seat], move.city
    a, b = state.options.map.called(here), state.options.map.called(there)
    if there not in state.options.map.codes:
        raise Refused("no such city", given=there)
    sections = near(state.options.map)[here].get(there)
    if sections is None:
        raise Refused("no link", a=a, b=b)
    if there not in turns.others(state):
        raise Refused("nobody there", city=b)
    if pair(here, there) in state.laid:
        raise Refused("laid before", a=a, b=b)
    lift = check_lift(state, move, sections)
    if state.step != "cable":
        raise Refused("other step", step=state.step)
    supply = strips.total((state.supply, *(c.strips for c in state.cables if c.link == lift)))
    made = strips.make(supply, sections)
    assert made is not None
    gained = min(sections, MOST_UNITS - state.units[seat])
    laid = e.Laid(seat, pair(here, there), made, gained)
    return [e.Lifted(seat, lift), laid] if lift else [laid]


def check_lift(state: State, move: m.Lay, sections: int) -> tuple[str, str] | None:
    """The cable to lift: none while the strips suffice; else one that helps."""
    lift = pair(*move.lift) if move.lift else None
    if strips.make(state.supply, sections):
        if lift:
            raise Refused("strips suffice", need=sections)
        return None
    if lift is None:
        raise Refused("strips short", need=sections, strips=state.supply, lift=bool([*turns.helping(state, sections)]))
    a, b = map(state.options.map.called, lift)
    if lift not in state.laid:
        raise Refused("no cable there", a=a, b=b)
    if lift not in turns.helping(state, sections):
        raise Refused("lifting too little", a=a, b=b, need=sections)
    return lift
