"""How long a game has been played, for tables that play against the clock.

It follows from the log alone, so a restart loses no minute and wins none. A pause does not count, and of a long silence
only its first minutes do: a laptop that was closed for the night has not played till morning.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from companion.table.acts import Act, GameAbandoned, GameBegun, PauseSet, decode
from referee.game import TableOptions

REST = 300.0  # seconds of silence that count
LONG = 2700.0  # where the game is on the table, and the phones are only asked now and then


class PlayClock(Struct):
    """Seconds played up to the last act, and when that was; nothing is counted while `since` is None."""

    played: float = 0.0
    since: float | None = None
    rest: float = REST

    def follow(self, act: Act, at: float) -> None:
        """One more act."""
        self.played = self.at(at)
        running = self.since is not None
        if isinstance(act, GameBegun):
            self.played, running = 0.0, True
        elif isinstance(act, PauseSet):
            running = not act.paused
        elif isinstance(act, GameAbandoned):
            running = False
        self.since = at if running else None

    def at(self, now: float) -> float:
        """Seconds played by then. A clock that was set back takes nothing away."""
        return self.played if self.since is None else self.played + min(max(now - self.since, 0.0), self.rest)


def counted_silence(options: TableOptions) -> float:
    """How much of a silence counts at a table that plays so."""
    return LONG if options.pieces == "paper" else REST


def clock_of_log(acts: Iterable[tuple[int, bytes]], times: Iterable[float], rest: float = REST) -> PlayClock:
    """What a watch shows that was there from the first act on."""
    found = PlayClock(rest=rest)
    for (_, act), at in zip(acts, times, strict=True):
        found.follow(decode(act), at)
    return found
