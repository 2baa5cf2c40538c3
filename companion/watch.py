"""How long a game has been played, for tables that play against the clock.

It follows from the log alone, so a restart loses no minute and wins none. A pause does not count, and of a long silence
only its first minutes do: a laptop that was closed for the night has not played till morning.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from companion import sitting as s
from referee.game import TableOptions

REST = 300.0  # seconds of silence that count
LONG = 2700.0  # where the game is on the table, and the phones are only asked now and then


class Watch(Struct):
    """Seconds played up to the last act, and when that was; nothing is counted while `since` is None."""

    played: float = 0.0
    since: float | None = None
    rest: float = REST

    def follow(self, act: s.Act, at: float) -> None:
        """One more act."""
        self.played = self.at(at)
        running = self.since is not None
        if isinstance(act, s.Began):
            self.played, running = 0.0, True
        elif isinstance(act, s.Halted):
            running = not act.paused
        elif isinstance(act, s.Abandoned):
            running = False
        self.since = at if running else None

    def at(self, now: float) -> float:
        """Seconds played by then. A clock that was set back takes nothing away."""
        return self.played if self.since is None else self.played + min(max(now - self.since, 0.0), self.rest)


def silence(options: TableOptions) -> float:
    """How much of a silence counts at a table that plays so."""
    return LONG if options.pieces == "paper" else REST


def watched(acts: Iterable[tuple[int, bytes]], times: Iterable[float], rest: float = REST) -> Watch:
    """What a watch shows that was there from the first act on."""
    found = Watch(rest=rest)
    for (_, act), at in zip(acts, times, strict=True):
        found.follow(s.decode(act), at)
    return found
