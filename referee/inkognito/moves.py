"""What players of Inkognito can choose, do and bring about: options, moves, events.

Agents are numbered as seats are, 0 to 3; 4 is the Ambassador, whether a pack of cards or the fifth player.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from referee import tags
from referee.game import BeginnerOptions, Help
from referee.inkognito.pieces import MOST_POINTS, Card, Fragment, Identity, Place

Black = Literal["identity", "fragment"]  # one of the two true cards
Someone = Annotated[int, Meta(ge=0, le=4)]
Cards = tuple[Card, Card]
Who = tuple[Identity, Identity, Identity, Identity]  # of each agent
What = tuple[Fragment, Fragment, Fragment, Fragment]


class Options(BeginnerOptions, frozen=True):
    """How a table plays."""

    pieces: Literal["phone", "paper"] = "phone"
    target: Annotated[int, Meta(ge=1, le=MOST_POINTS)] = 3
    help: Help | UnsetType = UNSET

    def __post_init__(self) -> None:
        if not 1 <= self.target <= MOST_POINTS:
            raise ValueError(f"Expected `target` from 1 to {MOST_POINTS}")


class Go(tags.Move, frozen=True):
    """Play a place."""

    place: Place


class Pair(tags.Move, frozen=True):
    """Two cards for somebody, one of them true. With paper: which two were handed over."""

    cards: Cards
    to: Someone


class Show(tags.Move, frozen=True):
    """A true card for somebody. With paper and five players: does the Ambassador see it as well?"""

    card: Black
    to: Someone
    heard: bool = False


class Ask(tags.Move, frozen=True):
    """Have the Ambassador ask an agent for a true card; of the agent that nobody plays, which one."""

    agent: Someone
    card: Black | None = None


class Answer(tags.Move, frozen=True):
    """The true card that an agent shows when he is asked."""

    card: Black


class Look(tags.Move, frozen=True):
    """Look at a true card of the agent that nobody plays."""

    card: Black


class Pass(tags.Move, frozen=True):
    """Ask nothing, look at nothing; for the Ambassador: listen."""


class Call(tags.Move, frozen=True):
    """Take the telephone: who is who, and who holds what. With four players to be made while meeting one's ally."""

    identities: Who
    fragments: What
    met: Someone | None = None


class Again(tags.Move, frozen=True):
    """Deal anew after a call."""


class Retract(tags.Move, frozen=True):
    """With paper: that is not what I handed over last."""


class Skip(tags.Move, frozen=True):
    """The table does for a player what he must do now, at random."""

    seat: Someone


Move = Go | Pair | Show | Ask | Answer | Look | Pass | Call | Again | Retract | Skip
Choice = Pair | Show | Ask | Look | Pass  # what is laid down at a meeting before anybody sees it


class Dealt(tags.Event, frozen=True):
    """True cards for everybody, and the order of the places that chance will play in the first five rounds."""

    number: int  # of the deal in the series, from 1
    options: Options
    seats: int
    identities: Who
    fragments: What
    ambassador: tuple[Place, ...] = ()
    fictitious: tuple[Place, ...] = ()


class Hidden(tags.Event, frozen=True):
    """The fifth player laid his place face down."""

    place: Place | None


class Went(tags.Event, frozen=True):
    """An agent played a place."""

    agent: int
    place: Place


class Revealed(tags.Event, frozen=True):
    """The Ambassador's place is turned up: now everybody sees who meets."""

    place: Place


class Sealed(tags.Event, frozen=True):
    """Somebody has decided what to do at his meeting; what it is, nobody else learns from this."""

    seat: int
    choice: Choice | None


class Asked(tags.Event, frozen=True):
    """Through the Ambassador, an agent is asked for a true card."""

    seat: int
    agent: int


class Shown(tags.Event, frozen=True):
    """Cards were shown to somebody: two of his own, or a true one. Others see that it happened, and no more."""

    by: int
    to: tuple[int, ...]
    cards: tuple[Card, ...]
    black: bool | None


class Noted(tags.Event, frozen=True):
    """With paper: a player wrote down which pair he handed over. Nobody else knows."""

    seat: int
    to: int
    cards: Cards


class Retracted(tags.Event, frozen=True):
    """With paper: a player struck out the pair that he wrote last. Nobody else knows."""

    seat: int


class Turned(tags.Event, frozen=True):
    """A round begins. After five of them places were taken back, and those that chance plays were shuffled."""

    round: int  # of the deal, from 0
    back: bool
    ambassador: tuple[Place, ...] = ()
    fictitious: tuple[Place, ...] = ()


class Called(tags.Event, frozen=True):
    """Somebody took the telephone. What he said, how it was, and what it brought to whom."""

    seat: int
    met: int | None
    identities: Who
    fragments: What
    right: bool
    points: tuple[int, ...]
    true_identities: Who
    true_fragments: What


Event = Dealt | Hidden | Went | Revealed | Sealed | Asked | Shown | Noted | Retracted | Turned | Called
