"""What can happen at a table. Each is one act of its log; the tags are what the store keeps, and stay as they are."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from referee.game import Actor
from referee.mind import Strength
from referee.record import Drawn

MOST_ALIKE = 20  # tables with the same cards


class DuplicateDeal(Struct, frozen=True, omit_defaults=True):
    """The cards that several tables have: the name of that deal, and the phrase that they follow from if there is one."""

    id: str
    phrase: str = ""

    @property
    def drawn(self) -> Drawn:
        """Who drew them."""
        return "phrase" if self.phrase else "laptop"


class TableOpened(Struct, frozen=True, tag="opened", tag_field="act", omit_defaults=True):
    """A table was opened for a game."""

    game: str
    lang: str
    seats: int
    options: Any
    salt: str = ""  # goes into its codes: a name that is given again must not revive old ones
    duplicate: DuplicateDeal | None = None


class TableArranged(Struct, frozen=True, tag="arranged", tag_field="act"):
    """The host changed how it will be played. `anyone` as in Freed, in logs of versions that gave a new code when
    seats fell away."""

    lang: str
    seats: int
    options: Any
    anyone: int = 0


class SeatTaken(Struct, frozen=True, tag="took", tag_field="act"):
    """Somebody sat down, or changed name or colour."""

    seat: int
    name: str
    colour: int


class SeatReleased(Struct, frozen=True, tag="freed", tag_field="act"):
    """The host released a seat: its phones and its old code are worth nothing any more.

    `anyone`: the number of the code for any free seat from now on; 0 where it stayed, as it did in older versions.
    """

    seat: int
    anyone: int = 0


class GuestsLeft(Struct, frozen=True, tag="guests", tag_field="act"):
    """New guests come: all seats are released at once, nobody's name stays, and what was won before counts for nobody."""

    anyone: int


class SharePledged(Struct, frozen=True, tag="pledged", tag_field="act"):
    """A phone has bound itself to a share of the chance of the next game, whose commitment it had seen."""

    seat: int
    pledge: str
    commitment: str
    by: str  # the hash of the phone: it may pledge anew, another phone of the same seat may not


class DealBegun(Struct, frozen=True, tag="dealing", tag_field="act"):
    """The host began a game and phones have pledged: from now on they reveal their shares, and no pledge is taken."""

    seed: str
    pledges: list[str | None]
    at: float


class ShareRevealed(Struct, frozen=True, tag="revealed", tag_field="act"):
    """A phone has given the share that it had pledged."""

    seat: int
    share: str


class GameBegun(Struct, frozen=True, tag="began", tag_field="act"):
    """A game was dealt. The seed stays here until the game is over.

    Pledges and shares are of each seat, or none at all where no phone pledged anything; null in games that the version
    before has dealt, when phones had no say.
    """

    seed: str
    events: list[Any]
    pledges: list[str | None] | None = None
    shares: list[str | None] | None = None
    tells_robots: bool = False  # its record does; not in games that versions before have dealt, whose seals were shown


class MoveMade(Struct, frozen=True, tag="moved", tag_field="act"):
    """A move, and what it led to. `alone`: an absent seat that runs by itself."""

    actor: Actor
    move: Any
    events: list[Any]
    alone: bool = False


class AutoplaySet(Struct, frozen=True, tag="stood", tag_field="act", omit_defaults=True):
    """The host lets a seat run by itself, or ends that; with a robot of some strength it plays to win."""

    seat: int
    absent: bool
    robot: Strength | Literal[""] = ""
    name: str = ""  # of that robot


class RobotPaceSet(Struct, frozen=True, tag="pace", tag_field="act"):
    """The host lets robots take so many seconds to think."""

    seconds: int


class PauseSet(Struct, frozen=True, tag="halted", tag_field="act"):
    """The host paused the game, or let it go on."""

    paused: bool


class AgainWished(Struct, frozen=True, tag="again", tag_field="act"):
    """Somebody wants to play again, with all the seats that his phone holds."""

    seats: list[int]


class GameAbandoned(Struct, frozen=True, tag="abandoned", tag_field="act"):
    """The host ended the game before its end."""


class DealShown(Struct, frozen=True, tag="shown", tag_field="act"):
    """All tables that have the cards of that game are done with it: what was kept of it may be seen."""

    game: int


class TableClosed(Struct, frozen=True, tag="closed", tag_field="act"):
    """The host closed the table for good, or opened it again."""

    closed: bool


Act = (
    TableOpened
    | TableArranged
    | SeatTaken
    | SeatReleased
    | GuestsLeft
    | SharePledged
    | DealBegun
    | ShareRevealed
    | GameBegun
    | MoveMade
    | AutoplaySet
    | RobotPaceSet
    | PauseSet
    | AgainWished
    | GameAbandoned
    | DealShown
    | TableClosed
)


DECODER = msgspec.json.Decoder(Act)  # made once: a log has thousands


def encode(act: Act) -> bytes:
    """An act as the store keeps it."""
    return msgspec.json.encode(act)


def decode(data: bytes) -> Act:
    """An act as the store gave it."""
    found: Act = DECODER.decode(data)
    return found
