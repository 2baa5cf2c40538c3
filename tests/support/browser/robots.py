"""Robots that play a table on, for tests and pictures of what phones show meanwhile."""

from __future__ import annotations

from support.browser.people import Gathering
from support.companion.rig import robot_call

from referee.chance import Chance


def step(table: Gathering, game: str, number: int, spared: tuple[int, ...] = ()) -> bool:
    """One move of whoever may; first of those who are awaited, then of those who may cry out. Was there one?"""
    awaited = table.awaited
    for seat in [*awaited, *(set(table.wires) - set(awaited))]:
        if seat in spared:
            continue
        wire, base = table.wires[seat], table.hands[seat]
        call = robot_call(game, wire.view(base), seat, Chance(bytes(32), number))
        if call:
            wire.post(f"{base}/move", **call)
            return True
    return False


def steps(table: Gathering, game: str, first: int, last: int) -> int:
    """Plays from one number of moves to another; how many there were when it ended."""
    for number in range(first, last):
        if not step(table, game, number):
            return number
    return last
