"""Tables of players from finished games: games, wins, points, and how many wins more than a fair player would have.

A game with two winners at four seats is worth half a win to a seat that is as good as the others: its *par*. Wins less par is
what games for any number of players, with one winner or several, have in common; over a whole league it adds up to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from referee.debrief import Debrief
from referee.game import Outcome


class LeagueGame(Struct, frozen=True):
    """One finished game: who sat where, how it ended, and how far ahead of the others each could have known."""

    game: str
    players: tuple[str, ...]  # by seat; empty for one without a name
    outcome: Outcome
    leads: tuple[float | None, ...] = ()


class Standing(Struct):
    """What a player has done, in one game or in all."""

    player: str
    games: int = 0
    wins: int = 0
    par: float = 0.0
    points: int = 0
    leads: list[float] = []

    @property
    def over_par(self) -> float:
        """Wins that a fair player would not have."""
        return round(self.wins - self.par, 9)

    @property
    def lead(self) -> float | None:
        """How many turns before the first of the others, on average; none where no debrief tells."""
        return sum(self.leads) / len(self.leads) if self.leads else None

    @property
    def rank(self) -> tuple[float, int, int, str]:
        """The best first: by wins over par, wins, and fewer games for them."""
        return -self.over_par, -self.wins, self.games, self.player

    def add(self, result: LeagueGame, seat: int) -> None:
        """One more game, played on that seat."""
        self.games += 1
        self.wins += seat in result.outcome.winners
        self.par += len(result.outcome.winners) / len(result.players)
        self.points += result.outcome.scores[seat]
        lead = result.leads[seat] if result.leads else None
        self.leads += [] if lead is None else [lead]


def standings(results: Iterable[LeagueGame]) -> list[Standing]:
    """The table of those games, the best player first."""
    found: dict[str, Standing] = {}
    for result in results:
        for seat, player in enumerate(result.players):
            if player:
                found.setdefault(player, Standing(player)).add(result, seat)
    return sorted(found.values(), key=lambda each: each.rank)


def leads(debrief: Debrief) -> tuple[float | None, ...]:
    """For each seat the turns between when it could have known what it had to find, and when the first of the others could.

    Whoever never could is taken to have got there one turn after the end. Where nobody could there is nothing to tell.
    """
    ends = len(debrief.steps)
    told = [debrief.decisive(seat).could_know for seat in range(debrief.seats)]
    if all(turn is None for turn in told):
        return (None,) * debrief.seats
    knew = [ends if turn is None else turn for turn in told]
    return tuple(min(knew[:seat] + knew[seat + 1 :]) - own for seat, own in enumerate(knew))
