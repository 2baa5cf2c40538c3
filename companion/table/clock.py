"""How long a game has been played, for tables that play against the clock; and how long the next move waits.

It follows from the log alone, so a restart loses no minute and wins none. A pause does not count, and of a long silence
only its first minutes do: a laptop that was closed for the night has not played till morning.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from companion.table.acts import Act, GameAbandoned, GameBegun, PauseSet, decode
from companion.table.state import TableState
from referee.game import Breath, TableOptions

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


class BreathClock(Struct):
    """Since when the next move waits for those who may speak before it; nothing runs while there is nothing to wait for.

    The wait itself is in the log, and so is its end. Only the seconds that are gone are not: after a start or a pause they
    begin anew, for nobody could speak meanwhile.
    """

    breath: Breath | None = None
    since: float = 0.0

    def follow(self, table_state: TableState, at: float) -> None:
        """The table after one more act, or as it was read."""
        running = table_state.phase == "playing" and not table_state.paused
        found = table_state.game.breath(table_state.state) if running else None
        if found and (self.breath is None or self.breath.id != found.id):
            self.since = at
        self.breath = found

    def left(self, now: float) -> float | None:
        """Seconds until the table goes on; a clock that was set back makes nobody wait for longer than was said."""
        if self.breath is None:
            return None
        gone = now - self.since
        return 0.0 if gone < 0 else max(0.0, self.breath.seconds - gone)


def counted_silence(options: TableOptions) -> float:
    """How much of a silence counts at a table that plays so."""
    return LONG if options.pieces == "paper" else REST


def clock_of_log(acts: Iterable[tuple[int, bytes]], times: Iterable[float], rest: float = REST) -> PlayClock:
    """What a watch shows that was there from the first act on."""
    found = PlayClock(rest=rest)
    for (_, act), at in zip(acts, times, strict=True):
        found.follow(decode(act), at)
    return found
