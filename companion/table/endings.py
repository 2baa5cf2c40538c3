"""Games that came to an end, as the house lists them: which game, who played and won, and how long it took."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from companion.table.clock import counted_silence
from companion.table.state import TableState

Mark = tuple[int, str, int]  # number, phase and turns of the game on the table
ENDED = ("over", "abandoned")


class FinishedGame(Struct, frozen=True):
    """One game of a table; all of it stands in its record, too."""

    number: int
    slug: str
    at: float  # when it ended
    seconds: float  # that it was played: of a long silence only the first minutes
    abandoned: bool
    names: tuple[str, ...]  # by seat; empty where nobody sat
    winners: tuple[int, ...]  # seats
    robots: tuple[int, ...] = ()  # seats where one played at the end


def game_mark(table_state: TableState) -> Mark:
    """What changes when a game begins, goes on or ends, and not when somebody sits down or is renamed."""
    return table_state.number, table_state.phase, len(table_state.turns)


def has_ended(before: Mark, after: TableState) -> bool:
    """Has an act ended the game, or put right a game that was over?"""
    return after.phase in ENDED and game_mark(after) != before


def was_reopened(before: Mark, after: TableState) -> bool:
    """Does a game that was over go on?"""
    return before[:2] == (after.number, "over") and after.phase == "playing"


def finished_game_of(table_state: TableState, times: Sequence[float]) -> FinishedGame:
    """The game that has just ended at a table. `times` are those of its acts, from its beginning on."""
    won = table_state.outcome.winners if table_state.phase == "over" and table_state.outcome else ()
    return FinishedGame(
        table_state.number,
        table_state.slug,
        times[-1],
        played_seconds(times, counted_silence(table_state.options)),
        table_state.phase == "abandoned",
        tuple(chair.name for chair in table_state.chairs),
        tuple(won),
        tuple(seat for seat, chair in enumerate(table_state.chairs) if chair.robot),
    )


def played_seconds(times: Sequence[float], counted: float) -> float:
    """How long a game was played whose acts were written then; so much of a silence counts."""
    return sum(min(max(later - sooner, 0.0), counted) for sooner, later in pairwise(times))
