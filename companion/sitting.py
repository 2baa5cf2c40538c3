"""A table as a fold of its log. Everything that happens at a table is one act; acts alone rebuild it.

The rules of the game see moves only; sitting down, releasing, pausing and playing again are the table's own business.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any, Literal

import msgspec
from msgspec import Struct

from referee.chance import commitment, mixed
from referee.game import Actor, Game, Outcome
from referee.record import Turn
from referee.registry import game

Phase = Literal["open", "playing", "over", "abandoned"]
NOTICES = 20  # the latest; a log keeps them all


class Opened(Struct, frozen=True, tag="opened", tag_field="act"):
    """A table was opened for a game."""

    game: str
    lang: str
    seats: int
    options: Any


class Arranged(Struct, frozen=True, tag="arranged", tag_field="act"):
    """The host changed how it will be played."""

    lang: str
    seats: int
    options: Any


class Took(Struct, frozen=True, tag="took", tag_field="act"):
    """Somebody sat down, or changed name or colour."""

    seat: int
    name: str
    colour: int


class Freed(Struct, frozen=True, tag="freed", tag_field="act"):
    """The host released a seat: its phones and its old code are worth nothing any more."""

    seat: int


class Pledged(Struct, frozen=True, tag="pledged", tag_field="act"):
    """A phone has bound itself to a share of the chance of the next game, whose commitment it had seen."""

    seat: int
    pledge: str
    commitment: str
    by: str  # the hash of the phone: it may pledge anew, another phone of the same seat may not


class Dealing(Struct, frozen=True, tag="dealing", tag_field="act"):
    """The host began a game and phones have pledged: from now on they reveal their shares, and no pledge is taken."""

    seed: str
    pledges: list[str | None]
    at: float


class Revealed(Struct, frozen=True, tag="revealed", tag_field="act"):
    """A phone has given the share that it had pledged."""

    seat: int
    share: str


class Began(Struct, frozen=True, tag="began", tag_field="act"):
    """A game was dealt. The seed stays here until the game is over.

    Pledges and shares are of each seat, or none at all where no phone pledged anything; null in games that the version
    before has dealt, when phones had no say.
    """

    seed: str
    events: list[Any]
    pledges: list[str | None] | None = None
    shares: list[str | None] | None = None


class Moved(Struct, frozen=True, tag="moved", tag_field="act"):
    """A move, and what it led to. `alone`: an absent seat that runs by itself."""

    actor: Actor
    move: Any
    events: list[Any]
    alone: bool = False


class Stood(Struct, frozen=True, tag="stood", tag_field="act"):
    """The host lets a seat run by itself, or ends that."""

    seat: int
    absent: bool


class Halted(Struct, frozen=True, tag="halted", tag_field="act"):
    """The host paused the game, or let it go on."""

    paused: bool


class Abandoned(Struct, frozen=True, tag="abandoned", tag_field="act"):
    """The host ended the game before its end."""


Act = Opened | Arranged | Took | Freed | Pledged | Dealing | Revealed | Began | Moved | Stood | Halted | Abandoned


class Chair(Struct):
    """A seat: who sits there, and how often it was released (its code changes each time)."""

    name: str = ""
    colour: int = 0
    taken: bool = False
    absent: bool = False
    releases: int = 0


class Notice(Struct, frozen=True):
    """Something the host did that every phone shows."""

    version: int
    kind: Literal["freed", "took", "more", "absent", "back"]
    seat: int
    name: str


class Unreadable(Exception):
    """A log that does not make a table: of a game or a version that this program does not know."""


class Sitting:
    """A table as it is now. Changed by `follow` alone, or by becoming another as a whole."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.version = 0
        self.slug = ""
        self.lang = "en"
        self.options: Any = None
        self.chairs: list[Chair] = []
        self.phase: Phase = "open"
        self.paused = False
        self.number = 0  # games begun at this table
        self.seed = b""  # that the laptop committed to
        self.dice = b""  # that the game on the table follows from: the seed, and what phones mixed in
        self.pledges: tuple[str | None, ...] = ()  # of each seat for the game on the table
        self.shares: tuple[str | None, ...] = ()
        self.alone = True  # it was dealt by a version where phones had no say
        self.pledged: dict[int, Pledged] = {}  # by seat, for the next game
        self.tries: dict[int, int] = {}  # how often a seat has pledged for it
        self.dealing: Dealing | None = None
        self.revealed: dict[int, str] = {}
        self.state: Any = (
            None  # of the game on the table; none before the first, nor once another number of seats plays
        )
        self.turns: list[Turn] = []
        self.notices: list[Notice] = []
        self._releases: dict[int, int] = {}
        self.game: Game

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.chairs)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules."""
        return self.game.outcome(self.state) if self.state is not None else None

    @property
    def commitment(self) -> str:
        """What was shown at the deal."""
        return commitment(self.seed) if self.state is not None else ""

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return self.game.awaited(self.state) if self.phase == "playing" else ()

    def releases(self, seat: int) -> int:
        """How often a seat was released, also one that is not at the table now."""
        return self.chairs[seat].releases if seat < self.seats else self._releases.get(seat, 0)

    def follow(self, version: int, act: Act) -> None:
        """The table after one more act."""
        if version != self.version + 1:
            raise ValueError(f"table {self.id}: act {version} after {self.version}")
        getattr(self, f"_{type(act).__name__.lower()}")(act)
        self.version = version

    def after(self, version: int, act: Act) -> Sitting:
        """The same, as another table: this one stays as it is."""
        found = copy(self)
        found.chairs, found.turns, found.notices = [copy(c) for c in self.chairs], [*self.turns], [*self.notices]
        found._releases = {**self._releases}
        found.follow(version, act)
        return found

    def become(self, other: Sitting) -> None:
        """All at once as that one: whoever looks meanwhile sees no act half done."""
        vars(self).update(vars(other))

    def _opened(self, act: Opened) -> None:
        self.slug, self.game = act.game, game(act.game)
        self._arranged(Arranged(act.lang, act.seats, act.options))

    def _arranged(self, act: Arranged) -> None:
        self.lang = act.lang
        self.options = msgspec.convert(act.options, self.game.Options, str_keys=True)
        if act.seats != self.seats:
            self._put_away()
        self._releases |= {i: chair.releases for i, chair in enumerate(self.chairs)}  # a revoked code stays revoked
        more = [Chair(colour=i, releases=self._releases.get(i, 0)) for i in range(self.seats, act.seats)]
        self.chairs = self.chairs[: act.seats] + more
        self.pledged = {seat: pledge for seat, pledge in self.pledged.items() if seat < act.seats}

    def _put_away(self) -> None:
        """The last game had other seats: nothing of it can be shown or put right any more. Its record stays."""
        self.phase, self.seed, self.state, self.turns, self.notices = "open", b"", None, [], []
        self.dice, self.pledges, self.shares = b"", (), ()

    def _took(self, act: Took) -> None:
        chair = self.chairs[act.seat]
        same = (chair.taken, chair.name, chair.colour) == (True, act.name, act.colour)
        new = not chair.taken
        chair.name, chair.colour, chair.taken = act.name, act.colour, True
        if self.phase == "playing" and (new or same):  # who joins in the middle sees what others must know is seen
            self._notice("took" if new else "more", act.seat)  # the same again is one more phone of a shared seat

    def _freed(self, act: Freed) -> None:
        chair = self.chairs[act.seat]
        self._notice("freed", act.seat)
        chair.taken = False
        chair.releases += 1
        self.pledged = {seat: pledge for seat, pledge in self.pledged.items() if seat != act.seat}

    def _pledged(self, act: Pledged) -> None:
        self.pledged = {**self.pledged, act.seat: act}
        self.tries = {**self.tries, act.seat: self.tries.get(act.seat, 0) + 1}

    def _dealing(self, act: Dealing) -> None:
        self.dealing, self.revealed = act, {}

    def _revealed(self, act: Revealed) -> None:
        self.revealed = {**self.revealed, act.seat: act.share}

    def _began(self, act: Began) -> None:
        self.number += 1
        self.phase, self.paused, self.seed = "playing", False, bytes.fromhex(act.seed)
        self.pledges, self.shares, self.alone = tuple(act.pledges or ()), tuple(act.shares or ()), act.pledges is None
        self.dice = mixed(self.seed, read(self.pledges), read(self.shares))
        self.pledged, self.tries, self.dealing, self.revealed = {}, {}, None, {}
        self.state, self.turns, self.notices = self.game.start(), [], []
        self._happened(None, None, act.events)

    def _moved(self, act: Moved) -> None:
        self._happened(act.actor, act.move, act.events)

    def _happened(self, actor: Actor | None, move: Any, raw: list[Any]) -> None:
        events = msgspec.convert(raw, list[self.game.Event], str_keys=True)  # type: ignore[name-defined]
        for event in events:
            self.state = self.game.evolve(self.state, event)
        made = msgspec.convert(move, self.game.Move, str_keys=True) if move is not None else None
        self.turns.append(Turn(actor, made, events))
        self.phase = "over" if self.outcome else "playing"  # a host's correction may open a game again

    def _stood(self, act: Stood) -> None:
        self.chairs[act.seat].absent = act.absent
        self._notice("absent" if act.absent else "back", act.seat)

    def _halted(self, act: Halted) -> None:
        self.paused = act.paused

    def _abandoned(self, act: Abandoned) -> None:
        self.phase, self.paused = "abandoned", False

    def _notice(self, kind: Literal["freed", "took", "more", "absent", "back"], seat: int) -> None:
        told = Notice(self.version + 1, kind, seat, self.chairs[seat].name)
        self.notices = [*self.notices, told][-NOTICES:]


def read(given: Iterable[str | None]) -> tuple[bytes | None, ...]:
    """What seats pledged or gave, as bytes."""
    return tuple(None if each is None else bytes.fromhex(each) for each in given)


def fold(table: str, acts: Iterable[tuple[int, bytes]]) -> Sitting:
    """The table that a log makes."""
    found = Sitting(table)
    for version, act in acts:
        try:
            found.follow(version, decode(act))
        except Exception as mistake:
            raise Unreadable(f"table {table} cannot be read: act {version}") from mistake
    return found


def encode(act: Act) -> bytes:
    """An act as the store keeps it."""
    return msgspec.json.encode(act)


def decode(data: bytes) -> Act:
    """An act as the store gave it."""
    found: Act = msgspec.json.decode(data, type=Act)
    return found
