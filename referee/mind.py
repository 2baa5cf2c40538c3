"""What a robot has in its head: how well it plays, and what it knows from all that its seat witnessed.

Three strengths: `easy` looks at its view and forgets the rest, `good` remembers and is exact, `sharp` weighs chances too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

from msgspec import Struct

from referee.game import Game, Seat
from referee.knowledge import Reasoner

Strength = Literal["easy", "good", "sharp"]
STRENGTHS: Final[tuple[Strength, ...]] = get_args(Strength)


class Mind(Struct, frozen=True):
    """How well a robot plays, and what it remembers: nothing if it is easy."""

    strength: Strength = "easy"
    reasoner: Reasoner | None = None

    @property
    def sharp(self) -> bool:
        """Does it weigh chances?"""
        return self.strength == "sharp"


EASY: Final = Mind()


class Minds:
    """The minds of the robots at a table, by their seats. Each hears what its own seat witnesses, and who else remembers; nothing else."""

    def __init__(self, game: Game, strengths: Mapping[Seat, Strength]) -> None:
        self.game = game
        self.minds = {seat: Mind(strength) for seat, strength in strengths.items()}

    def hear(self, state: Any, event: Any) -> None:
        """One more event, with the state that it led to. Where nothing is hidden, a look at the table tells all."""
        if self.game.knowledge is None or not self.game.secret:
            return
        for seat, mind in self.minds.items():
            if mind.strength != "easy":
                seen = self.game.witness(state, event, seat)
                if mind.reasoner is None:
                    frank = self.frank(seat) if mind.sharp else ()
                    reasoner = self.game.knowledge.begin(self.game.view(state, seat), seen, frank)
                else:
                    reasoner = mind.reasoner.after(seen)
                self.minds[seat] = Mind(mind.strength, reasoner)

    def frank(self, seat: Seat) -> list[Seat]:
        """The others who do at once what follows from all that they can know."""
        return [each for each, mind in self.minds.items() if each != seat and mind.strength != "easy"]

    def __getitem__(self, seat: Seat) -> Mind:
        """The mind of one seat."""
        return self.minds[seat]
