"""All that is so in a game of Higher, and how it ends."""

from __future__ import annotations

from msgspec import Struct
from support.sixth_game import moves as m

from referee.game import Outcome


class State(Struct, frozen=True):
    """All that is so, secrets included."""

    options: m.Options = m.Options()
    seats: int = 0
    numbers: tuple[int | None, ...] = ()  # all of them are known here
    log: tuple[m.Answered | m.Called | m.Skipped, ...] = ()  # a line a turn, heard by everybody

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return len(self.log) % self.seats


def outcome(state: State) -> Outcome | None:
    """The first right call wins."""
    last = state.log[-1] if state.log else None
    if not isinstance(last, m.Called) or not last.right:
        return None
    return Outcome("called", (last.seat,), tuple(int(seat == last.seat) for seat in range(state.seats)))


def limit(state: State) -> None:
    """Nobody plays against the clock."""
