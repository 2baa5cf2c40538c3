"""What a table costs when the server starts again: its log, from the bytes in the database to the table in memory."""

from __future__ import annotations

from collections.abc import Iterator

from bench import clock
from bench.measure import Measure, milliseconds
from bench.phones import cafe
from companion.table.acts import GameBegun, MoveMade, decode
from companion.table.state import TableState

ROUNDS, TIMES = 9, 20


def measures() -> Iterator[Measure]:
    """A full game; and how much of it is reading JSON."""
    acts = cafe.play(0).acts
    events = sum(len(act.events) for act in map(decode, acts) if isinstance(act, GameBegun | MoveMade))

    def replay() -> None:
        for _ in range(TIMES):
            table_state = TableState("b00000")
            for version, act in enumerate(acts, 1):
                table_state.follow(version, decode(act))

    def read() -> None:
        for _ in range(TIMES):
            for act in acts:
                decode(act)

    race = clock.race(ROUNDS, replay, read)
    each = race[0] / TIMES
    title = f"replay of a full game log, {events} events"
    yield Measure(title, milliseconds(each), each / events * 1e6, unit="µs an event")
    yield Measure("  against reading its JSON", milliseconds(each, race[1] / TIMES), race.ratio(0, 1))
